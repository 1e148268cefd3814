// Accounts of the built-in bank as administration keeps them: opened without money, changed, blocked, closed. Postings read the
// row under its lock, so that the next order on any node obeys. What a file may say (`tillgate load accounts`) is checked by the
// same functions.

import { authorOf } from '../../../administration/audit/actor.ts'
import {
  assertVersion,
  changeRecord,
  type RecordWork,
  recordCreation,
} from '../../../administration/records/change-record.ts'
import { assertFixed } from '../../../administration/records/fixed-fields.ts'
import { readRecord } from '../../../administration/records/read-records.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import type { AccountStatus, RiskFlag } from '../../../channels/core/builtin/books/bank-account.ts'
import { openAccounts } from '../../../channels/core/builtin/books/open-accounts.ts'
import {
  branchOf,
  capabilityOf,
  decideAccountLine,
  isLessThanDrawn,
  LESS_THAN_DRAWN,
  MAX_DESCRIPTION,
  readAccountLine,
} from '../../../channels/core/builtin/loading/account-line.ts'
import type { BankFacts } from '../../../channels/core/builtin/loading/bank-facts.ts'
import { LineFields } from '../../../channels/core/builtin/loading/line-fields.ts'
import { maskPansIn } from '../../../platform/kernel/identifiers/pan.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { businessDateAt } from '../../../platform/kernel/time/clock.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import type { PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { assertOwnBank, type CustomerParts, invalidLine, lockBank } from '../customer-bank.ts'
import { customerProblem } from '../customer-problems.ts'
import { CustomerRecordSearch, type FoundFrom, type FoundPage } from '../search/customer-record-search.ts'
import { type AccountMove, accountMoveDone, movedAccount } from './account-moves.ts'
import { ACCOUNTS, type AccountRecord } from './account-records.ts'
import { type AccountFilter, SEARCHED_ACCOUNTS } from './account-search.ts'

export interface NewAccount {
  readonly institutionId: string
  readonly accountId: string
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly currencyCode: string
  readonly branchId: string
  readonly txnCapability?: string | null | undefined
  readonly status?: AccountStatus | undefined
  /** In major units. */
  readonly overdraft?: number | null | undefined
  readonly paymentDueDate?: string | null | undefined
  readonly riskFlag?: RiskFlag | null | undefined
}

/** Absent fields stay unchanged, null clears; `version` is the one that was read. */
export interface AccountChange {
  readonly version: number
  readonly institutionId?: string | undefined
  readonly accountId?: string | undefined
  readonly customerId?: string | undefined
  readonly accountType?: string | undefined
  readonly currencyCode?: string | undefined
  readonly description?: string | undefined
  readonly branchId?: string | undefined
  readonly txnCapability?: string | null | undefined
  readonly overdraft?: number | null | undefined
  readonly riskFlag?: RiskFlag | null | undefined
}

export class CustomerAccounts {
  readonly #parts: CustomerParts
  readonly #search: CustomerRecordSearch<AccountRecord, AccountFilter>

  constructor(parts: CustomerParts) {
    this.#parts = parts
    this.#search = new CustomerRecordSearch(SEARCHED_ACCOUNTS, parts)
  }

  /** Refusals: `not-found`. */
  find(scope: Scope, id: string): Promise<AccountRecord> {
    return readRecord(this.#parts.database, ACCOUNTS, { scope, nowMs: this.#parts.clock.now() }, id)
  }

  /** By page; the caller makes sure that it begins before COUNT_LIMIT. */
  list(scope: Scope, filter: AccountFilter, page: PageRequest): Promise<FoundPage<AccountRecord>> {
    return this.#search.page(scope, filter, page)
  }

  after(scope: Scope, filter: AccountFilter, cursor: string, size: number): Promise<FoundFrom<AccountRecord>> {
    return this.#search.after(scope, filter, cursor, size)
  }

  /**
   * Opens an account without money. Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the
   * accountId is taken or the institution does not keep its accounts here.
   */
  create(caller: RecordCaller, account: NewAccount): Promise<AccountRecord> {
    return this.#transaction(caller, async (work) => {
      assertOwnBank(caller.principal.scope, account.institutionId)
      const facts = await lockBank(work, account.institutionId, this.#parts.environment)
      const opened = openedAccount(account, facts, work.nowMs)
      const stamp = { author: authorOf(caller.actor), atMs: work.nowMs }
      await refuseDuplicate(
        'accounts_pkey',
        (cause) => customerProblem('account-id-taken', 'the institution has an account with this accountId', { cause }),
        () => openAccounts(work.sql, [opened], work.nowMs, stamp),
      )
      const { rows } = await work.sql.query<{ id: string }>(
        'SELECT id FROM account_records WHERE institution_id = $1 AND account_id = $2',
        [opened.institutionId, opened.accountId],
      )
      return await recordCreation(work, ACCOUNTS, 'account.create', rows[0]?.id ?? '')
    })
  }

  /** Refusals: `not-found`, `invalid`, `conflict` when the version is stale, the limit is drawn on, or a loan's account. */
  update(caller: RecordCaller, id: string, change: AccountChange): Promise<AccountRecord> {
    return this.#change(caller, id, 'account.update', async (work, before, facts) => {
      assertVersion(ACCOUNTS, before, change.version)
      assertFixed(
        ['institutionId', 'accountId', 'customerId', 'accountType', 'currencyCode'],
        { ...before, currencyCode: before.currency },
        change,
      )
      await assertNotOfLoan(work, before, 'be changed')
      if (before.status === 'CLOSED') {
        throw customerProblem('account-wrong-state', 'an account that is CLOSED cannot be changed')
      }
      const changed = changedFields(before, change, facts)
      if (isLessThanDrawn(changed.overdraftMinor, before)) {
        throw customerProblem('account-overdrawn', `overdraft ${LESS_THAN_DRAWN}`)
      }
      await work.sql.query(
        `UPDATE accounts SET description = $3, branch_id = $4, txn_capability = $5, overdraft_minor = $6, risk_flag = $7
          WHERE institution_id = $1 AND account_id = $2`,
        [
          before.institutionId,
          before.accountId,
          changed.description,
          changed.branchId,
          changed.txnCapability,
          changed.overdraftMinor,
          changed.riskFlag,
        ],
      )
    })
  }

  /** Refusals: `not-found`, and `conflict` when its status or what depends on it does not allow the move. */
  move(caller: RecordCaller, id: string, move: AccountMove, typed: string): Promise<AccountRecord> {
    return this.#change(caller, id, `account.${move}`, async (work, before) => {
      const status = movedAccount(before.status, move)
      if (status === undefined) {
        const message = `an account that is ${before.status} cannot be ${accountMoveDone(move)}`
        throw customerProblem('account-wrong-state', message)
      }
      if (move === 'close') await assertMayClose(work, before)
      const key = [before.institutionId, before.accountId]
      await work.sql.query('UPDATE accounts SET status = $3 WHERE institution_id = $1 AND account_id = $2', [
        ...key,
        status,
      ])
      await work.sql.query(
        `UPDATE account_records SET status_reason = $3, reason_status = $4 WHERE institution_id = $1 AND account_id = $2`,
        [...key, maskPansIn(typed), status],
      )
    })
  }

  /**
   * Changes an account under its lock, which orders wait for: institution, account, record, in this order, as a load does. The
   * record is read after all of them, so that `before` is what postings have left.
   */
  #change(
    caller: RecordCaller,
    id: string,
    action: string,
    change: (work: RecordWork, before: AccountRecord, facts: BankFacts) => Promise<void>,
  ): Promise<AccountRecord> {
    return this.#transaction(caller, async (work) => {
      const { scope } = caller.principal
      const { institutionId, accountId } = await readRecord(work.sql, ACCOUNTS, { scope, nowMs: work.nowMs }, id)
      const facts = await lockBank(work, institutionId, this.#parts.environment)
      await work.sql.query('SELECT FROM accounts WHERE institution_id = $1 AND account_id = $2 FOR NO KEY UPDATE', [
        institutionId,
        accountId,
      ])
      return await changeRecord(work, ACCOUNTS, action, id, (before) => change(work, before, facts))
    })
  }

  #transaction<T>(caller: RecordCaller, run: (work: RecordWork) => Promise<T>): Promise<T> {
    const { database, clock } = this.#parts
    return database.transaction((sql) => run({ sql, nowMs: clock.now(), caller }))
  }
}

/** The account as a line of a file would open it, without money. */
function openedAccount(account: NewAccount, facts: BankFacts, nowMs: number) {
  const { institutionId } = account
  const fields = LineFields.of({
    accountId: account.accountId,
    customerId: account.customerId,
    accountType: account.accountType,
    description: account.description,
    currencyCode: account.currencyCode,
    balance: '0',
    branchId: account.branchId,
    txnCapability: account.txnCapability ?? undefined,
    status: account.status,
    overdraft: textOf(account.overdraft),
    paymentDueDate: account.paymentDueDate ?? undefined,
  })
  const line = readAccountLine(fields, facts)
  if (line === undefined) throw invalidLine(fields.faults)
  const effectiveDate = businessDateAt(nowMs, facts.day)
  const verdict = decideAccountLine(line, undefined, { institutionId, effectiveDate })
  if (verdict.kind === 'skip') throw invalidLine(verdict.faults)
  if (verdict.kind !== 'open') throw new Error('a new account is opened or refused')
  return { ...verdict.account, riskFlag: account.riskFlag ?? null }
}

/** Only what changes is checked: the rest may be older than the check. */
function changedFields(before: AccountRecord, change: AccountChange, facts: BankFacts) {
  const fields = LineFields.of({
    description: change.description,
    branchId: change.branchId,
    txnCapability: change.txnCapability ?? undefined,
    overdraft: textOf(change.overdraft),
  })
  const kept = <Value>(changed: Value | undefined, value: Value): Value => (changed === undefined ? value : changed)
  const description =
    change.description === undefined ? before.description : fields.text('description', MAX_DESCRIPTION)
  const isMoved = change.branchId !== undefined && change.branchId !== before.branchId
  const branchId = isMoved ? branchOf(fields, facts) : before.branchId
  const overdraftMinor = fields.positiveAmount('overdraft', before.currency) ?? 0n
  if (before.isLoan && (change.overdraft ?? 0) !== 0) fields.fault('overdraft', 'must be empty for a loan')
  const txnCapability = capabilityOf(fields, facts) ?? defaultCapability(before, facts)
  if (fields.faults.length > 0 || description === undefined || branchId === undefined) throw invalidLine(fields.faults)
  return {
    description,
    branchId,
    txnCapability: change.txnCapability === undefined ? before.txnCapability : txnCapability,
    overdraftMinor: change.overdraft === undefined || before.isLoan ? before.overdraftMinor : overdraftMinor,
    riskFlag: kept(change.riskFlag, before.riskFlag),
  }
}

/** What null gives back: the capability of the account's type. */
function defaultCapability({ accountType, txnCapability }: AccountRecord, { types }: BankFacts): string {
  return types.get(accountType)?.defaultTxnCapability ?? txnCapability
}

function textOf(amount: number | null | undefined): string | undefined {
  return amount === undefined || amount === null ? undefined : String(amount)
}

async function assertNotOfLoan({ sql }: RecordWork, account: AccountRecord, cannot: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT 1 FROM loans WHERE account_id = $2 AND institution_id = $1', [
    account.institutionId,
    account.accountId,
  ])
  if (rowCount > 0) {
    throw customerProblem('account-of-loan', `the account of a loan is only blocked and unblocked; it cannot ${cannot}`)
  }
}

/** Closing is final, so nothing may be left on the account or depend on it. */
async function assertMayClose(work: RecordWork, account: AccountRecord): Promise<void> {
  await assertNotOfLoan(work, account, 'be closed')
  const inUse = (what: string) => customerProblem('account-in-use', `the account cannot be closed: ${what}`)
  if (account.balanceMinor !== 0n) throw inUse('its balance is not zero')
  if (account.heldMinor !== 0n || account.holds.length > 0) throw inUse('it has a hold')
  const { rowCount } = await work.sql.query(
    `SELECT FROM digital_accounts
      WHERE linked_account_id = $2 AND book_id = $1 AND state NOT IN ('CLOSED', 'FAILED') LIMIT 1`,
    [account.institutionId, account.accountId],
  )
  if (rowCount > 0) throw inUse('a digital account is linked to it')
}
