// Loads accounts of the built-in bank: opens new ones with their opening balance, and changes known ones.

import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { businessDateAt, type Clock, systemClock } from '../../../../platform/kernel/time/clock.ts'
import type { Database, Session, Sql } from '../../../../platform/storage/database.ts'
import { type Stamp, stampAccounts } from '../books/customer-records.ts'
import { type OpenedAccount, openAccountsToday, openingJournalId } from '../books/open-accounts.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountChange,
  type AccountLine,
  decideAccountLine,
  type KnownAccount,
  readAccountLine,
} from './account-line.ts'
import type { BankFacts } from './bank-facts.ts'
import type { Fault, LineFields } from './line-fields.ts'
import type { Loader, Written } from './load-file.ts'

interface AccountLoaderParts {
  readonly facts: BankFacts
  readonly clock: Clock
}

/** A loader that writes each batch in a transaction of its own. */
export function accountLoader(database: Database, parts: AccountLoaderParts): Loader<AccountLine> {
  return {
    ...accountLines(parts.facts),
    write: (lines) =>
      database.transaction(async (sql) => {
        await lockInstitution(sql, parts.facts.institutionId)
        const decided = decide(lines, await readKnown(sql, parts.facts, lines, 'FOR NO KEY UPDATE'), parts)
        const stamp = loadStamp()
        await openAccountsToday(sql, decided.opened, parts.clock.now(), stamp)
        await changeAccounts(sql, parts.facts, decided.changes, stamp)
        return writtenOf(decided)
      }),
  }
}

/**
 * A loader that writes nothing and decides as if it did. The accounts that it would have opened are kept in a temporary
 * table of the session, so that later lines about them are decided the same way.
 */
export async function dryAccountLoader(session: Session, parts: AccountLoaderParts): Promise<Loader<AccountLine>> {
  await session.query(
    'CREATE TEMPORARY TABLE would_be_opened (account_id text COLLATE "C" PRIMARY KEY, account jsonb NOT NULL)',
  )
  return {
    ...accountLines(parts.facts),
    async write(lines) {
      const known = await readKnown(session, parts.facts, lines, '')
      for (const account of await readWouldBeOpened(session, lines)) known.set(account.accountId, account)
      const decided = decide(lines, known, parts)
      await keepWouldBeOpened(session, decided.opened)
      return writtenOf(decided)
    },
  }
}

function accountLines(facts: BankFacts): Omit<Loader<AccountLine>, 'write'> {
  return {
    columns: ACCOUNT_COLUMNS,
    readLine: (fields: LineFields) => readAccountLine(fields, facts),
    keyOf: (line) => line.accountId,
  }
}

interface Decided {
  readonly opened: OpenedAccount[]
  readonly changes: AccountChange[]
  readonly faults: Fault[]
  unchanged: number
}

function decide(
  lines: readonly AccountLine[],
  known: ReadonlyMap<string, KnownAccount>,
  { facts, clock }: AccountLoaderParts,
): Decided {
  const { institutionId, day } = facts
  const opening = { institutionId, effectiveDate: businessDateAt(clock.now(), day) }
  const decided: Decided = { opened: [], changes: [], faults: [], unchanged: 0 }
  for (const line of lines) {
    const verdict = decideAccountLine(line, known.get(line.accountId), opening)
    if (verdict.kind === 'open') decided.opened.push(verdict.account)
    else if (verdict.kind === 'change') decided.changes.push(verdict.change)
    else if (verdict.kind === 'skip') decided.faults.push(...verdict.faults)
    else decided.unchanged++
  }
  return decided
}

function writtenOf({ opened, changes, unchanged, faults }: Decided): Written {
  return { added: opened.length, changed: changes.length, unchanged, faults }
}

/** Records are stamped with real time, as in the gateway: the sandbox's clock moves business days, not administration. */
export function loadStamp(): Stamp {
  return { author: 'cli', atMs: systemClock.now() }
}

/** Two loads of one institution take turns, batch by batch. The institution may have been terminated since the last one. */
export async function lockInstitution(sql: Sql, institutionId: string): Promise<void> {
  const { rows } = await sql.query<{ status: string }>(
    'SELECT status FROM institutions WHERE institution_id = $1 FOR NO KEY UPDATE',
    [institutionId],
  )
  const status = rows[0]?.status ?? 'TERMINATED'
  if (status === 'TERMINATED') throw new Problem('conflict', `${institutionId} is terminated`)
}

interface KnownRow {
  account_id: string
  customer_id: string
  account_type: string
  description: string
  currency: string
  status: string
  txn_capability: string
  branch_id: string
  balance_minor: bigint
  held_minor: bigint
  overdraft_minor: bigint | null
  forced_minor: bigint
  payment_due_minor: bigint | null
  payment_due_on: string | null
}

/** Locks in key order, as postings do. */
async function readKnown(
  sql: Sql,
  { institutionId }: BankFacts,
  lines: readonly AccountLine[],
  lock: '' | 'FOR NO KEY UPDATE',
): Promise<Map<string, KnownAccount>> {
  const ids = lines.map((line) => line.accountId)
  const { rows } = await sql.query<KnownRow>(
    `SELECT account_id, customer_id, account_type, description, currency, status, txn_capability, branch_id, balance_minor,
            held_minor, overdraft_minor, forced_minor, payment_due_minor, payment_due_on
       FROM accounts
      WHERE institution_id = $1 AND account_id = ANY ($2::text[])
      ORDER BY account_id
      ${lock}`,
    [institutionId, ids],
  )
  const opened = await readOpenedWith(sql, institutionId, rows)
  return new Map(rows.map((row) => [row.account_id, toKnown(row, opened.get(row.account_id) ?? 0n)]))
}

/** The opening balances of accounts. */
async function readOpenedWith(
  sql: Sql,
  institutionId: string,
  known: readonly KnownRow[],
): Promise<Map<string, bigint>> {
  if (known.length === 0) return new Map()
  const { rows } = await sql.query<{ account_id: string; amount_minor: bigint }>(
    // LIMIT keeps the plan at one look-up by key per account, also while the planner takes the table for small.
    `SELECT asked.account_id, j.amount_minor
       FROM unnest($2::text[]) AS asked (account_id)
      CROSS JOIN LATERAL (
            SELECT amounts_minor[1] AS amount_minor FROM journals
             WHERE institution_id = $1 AND journal_id = ${openingJournalId('$1', 'asked.account_id')}
             LIMIT 1) AS j`,
    [institutionId, known.map((row) => row.account_id)],
  )
  return new Map(rows.map((row) => [row.account_id, row.amount_minor]))
}

function toKnown(row: KnownRow, openedWithMinor: bigint): KnownAccount {
  return {
    accountId: row.account_id,
    customerId: row.customer_id,
    accountType: row.account_type,
    description: row.description,
    currency: row.currency,
    status: row.status,
    txnCapability: row.txn_capability,
    branchId: row.branch_id,
    balanceMinor: row.balance_minor,
    openedWithMinor,
    heldMinor: row.held_minor,
    overdraftMinor: row.overdraft_minor,
    forcedMinor: row.forced_minor,
    paymentDueMinor: row.payment_due_minor,
    paymentDueOn: row.payment_due_on,
  }
}

// A payment that is due on another date is another payment: nothing of it is paid yet.
const CHANGE_ACCOUNTS = `
  UPDATE accounts AS a
     SET customer_id = n."customerId", description = n.description, status = n.status, txn_capability = n."txnCapability",
         branch_id = n."branchId", overdraft_minor = n."overdraftMinor", payment_due_minor = n."paymentDueMinor",
         payment_due_on = n."paymentDueOn",
         payment_paid_minor = CASE WHEN a.payment_due_on IS DISTINCT FROM n."paymentDueOn" THEN 0 ELSE a.payment_paid_minor END
    FROM jsonb_to_recordset($2) AS n ("accountId" text, "customerId" text, description text, status text,
         "txnCapability" text, "branchId" text, "overdraftMinor" bigint, "paymentDueMinor" bigint, "paymentDueOn" text)
   WHERE a.institution_id = $1 AND a.account_id = n."accountId"`

async function changeAccounts(
  sql: Sql,
  { institutionId }: BankFacts,
  changes: readonly AccountChange[],
  stamp: Stamp,
): Promise<void> {
  if (changes.length === 0) return
  await sql.query(CHANGE_ACCOUNTS, [institutionId, jsonOf(changes)])
  const changed = changes.map(({ accountId }) => accountId)
  await stampAccounts(sql, institutionId, changed, stamp)
}

async function readWouldBeOpened(session: Session, lines: readonly AccountLine[]): Promise<KnownAccount[]> {
  const { rows } = await session.query<{ account: WouldBeOpened }>(
    'SELECT account FROM would_be_opened WHERE account_id = ANY ($1::text[])',
    [lines.map((line) => line.accountId)],
  )
  return rows.map(({ account }) => ({
    ...account,
    balanceMinor: BigInt(account.balanceMinor),
    openedWithMinor: BigInt(account.balanceMinor),
    heldMinor: 0n,
    forcedMinor: 0n,
    overdraftMinor: optionalBigInt(account.overdraftMinor),
    paymentDueMinor: optionalBigInt(account.paymentDueMinor),
  }))
}

/** An account as JSON keeps it: amounts are text. */
type WouldBeOpened = Omit<OpenedAccount, 'balanceMinor' | 'overdraftMinor' | 'paymentDueMinor'> & {
  readonly balanceMinor: string
  readonly overdraftMinor: string | null
  readonly paymentDueMinor: string | null
}

function optionalBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

async function keepWouldBeOpened(session: Session, opened: readonly OpenedAccount[]): Promise<void> {
  await session.query(
    `INSERT INTO would_be_opened (account_id, account)
     SELECT account ->> 'accountId', account FROM jsonb_array_elements($1) AS row (account)`,
    [jsonOf(opened)],
  )
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
