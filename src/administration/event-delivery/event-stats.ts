// What waits on the way of events, for metrics.

import type { Sql } from '../../platform/storage/database.ts'
import { deliveryTime } from './delivery-time.ts'
import { lagOf } from './webhooks/webhook-records.ts'

export interface EventFigures {
  readonly waiting: number
  readonly oldestSeconds: number
  readonly deliveries: number
  /** Of the webhook that lags most: the age of the oldest event that it has not taken. Those that are off, or whose partner is, wait. */
  readonly lagSeconds: number
}

export async function readEventFigures(sql: Sql, shiftMs: number): Promise<EventFigures> {
  const { rows } = await sql.query<{ waiting: bigint; oldest: number; deliveries: bigint; lag: number }>(
    `SELECT stored.count + posted.count AS waiting,
            coalesce(extract(epoch FROM ${deliveryTime('$1')} - least(stored.oldest, posted.oldest)), 0)::double precision AS oldest,
            pending.count AS deliveries, lag.seconds AS lag
       FROM (SELECT count(*) AS count, min(occurred_at) AS oldest FROM event_outbox) AS stored,
            (SELECT count(*) AS count, min(occurred_at) AS oldest FROM posted_events) AS posted,
            (SELECT count(*) AS count FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.state = 'PENDING') AS pending,
            (SELECT coalesce(max((${lagOf('w.id')})), 0)::double precision AS seconds
               FROM webhooks w JOIN partners p ON p.partner_id = w.partner_id
              WHERE w.is_active AND p.is_active) AS lag`,
    [shiftMs],
  )
  const [figures] = rows
  return {
    waiting: Number(figures?.waiting ?? 0n),
    oldestSeconds: Math.max(0, figures?.oldest ?? 0),
    deliveries: Number(figures?.deliveries ?? 0n),
    lagSeconds: figures?.lag ?? 0,
  }
}
