// Compares what the database recorded of a run with what the load generator received.

import type { Database } from '../../src/platform/storage/database.ts'
import { REPAYMENT_KEY } from '../load/requests.ts'

export interface Acknowledged {
  readonly run: number
  /** Answers with a 2xx status. */
  readonly answers: number
  /** Requests that may have been in flight when the load stopped: posted, but the answer was not read. */
  readonly inFlight: number
  readonly hasInquiries: boolean
  /**
   * Repayments are counted by their keys, which commit with them; transfers of tokens by their rows, and their decisions by
   * their references.
   */
  readonly recordedAs?: 'repayments' | 'token-transfers' | undefined
}

export interface Recorded {
  readonly total: number
  readonly codes: Readonly<Record<string, number>>
}

const MIN_APPROVED_RATIO = 0.99
const SETTLE_MS = 100
const CHAIN_LIMIT_MS = 60_000

/** Counts a run once none of it is in flight. */
export async function countRecorded(database: Database, acknowledged: Acknowledged): Promise<Recorded> {
  if (acknowledged.recordedAs === 'token-transfers') await untilSettled(database, acknowledged)
  for (let last = -1; ; ) {
    const recorded = await countOnce(database, acknowledged)
    if (recorded.total === last) return recorded
    last = recorded.total
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  }
}

/** What is wrong with a run; empty when every answer was recorded once and nearly all were approvals. */
export function faultsOf(acknowledged: Acknowledged, recorded: Recorded): string[] {
  const { answers, inFlight } = acknowledged
  const approved = recorded.codes['000'] ?? 0
  const faults: string[] = []
  if (recorded.total < answers) faults.push(`${answers - recorded.total} acknowledged answers are not recorded`)
  if (recorded.total > answers + inFlight) {
    faults.push(`${recorded.total} records for ${answers} answers and at most ${inFlight} in flight`)
  }
  if (approved < recorded.total * MIN_APPROVED_RATIO || approved === 0) {
    faults.push(`only ${approved} of ${recorded.total} were approved: ${JSON.stringify(recorded.codes)}`)
  }
  return faults
}

async function countOnce(database: Database, { run, hasInquiries, recordedAs }: Acknowledged): Promise<Recorded> {
  const range = [`${run}000000000`, `${run}999999999`]
  if (recordedAs === 'repayments') return countRepayments(database, range)
  if (recordedAs === 'token-transfers') return countTokenTransfers(database, range)
  const transactions = `SELECT response_code FROM transactions
     WHERE institution_id = 'FI001' AND partner_id = 'PARTNER01' AND rrn BETWEEN $1 AND $2`
  const inquiries = `SELECT response_code FROM inquiries WHERE institution_id = 'FI001' AND rrn BETWEEN $1 AND $2`
  const { rows } = await database.query<{ code: string; times: bigint }>(
    `SELECT response_code AS code, count(*) AS times
       FROM (${transactions} ${hasInquiries ? `UNION ALL ${inquiries}` : ''}) AS answered
      GROUP BY response_code`,
    range,
  )
  const codes = Object.fromEntries(rows.map(({ code, times }) => [code, Number(times)]))
  return { total: Object.values(codes).reduce((sum, times) => sum + times, 0), codes }
}

async function countRepayments(database: Database, range: readonly string[]): Promise<Recorded> {
  const { rows } = await database.query<{ times: bigint }>(
    `SELECT count(*) AS times FROM lending_keys k JOIN loan_events e ON e.event_id::text = k.resource_id
      WHERE k.partner_id = 'PARTNER01' AND k.key BETWEEN $1 AND $2 AND e.state = 'COMPLETED'`,
    range.map((rrn) => `${REPAYMENT_KEY}${rrn}`),
  )
  const total = Number(rows[0]?.times ?? 0n)
  return { total, codes: { '000': total } }
}

/** A chain is slower than we are: what it was asked during a run must not burden the next one. */
async function untilSettled(database: Database, { run }: Acknowledged): Promise<void> {
  for (const limitMs = performance.now() + CHAIN_LIMIT_MS; performance.now() < limitMs; ) {
    const { rowCount } = await database.query(
      `SELECT FROM token_movements
        WHERE partner_id = 'PARTNER01' AND kind = 'TRANSFER' AND ref BETWEEN $1 AND $2
          AND state IN ('RECEIVED', 'COMMITTING') LIMIT 1`,
      [`${run}000000000`, `${run}999999999`],
    )
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  }
}

async function countTokenTransfers(database: Database, range: readonly string[]): Promise<Recorded> {
  const { rows } = await database.query<{ state: string; times: bigint }>(
    `SELECT state, count(*) AS times FROM token_movements
      WHERE partner_id = 'PARTNER01' AND kind = 'TRANSFER' AND ref BETWEEN $1 AND $2 GROUP BY state
     UNION ALL
     SELECT 'DECIDED', count(*) FROM digital_references
      WHERE partner_id = 'PARTNER01' AND transaction_type = 'INTERBANK_TRANSFER_RESOLUTION' AND ref BETWEEN $1 AND $2`,
    range,
  )
  const codes: Record<string, number> = {}
  for (const { state, times } of rows) {
    // At the end of a run some are reserved whose commit is not sent any more.
    const code = ['COMMITTED', 'RESERVED', 'DECIDED'].includes(state) ? '000' : state
    codes[code] = (codes[code] ?? 0) + Number(times)
  }
  return { total: Object.values(codes).reduce((sum, times) => sum + times, 0), codes }
}
