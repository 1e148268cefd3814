// What waits on the way of events, for metrics.

import type { Sql } from '../storage/database.ts'

export interface EventFigures {
  readonly waiting: number
  readonly oldestSeconds: number
  readonly deliveries: number
}

export async function readEventFigures(sql: Sql, nowMs: number): Promise<EventFigures> {
  const { rows } = await sql.query<{ waiting: bigint; oldest: Date | null; deliveries: bigint }>(
    `SELECT stored.count + posted.count AS waiting, least(stored.oldest, posted.oldest) AS oldest, pending.count AS deliveries
       FROM (SELECT count(*) AS count, min(occurred_at) AS oldest FROM event_outbox) AS stored,
            (SELECT count(*) AS count, min(occurred_at) AS oldest FROM posted_events) AS posted,
            (SELECT count(*) AS count FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.state = 'PENDING') AS pending`,
  )
  const [figures] = rows
  const oldest = figures?.oldest
  return {
    waiting: Number(figures?.waiting ?? 0n),
    oldestSeconds: oldest == null ? 0 : Math.max(0, (nowMs - oldest.getTime()) / 1000),
    deliveries: Number(figures?.deliveries ?? 0n),
  }
}
