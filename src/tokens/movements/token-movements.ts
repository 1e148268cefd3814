// Deposits, redemptions and transfers as callers ask for them. The reference is checked first, then ids, then the state of
// what they name, then the rules. What is refused leaves no trace; once a movement is stored, its caller gets it as it is.

import type { Directory } from '../../administration/institutions/directory.ts'
import type { Account } from '../../ledger/account.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { afterDone, Problem, unavailable } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { BatchQueue } from '../../platform/storage/batches/batch-queue.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { AccountFactsCache } from '../accounts/account-facts.ts'
import type { AccountFacts } from '../accounts/digital-account.ts'
import type { Reference } from '../references/reference.ts'
import { checkContent, findReference, noteReference } from '../references/references.ts'
import type { DigitalSettings, SettingsOf } from '../settings.ts'
import { tokenProblem } from '../token-problems.ts'
import type { RemoteOf } from './accounts/linked-accounts.ts'
import { findRedemptionAccount } from './accounts/redemption-account.ts'
import type { IssuerFactsCache } from './checks/issuer-facts.ts'
import { currencyProblem, linkedProblem, standingProblem, tokenTypeProblem } from './checks/rules.ts'
import { refuseStopped } from './checks/stopped-movements.ts'
import type { Coordinator } from './coordination/coordinator.ts'
import type { MovementWaits } from './coordination/movement-waits.ts'
import type { Deposit, Movement, MovementKind, Redemption, Side, Transfer } from './movement.ts'
import type { DepositOrder, Moved, RedemptionOrder, ResolutionOrder, TransferOrder } from './orders.ts'
import type { Beginning, PostMovements } from './post-movements.ts'
import { expiredProblem } from './posting/decision-rules.ts'
import { AlreadyRecorded, LinkedAccountChanged } from './posting/movement-posting.ts'
import { explainTransfer, readReturned, readStandings } from './reading/explain.ts'
import {
  findMovement,
  findMovementByReference,
  findVisibleMovement,
  type MovementOf,
  readReturnedMinor,
} from './reading/read-movements.ts'

export interface TokenMovementsParts<A extends Account> {
  readonly database: Database
  readonly clock: Clock
  readonly accounts: Pick<AccountFactsCache, 'find' | 'forget'>
  readonly issuers: IssuerFactsCache
  readonly posts: PostMovements<A>
  readonly coordinator: Coordinator
  readonly waits: MovementWaits
  readonly settingsOf: SettingsOf
  readonly remoteOf: RemoteOf
  readonly directory: Pick<Directory, 'stop'>
}

const NOT_FOUND = {
  DEPOSIT: 'deposit-not-found',
  REDEMPTION: 'redemption-not-found',
  TRANSFER: 'transfer-not-found',
} as const

/** A decision meets a transfer that has moved on since it was read. */
const MAX_ATTEMPTS = 5
const MAX_TOGETHER = 256
const READS_AT_ONCE = 2
const MAX_QUEUED = 10_000

type AnyOrder = DepositOrder | RedemptionOrder | TransferOrder

export class TokenMovements<A extends Account = Account> {
  readonly #parts: TokenMovementsParts<A>
  /** Transfers that become final together are answered together. */
  readonly #returned: BatchQueue<Transfer, bigint | undefined>

  constructor(parts: TokenMovementsParts<A>) {
    this.#parts = parts
    this.#returned = new BatchQueue({
      maxBatch: MAX_TOGETHER,
      maxInFlight: READS_AT_ONCE,
      maxQueued: MAX_QUEUED,
      smallestShare: MAX_TOGETHER,
      run: async (transfers) => {
        const returned = await readReturnedMinor(parts.database, transfers)
        return transfers.map(({ movementId }) => ({ status: 'fulfilled', value: returned.get(movementId) }))
      },
    })
  }

  /** As a partner sees it. Refusals: `deposit-not-found` … */
  async find<Kind extends MovementKind>(kind: Kind, partnerId: string, movementId: string): Promise<MovementOf<Kind>> {
    const movement = await findVisibleMovement(this.#parts.database, kind, partnerId, movementId)
    if (movement === undefined) throw tokenProblem(NOT_FOUND[kind], `there is no such ${kind.toLowerCase()}`)
    return movement
  }

  /** What was given back of transfers; those of which nothing was are left out. */
  async returnedMinor(transfers: readonly Transfer[]): Promise<ReadonlyMap<string, bigint>> {
    const committed = transfers.filter(({ state }) => state === 'COMMITTED')
    const returned = await Promise.all(committed.map((transfer) => this.#returned.submit(transfer)))
    return new Map(
      committed.flatMap(({ movementId }, n) => (returned[n] === undefined ? [] : [[movementId, returned[n]]])),
    )
  }

  deposit(order: DepositOrder): Promise<Moved<Deposit>> {
    return this.#once('DEPOSIT', order, async () => {
      const facts = await this.#ownAccount(order, order.accountId)
      const settings = await this.#settings(facts.institutionId)
      const draft: Deposit = {
        ...this.#draft(order, facts),
        kind: 'DEPOSIT',
        state: 'PENDING',
        linkedAccountId: facts.linkedAccountId,
      }
      await refuseStopped(this.#parts, order, facts.institutionId)
      await this.#askCore(draft, order)
      const limits = settings.limits.get(order.currency)
      return { settings, beginning: { ...beginningOf(order, draft), limits } }
    })
  }

  redeem(order: RedemptionOrder): Promise<Moved<Redemption>> {
    return this.#once('REDEMPTION', order, async () => {
      const { database } = this.#parts
      const { partnerId } = order.reference
      const { accountId, resolvedBy } = await findRedemptionAccount(database, { ...order, partnerId })
      const facts = await this.#ownAccount(order, accountId)
      const settings = await this.#settings(facts.institutionId)
      const draft: Redemption = {
        ...this.#draft(order, facts),
        kind: 'REDEMPTION',
        state: 'PENDING',
        linkedAccountId: facts.linkedAccountId,
        resolvedBy,
      }
      await refuseStopped(this.#parts, order, facts.institutionId)
      await this.#askCore(draft, order)
      return { settings, beginning: beginningOf(order, draft) }
    })
  }

  transfer(order: TransferOrder): Promise<Moved<Transfer>> {
    return this.#once('TRANSFER', order, async () => {
      const { accounts, database } = this.#parts
      const facts = await this.#ownAccount(order, order.accountId)
      const named = order.beneficiary ?? (await this.#payerOf(order.returnOf))
      const payee = named && (await accounts.find(named.accountId))
      const isPayable =
        payee !== undefined &&
        payee.institutionId === named?.institutionId.toLowerCase() &&
        payee.accountId !== facts.accountId &&
        // An institution that was offboarded may have left its book to this one.
        (payee.bookId !== facts.bookId || payee.institutionId === facts.institutionId)
      const explain = () => explainTransfer(database, order, facts, payee)
      if (!isPayable) throw (await explain()) ?? new Error('a transfer without a payee has no problem')
      await refuseStopped(this.#parts, order, facts.institutionId, payee.institutionId)
      const settings = await this.#settings(facts.institutionId)
      const { twoPhase, beneficiary, remittanceInfo, endToEndId, returnOf } = order
      const draft: Transfer = {
        ...this.#draft(order, facts),
        kind: 'TRANSFER',
        state: 'RECEIVED',
        payee: {
          bookId: payee.bookId,
          issuerId: payee.institutionId,
          accountId: payee.accountId,
          partnerId: payee.partnerId,
        },
        isTwoPhase: twoPhase !== undefined,
        ...(twoPhase !== undefined && { committer: twoPhase.committer }),
        ...(beneficiary?.name !== undefined && { beneficiaryName: beneficiary.name }),
        ...(remittanceInfo !== undefined && { remittanceInfo }),
        ...(endToEndId !== undefined && { endToEndId }),
        ...(returnOf !== undefined && { returnOf: returnOf.toLowerCase() }),
      }
      const beginning: Beginning = {
        ...beginningOf(order, draft),
        limits: settings.limits.get(order.currency),
        netDebitCapMinor: settings.netDebitCapMinor.get(order.currency),
        expiresInSeconds: twoPhase?.expiresInSeconds,
      }
      return { settings, beginning, explain }
    })
  }

  /** Where a return goes: the payer of the transfer that it gives back. Undefined when there is none. */
  async #payerOf(returnOf: string | undefined) {
    const first = returnOf === undefined ? undefined : await readReturned(this.#parts.database, returnOf)
    const payer = first && (await this.#parts.accounts.find(first.payerAccountId))
    return payer && { institutionId: payer.institutionId, accountId: payer.accountId }
  }

  /** Commits or aborts a transfer in two phases. */
  async resolve(order: ResolutionOrder): Promise<Moved<Transfer>> {
    const { reference, action } = order
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const known = await this.#resolvable(order)
      const by = resolverOf(known, reference.partnerId, action)
      if (by === undefined) {
        // A reference that was used before comes first.
        await findReference(this.#parts.database, reference)
        throw tokenProblem('not-resolver', `the partner may not ${action.toLowerCase()} this transfer`)
      }
      try {
        const caller = { reference, actor: order.actor }
        const decided = await this.#parts.posts.goOn(known, { kind: 'decided', action, by }, caller)
        return { movement: await afterDone(() => this.#follow(decided)), replayed: false }
      } catch (error) {
        if (error instanceof Problem && error.reason === 'tokens.transfer-expired')
          throw expiredProblem(await this.#expire(known))
        if (!(error instanceof AlreadyRecorded)) throw error
      }
      const before = await afterDone(() => this.#decidedBefore(order))
      if (before !== undefined) return before
    }
    throw unavailable('the transfer kept changing while it was decided')
  }

  async #resolvable({ reference, transferId }: ResolutionOrder): Promise<Transfer> {
    const { database } = this.#parts
    const known = await findVisibleMovement(database, 'TRANSFER', reference.partnerId, transferId)
    if (known !== undefined) return known
    await findReference(database, reference)
    throw tokenProblem('transfer-not-found', 'there is no such transfer')
  }

  /**
   * The reference is known, or the decision was made under another one: then this one stands for it too. Undefined when
   * neither holds: the transfer has moved on since it was read.
   */
  async #decidedBefore({ reference, transferId, action }: ResolutionOrder): Promise<Moved<Transfer> | undefined> {
    const { database, clock } = this.#parts
    const isKnown = (await findReference(database, reference)) !== undefined
    const movement = await findMovement(database, 'TRANSFER', transferId)
    if (movement === undefined) throw new Error('a transfer has disappeared')
    if (!isKnown) {
      if (movement.decision?.action !== action) return undefined
      await noteReference(database, reference, transferId, clock.now())
    }
    return { movement: await this.#awaited(movement), replayed: isKnown }
  }

  /** The decision came too late: the transfer has expired, even if the coordinator has not ended it yet. */
  async #expire(transfer: Transfer): Promise<Transfer> {
    if (transfer.decision !== undefined) return transfer
    try {
      const released = await this.#parts.posts.goOn(transfer, { kind: 'decided', action: 'EXPIRE', by: 'COORDINATOR' })
      return await this.#follow(released)
    } catch (error) {
      if (!(error instanceof AlreadyRecorded)) throw error
      return (await findMovement(this.#parts.database, 'TRANSFER', transfer.movementId, transfer.bookId)) ?? transfer
    }
  }

  /** Runs an order once: a reference that is known is answered with what it made. */
  async #once<Kind extends MovementKind>(
    kind: Kind,
    { reference }: AnyOrder,
    prepare: () => Promise<Prepared>,
  ): Promise<Moved<MovementOf<Kind>>> {
    let explain: Prepared['explain']
    try {
      const prepared = await this.#prepared(prepare)
      explain = prepared.explain
      const stored = await this.#begin(prepared, prepare)
      const movement = await this.#parts.coordinator.follow(stored, prepared.settings.answerWithinMs, true)
      this.#parts.waits.note(movement)
      return { movement: movement as MovementOf<Kind>, replayed: false }
    } catch (error) {
      // A reference that was used before comes before the error.
      const find = () => this.#madeBy(kind, reference, error)
      const known = await (error instanceof AlreadyRecorded ? afterDone(find) : find())
      if (known !== undefined) return { movement: await afterDone(() => this.#awaited(known)), replayed: true }
      const isRefusal = error instanceof Problem && error.kind === 'unprocessable'
      throw (isRefusal ? await explain?.() : undefined) ?? error
    }
  }

  /** Facts of accounts are cached on every node: one that was relinked meanwhile is read again. */
  async #prepared(prepare: () => Promise<Prepared>): Promise<Prepared> {
    try {
      return await prepare()
    } catch (error) {
      if (!(error instanceof LinkedAccountChanged)) throw error
      this.#parts.accounts.forget(error.accountId)
      return prepare()
    }
  }

  async #begin(prepared: Prepared, prepare: () => Promise<Prepared>): Promise<Movement> {
    try {
      return await this.#parts.posts.begin(prepared.beginning)
    } catch (error) {
      if (!(error instanceof LinkedAccountChanged)) throw error
      this.#parts.accounts.forget(error.accountId)
      return this.#parts.posts.begin((await prepare()).beginning)
    }
  }

  async #madeBy<Kind extends MovementKind>(
    kind: Kind,
    reference: Reference,
    error: unknown,
  ): Promise<MovementOf<Kind> | undefined> {
    // Not after a timeout: what this request has posted may still arrive.
    const isKnown = error instanceof Problem && (error.httpStatus < 500 || error.kind === 'unavailable')
    if (!isKnown) return undefined
    const known = await findMovementByReference(this.#parts.database, kind, reference)
    if (known !== undefined) checkContent(known, reference)
    return known
  }

  async #ownAccount({ reference }: AnyOrder, accountId: string): Promise<AccountFacts> {
    const facts = await this.#parts.accounts.find(accountId)
    if (facts === undefined || facts.partnerId !== reference.partnerId)
      throw tokenProblem('account-not-found', 'there is no such account', {
        details: [{ path: 'digitalAssetAccount.id', message: 'is not an account of the partner' }],
      })
    return facts
  }

  async #settings(institutionId: string): Promise<DigitalSettings> {
    return this.#parts.settingsOf(await this.#parts.issuers.of(institutionId))
  }

  #draft(order: AnyOrder, facts: AccountFacts) {
    const nowMs = this.#parts.clock.now()
    const now = new Date(nowMs)
    const { reference, channelType, currency, amountMinor } = order
    return {
      bookId: facts.bookId,
      movementId: newId(nowMs),
      partnerId: reference.partnerId,
      issuerId: facts.institutionId,
      accountId: facts.accountId,
      currency,
      amountMinor,
      work: {},
      journalIds: [],
      ref: reference.ref,
      content: reference.content,
      channelType,
      version: 1,
      createdAt: now,
      updatedAt: now,
      createdBy: '',
    }
  }

  /** A remote core is asked before anything is stored, so that what it would refuse leaves the reference free. */
  async #askCore(draft: Deposit | Redemption, order: DepositOrder | RedemptionOrder): Promise<void> {
    const { remoteOf, database } = this.#parts
    const { bookId, partnerId, currency, amountMinor, kind } = draft
    const remote = remoteOf(bookId, draft.linkedAccountId)
    if (remote === undefined) return
    if ((await findMovementByReference(database, kind, order.reference)) !== undefined)
      throw new AlreadyRecorded(draft.movementId)
    const [standing] = await readStandings(database, [draft.accountId])
    if (standing !== undefined && standing.linkedAccountId !== draft.linkedAccountId)
      throw new LinkedAccountChanged(draft.accountId)
    const refusal =
      tokenTypeProblem(order.tokenType) ??
      (standing && (standingProblem(standing, kind) ?? currencyProblem(standing.currency, currency)))
    if (refusal !== undefined) throw refusal
    const { linkedAccountId: accountId } = draft
    const inquiry = { bookId, partnerId, accountId, currency, ...(kind === 'DEPOSIT' && { amountMinor }) }
    const reason = await remote.inquire(inquiry)
    if (reason !== undefined) throw linkedProblem(reason, kind)
  }

  async #follow(transfer: Movement): Promise<Transfer> {
    const { answerWithinMs } = await this.#settings(transfer.issuerId)
    const followed = await this.#parts.coordinator.follow(transfer, answerWithinMs, true)
    this.#parts.waits.note(followed)
    return followed as Transfer
  }

  /** A repeat waits as long as the first call did. */
  async #awaited<M extends Movement>(movement: M): Promise<M> {
    const { answerWithinMs } = await this.#settings(movement.issuerId)
    return (await this.#parts.waits.until(movement, answerWithinMs)) as M
  }
}

interface Prepared {
  readonly beginning: Beginning
  readonly settings: DigitalSettings
  /** The first of several problems, in the contract's order; asked when the posting was refused. */
  readonly explain?: () => Promise<Problem | undefined>
}

function beginningOf(order: AnyOrder, draft: Movement): Beginning {
  const { actor, tokenType } = order
  const linkedAccountId = 'linkedAccountId' in order ? order.linkedAccountId : undefined
  return { draft, actor, tokenType, linkedAccountId }
}

/** On whose side the caller decides: COMMIT is the committer's, ABORT also the payee's. Undefined: on neither. */
function resolverOf(transfer: Transfer, partnerId: string, action: ResolutionOrder['action']): Side | undefined {
  const { committer = 'PAYER', payee } = transfer
  const isOn = (side: Side) => (side === 'PAYER' ? transfer.partnerId : payee.partnerId) === partnerId
  if (isOn(committer)) return committer
  return action === 'ABORT' && isOn('PAYEE') ? 'PAYEE' : undefined
}
