// Hands an exception to a user, or says how urgent it is.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { EXCEPTION, exception, exceptionReply } from './exception-shapes.ts'
import { assignment } from './work-shapes.ts'

const HANDED_OUT = {
  assigneeId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e70',
  priority: 'HIGH',
  dueAt: '2026-01-16T18:00:00.000Z',
} as const

export const assignException = onboardingOperation({
  id: 'AssignException',
  route: 'POST /transactions/exceptions/:id/assign',
  access: may('EXCEPTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Hand out an exception',
  description:
    'Who looks after it, how urgent it is and when it is due. What is left out stays as it is. A resolved one: 409. A user who ' +
    'may not see it, or whom you may not see: 400.',
  body: assignment,
  reply: exception,
  requestExamples: [{ name: 'urgent', summary: 'Urgent, for one user', value: HANDED_OUT }],
  replyExamples: [
    {
      name: 'handed-out',
      summary: 'The exception',
      value: { ...EXCEPTION, ...HANDED_OUT, assignee: 'operator@fi001.example' },
    },
  ],
  async handle(ask) {
    return envelope(ask, exceptionReply(await ask.services.exceptionDesk.assign(ask, idOf(ask), ask.body)))
  },
})
