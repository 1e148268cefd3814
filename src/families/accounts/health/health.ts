// Health of the gateway and the cores behind it. For the start of a session, not for polling. Always HTTP 200; the
// record shows the status.

import { Type } from 'typebox'
import { given } from '../../../edge/http/operation.ts'
import { ENVIRONMENTS } from '../../../platform/kernel/environment.ts'
import { accountOperation } from '../desk/account-operation.ts'
import { example } from '../shapes/examples.ts'
import { oneOf } from '../shapes/shapes.ts'
import { API_VERSION } from './health-prober.ts'

const dependency = Type.Object({
  name: oneOf('Dependency', ['Gateway', 'CoreBanking']),
  status: oneOf('DEGRADED: slow, or one of several cores is down', ['UP', 'DEGRADED', 'DOWN']),
  latencyMs: given(Type.Number({ description: 'How long the probe took', minimum: 0 })),
})

export const health = accountOperation({
  id: 'EapiHealthCheck',
  route: 'GET /api/health',
  basis: 'given',
  tag: 'Health',
  summary: 'Health check',
  description:
    'For the start of a session, not for polling: the answer is up to two seconds old. No credentials are needed. ' +
    '`degraded`: transactions may be slow or fail now and then. `down`: they will likely fail.',
  open: true,
  reply: Type.Object({
    status: oneOf('Overall', ['ok', 'degraded', 'down']),
    environment: oneOf('Where this runs', ENVIRONMENTS),
    version: given(Type.String({ description: 'Version of the API' })),
    dependencies: given(Type.Array(dependency)),
  }),
  replyExamples: [
    example('ok', 'Everything is up', {
      status: 'ok',
      environment: 'sandbox',
      version: API_VERSION,
      dependencies: [
        { name: 'Gateway', status: 'UP', latencyMs: 1 },
        { name: 'CoreBanking', status: 'UP', latencyMs: 2 },
      ],
    }),
  ],
  async handle({ healthProber }) {
    return { body: JSON.stringify(await healthProber.record()) }
  },
})
