// Checks a one-time password and uses it up.

import { Type } from 'typebox'
import { given } from '../../../../edge/http/operation.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { emailAddress } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

export const validateOtp = onboardingOperation({
  id: 'ValidateOtp',
  route: 'POST /validateOtp',
  access: 'signed-in',
  basis: 'given',
  tag: 'Second factor',
  summary: 'Check a one-time password',
  description:
    'A code works once. Wrong, expired, used and too often tried ones are refused alike, with B-AUTH-010. A mail id that ' +
    "is not the caller's own takes `UPDATE` on `USERS` and must be of a user within the caller's scope; otherwise it is " +
    'refused in the same words, and no try is counted.',
  body: Type.Object({
    mailID: given(emailAddress('Where it was sent')),
    // What is not six digits is a wrong code like any other, and counts as a try.
    otp: given(
      Type.String({
        description: 'The code of the mail',
        minLength: 1,
        maxLength: 64,
        expected: 'must be 1 to 64 characters',
      }),
    ),
  }),
  reply: nothing,
  requestExamples: [
    { name: 'validate', summary: 'Check it', value: { mailID: 'admin@sandbox.example', otp: '042137' } },
  ],
  replyExamples: [{ name: 'valid', summary: 'It was right', value: null }],
  async handle(ask) {
    const { services, body } = ask
    await services.mailOtps.validate(body.mailID, body.otp, ask)
    return envelope(ask, null, { message: 'The one-time password is right' })
  },
})
