// A new connection to a core. It is used once it has been tested and activated.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { CONNECTION, connection, connectionReply, newConnection } from './connection-shapes.ts'

export const createConnection = onboardingOperation({
  id: 'CreateCoreConnectivity',
  route: 'POST /core-connectivity',
  access: may('CORE_CONNECTIVITY', 'CREATE'),
  basis: 'chosen',
  tag: 'Core connectivity',
  summary: 'Make core connectivity',
  description:
    'A REST core needs `baseUrl`, an ISO 8583 core `host` and `port`. Link-local and metadata addresses are refused, and ' +
    'loopback outside the sandbox; so are names that resolve to one, when a connection is made. Redirects are not followed.',
  status: 201,
  body: newConnection,
  reply: connection,
  requestExamples: [
    {
      name: 'rest',
      summary: 'A core over REST',
      value: {
        institutionId: CONNECTION.institutionId,
        environment: CONNECTION.environment,
        coreType: CONNECTION.coreType,
        name: CONNECTION.name,
        baseUrl: CONNECTION.baseUrl,
        userName: 'tillgate',
        password: 'correct horse battery staple',
        timeoutMs: CONNECTION.timeoutMs,
      },
    },
  ],
  replyExamples: [{ name: 'connection', summary: 'A draft', value: CONNECTION }],
  async handle(ask) {
    return created(ask, connectionReply(await ask.services.connections.create(ask, ask.body)))
  },
})
