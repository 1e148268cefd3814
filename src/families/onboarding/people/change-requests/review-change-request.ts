// Reviews a change that was carried out in an emergency.

import { Type } from 'typebox'
import { VERDICTS } from '../../../../administration/change-requests/emergencies.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { freeText } from '../../../../edge/resource/record-shapes.ts'
import { maskPansIn } from '../../../../platform/kernel/identifiers/pan.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { changeRequest, changeRequestReply, REVIEWED_CHANGE_REQUEST, TAG } from './change-request-shapes.ts'

const review = Type.Object({
  verdict: chosen(
    Type.Enum([...VERDICTS], {
      description: 'CONFIRMED: it was right. OBJECTED: it was not; nothing is undone, and all concerned are told',
      expected: `must be one of ${VERDICTS.join(', ')}`,
    }),
  ),
  comment: chosen(freeText('What to say about it')),
})

export const reviewChangeRequest = onboardingOperation({
  id: 'ReviewChangeRequest',
  route: 'POST /change-requests/:id/review',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Review an emergency change',
  description:
    'By another user who could have approved it: 403 otherwise, as for an approval. The request is then REVIEWED or OBJECTED. ' +
    'An objection undoes nothing: the user who made the change, and those who could have approved it, are told. Only while it is ' +
    'CARRIED_OUT: 409 otherwise.',
  body: review,
  reply: changeRequest,
  requestExamples: [
    {
      name: 'confirmed',
      summary: 'It was right',
      value: { verdict: 'CONFIRMED', comment: 'Checked with the duty officer' },
    },
  ],
  replyExamples: [{ name: 'reviewed', summary: 'As it is now', value: REVIEWED_CHANGE_REQUEST }],
  async handle(ask) {
    const { verdict, comment } = ask.body
    const record = await ask.services.emergencies.review(ask, idOf(ask), { verdict, comment: maskPansIn(comment) })
    return envelope(ask, changeRequestReply(ask, record))
  },
})
