// Login: encrypted e-mail and password, and a code when the user has a second factor, for an access token. The refresh
// token travels in a cookie only, where no script can read it.

import { Type } from 'typebox'
import { chosen, given } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { originOf, refreshCookie } from './session-cookie.ts'
import { accessToken, ENCRYPTED_EXAMPLE, OTHER_ORIGIN, TOKEN_EXAMPLE } from './session-shapes.ts'

const body = Type.Object({
  email: given(shape.encrypted("The user's mail id")),
  password: given(shape.encrypted('The password')),
  mfaCode: chosen(
    Type.Optional(
      Type.String({
        description: 'The code that the authenticator app shows',
        pattern: '^[0-9]{6}$',
        expected: 'must be 6 digits',
      }),
    ),
  ),
  recoveryCode: chosen(Type.Optional(shape.line('One of the recovery codes, instead of mfaCode', 35))),
})

export const loginUser = onboardingOperation({
  id: 'LoginUser',
  route: 'POST /login/user',
  access: anonymous('hashing'),
  refusesOtherOrigins: true,
  basis: 'given',
  tag: 'Session',
  summary: 'Sign in',
  description:
    'Opens a session. `data` is the access token, good for 15 minutes; the cookie `refresh_token` keeps the session up. ' +
    'A user with a second factor who sends neither `mfaCode` nor `recoveryCode` gets 401 `B-AUTH-004`, with a wrong one ' +
    '401 `B-AUTH-005`. Every other reason to refuse the sign-in is 401 `B-AUTH-002`. Five wrong passwords, or five wrong ' +
    'codes, within 15 minutes lock the user for 15 minutes, and each time after that twice as long.',
  body,
  rules(sent, found) {
    if (sent.mfaCode === undefined || sent.recoveryCode === undefined) return
    found.add('recoveryCode', 'must not be sent together with mfaCode')
  },
  reply: accessToken,
  ownErrors: [OTHER_ORIGIN],
  requestExamples: [
    {
      name: 'password',
      summary: 'E-mail and password',
      value: { email: ENCRYPTED_EXAMPLE, password: ENCRYPTED_EXAMPLE },
    },
    {
      name: 'secondFactor',
      summary: 'With a second factor',
      value: { email: ENCRYPTED_EXAMPLE, password: ENCRYPTED_EXAMPLE, mfaCode: '492039' },
    },
  ],
  replyExamples: [{ name: 'signedIn', summary: 'Signed in', value: TOKEN_EXAMPLE }],
  async handle(ask) {
    const { call, services, body, turns } = ask
    const encrypted = { email: body.email, password: body.password }
    const { email, password } = await services.encryptedStrings.decryptAll(services.database, encrypted, turns)
    const { mfaCode, recoveryCode } = body
    const signedIn = await services.signIn.signIn(
      {
        email,
        password,
        ...(mfaCode !== undefined && { mfaCode }),
        ...(recoveryCode !== undefined && { recoveryCode }),
      },
      originOf(call, turns),
    )
    const cookie = refreshCookie(signedIn.refreshToken, signedIn.refreshExpiresInSeconds, services.environment)
    return envelope(ask, signedIn.accessToken, { message: 'Signed in', headers: { 'set-cookie': cookie } })
  },
})
