// What senders read and write: leases of webhooks, due deliveries, and how an attempt ended.

import { cloudEvent } from '../events/cloud-event.ts'
import { DAY_MS } from '../kernel/clock.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { DeliveryAttempt } from './deliveries.ts'

/** For how long a delivery is tried. */
export const TRIED_FOR_MS = 3 * DAY_MS
const LEASE = "interval '60 seconds'"
const MOST_DUE = 50

export interface LeasedWebhook {
  readonly id: string
  readonly partnerId: string
  readonly url: string
  readonly contactEmail: string
  readonly secretSealed: string
  readonly oldSecretSealed: string | null
  readonly oldSecretUntil: Date | null
  readonly failures: number
}

export interface DueDelivery {
  readonly sequence: bigint
  readonly resource: string
  readonly attempts: number
  readonly firstAttemptAt: Date | null
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
}

/** Webhooks with due deliveries that no other sender works for, those that were served longest ago first. */
export async function leaseWebhooks(
  sql: Sql,
  lease: { readonly leaseId: string; readonly most: number; readonly nowMs: number },
): Promise<LeasedWebhook[]> {
  const { rows } = await sql.query<LeasedRow>(
    `UPDATE webhooks w
        SET leased_by = $1::uuid, leased_until = now() + ${LEASE}
      WHERE w.id IN (SELECT c.id FROM webhooks c
                      WHERE c.is_active AND (c.leased_until IS NULL OR c.leased_until < now())
                        AND (c.paused_until IS NULL OR c.paused_until <= $2::timestamptz)
                        AND EXISTS (SELECT FROM webhook_deliveries d
                                     WHERE d.webhook_id = c.id AND d.state = 'PENDING' AND d.next_attempt_at <= $2::timestamptz)
                      ORDER BY c.leased_until NULLS FIRST, c.id
                      LIMIT $3
                        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING w.id, w.partner_id, w.url, w.contact_email, w.secret_sealed, w.old_secret_sealed, w.old_secret_until, w.failures`,
    [lease.leaseId, new Date(lease.nowMs), lease.most],
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
  partner_id: string
  event_id: string
  kind: string
  institution_id: string | null
  occurred_at: Date
  data: object
  is_behind: boolean
}

/** The next delivery of each resource. Those behind one that is not delivered yet are set aside until it has ended. */
export async function dueDeliveries(sql: Sql, webhookId: string, nowMs: number): Promise<DueDelivery[]> {
  for (;;) {
    const { rows } = await sql.query<DueRow>(
      `SELECT d.sequence, d.resource, d.attempts, d.first_attempt_at, e.partner_id, e.event_id, e.kind, e.institution_id,
              e.occurred_at, e.data,
              EXISTS (SELECT FROM webhook_deliveries earlier
                       WHERE earlier.webhook_id = d.webhook_id AND earlier.resource = d.resource
                         AND earlier.state = 'PENDING' AND earlier.sequence < d.sequence) AS is_behind
         FROM webhook_deliveries d
         JOIN events e ON e.partner_id = d.partner_id AND e.sequence = d.sequence
        WHERE d.webhook_id = $1 AND d.state = 'PENDING' AND d.next_attempt_at <= $2::timestamptz
        ORDER BY d.next_attempt_at, d.sequence
        LIMIT ${MOST_DUE}`,
      [webhookId, new Date(nowMs)],
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
    eventId: row.event_id,
    body: JSON.stringify(event),
  }
}

/** How an attempt ended: undefined `retryAt` ends the delivery. */
export interface AttemptEnd {
  readonly webhookId: string
  readonly leaseId: string
  readonly delivery: DueDelivery
  readonly attempt: DeliveryAttempt
  readonly isDelivered: boolean
  readonly retryAt?: Date | undefined
  readonly nowMs: number
  /** How long the webhook is left alone after a failure. */
  readonly pauseMs: number
}

/** Stores it, lets the next event of the resource go, and renews the lease. False when another sender has the lease. */
export async function storeAttempt(database: Database, end: AttemptEnd): Promise<boolean> {
  const { webhookId, leaseId, delivery, attempt, isDelivered, retryAt, nowMs, pauseMs } = end
  const now = new Date(nowMs)
  return database.transaction(async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE webhooks
          SET leased_until = now() + ${LEASE},
              failures = CASE WHEN $3 THEN 0 ELSE failures + 1 END,
              succeeded_at = CASE WHEN $3 THEN $4::timestamptz ELSE succeeded_at END,
              paused_until = CASE WHEN $3 THEN NULL ELSE $4::timestamptz + $5::integer * interval '1 millisecond' END
        WHERE id = $1 AND leased_by = $2::uuid`,
      [webhookId, leaseId, isDelivered, now, pauseMs],
    )
    if (rowCount === 0) return false
    await sql.query(
      `UPDATE webhook_deliveries
          SET state = $3, next_attempt_at = coalesce($4::timestamptz, next_attempt_at), attempts = attempts + 1,
              first_attempt_at = coalesce(first_attempt_at, $5::timestamptz),
              ended_at = CASE WHEN $3 = 'PENDING' THEN NULL ELSE $5::timestamptz END,
              log = CASE WHEN jsonb_array_length(log) >= 40 THEN log - 0 ELSE log END || $6::jsonb
        WHERE webhook_id = $1 AND sequence = $2 AND state = 'PENDING'`,
      [
        webhookId,
        delivery.sequence,
        isDelivered ? 'DELIVERED' : retryAt === undefined ? 'FAILED' : 'PENDING',
        retryAt ?? null,
        now,
        JSON.stringify([attempt]),
      ],
    )
    if (isDelivered || retryAt === undefined) {
      await sql.query(
        `UPDATE webhook_deliveries SET next_attempt_at = $3::timestamptz
          WHERE webhook_id = $1 AND next_attempt_at = 'infinity' AND state = 'PENDING'
            AND sequence = (SELECT sequence FROM webhook_deliveries
                             WHERE webhook_id = $1 AND resource = $2 AND state = 'PENDING'
                             ORDER BY sequence LIMIT 1)`,
        [webhookId, delivery.resource, now],
      )
    }
    return true
  })
}
