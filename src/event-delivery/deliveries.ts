// Deliveries of a webhook, with their attempts and answers, as administration reads them.

import { invalidFields } from '../kernel/problem.ts'
import type { Sql } from '../storage/database.ts'
import { Conditions, countOf, type ListPage, limitTo, type PageRequest, totalOf } from '../storage/list-query.ts'
import { Parameters } from '../storage/parameters.ts'
import { takes } from './sequencer.ts'

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const MOST_AT_ONCE = 1_000

/** One attempt, as it is stored and shown. */
export interface DeliveryAttempt {
  readonly at: string
  readonly durationMs: number
  /** The HTTP status; absent without an answer. */
  readonly status?: number
  /** The start of the answer. */
  readonly answer?: string
  /** Why there was no answer. */
  readonly error?: string
}

export interface DeliveryRecord {
  readonly sequence: number
  readonly eventId: string
  readonly kind: string
  readonly resource: string
  readonly state: DeliveryState
  /** Null when it has ended, or waits for an earlier event of its resource. */
  readonly nextAttemptAt: string | null
  readonly endedAt: string | null
  readonly attempts: readonly DeliveryAttempt[]
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly kind?: string | undefined
}

interface DeliveryRow {
  sequence: bigint
  event_id: string
  kind: string
  resource: string
  state: DeliveryState
  next_attempt_at: Date | null
  ended_at: Date | null
  log: DeliveryAttempt[]
}

/** Newest event first. */
export async function listDeliveries(
  sql: Sql,
  webhookId: string,
  { state, kind }: DeliveryFilter,
  page: PageRequest,
): Promise<ListPage<DeliveryRecord>> {
  const parameters = new Parameters()
  const where = new Conditions(parameters)
  where.addFor(webhookId, (value) => `d.webhook_id = ${value}::uuid`)
  where.addFor(state, (value) => `d.state = ${value}`)
  where.addFor(
    kind,
    (value) => `EXISTS (SELECT FROM events k
                         WHERE k.partner_id = d.partner_id AND k.sequence = d.sequence AND k.kind = ${value})`,
  )
  const counted = await sql.query<{ total: bigint }>(
    countOf(`1 FROM webhook_deliveries d WHERE ${where}`),
    parameters.values,
  )
  const { rows } = await sql.query<DeliveryRow>(
    `SELECT d.sequence, e.event_id, e.kind, d.resource, d.state, d.ended_at, d.log,
            CASE WHEN d.state = 'PENDING' AND d.next_attempt_at < 'infinity' THEN d.next_attempt_at END AS next_attempt_at
       FROM webhook_deliveries d
       JOIN events e ON e.partner_id = d.partner_id AND e.sequence = d.sequence
      WHERE ${where}
      ORDER BY d.sequence DESC ${limitTo(page, parameters)}`,
    parameters.values,
  )
  return { items: rows.map(deliveryOf), total: totalOf(Number(counted.rows[0]?.total ?? 0n), page, rows.length) }
}

function deliveryOf(row: DeliveryRow): DeliveryRecord {
  return {
    sequence: Number(row.sequence),
    eventId: row.event_id,
    kind: row.kind,
    resource: row.resource,
    state: row.state,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    attempts: row.log,
  }
}

/** What is pending stays so, with its attempts; the rest starts over. Returns how many there are. */
export async function redeliver(sql: Sql, webhookId: string, from: number, to: number, nowMs: number): Promise<number> {
  if (to < from) throw invalidFields([{ path: 'to', message: 'must not be less than from' }])
  if (to - from >= MOST_AT_ONCE) {
    throw invalidFields([{ path: 'to', message: `must be at most ${MOST_AT_ONCE} events from the first` }])
  }
  const { rowCount } = await sql.query(
    `INSERT INTO webhook_deliveries AS d (webhook_id, partner_id, sequence, resource, next_attempt_at)
     SELECT w.id, e.partner_id, e.sequence, e.resource, $4::timestamptz
       FROM webhooks w
       JOIN events e ON e.partner_id = w.partner_id
      WHERE w.id = $1 AND e.sequence BETWEEN $2::bigint AND $3::bigint
        AND CASE WHEN e.kind = 'webhook.test' THEN e.resource = 'webhook/' || w.id ELSE ${takes('w', 'e')} END
     ON CONFLICT (webhook_id, sequence) DO UPDATE
        SET state = 'PENDING', next_attempt_at = excluded.next_attempt_at, first_attempt_at = NULL, ended_at = NULL,
            attempts = 0
      WHERE d.state <> 'PENDING'`,
    [webhookId, from, to, new Date(nowMs)],
  )
  return rowCount
}
