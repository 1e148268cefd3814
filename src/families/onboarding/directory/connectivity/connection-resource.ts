// Connections of institutions to their cores.

import { CONNECTIONS } from '../../../../administration/institutions/connectivity/connection-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import {
  CONNECTION,
  connection,
  connectionChange,
  connectionFilter,
  connectionReply,
  newConnection,
  TESTED,
} from './connection-shapes.ts'
import { testConnection } from './test-connection.ts'

const connections = resource({
  path: '/core-connectivity',
  tag: 'Core connectivity',
  module: 'CORE_CONNECTIVITY',
  noun: 'connection',
  shape: connection,
  example: CONNECTION,
  reply: connectionReply,
  sorts: Object.keys(CONNECTIONS.sorts),
  records: (services) => services.connections,

  create: {
    id: 'CreateCoreConnectivity',
    summary: 'Make core connectivity',
    description:
      'A REST core needs `baseUrl`, an ISO 8583 core `host` and `port`. Link-local and metadata addresses are refused, and ' +
      'loopback outside the sandbox; so are names that resolve to one, when a connection is made. Redirects are not followed.',
    body: newConnection,
    example: {
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
    replyExample: { summary: 'A draft' },
    run: (ask) => ask.services.connections.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseCoreConnectivity',
    summary: 'List core connectivity',
    description: 'Newest first, or as `sort` says, of every environment. Users of an institution see its own.',
  },
  list: {
    id: 'ListCoreConnectivity',
    summary: 'Find core connectivity',
    description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
    filter: connectionFilter,
    example: {
      summary: 'What is in use in production',
      value: { environment: ['prod'], status: ['ACTIVE'] },
    },
  },
  get: {
    id: 'GetCoreConnectivity',
    summary: 'Read core connectivity',
    description: 'With its last test. Secrets cannot be read.',
  },
  change: {
    id: 'UpdateCoreConnectivity',
    summary: 'Change core connectivity',
    description:
      'What is left out stays as it is, null clears. Another core type, address or secret makes it a DRAFT again, and is ' +
      'refused while it is ACTIVE: 409; activate another one instead. Other changes are used at once.',
    body: connectionChange,
    example: { name: 'timeout', summary: 'A shorter timeout', value: { version: 2, timeoutMs: 3000 } },
    replyExample: { change: { ...TESTED, version: 3, timeoutMs: 3000 } },
    run: (ask, id) => ask.services.connections.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteCoreConnectivity',
    summary: 'Remove core connectivity',
    description: 'One that is ACTIVE is in use: 409. So is one of the sandbox itself, which is read-only.',
    run: (ask, id) => ask.services.connections.delete(ask, id),
  },
  activate: {
    id: 'SetCoreConnectivityActivation',
    summary: 'Activate or deactivate core connectivity',
    description:
      'Only one that is TESTED or INACTIVE can be activated, and only one that is ACTIVE deactivated; otherwise 409. The one ' +
      'that was ACTIVE before becomes INACTIVE in the same moment. With none ACTIVE, account services answer 503 with 907.',
    flagDescription: 'Whether it is in use',
    example: {
      name: 'activated',
      summary: 'It is in use',
      change: { lastTest: TESTED.lastTest, status: 'ACTIVE', version: 3 },
    },
    run: (ask, id, isActive) => ask.services.connections.setActive(ask, id, isActive),
  },
})

export const CONNECTION_OPERATIONS: readonly OnboardingOperation[] = [...connections, testConnection]
