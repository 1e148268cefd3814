// Start single sign-on: sends the browser to the organisation's OpenID provider, with state, nonce and PKCE.

import { Type } from 'typebox'
import type { SingleSignOn } from '../../../../administration/access/single-sign-on/single-sign-on.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { type OnboardingServices, onboardingOperation } from '../../onboarding-operation.ts'
import { errorEnvelope } from '../../problems.ts'
import { ssoStateCookie } from './sso-cookie.ts'

const NOT_OFFERED = 'No identity provider is configured'

export const startSingleSignOn = onboardingOperation({
  id: 'StartSingleSignOn',
  route: 'GET /sso/authorize',
  access: anonymous('guarded'),
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
  ownErrors: [
    {
      status: 404,
      description: 'No identity provider is configured.',
      schema: errorEnvelope,
      examples: [
        {
          name: 'BREQ004',
          summary: 'There is no single sign-on here',
          value: {
            data: null,
            success: false,
            message: `B-REQ-004: ${NOT_OFFERED}`,
            timestamp: '2026-01-15T10:00:00.000Z',
          },
        },
      ],
    },
  ],
  assertOffered(services) {
    offered(services)
  },
  async handle({ call, services, query }) {
    const { location, state, expiresInSeconds } = await offered(services).start(query.redirect_uri, call.header('host'))
    const cookie = ssoStateCookie(state, expiresInSeconds, services.environment)
    return { status: 302, body: '', headers: { location, 'set-cookie': cookie } }
  },
})

function offered({ singleSignOn }: OnboardingServices): SingleSignOn {
  if (singleSignOn === undefined) throw new Problem('not-found', NOT_OFFERED)
  return singleSignOn
}
