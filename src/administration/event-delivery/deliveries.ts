// Deliveries of a webhook, with their attempts and answers, as administration reads them.

import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import {
  Conditions,
  countOf,
  type ListPage,
  limitTo,
  type PageRequest,
  totalOf,
} from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { deliveryTime, URGENT } from './delivery-time.ts'
import { eventProblem } from './event-problems.ts'
import { takes } from './sequencer.ts'

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED', 'EXPIRED'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const MOST_AT_ONCE = 1_000
const MOST_SENT_NOW = 10_000

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

/** Newest event first. Those whose event was removed are EXPIRED. */
export async function listDeliveries(
  sql: Sql,
  webhookId: string,
  { state, kind }: DeliveryFilter,
  page: PageRequest,
): Promise<ListPage<DeliveryRecord>> {
  const parameters = new Parameters()
  const kept = new Conditions(parameters)
  kept.addFor(webhookId, (value) => `d.webhook_id = ${value}::uuid`)
  kept.addFor(state, (value) => `d.state = ${value}`)
  kept.addFor(
    kind,
    (value) => `EXISTS (SELECT FROM events k
                         WHERE k.partner_id = d.partner_id AND k.sequence = d.sequence AND k.kind = ${value})`,
  )
  const expired = new Conditions(parameters)
  expired.addFor(webhookId, (value) => `x.webhook_id = ${value}::uuid`)
  expired.addFor(kind, (value) => `x.kind = ${value}`)
  if (state !== undefined && state !== 'EXPIRED') expired.add('false')
  const counted = await sql.query<{ total: bigint }>(
    countOf(`1 FROM (SELECT FROM webhook_deliveries d WHERE ${kept}
                     UNION ALL SELECT FROM expired_deliveries x WHERE ${expired}) AS found`),
    parameters.values,
  )
  const { rows } = await sql.query<DeliveryRow>(
    `SELECT d.sequence, e.event_id, e.kind, d.resource, d.state, d.ended_at, d.log,
            CASE WHEN d.state = 'PENDING' AND d.next_attempt_at < 'infinity' THEN greatest(d.next_attempt_at, e.occurred_at) END
              AS next_attempt_at
       FROM webhook_deliveries d
       JOIN events e ON e.partner_id = d.partner_id AND e.sequence = d.sequence
      WHERE ${kept}
      UNION ALL
     SELECT x.sequence, x.event_id, x.kind, x.resource, 'EXPIRED', x.ended_at, x.log, NULL
       FROM expired_deliveries x
      WHERE ${expired}
      ORDER BY sequence DESC ${limitTo(page, parameters)}`,
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
export async function redeliver(
  sql: Sql,
  webhookId: string,
  from: number,
  to: number,
  shiftMs: number,
): Promise<number> {
  if (to < from) throw invalidFields([{ path: 'to', message: 'must not be less than from' }])
  if (to - from >= MOST_AT_ONCE) {
    throw invalidFields([{ path: 'to', message: `must be at most ${MOST_AT_ONCE} events from the first` }])
  }
  const { rowCount } = await sql.query(
    `INSERT INTO webhook_deliveries AS d (webhook_id, partner_id, sequence, resource, next_attempt_at)
     SELECT w.id, e.partner_id, e.sequence, e.resource, ${deliveryTime('$4')}
       FROM webhooks w
       JOIN events e ON e.partner_id = w.partner_id
      WHERE w.id = $1 AND e.sequence BETWEEN $2::bigint AND $3::bigint
        AND CASE WHEN e.kind = 'webhook.test' THEN starts_with(e.resource, 'webhook/' || w.id) ELSE ${takes('w', 'e')} END
     ON CONFLICT (webhook_id, sequence) DO UPDATE
        SET state = 'PENDING', next_attempt_at = excluded.next_attempt_at, first_attempt_at = NULL, ended_at = NULL,
            attempts = 0
      WHERE d.state <> 'PENDING'`,
    [webhookId, from, to, shiftMs],
  )
  return rowCount
}

/** Makes the first delivery that waits of each resource due now. Returns how many there are. */
export async function sendWaiting(sql: Sql, webhookId: string, shiftMs: number): Promise<number> {
  const { rowCount } = await sql.query(
    `UPDATE webhook_deliveries d SET next_attempt_at = least(d.next_attempt_at, ${deliveryTime('$2')})
      WHERE d.webhook_id = $1 AND d.state = 'PENDING'
        AND d.sequence IN (SELECT w.sequence FROM webhook_deliveries w
                            WHERE w.webhook_id = $1 AND w.state = 'PENDING' AND w.next_attempt_at < 'infinity'
                            ORDER BY w.next_attempt_at, w.sequence LIMIT ${MOST_SENT_NOW})`,
    [webhookId, shiftMs],
  )
  return rowCount
}

/** Refusals: `delivery-not-found`, `delivery-ended`, and `earlier-waits` when an earlier event of its resource is not delivered yet. */
export async function sendOne(sql: Sql, webhookId: string, sequence: number): Promise<void> {
  const { rows } = await sql.query<{ state: DeliveryState; earlier: bigint | null }>(
    `SELECT d.state, (SELECT min(earlier.sequence) FROM webhook_deliveries earlier
                       WHERE earlier.webhook_id = d.webhook_id AND earlier.resource = d.resource
                         AND earlier.state = 'PENDING' AND earlier.sequence < d.sequence) AS earlier
       FROM webhook_deliveries d WHERE d.webhook_id = $1 AND d.sequence = $2::bigint`,
    [webhookId, sequence],
  )
  const [found] = rows
  if (found === undefined) throw eventProblem('delivery-not-found', 'the webhook has no delivery of this event')
  if (found.state !== 'PENDING')
    throw eventProblem('delivery-ended', `the delivery has ended ${found.state}: deliver the event again instead`)
  if (found.earlier !== null)
    throw eventProblem('earlier-waits', `event ${found.earlier} of the same subject waits: send that one first`)
  await sql.query(
    `UPDATE webhook_deliveries SET next_attempt_at = ${URGENT} WHERE webhook_id = $1 AND sequence = $2::bigint AND state = 'PENDING'`,
    [webhookId, sequence],
  )
}
