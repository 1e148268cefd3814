// Compares what the database recorded of a run with what the load generator received.

import type { Database } from '../../src/storage/database.ts'

export interface Acknowledged {
  readonly run: number
  /** Answers with a 2xx status. */
  readonly answers: number
  /** Requests that may have been in flight when the load stopped: posted, but the answer was not read. */
  readonly inFlight: number
  readonly hasInquiries: boolean
}

export interface Recorded {
  readonly total: number
  readonly codes: Readonly<Record<string, number>>
}

const MIN_APPROVED_RATIO = 0.99
const SETTLE_MS = 100

/** Counts a run once none of it is in flight. */
export async function countRecorded(database: Database, acknowledged: Acknowledged): Promise<Recorded> {
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

async function countOnce(database: Database, { run, hasInquiries }: Acknowledged): Promise<Recorded> {
  const range = [`${run}000000000`, `${run}999999999`]
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
