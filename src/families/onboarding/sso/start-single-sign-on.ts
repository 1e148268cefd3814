// Start single sign-on: sends the browser to the organisation's OpenID provider, with state, nonce and PKCE.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import { Problem } from '../../../kernel/problem.ts'
import { nothing, onboardingOperation } from '../onboarding-operation.ts'
import { ssoStateCookie } from './sso-cookie.ts'

export const startSingleSignOn = onboardingOperation({
  id: 'StartSingleSignOn',
  route: 'GET /sso/authorize',
  basis: 'chosen',
  tag: 'Single sign-on',
  summary: 'Start single sign-on',
  description:
    'Sends the browser to the OpenID provider. It comes back to `redirect_uri` with `code` and `state`, which ' +
    '`POST /token` takes within 10 minutes from the same browser: the cookie `sso_state` goes with it. 404 when no ' +
    'provider is configured, 503 when it cannot be reached.',
  query: Type.Object({
    redirect_uri: chosen(
      Type.String({
        description: 'Where the browser comes back to: an address of this platform, without query or fragment',
        minLength: 1,
        maxLength: 2048,
        expected: 'must be an address of this platform',
      }),
    ),
  }),
  status: 302,
  noEnvelope: true,
  reply: nothing,
  replyExamples: [],
  async handle({ call, services, query }) {
    if (services.singleSignOn === undefined) throw new Problem('not-found', 'No identity provider is configured')
    const { location, state, expiresInSeconds } = await services.singleSignOn.start(
      query.redirect_uri,
      call.header('host'),
    )
    const cookie = ssoStateCookie(state, expiresInSeconds, services.environment)
    return { status: 302, body: '', headers: { location, 'set-cookie': cookie } }
  },
})
