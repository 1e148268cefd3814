// Alert rules on the wire: what is sent, what comes back, and an example.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordName,
  recordOf,
  timestamp,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import { ALERT_METRIC_NAMES, ALERT_METRICS, ALERT_STATES } from '../../../../oversight/alerts/alert-rule-records.ts'

export const TAG = 'Alerts'

const metric = Type.Enum([...ALERT_METRIC_NAMES], {
  description: Object.entries(ALERT_METRICS)
    .map(([name, counts]) => `\`${name}\`: ${counts}`)
    .join('; '),
  expected: 'must be a metric',
})
const state = Type.Enum([...ALERT_STATES], {
  description: 'RAISED while the threshold is reached',
  expected: `must be one of ${ALERT_STATES.join(', ')}`,
})

const some = (what: string) => ({ description: what, maxItems: 50, expected: 'must be a list of at most 50 UUIDs' })

const to = Type.Object(
  {
    userIds: Type.Optional(chosen(Type.Array(uuid('A user'), some('Users who are told')))),
    roleIds: Type.Optional(
      chosen(Type.Array(uuid('A role'), some('Roles whose users are told, within the scope of the rule'))),
    ),
    webhookId: Type.Optional(chosen(orNull(uuid('A webhook that gets `alert.raised` and `alert.cleared`')))),
  },
  { description: 'Who is told: at least one. At most 100 users get a mail' },
)

export const newAlertRule = Type.Object({
  name: chosen(recordName('Its name, as mails and the console say it')),
  metric: chosen(metric),
  institutionId: Type.Optional(chosen(identifier('Watched at this institution only; absent: anywhere'))),
  responseCode: Type.Optional(
    chosen(
      Type.String({ description: 'decline-code: the code', pattern: '^[0-9]{3}$', expected: 'must be three digits' }),
    ),
  ),
  threshold: chosen(
    Type.Number({
      description: 'Raised from here on',
      minimum: 0,
      maximum: 1_000_000_000,
      expected: 'must be from 0 to 1000000000',
    }),
  ),
  forMinutes: Type.Optional(
    chosen(
      Type.Integer({
        description: 'For how long; 0 unless said',
        minimum: 0,
        maximum: 1440,
        expected: 'must be a whole number from 0 to 1440',
      }),
    ),
  ),
  to: chosen(to),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is watched; true unless said' }))),
})

export const alertRuleChange = changeOf(newAlertRule, { fixed: ['metric', 'institutionId'], without: ['isActive'] })

export const alertRuleFilter = Type.Object({
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  metric: Type.Optional(chosen(anyOf(metric, 20, 'Metrics'))),
  state: Type.Optional(chosen(anyOf(state, 20, 'States'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is watched' }))),
})

export const alertRule = recordOf(newAlertRule, {
  component: 'AlertRule',
  shown: {
    institutionId: Type.Optional(Type.String({ description: 'The institution that it is about' })),
    responseCode: Type.Optional(Type.String({ description: 'decline-code: the code' })),
    forMinutes: 'For how long the threshold must be reached',
    isActive: 'Whether it is watched',
    state,
    value: Type.Optional(Type.Number({ description: 'What was measured last' })),
    about: Type.Optional(Type.String({ description: 'What it was measured of: institutions, partners, a user' })),
    raisedAt: Type.Optional(timestamp('When it was raised')),
    acknowledgedAt: Type.Optional(timestamp('When somebody said to be at it')),
    acknowledgedBy: Type.Optional(Type.String({ description: 'Who is at it' })),
  },
})

export const NEW_ALERT_RULE = {
  name: 'Core of the bank is down',
  metric: 'core.down',
  institutionId: 'FI001',
  threshold: 1,
  forMinutes: 2,
  to: { roleIds: ['00000000-0000-7000-8000-000000000001'] },
}

export const ALERT_RULE = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90'),
  ...NEW_ALERT_RULE,
  to: { userIds: [], ...NEW_ALERT_RULE.to },
  isActive: true,
  state: 'RAISED',
  value: 1,
  about: 'FI001',
  raisedAt: '2026-01-15T10:02:00.000Z',
}
