// Goes on with events that wait for a remote core: after a crash, a lost answer or an outage. The core executes each
// reference once, so the order is sent again until its outcome is known.
//
// Every institution has its turn in each run, and each of its events in turn: neither a core that is away nor an event that
// is never settled keeps others waiting.

import { workByOwner } from '../../../platform/jobs/work-by-owner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import type { LoanBook } from '../book/loan-book.ts'

export interface ResumePendingParts {
  readonly database: Database
  readonly clock: Clock
  readonly book: Pick<LoanBook, 'find' | 'resume'>
  readonly minAgeMs?: number
  /** Events of one institution in one run. */
  readonly perInstitution?: number
}

const EVERY_MS = 10_000
/** Younger ones are probably still in flight. */
const MIN_AGE_MS = 30_000
const PER_INSTITUTION = 200
const START = '00000000-0000-0000-0000-000000000000'

interface PendingRow {
  institution_id: string
  partner_id: string
  loan_id: string
  event_id: string
}

export function resumePendingSweep(parts: ResumePendingParts): Sweep {
  const { database, clock, book, minAgeMs = MIN_AGE_MS, perInstitution = PER_INSTITUTION } = parts
  /** The loan of each institution that was asked about last. Kept in memory: a node that restarts begins with the first. */
  let asked: ReadonlyMap<string, string> = new Map()
  return {
    name: 'resume-pending-loan-events',
    everyMs: EVERY_MS,
    async run() {
      const before = isoTimestamp(clock.now() - minAgeMs)
      const last = new Map<string, string>()
      const pending: PendingRow[] = []
      for (const institutionId of await waitingInstitutions(database)) {
        const after = asked.get(institutionId) ?? START
        last.set(institutionId, after)
        pending.push(...(await readPending(database, { institutionId, after, before, limit: perInstitution })))
      }
      asked = last
      await workByOwner(pending, {
        failed: 'some events that wait for a core cannot be settled',
        ownerOf: (row) => row.institution_id,
        async run({ institution_id: institutionId, partner_id: partnerId, loan_id: loanId, event_id: eventId }) {
          last.set(institutionId, loanId)
          const { loan, events } = await book.find(partnerId, loanId)
          const event = events.find((one) => one.eventId === eventId)
          if (event !== undefined) await book.resume(loan, event)
        },
      })
    },
  }
}

/** One step of the index for each, however many events they wait for. */
async function waitingInstitutions(sql: Database): Promise<string[]> {
  if (sql.isDistributed) return await institutionsWith(sql, 'loans WHERE pending_event_id IS NOT NULL')
  const { rows } = await sql.query<{ institution_id: string }>(
    `WITH RECURSIVE waiting AS (
       (SELECT institution_id FROM loans WHERE pending_event_id IS NOT NULL ORDER BY institution_id LIMIT 1)
       UNION ALL
       SELECT (SELECT l.institution_id FROM loans l
                WHERE l.pending_event_id IS NOT NULL AND l.institution_id > waiting.institution_id
                ORDER BY l.institution_id LIMIT 1)
         FROM waiting WHERE waiting.institution_id IS NOT NULL)
     SELECT institution_id FROM waiting WHERE institution_id IS NOT NULL`,
  )
  return rows.map((row) => row.institution_id)
}

interface PendingQuery {
  readonly institutionId: string
  readonly after: string
  readonly before: string
  readonly limit: number
}

/** The loans after the one that was asked about last, then the others from the first on. */
async function readPending(sql: Sql, { institutionId, after, before, limit }: PendingQuery): Promise<PendingRow[]> {
  const select = (range: '>' | '<=') =>
    `SELECT institution_id, partner_id, loan_id, pending_event_id AS event_id FROM loans
       WHERE institution_id = $1 AND loan_id ${range} $2 AND pending_event_id IS NOT NULL AND updated_at <= $3
       ORDER BY loan_id LIMIT $4`
  const { rows } = await sql.query<PendingRow>(select('>'), [institutionId, after, before, limit])
  if (rows.length === limit || after === START) return rows
  const first = await sql.query<PendingRow>(select('<='), [institutionId, after, before, limit - rows.length])
  return [...rows, ...first.rows]
}
