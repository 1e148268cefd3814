// The claims of the current user, without envelope, in the manner of an OpenID provider.

import { Type } from 'typebox'
import { given } from '../../../../edge/http/operation.ts'
import { plain } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER_ID_EXAMPLE } from './session-shapes.ts'

export const getUserInfo = onboardingOperation({
  id: 'GetUserInfo',
  route: 'GET /userinfo',
  access: 'signed-in',
  basis: 'given',
  tag: 'Session',
  summary: 'Claims of the current user',
  description: 'Who is signed in, as claims and without envelope.',
  noEnvelope: true,
  reply: Type.Object({
    sub: given(Type.String({ description: "The user's id" })),
    email: given(Type.String({ description: 'The mail id' })),
    role: given(Type.String({ description: 'The name of the role' })),
  }),
  replyExamples: [
    {
      name: 'claims',
      summary: 'An auditor',
      value: { sub: USER_ID_EXAMPLE, email: 'ada@bank.example', role: 'Auditor' },
    },
  ],
  async handle({ principal }) {
    return plain({ sub: principal.userId, email: principal.email, role: principal.roleName })
  },
})
