// Token refresh: a refresh token, from the cookie or the body, for a new access token and the token's successor.

import { Type } from 'typebox'
import { accessProblem } from '../../../../administration/access/access-problems.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { originOf, refreshCookie, refreshTokenIn } from './session-cookie.ts'
import { accessToken, OTHER_ORIGIN, TOKEN_EXAMPLE } from './session-shapes.ts'

const body = Type.Object({
  refreshToken: chosen(
    Type.Optional(
      Type.String({
        description: 'The refresh token, for callers without cookies; it goes before the cookie',
        minLength: 1,
        maxLength: 200,
        expected: 'must be a refresh token',
      }),
    ),
  ),
})

export const refreshToken = onboardingOperation({
  id: 'RefreshToken',
  route: 'POST /auth/refresh',
  access: anonymous('cheap'),
  refusesOtherOrigins: true,
  basis: 'given',
  tag: 'Session',
  summary: 'Renew the access token',
  description:
    '`data` is the new access token. The refresh token is replaced too: its successor comes in `set-cookie`, also for ' +
    'callers who sent it in the body. The one before stays good for 30 seconds and yields the same successor. Using ' +
    'it later, or an older one, ends the session. A session lasts 12 hours without refresh and 7 days at most.',
  body,
  optionalBody: true,
  reply: accessToken,
  ownErrors: [OTHER_ORIGIN],
  requestExamples: [
    { name: 'cookie', summary: 'The token is in the cookie', value: {} },
    {
      name: 'body',
      summary: 'The token is in the body',
      value: { refreshToken: '019bc0de-0000-7000-8000-000000000001.3.9WmZ0n1yq8cJ6b7vR2s4t5u6w7x8y9z0A1B2C3D4E5F' },
    },
  ],
  replyExamples: [{ name: 'renewed', summary: 'Renewed', value: TOKEN_EXAMPLE }],
  async handle(ask) {
    const { call, services } = ask
    // The body may be left out, which its type does not say.
    const sent = (ask.body as { refreshToken?: string } | undefined)?.refreshToken ?? refreshTokenIn(call)
    if (sent === undefined) throw accessProblem('refresh-token-refused', 'No refresh token was sent')
    const renewed = await services.signIn.refresh(sent, originOf(call))
    const cookie = refreshCookie(renewed.refreshToken, renewed.refreshExpiresInSeconds, services.environment)
    return envelope(ask, renewed.accessToken, { message: 'Renewed', headers: { 'set-cookie': cookie } })
  },
})
