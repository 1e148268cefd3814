// Gives a new sandbox a week of traffic, so that its dashboard and lists show something. In one transaction, a few
// statements whatever the number of orders: the books balance, and the accounts that the contract names are not touched.

import { openAccounts } from '../../channels/core/builtin/books/open-accounts.ts'
import { markPostings } from '../../ledger/posting-marks.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { addDays, type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { DEMO_PARTNER_ID, INSTITUTIONS } from '../seeding/sandbox-data.ts'
import { markSeeded, TRAFFIC_MARK } from '../seeding/seed-mark.ts'
import { OPENING_MINOR, type PastOrder, pastWeek, TRAFFIC_CURRENCY, type TrafficInstitution } from './past-week.ts'

const BUSY: readonly Omit<TrafficInstitution, 'timeZone'>[] = [
  { institutionId: 'FI001', terminalId: 'ATM00001', accountIds: accountsFrom(1_000_000_501, 8), minutesApart: 28 },
  { institutionId: 'FI002', terminalId: 'ATM00101', accountIds: accountsFrom(2_000_000_501, 3), minutesApart: 90 },
]

export interface TrafficParts {
  readonly database: Database
  readonly clock: Clock
}

/** Does nothing where it was done before, or where there are transactions already. */
export async function seedSandboxTraffic({ database, clock }: TrafficParts): Promise<void> {
  await database.transaction(async (sql) => {
    if (!(await markSeeded(sql, clock, TRAFFIC_MARK))) return
    const used = await sql.query('SELECT 1 FROM transactions LIMIT 1')
    if (used.rows.length === 0) await writeWeek(sql, clock.now())
  })
}

async function writeWeek(sql: Sql, nowMs: number): Promise<void> {
  const institutions = BUSY.map((one) => ({ ...one, timeZone: institutionOf(one.institutionId).timeZone }))
  const orders = pastWeek(institutions, nowMs)
  const first = orders[0]
  if (first === undefined) return
  await openAccounts(
    sql,
    institutions.flatMap((one) => accountsOf(one, first)),
    first.atMs,
  )
  await markPostings(
    sql,
    institutions.map(({ institutionId }) => institutionId),
  )
  const posted = orders.filter(({ entries }) => entries.length > 0)
  await sql.query(INSERT_TRANSACTIONS, [jsonOf(orders.map(rowOf)), DEMO_PARTNER_ID, TRAFFIC_CURRENCY])
  await sql.query(INSERT_JOURNALS, [jsonOf(posted.map(journalOf))])
  const lines = jsonOf(posted.flatMap(linesOf))
  await sql.query(MOVE_BALANCES, [lines])
  await sql.query(INSERT_DELTAS, [lines, newId(nowMs)])
}

const INSERT_TRANSACTIONS = `
  INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, beneficiary_account_id,
                            terminal_id, amount_minor, fee_minor, cash_minor, currency, response_code, auth_id, business_date,
                            recorded_at, latency_ms, correlation_id, fingerprint, response)
  SELECT institution_id, $2, rrn, transaction_id, type, account_id, beneficiary, terminal_id, amount_minor, fee_minor,
         cash_minor, $3, response_code, auth_id, business_date, recorded_at, latency_ms, transaction_id, 'synthetic', response
    FROM jsonb_to_recordset($1) AS row (institution_id text, rrn text, transaction_id uuid, type text, account_id text,
         beneficiary text, terminal_id text, amount_minor bigint, fee_minor bigint, cash_minor bigint, response_code text,
         auth_id text, business_date text, recorded_at timestamptz, latency_ms integer, response text)`

const INSERT_JOURNALS = `
  INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
  SELECT institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor
    FROM jsonb_to_recordset($1) AS row (institution_id text, journal_id uuid, kind text, effective_date text,
         recorded_at timestamptz, books text, accounts text[], currencies text[], amounts_minor bigint[])`

const LINES =
  'jsonb_to_recordset($1) AS line (institution_id text, book text, account text, currency text, amount_minor bigint)'

const MOVE_BALANCES = `
  UPDATE accounts a SET balance_minor = a.balance_minor + moved.amount_minor
    FROM (SELECT institution_id, account, sum(amount_minor)::bigint AS amount_minor
            FROM ${LINES} WHERE book = 'C' GROUP BY institution_id, account) AS moved
   WHERE a.institution_id = moved.institution_id AND a.account_id = moved.account`

const INSERT_DELTAS = `
  INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
  SELECT institution_id, $2, account, currency, sum(amount_minor)::bigint
    FROM ${LINES} WHERE book = 'G'
   GROUP BY institution_id, account, currency
  HAVING sum(amount_minor) <> 0`

function accountsOf({ institutionId, accountIds }: TrafficInstitution, { businessDate }: PastOrder) {
  const { branch } = institutionOf(institutionId)
  return accountIds.map((accountId) => ({
    institutionId,
    accountId,
    customerId: `CUST${accountId.slice(-4)}`,
    accountType: 'DDA',
    description: 'Synthetic traffic',
    currency: TRAFFIC_CURRENCY,
    status: 'OPEN',
    txnCapability: '06',
    branchId: branch.id,
    riskFlag: null,
    balanceMinor: OPENING_MINOR,
    overdraftMinor: 0n,
    ceilingMinor: null,
    paymentDueMinor: null,
    paymentDueOn: null,
    effectiveDate: addDays(businessDate, -1),
  }))
}

function rowOf(order: PastOrder) {
  return {
    institution_id: order.institutionId,
    rrn: order.rrn,
    transaction_id: order.transactionId,
    type: order.type,
    account_id: order.accountId,
    beneficiary: order.beneficiaryAccountId,
    terminal_id: order.terminalId,
    amount_minor: order.amountMinor,
    fee_minor: order.feeMinor,
    cash_minor: order.cashMinor,
    response_code: order.responseCode,
    auth_id: order.authId,
    business_date: order.businessDate,
    recorded_at: isoTimestamp(order.atMs),
    latency_ms: order.latencyMs,
    response: JSON.stringify(answerTo(order)),
  }
}

/** As family A would have answered, but without balances, which were never told. */
function answerTo(order: PastOrder) {
  const { rrn, type, accountId, institutionId, amountMinor, feeMinor, responseCode, authId, businessDate } = order
  return {
    transaction: { rrn, type, date: businessDate },
    paymentInstrument: { account: { id: accountId } },
    institution: { id: institutionId },
    amount: {
      amount: numberFromMinor(amountMinor, TRAFFIC_CURRENCY),
      currencyCode: TRAFFIC_CURRENCY,
      ...(feeMinor > 0n && { accessFee: numberFromMinor(feeMinor, TRAFFIC_CURRENCY) }),
    },
    status: { responseCode, ...(authId !== null && { authId }) },
  }
}

function journalOf({ institutionId, transactionId, type, businessDate, atMs, entries }: PastOrder) {
  return {
    institution_id: institutionId,
    journal_id: transactionId,
    kind: type,
    effective_date: businessDate,
    recorded_at: isoTimestamp(atMs),
    books: entries.map(({ book }) => book).join(''),
    accounts: entries.map(({ account }) => account),
    currencies: entries.map(({ currency }) => currency),
    amounts_minor: entries.map(({ amountMinor }) => amountMinor),
  }
}

function linesOf({ institutionId, entries }: PastOrder) {
  return entries.map(({ book, account, currency, amountMinor }) => ({
    institution_id: institutionId,
    book,
    account,
    currency,
    amount_minor: amountMinor,
  }))
}

function accountsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String(first + n))
}

function institutionOf(institutionId: string) {
  const institution = INSTITUTIONS.find((one) => one.institutionId === institutionId)
  if (institution === undefined) throw new TypeError(`${institutionId} is not an institution of the sandbox`)
  return institution
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
