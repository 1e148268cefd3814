// Carries out one's own pending change request in an emergency.

import { Type } from 'typebox'
import { EMERGENCY_EXAMPLE, emergency, emergencyReason } from '../../../../edge/resource/break-glass-body.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { TAG } from './change-request-shapes.ts'

export const breakGlass = onboardingOperation({
  id: 'BreakGlass',
  route: 'POST /change-requests/:id/break-glass',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Carry out a change request in an emergency',
  description:
    "By the user who asked for the change, while it is PENDING: another's, or one that has ended: 409. The role must name EMERGENCY on " +
    'its module: 403. The change is checked again, carried out once and answered as it would be without waiting; the request is then ' +
    'CARRIED_OUT, and those who could have approved it are told. Another of them reviews it, within 24 hours. A change that is refused ' +
    'leaves the request PENDING. Never for `four-eyes` lists, users, roles, partners, corrections, settlements, and the resolutions ' +
    'PAY_OUT, SETTLED_OUTSIDE, RELEASED_OUTSIDE and ADJUST_LEDGER: 409.',
  body: emergency,
  reply: Type.Unknown(),
  requestExamples: [{ name: 'emergency', summary: 'Why it cannot wait', value: EMERGENCY_EXAMPLE }],
  replyExamples: [{ name: 'answer', summary: 'As the change answers', value: null }],
  handle(ask) {
    return ask.services.breakGlass.carryOut(ask, idOf(ask), emergencyReason(ask.body.reason))
  },
})
