// What senders read and write: leases of webhooks, due deliveries, and how an attempt ended.

import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { cloudEvent } from '../events/cloud-event.ts'
import type { DeliveryAttempt } from './deliveries.ts'
import { deliveryTime, URGENT } from './delivery-time.ts'

/** For how long a delivery is tried. */
export const TRIED_FOR_MS = 3 * DAY_MS
/** Longer between two attempts and nothing was tried: the webhook or its partner was off, or the gateway. The days begin anew. */
export const INTERRUPTED_AFTER_MS = 12 * HOUR_MS
const LEASE = "interval '60 seconds'"
const MOST_DUE = 50
const MOST_LOGGED = 40

export interface LeasedWebhook {
  readonly id: string
  readonly partnerId: string
  readonly url: string
  readonly contactEmail: string
  readonly secretSealed: string
  readonly oldSecretSealed: string | null
  readonly oldSecretUntil: Date | null
  readonly failures: number
  /** Only what is urgent is sent. */
  readonly isPaused: boolean
  /** The time of deliveries. */
  readonly leasedAtMs: number
}

export interface DueDelivery {
  readonly sequence: bigint
  readonly resource: string
  readonly attempts: number
  readonly firstAttemptAt: Date | null
  readonly lastAttemptAt: Date | null
  readonly eventId: string
  readonly body: string
}

interface LeasedRow {
  id: string
  partner_id: string
  url: string
  contact_email: string
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: Date | null
  failures: number
  is_paused: boolean
  leased_at: Date
}

/** Webhooks with due deliveries that no other sender works for, those that were served longest ago first. Partners that are off wait. */
export async function leaseWebhooks(
  sql: Sql,
  lease: {
    readonly leaseId: string
    readonly most: number
    readonly shiftMs: number
    readonly without?: readonly string[]
  },
): Promise<LeasedWebhook[]> {
  const time = deliveryTime('$2')
  const { rows } = await sql.query<LeasedRow>(
    `UPDATE webhooks w
        SET leased_by = $1::uuid, leased_until = now() + ${LEASE}
      WHERE w.id IN (SELECT c.id FROM webhooks c
                      WHERE c.is_active AND c.id <> ALL ($4::uuid[]) AND (c.leased_until IS NULL OR c.leased_until < now())
                        AND EXISTS (SELECT FROM partners p WHERE p.partner_id = c.partner_id AND p.is_active)
                        AND EXISTS (SELECT FROM webhook_deliveries d
                                     WHERE d.webhook_id = c.id AND d.state = 'PENDING'
                                       AND d.next_attempt_at <= CASE WHEN c.paused_until > ${time} THEN ${URGENT} ELSE ${time} END)
                      ORDER BY c.leased_until NULLS FIRST, c.id
                      LIMIT $3
                        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING w.id, w.partner_id, w.url, w.contact_email, w.secret_sealed, w.old_secret_sealed, w.old_secret_until, w.failures,
                coalesce(w.paused_until > ${time}, false) AS is_paused, ${time} AS leased_at`,
    [lease.leaseId, lease.shiftMs, lease.most, lease.without ?? []],
  )
  return rows.map((row) => ({
    id: row.id,
    partnerId: row.partner_id,
    url: row.url,
    contactEmail: row.contact_email,
    secretSealed: row.secret_sealed,
    oldSecretSealed: row.old_secret_sealed,
    oldSecretUntil: row.old_secret_until,
    failures: row.failures,
    isPaused: row.is_paused,
    leasedAtMs: row.leased_at.getTime(),
  }))
}

export async function releaseLease(sql: Sql, id: string, leaseId: string): Promise<void> {
  await sql.query('UPDATE webhooks SET leased_until = now(), leased_by = NULL WHERE id = $1 AND leased_by = $2::uuid', [
    id,
    leaseId,
  ])
}

interface DueRow {
  sequence: bigint
  resource: string
  attempts: number
  first_attempt_at: Date | null
  last_attempt_at: string | null
  partner_id: string
  event_id: string
  kind: string
  institution_id: string | null
  occurred_at: Date
  data: object
  is_behind: boolean
}

/** The next delivery of each resource. Those behind one that is not delivered yet are set aside until it has ended. */
export async function dueDeliveries(
  sql: Sql,
  { id: webhookId, isPaused }: Pick<LeasedWebhook, 'id' | 'isPaused'>,
  shiftMs: number,
): Promise<DueDelivery[]> {
  const until = `CASE WHEN $3 THEN ${URGENT} ELSE ${deliveryTime('$2')} END`
  for (;;) {
    const { rows } = await sql.query<DueRow>(
      `SELECT d.sequence, d.resource, d.attempts, d.first_attempt_at, d.log->-1->>'at' AS last_attempt_at, e.partner_id, e.event_id, e.kind, e.institution_id,
              e.occurred_at, e.data,
              EXISTS (SELECT FROM webhook_deliveries earlier
                       WHERE earlier.webhook_id = d.webhook_id AND earlier.resource = d.resource
                         AND earlier.state = 'PENDING' AND earlier.sequence < d.sequence) AS is_behind
         FROM webhook_deliveries d
         JOIN events e ON e.partner_id = d.partner_id AND e.sequence = d.sequence
        WHERE d.webhook_id = $1 AND d.state = 'PENDING' AND d.next_attempt_at <= ${until}
        ORDER BY d.next_attempt_at, d.sequence
        LIMIT ${MOST_DUE}`,
      [webhookId, shiftMs, isPaused],
    )
    const behind = rows.filter((row) => row.is_behind).map(({ sequence }) => sequence)
    if (behind.length > 0) {
      await sql.query(
        `UPDATE webhook_deliveries SET next_attempt_at = 'infinity'
          WHERE webhook_id = $1 AND sequence = ANY ($2::bigint[]) AND state = 'PENDING'`,
        [webhookId, behind],
      )
    }
    const first = rows.filter((row) => !row.is_behind)
    if (first.length > 0 || rows.length < MOST_DUE) return first.map(dueOf)
  }
}

function dueOf(row: DueRow): DueDelivery {
  const event = cloudEvent({
    eventId: row.event_id,
    partnerId: row.partner_id,
    sequence: row.sequence,
    kind: row.kind,
    institutionId: row.institution_id,
    resource: row.resource,
    occurredAt: row.occurred_at,
    data: row.data,
  })
  return {
    sequence: row.sequence,
    resource: row.resource,
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at,
    lastAttemptAt: row.last_attempt_at === null ? null : new Date(row.last_attempt_at),
    eventId: row.event_id,
    body: JSON.stringify(event),
  }
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly delivery: DueDelivery
  readonly attempt: DeliveryAttempt
  readonly state: 'DELIVERED' | 'FAILED' | 'PENDING'
  /** Since when it is tried. */
  readonly firstAt: Date
  /** When a delivery that is still pending is tried next. */
  readonly retryAt?: Date | undefined
}

export interface AttemptEnds {
  readonly webhookId: string
  readonly leaseId: string
  /** Each of another resource. */
  readonly ends: readonly AttemptEnd[]
  /** The time of deliveries. */
  readonly nowMs: number
  /** Failures since the last success. */
  readonly failures: number
  /** How long the webhook is left alone. */
  readonly pauseMs: number | undefined
}

/** Stores them, lets the next events of their resources go, and renews the lease. False when another sender has the lease. */
export async function storeAttempts(sql: Sql, attempts: AttemptEnds): Promise<boolean> {
  const { webhookId, leaseId, ends, nowMs, failures, pauseMs } = attempts
  const { rows } = await sql.query<{ is_kept: boolean }>(
    `WITH given AS (
       SELECT * FROM jsonb_to_recordset($6::jsonb)
                  AS given (sequence bigint, resource text, state text, first_at timestamptz, retry_at timestamptz, attempt jsonb)
     ), kept AS (
       UPDATE webhooks
          SET leased_until = now() + ${LEASE},
              failures = $7::integer,
              succeeded_at = CASE WHEN $3 THEN $5::timestamptz ELSE succeeded_at END,
              paused_until = $5::timestamptz + $4::integer * interval '1 millisecond'
        WHERE id = $1 AND leased_by = $2::uuid
       RETURNING id
     ), stored AS (
       UPDATE webhook_deliveries d
          SET state = given.state, next_attempt_at = coalesce(given.retry_at, d.next_attempt_at), attempts = d.attempts + 1,
              first_attempt_at = given.first_at,
              ended_at = CASE WHEN given.state = 'PENDING' THEN NULL ELSE $5::timestamptz END,
              log = CASE WHEN jsonb_array_length(d.log) >= ${MOST_LOGGED} THEN d.log - 0 ELSE d.log END || given.attempt
         FROM given
        WHERE d.webhook_id = $1 AND d.sequence = given.sequence AND d.state = 'PENDING' AND EXISTS (SELECT FROM kept)
     ), next AS (
       SELECT (SELECT n.sequence FROM webhook_deliveries n
                WHERE n.webhook_id = $1 AND n.resource = given.resource AND n.state = 'PENDING' AND n.sequence <> given.sequence
                ORDER BY n.sequence LIMIT 1) AS sequence
         FROM given WHERE given.state <> 'PENDING'
     ), released AS (
       UPDATE webhook_deliveries d SET next_attempt_at = $5::timestamptz
         FROM next
        WHERE d.webhook_id = $1 AND d.sequence = next.sequence AND d.next_attempt_at = 'infinity' AND d.state = 'PENDING'
          AND EXISTS (SELECT FROM kept)
     )
     SELECT EXISTS (SELECT FROM kept) AS is_kept`,
    [
      webhookId,
      leaseId,
      ends.some(({ state }) => state === 'DELIVERED'),
      pauseMs ?? null,
      new Date(nowMs),
      JSON.stringify(
        ends.map(({ delivery, attempt, state, firstAt, retryAt }) => ({
          sequence: delivery.sequence.toString(),
          resource: delivery.resource,
          state,
          first_at: firstAt,
          retry_at: retryAt,
          attempt: [attempt],
        })),
      ),
      failures,
    ],
  )
  return rows[0]?.is_kept === true
}
