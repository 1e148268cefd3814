// One transaction with everything that belongs to it: the response as it was sent, its postings in the journal, the original
// that it reverses, and the reversals of it. A declined reversal that was posted to resolve an exception counts as a
// reversal, with what was posted then.

import { maskPan } from '../../../platform/kernel/identifiers/pan.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { addScope } from '../search/transaction-filter.ts'
import type { SearchedSql } from '../search/window-statements.ts'
import {
  type TransactionRecord,
  type TransactionRow,
  transactionColumns,
  transactionOf,
} from '../transaction-record.ts'
import { type DetailRow, findTransaction } from './find-transaction.ts'

export interface TransactionDetail extends TransactionRecord {
  /** As it was sent, with card numbers masked. Absent while the outcome is unknown, and on inquiries. */
  readonly response?: unknown
  /** In the order of the journal; none when nothing was posted, or when a remote core keeps the books. */
  readonly postings: readonly Posting[]
  /** What this reversal reverses. */
  readonly original?: TransactionRecord
  /** The stop that it was declined for. */
  readonly stopId?: string
  /** Oldest first. */
  readonly reversals: readonly TransactionRecord[]
  /** Corrections that name it, oldest first. */
  readonly corrections: readonly CorrectionOfTransaction[]
}

export interface CorrectionOfTransaction {
  readonly id: string
  readonly kind: string
  readonly direction: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: string
  readonly businessDate: string
  readonly reversedBy?: string
}

interface Posting {
  readonly account: string
  /** Credits are positive. */
  readonly amountMinor: bigint
  readonly currency: string
}

/** Later transactions of the account to look through for reversals. They come soon after the original, or hardly ever. */
const MOST_LOOKED_THROUGH = 20_000

export async function readTransactionDetail(
  sql: SearchedSql,
  scope: Scope,
  id: string,
): Promise<TransactionDetail | undefined> {
  const row = await findTransaction(sql, scope, id)
  if (row === undefined) return undefined
  const resolved = await readResolution(sql, row)
  const [postings, original, reversals, corrections] = await Promise.all([
    readPostings(sql, row, resolved),
    readOriginal(sql, scope, row, resolved),
    readReversals(sql, scope, row),
    readCorrections(sql, row),
  ])
  const response = shownResponse(row.response)
  return {
    ...transactionOf(row),
    ...(response !== undefined && { response }),
    postings,
    ...(original !== undefined && { original }),
    ...(row.stop_id !== null && { stopId: row.stop_id }),
    reversals,
    corrections,
  }
}

/** What the resolution of an exception posted. */
interface PostedResolution {
  journal_id: string
  /** Absent for an advice that was posted. */
  original_id: string | null
}

async function readResolution(sql: Sql, row: TransactionRow): Promise<PostedResolution | undefined> {
  const { rows } = await sql.query<PostedResolution>(
    `SELECT journal_id, original_id FROM exception_resolutions
      WHERE institution_id = $1 AND transaction_id = $2 AND journal_id IS NOT NULL
     UNION ALL
     SELECT journal_id, reverses_id FROM declined_advices
      WHERE institution_id = $1 AND transaction_id = $2 AND journal_id IS NOT NULL
     UNION ALL
     SELECT journal_id, NULL FROM reconciliation_exceptions
      WHERE institution_id = $1 AND transaction_id = $2 AND journal_id IS NOT NULL AND original_id IS NULL
        AND difference = 'MISSING_HERE'`,
    [row.institution_id, row.transaction_id],
  )
  return rows[0]
}

async function readPostings(sql: Sql, row: TransactionRow, resolved: PostedResolution | undefined): Promise<Posting[]> {
  // One of the two at most: what is resolved was not posted before.
  const { rows } = await sql.query<{ account: string; currency: string; amount_minor: bigint }>(
    `SELECT account, currency, amount_minor FROM entries WHERE institution_id = $1 AND journal_id = $2 ORDER BY line`,
    [row.institution_id, resolved?.journal_id ?? row.transaction_id],
  )
  return rows.map(({ account, currency, amount_minor }) => ({ account, currency, amountMinor: amount_minor }))
}

/** A reversal is on the account of its original, whose index has the id. */
async function readOriginal(
  sql: Sql,
  scope: Scope,
  row: TransactionRow,
  resolved: PostedResolution | undefined,
): Promise<TransactionRecord | undefined> {
  const originalId = resolved?.original_id ?? row.original_id
  if (originalId === null) return undefined
  const parameters = new Parameters()
  const institutionId = parameters.add(row.institution_id)
  const { rows } = await sql.query<TransactionRow>(
    `SELECT ${transactionColumns(institutionId)} FROM transactions t
      WHERE t.account_id = ${parameters.add(row.account_id)} AND t.transaction_id = ${parameters.add(originalId)}
        AND t.institution_id = ${institutionId} AND ${inScope(scope, parameters)}`,
    parameters.values,
  )
  return rows[0] && transactionOf(rows[0])
}

async function readReversals(sql: SearchedSql, scope: Scope, row: DetailRow): Promise<TransactionRecord[]> {
  // Reversals that were declined took nothing back, unless they were posted later.
  if (!row.has_reversals) return []
  const parameters = new Parameters()
  const [id, institutionId] = [parameters.add(row.transaction_id), parameters.add(row.institution_id)]
  const { rows } = await sql.query<TransactionRow>(
    `SELECT ${transactionColumns(institutionId)}
       FROM (SELECT * FROM (SELECT * FROM transactions
                             WHERE account_id = ${parameters.add(row.account_id)} AND transaction_id > ${id}
                                   ${sql.isDistributed ? `AND institution_id = ${institutionId}` : ''}
                             ORDER BY transaction_id
                             LIMIT ${parameters.add(MOST_LOOKED_THROUGH)}) AS later
              WHERE original_id = ${id} AND institution_id = ${institutionId} AND response_code IN ('000', '911')
             UNION ALL
             SELECT r.* FROM exception_resolutions e
               JOIN transactions r ON r.institution_id = e.institution_id AND r.partner_id = e.partner_id AND r.rrn = e.rrn
              WHERE e.original_id = ${id} AND e.institution_id = ${institutionId}) AS t
      WHERE ${inScope(scope, parameters)}
      ORDER BY t.transaction_id`,
    parameters.values,
  )
  return rows.map(transactionOf)
}

/** Inquiries have none. */
async function readCorrections(sql: Sql, row: TransactionRow): Promise<CorrectionOfTransaction[]> {
  const { rows } = await sql.query<{
    correction_id: string
    kind: string
    direction: string
    amount_minor: bigint
    currency: string
    reason: string
    business_date: string
    reversed_by: string | null
  }>(
    `SELECT correction_id, kind, direction, amount_minor, currency, reason, business_date, reversed_by FROM corrections
      WHERE institution_id = $1 AND transaction_id = $2
      ORDER BY created_at, correction_id`,
    [row.institution_id, row.transaction_id],
  )
  return rows.map((one) => ({
    id: one.correction_id,
    kind: one.kind,
    direction: one.direction,
    amountMinor: one.amount_minor,
    currency: one.currency,
    reason: one.reason,
    businessDate: one.business_date,
    ...(one.reversed_by !== null && { reversedBy: one.reversed_by }),
  }))
}

function inScope(scope: Scope, parameters: Parameters): string {
  const where = new Conditions(parameters)
  addScope(where, scope, parameters)
  return where.toString()
}

/** Undefined when there is none. A response echoes the caller's card number, which only the caller may see. */
function shownResponse(stored: string | null): unknown {
  if (stored === null || stored === '') return undefined
  return JSON.parse(stored, (name, value: unknown) =>
    name === 'pan' && typeof value === 'string' ? maskPan(value) : value,
  )
}
