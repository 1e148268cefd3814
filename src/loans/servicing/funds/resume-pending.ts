// Goes on with events that wait for a remote core: after a crash, a lost answer or an outage. The core executes each
// reference once, so the order is sent again until its outcome is known.

import type { Clock } from '../../../kernel/clock.ts'
import { isoTimestamp } from '../../../kernel/clock.ts'
import { isUnclear } from '../../../kernel/problem.ts'
import type { Sweep } from '../../../kernel/sweep.ts'
import type { Database } from '../../../storage/database.ts'
import type { LoanBook } from '../loan-book.ts'

export interface ResumePendingParts {
  readonly database: Database
  readonly clock: Clock
  readonly book: Pick<LoanBook, 'find' | 'resume'>
  readonly minAgeMs?: number
}

const EVERY_MS = 10_000
/** Younger ones are probably still in flight. */
const MIN_AGE_MS = 30_000
const PER_RUN = 200

export function resumePendingSweep({ database, clock, book, minAgeMs = MIN_AGE_MS }: ResumePendingParts): Sweep {
  return {
    name: 'resume-pending-loan-events',
    everyMs: EVERY_MS,
    async run() {
      const { rows } = await database.query<{
        institution_id: string
        partner_id: string
        loan_id: string
        event_id: string
      }>(
        `SELECT institution_id, partner_id, loan_id, pending_event_id AS event_id FROM loans
          WHERE pending_event_id IS NOT NULL AND updated_at <= $1
          ORDER BY updated_at LIMIT ${PER_RUN}`,
        [isoTimestamp(clock.now() - minAgeMs)],
      )
      // A core that cannot be reached is left alone for the rest of the run. A loan that cannot be settled for another
      // reason fails the run, after the others have had their turn.
      const unreachable = new Set<string>()
      const failures: unknown[] = []
      for (const { institution_id: institutionId, partner_id: partnerId, loan_id: loanId, event_id: eventId } of rows) {
        if (unreachable.has(institutionId)) continue
        try {
          const { loan, events } = await book.find(partnerId, loanId)
          const event = events.find((one) => one.eventId === eventId)
          if (event !== undefined) await book.resume(loan, event)
        } catch (error) {
          if (isUnclear(error)) unreachable.add(institutionId)
          else failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some events that wait for a core cannot be settled')
    },
  }
}
