// One change request.

import { envelope } from '../../../edge/resource/envelope.ts'
import { idOf } from '../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { CHANGE_REQUEST, changeRequest, changeRequestReply, TAG } from './change-request-shapes.ts'

export const getChangeRequest = onboardingOperation({
  id: 'GetChangeRequest',
  route: 'GET /change-requests/:id',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Read a change request',
  description: 'With the record before and after the change, masked as the record is. One that you may not see: 404.',
  reply: changeRequest,
  replyExamples: [{ name: 'changeRequest', summary: 'The change request', value: CHANGE_REQUEST }],
  async handle(ask) {
    const record = await ask.services.changeRequests.find(ask.principal, idOf(ask))
    return envelope(ask, changeRequestReply(ask, record))
  },
})
