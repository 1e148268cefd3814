// Withdraws one's own change request.

import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CHANGE_REQUEST, changeRequest, changeRequestReply, TAG } from './change-request-shapes.ts'

export const withdrawChangeRequest = onboardingOperation({
  id: 'WithdrawChangeRequest',
  route: 'POST /change-requests/:id/withdraw',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Withdraw a change request',
  description: 'By the user who asked for the change: 403 otherwise. Nothing is changed. Ended already: 409.',
  reply: changeRequest,
  replyExamples: [
    {
      name: 'withdrawn',
      summary: 'As it is now',
      value: {
        ...CHANGE_REQUEST,
        version: 2,
        state: 'WITHDRAWN',
        decidedBy: 'admin@sandbox.example',
        waitsForMe: false,
      },
    },
  ],
  async handle(ask) {
    const record = await ask.services.changeRequests.withdraw(ask, idOf(ask))
    return envelope(ask, changeRequestReply(ask, record))
  },
})
