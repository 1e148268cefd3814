// Opens accounts in bulk, each with the journal of its opening balance, in the caller's transaction. Orders may be posted
// at the same time: nothing here locks a row that they need.

import { checkDay, readEndedThrough } from '../../../../ledger/book-days.ts'
import { markPostings } from '../../../../ledger/posting-marks.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { addDays, type BusinessDate, isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../../platform/storage/database.ts'
import { recordAccounts, type Stamp } from './customer-records.ts'
import { generalLedger, OPENING_BALANCE } from './general-ledger.ts'

export interface OpenedAccount {
  readonly institutionId: string
  readonly accountId: string
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly currency: string
  readonly status: string
  readonly txnCapability: string
  readonly branchId: string
  readonly riskFlag?: string | null
  readonly balanceMinor: bigint
  readonly overdraftMinor: bigint | null
  readonly ceilingMinor: bigint | null
  readonly paymentDueMinor: bigint | null
  readonly paymentDueOn: BusinessDate | null
  /** The business date of the opening journal. */
  readonly effectiveDate: BusinessDate
}

/**
 * The SQL of an opening journal's id. It is made from the account, so an account cannot be opened twice, and what it was
 * opened with is found without a search.
 */
export function openingJournalId(institutionId: string, accountId: string): string {
  const hex = `encode(sha256(convert_to('opening:' || ${institutionId} || ':' || ${accountId}, 'UTF8')), 'hex')`
  // A UUID of version 8: the layout is ours.
  return `overlay(overlay(left(${hex}, 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`
}

const INSERT_ACCOUNTS = `
  INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability,
                        branch_id, risk_flag, balance_minor, overdraft_minor, ceiling_minor, payment_due_minor, payment_due_on)
  SELECT "institutionId", "accountId", "customerId", "accountType", description, currency, status, "txnCapability",
         "branchId", "riskFlag", "balanceMinor", "overdraftMinor", "ceilingMinor", "paymentDueMinor", "paymentDueOn"
    FROM jsonb_to_recordset($1) AS row ("institutionId" text, "accountId" text, "customerId" text, "accountType" text,
         description text, currency text, status text, "txnCapability" text, "branchId" text, "riskFlag" text,
         "balanceMinor" bigint, "overdraftMinor" bigint, "ceilingMinor" bigint, "paymentDueMinor" bigint, "paymentDueOn" text)`

const INSERT_JOURNALS = `
  INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
  SELECT "institutionId", ${openingJournalId('"institutionId"', '"accountId"')}, $2, "effectiveDate", $3, 'CG',
         ARRAY["accountId", $4], ARRAY[currency, currency], ARRAY["balanceMinor", -"balanceMinor"]
    FROM jsonb_to_recordset($1) AS row ("institutionId" text, "accountId" text, currency text, "balanceMinor" bigint,
         "effectiveDate" text)`

const INSERT_DELTAS = `
  INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
  SELECT "institutionId", $2, $3, currency, -sum("balanceMinor")::bigint
    FROM jsonb_to_recordset($1) AS row ("institutionId" text, currency text, "balanceMinor" bigint)
   GROUP BY "institutionId", currency
  HAVING sum("balanceMinor") <> 0`

/** `stamp` is the author of the accounts' records; without one it is the system. */
export async function openAccounts(
  sql: Sql,
  accounts: readonly OpenedAccount[],
  nowMs: number,
  stamp?: Stamp,
): Promise<void> {
  if (accounts.length === 0) return
  await recordAccounts(sql, accounts, stamp)
  await sql.query(INSERT_ACCOUNTS, [rowsOf(accounts)])
  const opened = accounts.filter((account) => account.balanceMinor !== 0n)
  if (opened.length === 0) return
  await markPostings(sql, new Set(opened.map(({ institutionId }) => institutionId)))
  const rows = rowsOf(opened)
  await sql.query(INSERT_JOURNALS, [rows, OPENING_BALANCE, isoTimestamp(nowMs), generalLedger.opening])
  await sql.query(INSERT_DELTAS, [rows, newId(nowMs), generalLedger.opening])
}

/** As openAccounts(), of one institution and on its business date: a date that has ended meanwhile becomes the next one. */
export async function openAccountsToday(
  sql: Sql,
  accounts: readonly OpenedAccount[],
  nowMs: number,
  stamp?: Stamp,
): Promise<void> {
  const [first] = accounts
  if (first === undefined) return
  const { institutionId } = first
  const ended = await readEndedThrough(sql, institutionId)
  const effectiveDate = first.effectiveDate > ended ? first.effectiveDate : addDays(ended, 1)
  await openAccounts(
    sql,
    accounts.map((account) => ({ ...account, effectiveDate })),
    nowMs,
    stamp,
  )
  await checkDay(sql, institutionId, effectiveDate)
}

function rowsOf(accounts: readonly OpenedAccount[]): string {
  return JSON.stringify(accounts, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
