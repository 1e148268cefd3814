// Turns what happens to movements into postings: in one book, or in the payer's and the payee's at once.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Account } from '../../ledger/account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isUnclear } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { DigitalLedger } from '../ledgers/digital-ledger.ts'
import type { JoinedLedger, LedgerJoin } from '../ledgers/joined-ledger.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import type { Reference } from '../references/reference.ts'
import { tokenProblem } from '../token-problems.ts'
import type { RemoteOf } from './accounts/linked-accounts.ts'
import type { IssuerFactsCache } from './checks/issuer-facts.ts'
import type { LedgerHeadroom } from './checks/ledger-headroom.ts'
import { isWithinInstitution, type Movement, type Transfer } from './movement.ts'
import {
  AlreadyRecorded,
  type EventPosting,
  type NewPosting,
  type OperatorAct,
  type PayeePosting,
} from './posting/movement-posting.ts'
import type { MovementRecords } from './posting/movement-records.ts'
import { changeAfter } from './saga/saga.ts'
import type { LedgerProfile, SagaEvent, Setting, Surroundings } from './saga/steps.ts'

export interface PostMovementsParts<A extends Account> {
  readonly clock: Clock
  readonly pipeline: Pick<PostingPipeline<A>, 'post' | 'postInBoth'>
  readonly records: MovementRecords<A>
  readonly joinedLedger: JoinedLedger
  ledgerOf(name: LedgerName): DigitalLedger
  readonly remoteOf: RemoteOf
  readonly issuers: IssuerFactsCache
  readonly headroom: LedgerHeadroom
}

const REACH_LIMIT_MS = 2_000

/** What a new movement needs; the rest follows from the draft. */
export type Beginning = Omit<
  NewPosting,
  'kind' | 'institutionId' | 'owner' | 'accountIds' | 'joins' | 'setting' | 'isOverLedgerLimit' | 'result'
>

/** Who brings the event about: a partner under a reference, or an operator. */
export type Caller = { readonly reference: Reference; readonly actor: Actor } | { readonly operator: OperatorAct }

export class PostMovements<A extends Account = Account> {
  readonly #parts: PostMovementsParts<A>
  /** Questions about the health of ledgers that are under way: their answer is for all who ask meanwhile. */
  readonly #reaching = new Map<LedgerName, Promise<void>>()

  constructor(parts: PostMovementsParts<A>) {
    this.#parts = parts
  }

  /** Where a stored movement takes place. */
  async settingOf(movement: Movement): Promise<Setting> {
    return this.#setting(movement, this.#isCoreRemote(movement))
  }

  async #setting(movement: Movement, isCoreRemote: boolean): Promise<Setting> {
    const { issuers } = this.#parts
    const own = await issuers.of(movement.issuerId)
    const payee = movement.kind === 'TRANSFER' ? await issuers.of(movement.payee.issuerId) : undefined
    return {
      own: this.#profile(own.ledger),
      payee: payee && this.#profile(payee.ledger),
      isCoreRemote,
    }
  }

  /**
   * Whose books the money of a stored movement is in: it stays so when the institution moves to another core. Only a
   * redemption that has not paid yet asks where the linked account is now.
   */
  #isCoreRemote(movement: Movement): boolean {
    if (movement.work.fundsReference !== undefined) return true
    return movement.kind === 'REDEMPTION' && movement.state === 'BURNING' && this.#isLinkedRemote(movement)
  }

  #isLinkedRemote(movement: Movement): boolean {
    if (movement.kind === 'TRANSFER') return false
    return this.#parts.remoteOf(movement.bookId, movement.linkedAccountId) !== undefined
  }

  /** Stores a movement with its first step. Rejects with the refusal, or AlreadyRecorded when the reference is known. */
  async begin(beginning: Beginning): Promise<Movement> {
    const { draft } = beginning
    const setting = await this.#setting(draft, this.#isLinkedRemote(draft))
    await this.#reachLedgers(setting)
    const posting: NewPosting = {
      kind: 'new',
      isOverLedgerLimit: await this.#isOverLedgerLimit(draft, setting),
      ...this.#place(draft, setting),
      setting,
      ...beginning,
    }
    if (draft.kind !== 'TRANSFER' || isWithinInstitution(draft)) return this.#parts.pipeline.post(posting)
    // The payee's account is locked and checked in every case, so that it cannot be closed before the commit.
    const isOneCommit = !draft.isTwoPhase && setting.own.isJoined && setting.payee?.isJoined === true
    const payeeJournalId = isOneCommit ? newId(this.#parts.clock.now()) : undefined
    const payee = this.#payeePosting(draft, setting, payeeJournalId, true)
    const own: NewPosting = { ...posting, payeeJournalId, bothOpId: payee.opId }
    const [movement] = await this.#parts.pipeline.postInBoth(own, payee)
    return movement
  }

  /** A ledger elsewhere that cannot be reached takes on nothing new. Nothing is stored yet, so the caller may try again. */
  async #reachLedgers({ own, payee }: Setting): Promise<void> {
    const elsewhere = [own, payee].flatMap((profile) =>
      profile === undefined || profile.isJoined ? [] : [profile.name],
    )
    for (const name of new Set(elsewhere)) {
      try {
        await this.#reach(name)
      } catch (cause) {
        throw tokenProblem('ledger-unavailable', 'the ledger cannot be reached', { cause, retryAfterSeconds: 1 })
      }
    }
  }

  /** Of the asset that it will issue: a deposit's own, or that of a transfer's payee. */
  async #isOverLedgerLimit(draft: Movement, { own, payee }: Setting): Promise<boolean> {
    if (draft.kind === 'REDEMPTION' || (draft.kind === 'TRANSFER' && isWithinInstitution(draft))) return false
    const issuing = draft.kind === 'TRANSFER' ? payee : own
    if (issuing === undefined || issuing.isJoined) return false
    const issuerId = draft.kind === 'TRANSFER' ? draft.payee.issuerId : draft.issuerId
    const { headroom, ledgerOf } = this.#parts
    try {
      return !(await headroom.takes(ledgerOf(issuing.name), issuerId, draft.currency, draft.amountMinor))
    } catch (cause) {
      if (!isUnclear(cause)) throw cause
      throw tokenProblem('ledger-unavailable', 'the ledger cannot be reached', { cause, retryAfterSeconds: 1 })
    }
  }

  #reach(name: LedgerName): Promise<void> {
    const asked = this.#reaching.get(name)
    if (asked !== undefined) return asked
    const asking = withTimeout(this.#parts.ledgerOf(name).health(), REACH_LIMIT_MS).finally(() =>
      this.#reaching.delete(name),
    )
    this.#reaching.set(name, asking)
    return asking
  }

  /** Rejects with AlreadyRecorded when the movement does not wait for the event, or not as it was seen here. */
  async goOn(movement: Movement, event: SagaEvent, caller?: Caller): Promise<Movement> {
    const setting = await this.settingOf(movement)
    const foreseen = changeAfter(movement, event, this.#foresight(setting))
    // A decision is judged by the posting, not by what is known here.
    if (foreseen === undefined && event.kind !== 'decided') throw new AlreadyRecorded(movement.movementId)
    const posting: EventPosting = {
      kind: 'event',
      ...this.#place(movement, setting),
      setting,
      movementId: movement.movementId,
      event,
      ...caller,
    }
    const linkedAccountId = posting.operator?.linkedAccountId
    if (linkedAccountId !== undefined)
      return this.#parts.pipeline.post<Movement>({
        ...posting,
        accountIds: [...new Set([...posting.accountIds, linkedAccountId])],
      })
    if (foreseen?.reachesPayee !== true || movement.kind !== 'TRANSFER') return this.#parts.pipeline.post(posting)
    const payeeJournalId = newId(this.#parts.clock.now())
    const payee = this.#payeePosting(movement, setting, payeeJournalId, false)
    const own: EventPosting = { ...posting, payeeJournalId, bothOpId: payee.opId, owingId: movement.issuerId }
    const [changed] = await this.#parts.pipeline.postInBoth(own, payee)
    return changed
  }

  #place(movement: Movement, setting: Setting) {
    const { bookId, accountId } = movement
    const isLinkedHere = movement.kind !== 'TRANSFER' && !setting.isCoreRemote
    // Holdings of the book: within one institution those of both sides.
    const holdings =
      movement.kind === 'TRANSFER' && isWithinInstitution(movement)
        ? [accountId, movement.payee.accountId]
        : [accountId]
    return {
      owner: this.#parts.records,
      institutionId: bookId,
      accountIds: isLinkedHere ? [accountId, movement.linkedAccountId] : holdings,
      joins: this.#joins(setting.own, holdings, movement.work.holdId),
    }
  }

  #payeePosting(
    transfer: Transfer,
    { own, payee }: Setting,
    journalId: string | undefined,
    isNew: boolean,
  ): PayeePosting {
    const { accountId, bookId } = transfer.payee
    const isJoined = payee?.isJoined === true && journalId !== undefined
    return {
      kind: 'payee',
      owner: this.#parts.records,
      institutionId: bookId,
      accountIds: [accountId],
      joins: isJoined ? this.#joins(payee, [accountId], undefined) : [],
      transfer,
      isNew,
      journalId,
      opId: isJoined ? newId(this.#parts.clock.now()) : undefined,
      isOpShared: own.isJoined,
    }
  }

  #joins({ isJoined }: LedgerProfile, accountIds: readonly string[], holdId: string | undefined): LedgerJoin[] {
    const holdIds = holdId === undefined ? [] : [holdId]
    return isJoined ? [{ owner: this.#parts.joinedLedger, accountIds, holdIds }] : []
  }

  #profile(name: LedgerName): LedgerProfile {
    const { joinedLedger, ledgerOf } = this.#parts
    const { capabilities } = ledgerOf(name)
    return { name, isJoined: name === joinedLedger.name, capabilities }
  }

  #foresight(setting: Setting): Surroundings {
    const nowMs = this.#parts.clock.now()
    return { setting, now: new Date(nowMs), newId: () => newId(nowMs), takesCredit: () => true }
  }
}
