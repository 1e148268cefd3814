// Transactions and inquiries for tests: random ones, written as the posting path writes them, and a filter that finds them by
// comparing fields one by one.

import { authIdAt, newId } from '../../platform/kernel/identifiers/ids.ts'
import { maskPan } from '../../platform/kernel/identifiers/pan.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { TransactionFilter } from './search/transaction-filter.ts'
import { INQUIRY_TYPES, type TransactionRecord, type TransactionRow, transactionOf } from './transaction-record.ts'

export const INSTITUTIONS = ['FI001', 'FI002', 'FI003']
export const SUB_TENANT = '019b0000-0000-7000-8000-0000000000a1'
export const PARTNERS = ['P1', 'P2']
export const TERMINALS = ['ATM1', 'ATM2', 'ATM3']
export const ACCOUNTS = ['1000000001', '1000000002', '1000000003', '1000000004']
const TYPES = ['CASHWITHDRAWAL', 'CASHDEPOSIT', 'TRANSFER', 'CASHWITHDRAWALREVERSAL', ...INQUIRY_TYPES]
const CODES = ['000', '000', '000', '110', '911', '485']
const PANS = ['4000000000000010', '4000000000000028', undefined]

/** A seeded generator (mulberry32): a failing test can be repeated. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

export async function writeDirectory(database: Database): Promise<void> {
  for (const institutionId of INSTITUTIONS) {
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES ($1, $1, 'ACTIVE', 'USD', 'UTC')
       ON CONFLICT DO NOTHING`,
      [institutionId],
    )
  }
  for (const partnerId of PARTNERS) {
    await database.query(
      `INSERT INTO partners (partner_id, name, operations, institution_ids) VALUES ($1, $1, '{}', $2)`,
      [partnerId, INSTITUTIONS],
    )
  }
  await database.query(
    `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email)
     VALUES ($1, 'FI001', 'T1', 'Tenant', 'tenant@bank.example') ON CONFLICT DO NOTHING`,
    [SUB_TENANT],
  )
  for (const terminalId of TERMINALS) {
    await database.query(
      `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status, sub_tenant_id)
       VALUES ('FI001', $1, 'A', 'ATM', 'L', '001', '{}', 'ACTIVE', $2)`,
      [terminalId, terminalId === 'ATM1' ? SUB_TENANT : null],
    )
  }
}

let sequence = 0

/** A random record at an instant. */
export function randomTransaction(random: (below: number) => number, atMs: number): TransactionRecord {
  const pick = <T>(items: readonly T[]) => items[random(items.length)] as T
  const n = ++sequence
  const type = pick(TYPES)
  const isInquiry = (INQUIRY_TYPES as readonly string[]).includes(type)
  const amountMinor = isInquiry ? 0n : BigInt(100 + random(5) * 100)
  const code = pick(CODES)
  const pan = pick(PANS)
  const row: TransactionRow = {
    transaction_id: newId(atMs),
    rrn: String(random(4) === 0 ? n % 5 : n).padStart(12, '0'),
    type,
    institution_id: pick(INSTITUTIONS),
    partner_id: pick(PARTNERS),
    terminal_id: pick([...TERMINALS, null]),
    account_id: type === 'ACCOUNTLOOKUP' ? null : pick(ACCOUNTS),
    beneficiary_account_id: type === 'TRANSFER' ? pick(ACCOUNTS) : null,
    biller_id: null,
    masked_pan: pan === undefined ? null : maskPan(pan),
    amount_minor: amountMinor,
    fee_minor: isInquiry ? 0n : BigInt(random(3)),
    currency: isInquiry ? null : pick(['USD', 'JPY', 'KWD']),
    reversed_minor: isInquiry || code !== '000' ? 0n : pick([0n, 0n, amountMinor / 2n, amountMinor]),
    response_code: code,
    auth_id: code === '000' ? authIdAt(BigInt(n)) : null,
    original_id: null,
    business_date: new Date(atMs).toISOString().slice(0, 10).replaceAll('-', ''),
    latency_ms: random(1000),
    correlation_id: `00000000-0000-4000-8000-00000000000${random(10)}`,
    recorded_at: new Date(atMs),
  }
  return transactionOf(row)
}

/** Rows that would break the primary key of an RRN are left out; returns those written. */
export async function writeTransactions(
  database: Database,
  records: readonly TransactionRecord[],
): Promise<TransactionRecord[]> {
  return await database.transaction((sql) => writeEach(sql, records))
}

async function writeEach(sql: Sql, records: readonly TransactionRecord[]): Promise<TransactionRecord[]> {
  const written: TransactionRecord[] = []
  for (const record of records) {
    const isInquiry = (INQUIRY_TYPES as readonly string[]).includes(record.type)
    const shared = [
      record.institutionId,
      record.partnerId,
      record.rrn,
      record.id,
      record.type,
      record.accountId ?? null,
      record.terminalId ?? null,
      record.maskedPan ?? null,
      record.responseCode,
      record.authId ?? null,
      record.businessDate,
      new Date(record.createdAtMs),
      record.latencyMs,
      record.correlationId,
    ]
    const names = `institution_id, partner_id, rrn, ${isInquiry ? 'inquiry_id' : 'transaction_id'}, type, account_id, terminal_id,
      masked_pan, response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id`
    const places = shared.map((_, i) => `$${i + 1}`).join(', ')
    const { rowCount } = isInquiry
      ? await sql.query(`INSERT INTO inquiries (${names}) VALUES (${places})`, shared)
      : await sql.query(
          `INSERT INTO transactions (${names}, amount_minor, fee_minor, currency, reversed_minor, beneficiary_account_id,
                                     original_id, fingerprint, response)
           VALUES (${places}, $15, $16, $17, $18, $19, $20, 'f', '{}') ON CONFLICT DO NOTHING`,
          [
            ...shared,
            record.amountMinor,
            record.accessFeeMinor,
            record.currency,
            record.reversedMinor,
            record.beneficiaryAccountId ?? null,
            record.originalId ?? null,
          ],
        )
    if (rowCount > 0) written.push(record)
  }
  return written
}

/** The search as a reader of the contract would do it by hand. */
export function matchesFilter(record: TransactionRecord, filter: TransactionFilter): boolean {
  const isInquiry = (INQUIRY_TYPES as readonly string[]).includes(record.type)
  const is = (wanted: unknown, actual: unknown) => wanted === undefined || wanted === actual
  const isOneOf = (wanted: readonly string[] | undefined, actual: string) =>
    wanted === undefined || wanted.includes(actual)
  return (
    (filter.types === undefined ? !isInquiry : filter.types.includes(record.type)) &&
    is(filter.institutionId, record.institutionId) &&
    (filter.dateFrom === undefined || record.businessDate >= filter.dateFrom) &&
    (filter.dateTo === undefined || record.businessDate <= filter.dateTo) &&
    (filter.fromMs === undefined || record.createdAtMs >= filter.fromMs) &&
    (filter.toMs === undefined || record.createdAtMs < filter.toMs) &&
    is(filter.rrn, record.rrn) &&
    is(filter.authId, record.authId) &&
    isOneOf(filter.responseCodes, record.responseCode) &&
    isOneOf(filter.statuses, record.status) &&
    is(filter.terminalId, record.terminalId) &&
    is(filter.accountId, record.accountId) &&
    is(filter.panLast4, record.maskedPan?.slice(-4)) &&
    is(filter.currency, record.currency) &&
    (filter.amountMinMinor === undefined || (!isInquiry && record.amountMinor >= filter.amountMinMinor)) &&
    (filter.amountMaxMinor === undefined || (!isInquiry && record.amountMinor <= filter.amountMaxMinor)) &&
    is(filter.partnerId, record.partnerId) &&
    is(filter.correlationId, record.correlationId)
  )
}
