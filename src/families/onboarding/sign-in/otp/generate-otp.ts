// A one-time password by mail. The answer is the same whether or not the address belongs to a user.

import { Type } from 'typebox'
import { given } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { emailAddress } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

export const generateOtp = onboardingOperation({
  id: 'GenerateOtp',
  route: 'POST /generateOtp',
  access: anonymous('guarded'),
  basis: 'given',
  tag: 'Second factor',
  summary: 'Mail a one-time password',
  description:
    'Six digits, good once, for five minutes and five tries. One mail a minute and five an hour per mail id; beyond that, ' +
    'and for mail ids that no user has, the answer is the same and no mail is sent.',
  body: Type.Object({ mailID: given(emailAddress('Where to send it')) }),
  reply: nothing,
  requestExamples: [{ name: 'generate', summary: 'Ask for one', value: { mailID: 'admin@sandbox.example' } }],
  replyExamples: [{ name: 'perhaps', summary: 'Sent, if there is such a user', value: null }],
  async handle(ask) {
    const { services, body, actor } = ask
    await services.mailOtps.generate(body.mailID, actor)
    services.mailSender.wake()
    return envelope(ask, null, { message: 'If there is such a user, a mail is on its way' })
  },
})
