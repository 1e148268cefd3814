// Tries a connection to a core out as it is configured, whether it is in use or not.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { connection, connectionReply, TESTED } from './connection-shapes.ts'

export const testConnection = onboardingOperation({
  id: 'TestCoreConnectivity',
  route: 'POST /core-connectivity/:id/test',
  access: may('CORE_CONNECTIVITY', 'TEST'),
  basis: 'chosen',
  tag: 'Core connectivity',
  summary: 'Test core connectivity',
  description:
    'The result is `lastTest`, whether it passed or failed. A DRAFT that passes becomes TESTED; one that fails is a DRAFT ' +
    'again; in other states it stays. One of another environment cannot be tested here: 409. A test takes at most ten ' +
    'seconds, and a person has a limited number of them: 429.',
  reply: connection,
  replyExamples: [
    { name: 'passed', summary: 'The core is up', value: TESTED },
    {
      name: 'failed',
      summary: 'The core cannot be reached',
      value: {
        ...TESTED,
        status: 'DRAFT',
        lastTest: {
          ...TESTED.lastTest,
          status: 'FAILED',
          message: 'The core cannot be reached: check the address, the network and the certificate',
        },
      },
    },
  ],
  async handle(ask) {
    return envelope(ask, connectionReply(await ask.services.connections.test(ask, idOf(ask))))
  },
})
