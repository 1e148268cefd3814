// Alert rules as administration keeps and lists them. People keep what raises an alert and whom it tells; the state is the
// gateway's own.

import { recordKind } from '../../administration/records/column-kind.ts'
import { column, group, instant, lower, optional, orAbsent, sorted } from '../../administration/records/columns.ts'
import type { RecordFields } from '../../administration/records/record-kind.ts'
import { ofInstitution } from '../../administration/records/scope-conditions.ts'
import { alertProblem } from './alert-problems.ts'

/** What can be watched, and what its threshold counts. An alert is raised at the threshold or above; `approval-rate`: below. */
export const ALERT_METRICS = {
  'exceptions.open': 'open exceptions',
  'exceptions.oldest-minutes': 'minutes since the oldest open exception arose',
  'approval-rate':
    'percent of orders approved in this and the last clock hour, once there are 20; raised below the threshold',
  'decline-code': 'orders answered with `responseCode` in this and the last clock hour',
  'core.down': 'cores that do not answer',
  'day.not-closed': 'minutes since a business day should have been closed',
  'webhook.off': 'webhooks that the gateway has switched off',
  'ledger.drift': 'differences between books and ledger that are open',
  'ledger.silent': 'ledgers that do not answer about what was sent',
  'cash.difference': 'differences of counted cash that are open',
  clock: "seconds by which the clock of the measuring node is off the database's",
  'changes.waiting': 'changes that wait for a second user, to approve them or to review them after an emergency',
  'reads.unusual': 'files downloaded by one user within an hour',
} as const
export type AlertMetric = keyof typeof ALERT_METRICS
export const ALERT_METRIC_NAMES = Object.keys(ALERT_METRICS) as readonly AlertMetric[]

/** Of no institution. */
export const PLATFORM_METRICS: readonly AlertMetric[] = ['webhook.off', 'clock']

export const ALERT_STATES = ['OK', 'RAISED'] as const
export type AlertState = (typeof ALERT_STATES)[number]

export interface AlertRecipients {
  readonly userIds: readonly string[]
  readonly roleIds: readonly string[]
  readonly webhookId?: string | null | undefined
}

export interface AlertRuleRecord extends RecordFields {
  readonly name: string
  readonly metric: AlertMetric
  readonly institutionId?: string
  readonly responseCode?: string
  readonly threshold: number
  readonly forMinutes: number
  readonly to: AlertRecipients
  readonly isActive: boolean
  readonly state: AlertState
  /** What was measured last. */
  readonly value?: number
  /** What it was measured of. */
  readonly about?: string
  readonly raisedAt?: string
  readonly acknowledgedAt?: string
  readonly acknowledgedBy?: string
}

export interface AlertRuleFilter {
  readonly institutionId?: string | undefined
  readonly metric?: readonly AlertMetric[] | undefined
  readonly state?: readonly AlertState[] | undefined
  readonly isActive?: boolean | undefined
}

const number = (stored: string | number | null) => (stored === null ? undefined : Number(stored))

export const ALERT_RULES = recordKind<AlertRuleRecord, AlertRuleFilter>({
  resource: 'alert-rule',
  table: 'alert_rules a',
  order: `(a.state = 'RAISED') DESC, a.raised_at DESC NULLS LAST, lower(a.name), a.id`,
  columns: {
    name: column('name', { sort: lower }),
    metric: sorted('metric'),
    institutionId: optional('institution_id', true),
    responseCode: optional('response_code'),
    threshold: column<number, string>('threshold', { read: Number }),
    forMinutes: column<number>('for_minutes'),
    to: group<AlertRecipients>({
      userIds: 'user_ids',
      roleIds: 'role_ids',
      webhookId: column<string | null | undefined, string | null>('webhook_id', {
        read: orAbsent,
        write: (id) => id ?? null,
      }),
    }),
    isActive: sorted('is_active'),
    state: sorted('state'),
    value: column<number, string | null>('value', { read: number }),
    about: optional('about'),
    raisedAt: instant('raised_at'),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedBy: optional('acknowledged_by'),
  },
  // Sub-tenants have none, and those of the platform are its own.
  inScope: (scope, parameters) => ofInstitution('a', scope, parameters),
  matching({ institutionId, metric, state, isActive }, _reader, where) {
    where.addFor(institutionId, (value) => `a.institution_id = ${value}`)
    where.addFor(metric, (value) => `a.metric = ANY (${value})`)
    where.addFor(state, (value) => `a.state = ANY (${value})`)
    where.addFor(isActive, (value) => `a.is_active = ${value}`)
  },
  // Measured all the time.
  snapshot: ({ value: _, about: __, ...rule }) => rule,
  ownerOf: ({ institutionId }) => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => alertProblem('rule-not-found', 'there is no such alert rule'),
    changed: () => alertProblem('rule-changed', 'the alert rule was changed since it was read'),
  },
})
