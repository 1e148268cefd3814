// The health of the platform's services: of all that the caller may see, or of those named.

import { Type } from 'typebox'
import { chosen, given } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import type { ProbedService } from './service-health.ts'

const status = Type.Union([Type.Literal('UP'), Type.Literal('DEGRADED'), Type.Literal('DOWN')])

const service = Type.Object({
  name: chosen(Type.String({ description: 'Such as `database` or `core:FI001`' })),
  status: chosen(status),
  latencyMs: chosen(Type.Integer({ minimum: 0, description: 'How long the probe took' })),
  version: chosen(Type.Union([Type.String(), Type.Null()], { description: 'Null when the service does not tell it' })),
  checkedAt: chosen(Type.String({ format: 'date-time', description: 'Up to two seconds ago' })),
  error: Type.Optional(chosen(Type.String({ description: 'When it is down, or why people have to look at it' }))),
})

export const healthStatus = onboardingOperation({
  id: 'HealthStatus',
  route: 'POST /healthstatus',
  access: may('HEALTH', 'VIEW'),
  basis: 'given',
  tag: 'Health',
  summary: 'Health of the services',
  description:
    'Asks about every service in the scope of the caller, or about those named. The names are `gateway`, `database`, ' +
    '`core:<institutionId>`, `mail`, `rules`, `jobs`, `changes` and `digital-ledger`, and `digital-ledger:evm` where tokens are on an EVM chain; a user of an institution ' +
    'sees the core of that institution only. `DOWN` when the gateway or the database is down, `DEGRADED` when anything ' +
    'else is, or is slow. `changes` is `DEGRADED` while an emergency change of the scope of the caller has no review. Asking for nothing or for an unknown name is a 400 that lists the names in scope.',
  body: Type.Object({
    fetchAllMicroServiceHealth: Type.Optional(given(Type.Boolean({ description: 'True: every service in scope' }))),
    services: Type.Optional(
      given(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 200, description: 'Names of services' }),
      ),
    ),
  }),
  reply: Type.Object({ status: chosen(status), services: chosen(Type.Array(service)) }),
  requestExamples: [
    { name: 'all', summary: 'Everything', value: { fetchAllMicroServiceHealth: true } },
    { name: 'some', summary: 'Two services', value: { services: ['database', 'core:FI001'] } },
  ],
  replyExamples: [
    {
      name: 'degraded',
      summary: 'A core is down',
      value: {
        status: 'DEGRADED',
        services: [
          { name: 'database', status: 'UP', latencyMs: 1, version: '17.5', checkedAt: '2026-01-15T10:00:00.000Z' },
          {
            name: 'core:FI001',
            status: 'DOWN',
            latencyMs: 1000,
            version: null,
            checkedAt: '2026-01-15T10:00:00.000Z',
            error: 'The service did not answer in time',
          },
        ],
      },
    },
  ],
  async handle(ask) {
    const { services, principal, body } = ask
    const inScope = services.serviceHealth.inScope(principal.scope)
    return envelope(ask, await services.serviceHealth.report(askedFor(body, inScope)))
  },
})

interface Asked {
  readonly fetchAllMicroServiceHealth?: boolean
  readonly services?: readonly string[]
}

function askedFor(
  { fetchAllMicroServiceHealth: isAll = false, services: names = [] }: Asked,
  inScope: readonly ProbedService[],
): readonly ProbedService[] {
  const known = new Map(inScope.map((one) => [one.name, one]))
  const list = `the services are ${[...known.keys()].join(', ')}`
  const unknown = names.flatMap((name, index) =>
    known.has(name) ? [] : [{ path: `services[${index}]`, message: `is not known: ${list}` }],
  )
  if (unknown.length > 0) throw invalidFields(unknown)
  if (isAll) return inScope
  if (names.length === 0) {
    throw invalidFields([{ path: 'services', message: `or fetchAllMicroServiceHealth must be given: ${list}` }])
  }
  return inScope.filter(({ name }) => names.includes(name))
}
