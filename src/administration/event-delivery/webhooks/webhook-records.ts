// Webhooks as administration keeps, reads and lists them. A secret is shown when it is made, and sealed from then on.

import { recordKind } from '../../records/column-kind.ts'
import { column, derived, orAbsent } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { eventProblem } from '../event-problems.ts'

export interface WebhookRecord extends RecordFields {
  readonly partnerId: string
  readonly url: string
  /** Empty: all. */
  readonly kinds: readonly string[]
  readonly institutionIds: readonly string[]
  /** Who is told when it is switched off. */
  readonly contactEmail: string
  readonly isActive: boolean
  /** Why the gateway has switched it off. */
  readonly offReason: string | null
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly succeededAt: string | null
  /** Until then it is left alone, after several failures in a row. */
  readonly pausedUntil: string | null
  /** Age of the oldest event that it has not taken yet; 0 when there is none. */
  readonly lagSeconds: number
  /** Until then the secret before signs as well. */
  readonly oldSecretUntil: string | null
  /** The institution, when its partner works for no other: its users find changes in the audit log. */
  readonly ownedBy?: string
}

/** The secret is returned once, when it is made. */
export interface WebhookWithSecret extends WebhookRecord {
  readonly secret: string
}

export interface WebhookFilter {
  readonly partnerId?: string | undefined
  readonly isActive?: boolean | undefined
}

const instant = (name: string) =>
  column<string | null, Date | null>(name, { read: (stored) => stored?.toISOString() ?? null })

/** The age in seconds of the oldest event that a webhook has not taken yet, by the database's clock; no row when there is none. */
export function lagOf(webhookId: string): string {
  return `SELECT greatest(extract(epoch FROM now() - e.recorded_at), 0)
            FROM webhook_deliveries d JOIN events e ON e.partner_id = d.partner_id AND e.sequence = d.sequence
           WHERE d.webhook_id = ${webhookId} AND d.state = 'PENDING'
           ORDER BY d.sequence LIMIT 1`
}

export const WEBHOOKS = recordKind<WebhookRecord, WebhookFilter>({
  resource: 'webhook',
  table: 'webhooks w',
  order: 'w.created_at DESC, w.id',
  columns: {
    partnerId: 'partner_id',
    url: 'url',
    kinds: 'kinds',
    institutionIds: 'institution_ids',
    contactEmail: 'contact_email',
    isActive: 'is_active',
    offReason: 'off_reason',
    failures: 'failures',
    succeededAt: instant('succeeded_at'),
    pausedUntil: instant('paused_until'),
    lagSeconds: derived('lag_seconds', (alias) => `coalesce((${lagOf(`${alias}.id`)}), 0)::integer`),
    oldSecretUntil: instant('old_secret_until'),
    ownedBy: derived(
      'owned_by',
      (alias) => `(SELECT p.institution_ids[1] FROM partners p
                    WHERE p.partner_id = ${alias}.partner_id AND cardinality(p.institution_ids) = 1)`,
      orAbsent<string>,
    ),
  },
  // As its partner is: a user of an institution sees those of partners that work for no other.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    if (institutionId === undefined) return 'true'
    return `EXISTS (SELECT FROM partners p WHERE p.partner_id = w.partner_id
                       AND p.institution_ids = ARRAY[${parameters.add(institutionId)}::text])`
  },
  matching({ partnerId, isActive }, _reader, where) {
    where.addFor(partnerId, (value) => `w.partner_id = ${value}`)
    where.addFor(isActive, (value) => `w.is_active = ${value}`)
  },
  // Deliveries change these all the time.
  snapshot: ({ failures: _, succeededAt: __, pausedUntil: ___, lagSeconds: ____, ownedBy: _____, ...webhook }) =>
    webhook,
  ownerOf: ({ ownedBy: institutionId }) => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => eventProblem('webhook-not-found', 'there is no such webhook'),
    changed: () => eventProblem('webhook-changed', 'the webhook was changed since it was read'),
  },
})
