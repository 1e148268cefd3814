// Rejects a change request.

import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { maskPansIn } from '../../../../platform/kernel/identifiers/pan.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CHANGE_REQUEST, changeRequest, changeRequestReply, decision, TAG } from './change-request-shapes.ts'

export const rejectChangeRequest = onboardingOperation({
  id: 'RejectChangeRequest',
  route: 'POST /change-requests/:id/reject',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Reject a change request',
  description:
    'By another user who has the right to the change: 403 otherwise. Nothing is changed. Ended already: 409.',
  body: decision,
  optionalBody: true,
  reply: changeRequest,
  requestExamples: [{ name: 'comment', summary: 'With a comment', value: { comment: 'Not agreed' } }],
  replyExamples: [
    {
      name: 'rejected',
      summary: 'As it is now',
      value: {
        ...CHANGE_REQUEST,
        version: 2,
        state: 'REJECTED',
        comment: 'Not agreed',
        decidedBy: 'second@sandbox.example',
        waitsForMe: false,
      },
    },
  ],
  async handle(ask) {
    const { comment } = ask.body ?? {}
    const record = await ask.services.changeRequests.reject(ask, idOf(ask), comment && maskPansIn(comment))
    return envelope(ask, changeRequestReply(ask, record))
  },
})
