// Approves a change request: carries the change out.

import { Type } from 'typebox'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { maskPansIn } from '../../../../platform/kernel/identifiers/pan.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { decision, TAG } from './change-request-shapes.ts'

export const approveChangeRequest = onboardingOperation({
  id: 'ApproveChangeRequest',
  route: 'POST /change-requests/:id/approve',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Approve a change request',
  description:
    'By another user who could make the change: 403 otherwise, also where within 30 days either of the two has created the other, or ' +
    "changed the other's mailID or role, reset their second factor or reactivated them. " +
    'The change is checked again and carried out once, in the name ' +
    'of the user who asked for it, and answered as it would be there, with its status and secrets that are shown once. ' +
    'When the record has changed since, or that user may not make the change any more: 409. A refusal (4xx) of the change ' +
    'ends the request FAILED; after a fault (5xx) it is still PENDING, unless the change was made. Ended already: 409.',
  body: decision,
  optionalBody: true,
  reply: Type.Unknown(),
  requestExamples: [{ name: 'comment', summary: 'With a comment', value: { comment: 'Checked with the bank' } }],
  replyExamples: [{ name: 'answer', summary: 'As the change answers', value: null }],
  handle(ask) {
    const { comment } = ask.body ?? {}
    return ask.services.approvals.approve(ask, idOf(ask), comment && maskPansIn(comment))
  },
})
