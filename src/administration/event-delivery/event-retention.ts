// Removes events that were kept long enough, with their deliveries. A delivery that no receiver took is EXPIRED from then on, and can be
// looked at for a week; later events of its resource go on.

import { HOUR_MS } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type ClockShift, deliveryTime } from './delivery-time.ts'

const REMOVED_AT_ONCE = 5_000
const EXPIRED_KEPT = "interval '7 days'"

export interface EventRetentionParts {
  readonly database: Database
  /** How far the sandbox's clock was moved: events are kept by real time, deliveries are due by this one. */
  readonly shiftMs: ClockShift
  /** How long events are kept, in days. */
  keepDays(): number
}

export class EventRetention {
  readonly #parts: EventRetentionParts

  constructor(parts: EventRetentionParts) {
    this.#parts = parts
  }

  sweep(): Sweep {
    return { name: 'remove-old-events', everyMs: HOUR_MS, run: () => this.removeOld() }
  }

  async removeOld(): Promise<void> {
    const { database, keepDays } = this.#parts
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
      const { rowCount } = await database.query(
        `WITH old AS (
           SELECT partner_id, sequence, event_id, kind FROM events
            WHERE recorded_at < now() - $1::integer * interval '1 day'
            ORDER BY recorded_at LIMIT ${REMOVED_AT_ONCE}
         ), expired AS (
           INSERT INTO expired_deliveries (webhook_id, sequence, partner_id, event_id, kind, resource, log, ended_at)
           SELECT d.webhook_id, d.sequence, d.partner_id, o.event_id, o.kind, d.resource, d.log, now()
             FROM old o
             JOIN webhook_deliveries d ON d.partner_id = o.partner_id AND d.sequence = o.sequence AND d.state = 'PENDING'
             JOIN webhooks w ON w.id = d.webhook_id
           ON CONFLICT DO NOTHING
         )
         DELETE FROM events e USING old o WHERE e.partner_id = o.partner_id AND e.sequence = o.sequence`,
        [keepDays()],
      )
      removed = rowCount
    }
    await this.#release()
    await database.query(`DELETE FROM expired_deliveries WHERE ended_at < now() - ${EXPIRED_KEPT}`)
  }

  /**
   * Lets the first delivery of a resource go that waits for one which is no longer there. All of them, because nodes of the version
   * before remove events and leave these waiting.
   */
  async #release(): Promise<void> {
    await this.#parts.database.query(
      `UPDATE webhook_deliveries d SET next_attempt_at = ${deliveryTime('$1')}
         FROM (SELECT DISTINCT ON (webhook_id, resource) webhook_id, sequence, next_attempt_at FROM webhook_deliveries
                WHERE state = 'PENDING' ORDER BY webhook_id, resource, sequence) AS first
        WHERE d.webhook_id = first.webhook_id AND d.sequence = first.sequence AND first.next_attempt_at = 'infinity'
          AND d.state = 'PENDING' AND d.next_attempt_at = 'infinity'`,
      [this.#parts.shiftMs()],
    )
  }
}
