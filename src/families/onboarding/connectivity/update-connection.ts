// Changes a connection to a core.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { connection, connectionChange, connectionReply, TESTED } from './connection-shapes.ts'

export const updateConnection = onboardingOperation({
  id: 'UpdateCoreConnectivity',
  route: 'PATCH /core-connectivity/:id',
  access: may('CORE_CONNECTIVITY', 'UPDATE'),
  basis: 'chosen',
  tag: 'Core connectivity',
  summary: 'Change core connectivity',
  description:
    'What is left out stays as it is, null clears. Another core type, address or secret makes it a DRAFT again, and is ' +
    'refused while it is ACTIVE: 409; activate another one instead. Other changes are used at once.',
  body: connectionChange,
  reply: connection,
  requestExamples: [{ name: 'timeout', summary: 'A shorter timeout', value: { version: 2, timeoutMs: 3000 } }],
  replyExamples: [{ name: 'connection', summary: 'As it is now', value: { ...TESTED, version: 3, timeoutMs: 3000 } }],
  async handle(ask) {
    return envelope(ask, connectionReply(await ask.services.connections.update(ask, idOf(ask), ask.body)))
  },
})
