// Tells of an alert that was raised or cleared: notifications and mails to its people, an event to its webhook, the audit log.

import { type ToldUser, usersNamed } from '../../administration/access/users/users-who-may.ts'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import { storeEvent } from '../../administration/events/event-outbox.ts'
import { storeNotifications } from '../../administration/notifications/store-notifications.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { alertMail } from '../../platform/mail/notice-mails.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { ALERT_RULES, type AlertMetric } from './alert-rule-records.ts'

const MOST_TOLD = 100

export interface AlertTellingParts {
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'queue'>
  /** Called once mails are committed. */
  mailQueued(): void
  publicUrl(): string
}

/** A rule as it is after its state has changed. */
export interface AlertChange {
  readonly id: string
  readonly name: string
  readonly metric: AlertMetric
  readonly institution_id: string | null
  readonly threshold: number
  readonly value: number
  readonly about: string
  readonly state: 'OK' | 'RAISED'
  readonly user_ids: readonly string[]
  readonly role_ids: readonly string[]
  readonly webhook_id: string | null
}

export async function tellAlert(sql: Sql, nowMs: number, alert: AlertChange, parts: AlertTellingParts): Promise<void> {
  const institutionId = alert.institution_id ?? undefined
  const isRaised = alert.state === 'RAISED'
  const users = await usersNamed(sql, alert.user_ids, alert.role_ids, institutionId, MOST_TOLD)
  await tellUsers(sql, nowMs, alert, users, parts)
  if (alert.webhook_id !== null) await tellWebhook(sql, nowMs, alert, alert.webhook_id)
  await recordAudit(
    sql,
    nowMs,
    {},
    {
      action: isRaised ? 'alert-rule.raise' : 'alert-rule.clear',
      resource: ALERT_RULES.resource,
      resourceId: alert.id,
      after: dataOf(alert),
      ...(institutionId !== undefined && { institutionId }),
    },
  )
}

async function tellUsers(
  sql: Sql,
  nowMs: number,
  alert: AlertChange,
  users: readonly ToldUser[],
  { outbox, publicUrl }: AlertTellingParts,
): Promise<void> {
  const isRaised = alert.state === 'RAISED'
  const of = alert.about === '' ? '' : ` (${alert.about})`
  await storeNotifications(
    sql,
    nowMs,
    users.map(({ userId }) => userId),
    {
      kind: 'ALERT',
      resource: ALERT_RULES.resource,
      resourceId: alert.id,
      institutionId: alert.institution_id ?? undefined,
      title: isRaised ? `Alert: ${alert.name}${of}` : `Over: ${alert.name}`,
      details: {
        name: alert.name,
        metric: alert.metric,
        state: alert.state,
        value: String(alert.value),
        threshold: String(alert.threshold),
        about: alert.about,
      },
    },
  )
  for (const { mailId: to, firstName } of users) {
    const link = `${publicUrl()}/console/alerts/${alert.id}`
    const { name, about, value, threshold } = alert
    await outbox.queue(
      sql,
      alertMail({ to, firstName, isRaised, name, about, value, threshold, link, sentAtMs: nowMs }),
    )
  }
}

async function tellWebhook(sql: Sql, nowMs: number, alert: AlertChange, webhookId: string): Promise<void> {
  const { rows } = await sql.query<{ partner_id: string }>('SELECT partner_id FROM webhooks WHERE id = $1', [webhookId])
  const [webhook] = rows
  // It was removed since.
  if (webhook === undefined) return
  await storeEvent(sql, nowMs, {
    kind: alert.state === 'RAISED' ? 'alert.raised' : 'alert.cleared',
    partnerId: webhook.partner_id,
    institutionId: alert.institution_id ?? undefined,
    resource: `alert/${alert.id}`,
    data: dataOf(alert),
    webhookId,
  })
}

function dataOf({ id, name, metric, institution_id: institutionId, threshold, value, about, state }: AlertChange) {
  return { ruleId: id, name, metric, state, value, threshold, about, ...(institutionId !== null && { institutionId }) }
}
