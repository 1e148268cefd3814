// Administration of alert rules: made, changed, switched and removed by people; and acknowledged while they are raised.

import { authorOf } from '../../administration/audit/actor.ts'
import { WEBHOOKS } from '../../administration/event-delivery/webhooks/webhook-records.ts'
import { assertNamedInstitution } from '../../administration/institutions/named-institution.ts'
import { dropNotifications } from '../../administration/notifications/store-notifications.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  readerOf,
  UNCHANGED,
} from '../../administration/records/change-record.ts'
import { fieldsToSet } from '../../administration/records/fixed-fields.ts'
import { readRecordsById } from '../../administration/records/read-records.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import { Records } from '../../administration/records/records.ts'
import { createRecord, switchRecord, writeFields } from '../../administration/records/write-record.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { alertProblem } from './alert-problems.ts'
import {
  ALERT_RULES,
  type AlertMetric,
  type AlertRecipients,
  type AlertRuleFilter,
  type AlertRuleRecord,
  PLATFORM_METRICS,
} from './alert-rule-records.ts'

export interface NewAlertRule {
  readonly name: string
  readonly metric: AlertMetric
  readonly institutionId?: string | undefined
  readonly responseCode?: string | undefined
  readonly threshold: number
  readonly forMinutes?: number | undefined
  readonly to: Partial<AlertRecipients>
  readonly isActive?: boolean | undefined
}

export interface AlertRuleChange extends Partial<Omit<NewAlertRule, 'isActive'>> {
  readonly version: number
}

export class AlertRules extends Records<AlertRuleRecord, AlertRuleFilter> {
  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    super(ALERT_RULES, parts)
  }

  /** Refusals: `institution-not-found`, invalid fields. */
  create(caller: RecordCaller, rule: NewAlertRule): Promise<AlertRuleRecord> {
    return this.transaction(caller, async (work) => {
      const { institutionId } = rule
      if (institutionId !== undefined) await assertNamedInstitution(work.sql, caller.principal.scope, institutionId)
      else if (caller.principal.scope.institutionId !== undefined) {
        throw invalidFields([{ path: 'institutionId', message: 'must be given: rules of the platform are its own' }])
      }
      const to = recipients(rule.to)
      checkRule(rule)
      await checkRecipients(work, to)
      return await createRecord(work, ALERT_RULES, { ...rule, to })
    })
  }

  /** Refusals: `rule-not-found`, `rule-changed`, invalid fields. */
  update(caller: RecordCaller, id: string, change: AlertRuleChange): Promise<AlertRuleRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, ALERT_RULES, 'alert-rule.update', id, async (before) => {
        assertVersion(ALERT_RULES, before, change.version)
        const { to, version: _, ...fields } = change
        const set = fieldsToSet(['metric', 'institutionId'], { institutionId: undefined, ...before }, fields)
        checkRule({ ...before, ...set })
        const told = to && recipients(to)
        if (told !== undefined) await checkRecipients(work, told)
        await writeFields(work, ALERT_RULES, id, { ...set, to: told })
        // Another threshold is measured anew.
        await work.sql.query('UPDATE alert_rules SET breached_since = NULL WHERE id = $1', [id])
      }),
    )
  }

  /** One that is switched off is not raised any more. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<AlertRuleRecord> {
    return this.transaction(caller, async (work) => {
      if (!isActive) await calm(work.sql, id)
      return await switchRecord(work, ALERT_RULES, id, isActive)
    })
  }

  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, ALERT_RULES, 'alert-rule.delete', id, async () => {
        await calm(work.sql, id)
        await work.sql.query('DELETE FROM alert_rules WHERE id = $1', [id])
      }),
    )
  }

  /** Says that somebody is at it. Refusals: `not-raised`. */
  acknowledge(caller: RecordCaller, id: string): Promise<AlertRuleRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, ALERT_RULES, 'alert-rule.acknowledge', id, async (before) => {
        if (before.state !== 'RAISED') throw alertProblem('not-raised', 'the alert is not raised')
        if (before.acknowledgedAt !== undefined) return UNCHANGED
        return work.sql.query('UPDATE alert_rules SET acknowledged_at = $2, acknowledged_by = $3 WHERE id = $1', [
          id,
          new Date(work.nowMs),
          authorOf(caller.actor),
        ])
      }),
    )
  }
}

async function calm(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `UPDATE alert_rules SET state = 'OK', breached_since = NULL, raised_at = NULL, acknowledged_at = NULL, acknowledged_by = NULL
      WHERE id = $1 AND state = 'RAISED'`,
    [id],
  )
  await dropNotifications(sql, { kind: 'ALERT', resource: ALERT_RULES.resource, resourceId: id })
}

function recipients({ userIds = [], roleIds = [], webhookId }: Partial<AlertRecipients>): AlertRecipients {
  return { userIds: [...new Set(userIds)], roleIds: [...new Set(roleIds)], webhookId: webhookId ?? null }
}

/** Rules that one field alone cannot state. */
function checkRule({
  metric,
  institutionId,
  responseCode,
  threshold,
}: Pick<NewAlertRule, 'metric' | 'institutionId' | 'responseCode' | 'threshold'>): void {
  const faults = [
    ...(metric === 'decline-code' && responseCode === undefined
      ? [{ path: 'responseCode', message: 'must be given for decline-code' }]
      : []),
    ...(metric !== 'decline-code' && responseCode !== undefined
      ? [{ path: 'responseCode', message: 'must not be given: only decline-code counts a response code' }]
      : []),
    ...(institutionId !== undefined && PLATFORM_METRICS.includes(metric)
      ? [{ path: 'institutionId', message: `must not be given: ${metric} belongs to no institution` }]
      : []),
    ...(metric === 'approval-rate' && threshold > 100
      ? [{ path: 'threshold', message: 'must be a percentage: at most 100' }]
      : []),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

async function checkRecipients(work: RecordWork, { userIds, roleIds, webhookId }: AlertRecipients): Promise<void> {
  const { sql, caller } = work
  const { institutionId } = caller.principal.scope
  if (userIds.length + roleIds.length === 0 && (webhookId ?? null) === null) {
    throw invalidFields([{ path: 'to', message: 'must name at least one user, role or webhook' }])
  }
  const { rows: users } = await sql.query<{ id: string }>(
    `SELECT user_id AS id FROM users WHERE user_id = ANY ($1::uuid[]) AND ($2::text IS NULL OR institution_id = $2)`,
    [userIds, institutionId ?? null],
  )
  const { rows: roles } = await sql.query<{ id: string }>(
    `SELECT role_id AS id FROM roles
      WHERE role_id = ANY ($1::uuid[]) AND ($2::text IS NULL OR institution_id IS NULL OR institution_id = $2)`,
    [roleIds, institutionId ?? null],
  )
  const webhooks = (webhookId ?? null) === null ? [] : [webhookId as string]
  const foundWebhooks = await readRecordsById(sql, WEBHOOKS, readerOf(work), webhooks)
  throwUnknown('to.userIds', userIds, users, 'is not a user')
  throwUnknown('to.roleIds', roleIds, roles, 'is not a role')
  if (foundWebhooks.length < webhooks.length) {
    throw invalidFields([{ path: 'to.webhookId', message: 'is not a webhook' }])
  }
}

function throwUnknown(path: string, ids: readonly string[], found: readonly { id: string }[], message: string): void {
  const known = new Set(found.map(({ id }) => id))
  const faults = ids.flatMap((id, place) =>
    known.has(id.toLowerCase()) ? [] : [{ path: `${path}[${place}]`, message }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}
