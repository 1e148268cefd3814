// Notifications are stored with what they tell of, in its transaction, a row for each user who is told.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'

/** What a notification tells. */
export const NOTIFICATION_KINDS = {
  CHANGE_WAITS: 'A change waits for your approval; gone when it is decided',
  CHANGE_ENDED: 'A change that you asked for was approved, rejected, has failed or has expired',
  CHANGE_EMERGENCY: 'A change was carried out in an emergency, and you may review it; gone when it is reviewed',
  CHANGE_OVERDUE: 'An emergency change has no review after 24 hours; gone when it is reviewed',
  CHANGE_REVIEWED:
    'A change that you carried out in an emergency was reviewed, or somebody has objected to one that you could review',
  EXPORT_ENDED: 'An export that you asked for is done, or has failed',
  EXCEPTIONS_GIVEN: 'You were given an exception, or several by a job',
  EXCEPTION_JOB_ENDED: 'A job on many exceptions that you asked for is done, or has failed',
  ALERT: 'An alert that you are told of was raised, or is over',
} as const
export type NotificationKind = keyof typeof NOTIFICATION_KINDS

const KEPT_MS = 30 * DAY_MS

export interface NewNotification {
  readonly kind: NotificationKind
  /** As the audit log names it. */
  readonly resource: string
  readonly resourceId: string
  /** The right that a user needs to see it still. */
  readonly grant?: { readonly module: ModuleId; readonly action: ActionId } | undefined
  readonly institutionId?: string | undefined
  readonly subTenantId?: string | undefined
  /** In English; no secrets and no card numbers. */
  readonly title: string
  /** What the title is made of. */
  readonly details: Readonly<Record<string, string | undefined>>
  /** After 30 days, unless it is over earlier. */
  readonly expiresAtMs?: number | undefined
}

/** A notification of the same kind about the same record takes the place of the one before, unread. */
export async function storeNotifications(
  sql: Sql,
  nowMs: number,
  userIds: readonly string[],
  { kind, resource, resourceId, grant, institutionId, subTenantId, title, details, expiresAtMs }: NewNotification,
): Promise<void> {
  if (userIds.length === 0) return
  await sql.query(STORE, [
    userIds.map(() => newId(nowMs)),
    userIds,
    kind,
    resource,
    resourceId,
    grant?.module ?? null,
    grant?.action ?? null,
    institutionId ?? null,
    subTenantId ?? null,
    title,
    JSON.stringify(details),
    new Date(nowMs),
    new Date(expiresAtMs ?? nowMs + KEPT_MS),
  ])
}

const STORE: Statement = {
  name: 'notifications-store',
  text: `INSERT INTO notifications (notification_id, user_id, kind, resource, resource_id, module, action, institution_id,
                                    sub_tenant_id, title, details, created_at, expires_at)
         SELECT told.notification_id, told.user_id, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::uuid,
                $10::text, $11::jsonb, $12::timestamptz, $13::timestamptz
           FROM unnest($1::uuid[], $2::uuid[]) AS told (notification_id, user_id)
          ORDER BY told.user_id
         ON CONFLICT (user_id, kind, resource_id) DO UPDATE
            SET title = excluded.title, details = excluded.details, created_at = excluded.created_at, read_at = NULL,
                expires_at = excluded.expires_at`,
}

/** What waited does so no more, for anyone. */
export async function dropNotifications(
  sql: Sql,
  { kind, resource, resourceId }: Pick<NewNotification, 'kind' | 'resource' | 'resourceId'>,
): Promise<void> {
  await sql.query('DELETE FROM notifications WHERE resource = $1 AND resource_id = $2 AND kind = $3', [
    resource,
    resourceId,
    kind,
  ])
}
