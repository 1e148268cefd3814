// The state of the platform for the person on duty, in one answer.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { timestamp } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { SERVICE_STATUSES, STATUS_GROUPS } from './status-groups.ts'

const status = Type.Enum([...SERVICE_STATUSES], { description: 'The worst of its items' })

const group = Type.Object(
  {
    group: chosen(Type.Enum([...STATUS_GROUPS], { description: 'What it is about' })),
    status: chosen(status),
    items: chosen(
      Type.Array(
        Type.Object(
          {
            name: chosen(Type.String({ description: 'A service, an institution, a queue, a job' })),
            status: chosen(Type.Enum([...SERVICE_STATUSES], { description: 'Whether it works' })),
            note: Type.Optional(chosen(Type.String({ description: 'What is the matter, or what waits' }))),
            since: Type.Optional(chosen(timestamp('Since when, or when it was looked at'))),
          },
          { component: 'StatusItem' },
        ),
        { description: 'DAYS, ALERTS and WEBHOOKS: only what is wrong' },
      ),
    ),
  },
  { component: 'StatusGroup' },
)

export const platformStatus = onboardingOperation({
  id: 'GetPlatformStatus',
  route: 'GET /status',
  access: may('HEALTH', 'VIEW'),
  basis: 'chosen',
  tag: 'Health',
  summary: 'Everything that a person on duty looks at',
  description:
    'Services, cores, chains, business days, raised alerts, webhooks, queues, jobs, switches and clocks. Users of an institution see services, ' +
    'their core, their days and their alerts. Jobs, switches and the clock are those of the node that answers.',
  reply: Type.Object({ status: chosen(status), groups: chosen(Type.Array(group)) }, { component: 'PlatformStatus' }),
  replyExamples: [
    {
      name: 'late',
      summary: 'A day is not closed',
      value: {
        status: 'DEGRADED',
        groups: [
          {
            group: 'DAYS',
            status: 'DEGRADED',
            items: [
              {
                name: 'FI001',
                status: 'DEGRADED',
                note: '2026-01-14 is not closed',
                since: '2026-01-15T04:00:00.000Z',
              },
            ],
          },
          { group: 'ALERTS', status: 'UP', items: [] },
        ],
      },
    },
  ],
  async handle(ask) {
    const groups = await ask.services.platformState.groups(ask.principal.scope)
    const states = groups.map((one) => one.status)
    const vital = groups.find((one) => one.group === 'SERVICES')?.items ?? []
    const isDown = vital.some((one) => one.status === 'DOWN' && ['gateway', 'database'].includes(one.name))
    return envelope(ask, { status: isDown ? 'DOWN' : states.every((one) => one === 'UP') ? 'UP' : 'DEGRADED', groups })
  },
})
