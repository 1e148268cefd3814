// Digital asset accounts: opened, read, relinked, frozen and closed on behalf of a partner.

import { type Actor, authorOf } from '../../administration/audit/actor.ts'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import { isUuid, newId } from '../../platform/kernel/identifiers/ids.ts'
import { afterDone, type Problem } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { refuseDuplicate } from '../../platform/storage/statements/duplicates.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import type { Restriction } from '../ledgers/digital-ledger.ts'
import type { RemoteOf } from '../movements/accounts/linked-accounts.ts'
import type { Reference } from '../references/reference.ts'
import { findReference, once } from '../references/references.ts'
import { auditOwnerOf } from '../resource.ts'
import type { SettingsOf } from '../settings.ts'
import { tellAccount } from '../token-events.ts'
import { tokenProblem } from '../token-problems.ts'
import type { AccountLinking } from './account-linking.ts'
import { insertAccount, lockAccount, readAccount, updateAccount } from './account-records.ts'
import { type AccountTarget, accountResource, assertChangeable, assertMove } from './account-states.ts'
import { type Balances, hasOpenMovements, readBalances } from './balances.ts'
import { type DigitalAccount, LEDGER_REFUSED, type LinkedType } from './digital-account.ts'
import {
  cannotBeLinked,
  checkOpening,
  defaultExists,
  fixLedger,
  hasDefault,
  type Opener,
  readOpener,
} from './opening.ts'
import { isJoined, joinLedger, type ProvisioningParts, provisionWithin } from './provision-accounts.ts'

export interface DigitalAccountsParts extends ProvisioningParts {
  readonly settingsOf: SettingsOf
  readonly linking: AccountLinking
  readonly remoteOf: RemoteOf
}

interface AccountOrder {
  readonly reference: Reference
  readonly actor: Actor
}

export interface NewAccount extends AccountOrder {
  readonly channelType: string
  readonly institutionId: string
  readonly userId: string
  readonly currency: string
  readonly label?: string | undefined
  readonly isDefault: boolean
  readonly linkedAccount: { readonly id: string; readonly type?: LinkedType | undefined }
}

/** A change of state, of what the partner calls the account, of its linked account, or several of them at once. */
export interface AccountStatusChange extends AccountOrder {
  readonly accountId: string
  readonly target?: AccountTarget | undefined
  /** FROZEN only; NO_DEBIT by default. */
  readonly restrictions?: readonly Restriction[] | undefined
  /** With a target. */
  readonly reason?: string | undefined
  readonly label?: string | undefined
  readonly isDefault?: boolean | undefined
  /** Replaces the linked account. */
  readonly linkedAccountId?: string | undefined
  readonly expectedVersion?: number | undefined
}

export interface AccountBalances extends Balances {
  readonly account: DigitalAccount
  readonly asOf: Date
}

export class DigitalAccounts {
  readonly #parts: DigitalAccountsParts

  constructor(parts: DigitalAccountsParts) {
    this.#parts = parts
  }

  /**
   * Waits for the ledger as long as the institution's `answer-within` says. Refusals, in this order: `institution-not-found`,
   * `user-not-found`, `default-account-exists`, `institution-not-active`, `user-not-active`, `currency-not-supported`,
   * `linked-account-invalid`.
   */
  async create(order: NewAccount): Promise<Once<DigitalAccount>> {
    const { database, clock } = this.#parts
    const { partnerId } = order.reference
    const nowMs = clock.now()
    await this.#askRemoteCore(order)
    const made = await once(database, order.reference, {
      nowMs,
      read: (accountId) => this.find(partnerId, accountId),
      create: async (sql) => {
        const account = await this.#open(sql, order, nowMs)
        return { result: account, resourceId: account.accountId }
      },
    })
    return { ...made, result: await afterDone(() => this.#settled(made.result)) }
  }

  /** A remote core is asked before anything is stored, and not while a transaction is open. */
  async #askRemoteCore(order: NewAccount): Promise<void> {
    const { database, remoteOf } = this.#parts
    const { partnerId } = order.reference
    const institution = await readOpener(database, { ...order, partnerId })
    const remote = institution && remoteOf(institution.bookId)
    if (institution === undefined || remote === undefined) return
    if ((await findReference(database, order.reference)) !== undefined) return
    const { currency, linkedAccount } = order
    await checkOpening(database, { ...order, partnerId }, '')
    const inquiry = { bookId: institution.bookId, partnerId, accountId: linkedAccount.id, currency }
    if ((await remote.inquire(inquiry)) !== undefined) throw cannotBeLinked()
  }

  async #open(sql: Sql, order: NewAccount, nowMs: number): Promise<DigitalAccount> {
    const { settingsOf, ledgerOf } = this.#parts
    const { partnerId } = order.reference
    const institution = await checkOpening(sql, { ...order, partnerId }, 'FOR KEY SHARE')
    const linkedType = await this.#link(sql, institution, order, nowMs)
    const { institutionId, bookId } = institution
    const ledger = ledgerOf(institution.ledger ?? (await fixLedger(sql, institutionId, settingsOf(institution).ledger)))
    const madeAt = new Date(nowMs)
    const accountId = newId(nowMs)
    const { currency, label, isDefault, linkedAccount } = order
    const taken = isJoined(ledger)
      ? await joinLedger(sql, ledger, { accountId, institutionId, currency })
      : ('PENDING' as const)
    const state = ({ READY: 'ACTIVE', REFUSED: 'FAILED', PENDING: 'PROVISIONING' } as const)[taken]
    const account: DigitalAccount = {
      bookId,
      accountId,
      institutionId,
      userId: order.userId.toLowerCase(),
      partnerId,
      currency,
      ...(label !== undefined && { label }),
      isDefault: isDefault && state !== 'FAILED',
      linkedAccountId: linkedAccount.id,
      ...(linkedType !== undefined && { linkedType }),
      state,
      restrictions: [],
      ...(state === 'FAILED' && { outcome: LEDGER_REFUSED }),
      made: {
        ref: order.reference.ref,
        channelType: order.channelType,
        version: 1,
        createdAt: madeAt,
        updatedAt: madeAt,
      },
    }
    await refuseDuplicate('digital_accounts_default', defaultExists, () =>
      insertAccount(sql, account, authorOf(order.actor)),
    )
    await tellAccount(sql, nowMs, this.#parts.views, account)
    await audit(sql, nowMs, order, 'digital-account.create', account)
    return account
  }

  /** The type that is stored. Refusals: `linked-account-invalid`. */
  async #link(
    sql: Sql,
    institution: Opener,
    order: Pick<NewAccount, 'currency' | 'userId' | 'linkedAccount'>,
    nowMs: number,
  ): Promise<LinkedType | undefined> {
    const { linking, remoteOf } = this.#parts
    const { id: accountId, type } = order.linkedAccount
    if (remoteOf(institution.bookId) !== undefined) return type
    const { currency, userId } = order
    const linked = await linking.link(sql, {
      institution,
      accountId,
      currency,
      type,
      userId: userId.toLowerCase(),
      nowMs,
    })
    if (linked === undefined) throw cannotBeLinked()
    return linked
  }

  /** The account once its ledger has answered, or as it is when the time is over. */
  async #settled(account: DigitalAccount): Promise<DigitalAccount> {
    if (account.state !== 'PROVISIONING') return account
    const { database, settingsOf, ledgerOf } = this.#parts
    const institution = await readOpener(database, account)
    if (institution?.ledger === undefined) return account
    const { answerWithinMs } = settingsOf(institution)
    return provisionWithin(this.#parts, ledgerOf(institution.ledger), account, answerWithinMs)
  }

  /** Refusals: `account-not-found`, also for accounts of other partners. */
  async find(partnerId: string, accountId: string): Promise<DigitalAccount> {
    const account = isUuid(accountId) ? await readAccount(this.#parts.database, accountId) : undefined
    if (account?.partnerId !== partnerId) throw accountNotFound()
    return account
  }

  /** Refusals: `account-not-found`. */
  async balances(partnerId: string, accountId: string): Promise<AccountBalances> {
    const account = await this.find(partnerId, accountId)
    const balances = await readBalances(this.#parts.database, account)
    return { ...balances, account, asOf: new Date(this.#parts.clock.now()) }
  }

  /**
   * Refusals: `account-not-found`, `version-conflict`, `invalid-state-transition`; of CLOSED `account-not-empty` and
   * `open-obligations`; of a linked account `open-obligations`, `linked-account-invalid`; `default-account-exists`.
   */
  async changeStatus(order: AccountStatusChange): Promise<Once<DigitalAccount>> {
    const { database, clock } = this.#parts
    const { partnerId } = order.reference
    const nowMs = clock.now()
    await this.#askCoreOfNewLink(order)
    return once(database, order.reference, {
      nowMs,
      read: (accountId) => this.find(partnerId, accountId),
      create: async (sql) => {
        const account = await this.#changeStatus(sql, order, nowMs)
        return { result: account, resourceId: account.accountId }
      },
    })
  }

  /** A remote core is asked before the account is locked. */
  async #askCoreOfNewLink(order: AccountStatusChange): Promise<void> {
    const { database, remoteOf } = this.#parts
    const { linkedAccountId, reference } = order
    const known = linkedAccountId === undefined ? undefined : await this.#owned(database, order)
    const remote = known && remoteOf(known.bookId)
    if (known === undefined || remote === undefined || linkedAccountId === undefined) return
    if ((await findReference(database, reference)) !== undefined) return
    await assertUpdatable(database, known, order)
    const { bookId, partnerId, currency } = known
    const reason = await remote.inquire({ bookId, partnerId, accountId: linkedAccountId, currency })
    if (reason !== undefined) throw cannotBeLinked()
  }

  async #owned(sql: Sql, { accountId, reference }: AccountStatusChange): Promise<DigitalAccount | undefined> {
    const known = isUuid(accountId) ? await readAccount(sql, accountId) : undefined
    return known?.partnerId === reference.partnerId ? known : undefined
  }

  async #changeStatus(sql: Sql, order: AccountStatusChange, nowMs: number): Promise<DigitalAccount> {
    const { target, reason, label, isDefault, actor } = order
    const known = await this.#owned(sql, order)
    // Movements lock the holding too: from here on none begins or ends.
    const before = known && (await lockAccount(sql, known))
    if (before === undefined) throw accountNotFound()
    await assertUpdatable(sql, before, order)
    const linked = await this.#relink(sql, before, order, nowMs)
    const frozen = target === 'FROZEN' ? (order.restrictions ?? (['NO_DEBIT'] as const)) : []
    const after = await refuseDuplicate('digital_accounts_default', defaultExists, () =>
      updateAccount(sql, before, {
        state: target ?? before.state,
        restrictions: target === undefined ? before.restrictions : frozen,
        ...(before.outcome !== undefined && { outcome: before.outcome }),
        ...(reason !== undefined && { reason }),
        label,
        isDefault,
        linked,
        author: authorOf(actor),
        nowMs,
      }),
    )
    await tellAccount(sql, nowMs, this.#parts.views, after)
    const action = target === undefined ? 'digital-account.update' : 'digital-account.status'
    await audit(sql, nowMs, order, action, after, before)
    return after
  }

  /** Refusals: `linked-account-invalid`. */
  async #relink(sql: Sql, account: DigitalAccount, { linkedAccountId }: AccountStatusChange, nowMs: number) {
    if (linkedAccountId === undefined) return undefined
    const institution = await readOpener(sql, account)
    if (institution === undefined) throw new Error('an account has no institution')
    const { currency, userId } = account
    const order = { currency, userId, linkedAccount: { id: linkedAccountId } }
    const type = await this.#link(sql, institution, order, nowMs)
    return { accountId: linkedAccountId, type }
  }
}

/** What must hold before an account is changed, in the contract's order but for the linked account itself. */
async function assertUpdatable(sql: Sql, account: DigitalAccount, order: AccountStatusChange): Promise<void> {
  const { target, isDefault, linkedAccountId, expectedVersion } = order
  const resource = accountResource(account)
  if (expectedVersion !== undefined && expectedVersion !== account.made.version)
    throw tokenProblem('version-conflict', `the account has version ${account.made.version}`, { resource })
  assertChangeable(account)
  if (target !== undefined) assertMove(account, target)
  if (target === 'CLOSED') await assertClosable(sql, account)
  if (linkedAccountId !== undefined) await assertNothingOpen(sql, account)
  if (isDefault === true && (await hasDefault(sql, account, account.accountId))) throw defaultExists()
}

/** Zero balances alone do not mean that nothing will come: a deposit that has only begun shows in none of them. */
async function assertClosable(sql: Sql, account: DigitalAccount): Promise<void> {
  const { assetMinor, lockedMinor, pendingMinor } = await readBalances(sql, account)
  const resource = accountResource(account)
  if (assetMinor !== 0n || lockedMinor !== 0n || pendingMinor !== 0n)
    throw tokenProblem('account-not-empty', 'the account holds or awaits tokens', { resource })
  await assertNothingOpen(sql, account)
}

async function assertNothingOpen(sql: Sql, account: DigitalAccount): Promise<void> {
  if (!(await hasOpenMovements(sql, account))) return
  const resource = accountResource(account)
  throw tokenProblem('open-obligations', 'a deposit, redemption or transfer of the account is open', { resource })
}

function accountNotFound(): Problem {
  return tokenProblem('account-not-found', 'there is no such digital asset account')
}

/** Audits what an operator did. Call it last: it locks the head of the audit log until the commit. */
async function audit(
  sql: Sql,
  nowMs: number,
  { actor, reference }: AccountOrder,
  action: string,
  account: DigitalAccount,
  before?: DigitalAccount,
): Promise<void> {
  if (actor.userId === undefined) return
  await recordAudit(sql, nowMs, actor, {
    action,
    resource: 'digital-account',
    resourceId: account.accountId,
    ...auditOwnerOf(account.bookId),
    ...(before !== undefined && { before: audited(before) }),
    after: { ...audited(account), partnerId: reference.partnerId },
  })
}

function audited({
  accountId,
  institutionId,
  userId,
  currency,
  label,
  isDefault,
  linkedAccountId,
  state,
  restrictions,
  made,
}: DigitalAccount) {
  const { version } = made
  return { accountId, institutionId, userId, currency, label, isDefault, linkedAccountId, state, restrictions, version }
}
