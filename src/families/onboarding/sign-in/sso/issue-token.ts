// Token: exchanges the code of a single sign-on, or a refresh token, for our own access token. A form goes in, and errors
// come out as RFC 6749 has them.

import { type Static, Type } from 'typebox'
import type { SignedIn } from '../../../../administration/access/sessions/sign-in.ts'
import {
  isRedirectUri,
  type SsoCode,
  SsoRefusal,
} from '../../../../administration/access/single-sign-on/single-sign-on.ts'
import type { Reply } from '../../../../edge/http/family.ts'
import { chosen, given, type OwnError } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { plain } from '../../../../edge/resource/envelope.ts'
import { CATALOGUE } from '../../../../platform/kernel/catalogue/catalogue.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { type OnboardingAsk, onboardingOperation } from '../../onboarding-operation.ts'
import { renderProblem, wordsOf } from '../../problems.ts'
import { originOf, refreshCookie, refreshTokenIn } from '../session/session-cookie.ts'
import { TOKEN_EXAMPLE } from '../session/session-shapes.ts'
import { ssoStateIn } from './sso-cookie.ts'

/** Any text: the handler reports invalid fields with the error codes of RFC 6749. */
const field = (description: string) => Type.Optional(Type.String({ description }))

const body = Type.Object({
  grant_type: given(field('`authorization_code` or `refresh_token`')),
  code: given(field('What the OpenID provider sent the browser back with')),
  redirect_uri: given(field('Where it sent the browser back to')),
  client_id: given(field('Our client id at the provider; may be left out together with `state`')),
  client_secret: given(field('Our client secret at the provider, for servers that started the sign-on themselves')),
  state: chosen(field('For a sign-on started by `GET /sso/authorize`: what came back with the code')),
  code_verifier: chosen(field('PKCE of a server that started the sign-on itself')),
  nonce: chosen(field('The nonce of a server that started the sign-on itself')),
  refresh_token: chosen(field('For `refresh_token`; the cookie when left out')),
})

type Form = Static<typeof body>

const oauthError = Type.Object(
  {
    error: chosen(Type.String({ description: 'A code of RFC 6749' })),
    error_description: chosen(Type.String({ description: 'For people' })),
  },
  { component: 'OAuthError' },
)

function refusal(status: number, description: string, error: string, text: string): OwnError {
  const value = { error, error_description: text }
  return { status, description, schema: oauthError, examples: [{ name: error, summary: text, value }] }
}

export const issueToken = onboardingOperation({
  id: 'IssueToken',
  route: 'POST /token',
  access: anonymous('guarded'),
  refusesOtherOrigins: true,
  basis: 'given',
  tag: 'Single sign-on',
  summary: 'Exchange a code for an access token',
  description:
    'With `grant_type=authorization_code` the code is given to the OpenID provider, and the user of the e-mail address ' +
    'that it has verified is signed in; no user is made by it. Either `state` comes along, from the browser in which ' +
    '`GET /sso/authorize` started the sign-on, or `client_id` and `client_secret`. With `grant_type=refresh_token` it ' +
    'renews a session. All errors are those of RFC 6749, `{error, error_description}`; 503 when the provider cannot be ' +
    'reached.',
  form: true,
  body,
  noEnvelope: true,
  reply: Type.Object({
    access_token: given(Type.String({ description: 'The access token: a JWT (EdDSA)' })),
    token_type: given(Type.Enum(['Bearer'], { type: 'string' })),
    expires_in: given(Type.Integer({ description: 'Seconds' })),
  }),
  requestExamples: [
    {
      name: 'code',
      summary: 'A sign-on that the console started',
      value: {
        grant_type: 'authorization_code',
        code: 'SplxlOBeZQQYbYS6WxSbIA',
        redirect_uri: 'https://tillgate.bank.example/console/sso',
        state: 'af0ifjsldkj',
      },
    },
  ],
  replyExamples: [
    {
      name: 'signedIn',
      summary: 'Signed in',
      value: { access_token: TOKEN_EXAMPLE, token_type: 'Bearer', expires_in: 900 },
    },
  ],
  ownErrors: [
    refusal(400, 'The request or the grant is not accepted.', 'invalid_grant', 'The code is not accepted'),
    refusal(401, 'The client is not accepted.', 'invalid_client', 'Our client id and secret are needed'),
    refusal(403, CATALOGUE['B-ACC-004'].cause, 'invalid_request', 'A page of another origin may not do this'),
    refusal(413, 'The body exceeds 16 KiB.', 'invalid_request', 'The body is larger than the limit'),
    refusal(
      415,
      'The body is not a form.',
      'invalid_request',
      'Content-Type must be application/x-www-form-urlencoded, in UTF-8 and not compressed',
    ),
    refusal(
      429,
      'Too many requests from one address.',
      'temporarily_unavailable',
      'Too many requests from this address',
    ),
    refusal(500, 'An unexpected failure.', 'server_error', CATALOGUE['B-SYS-001'].cause),
    refusal(
      503,
      'The store or the identity provider cannot be reached.',
      'temporarily_unavailable',
      CATALOGUE['B-SYS-003'].cause,
    ),
    refusal(504, 'The outcome is unknown.', 'server_error', CATALOGUE['B-SYS-004'].cause),
  ],
  renderProblem(problem, about) {
    // Status, headers and the code of the log are the family's; only the body is the standard's.
    const rendered = renderProblem(problem, about)
    const body = { error: errorOf(rendered.status), error_description: describable(wordsOf(problem)) }
    return { ...rendered, body: JSON.stringify(body) }
  },
  async handle(ask) {
    switch (ask.body.grant_type) {
      case undefined:
        return refused('invalid_request', 'grant_type is required')
      case 'authorization_code':
        return byCode(ask, ask.body)
      case 'refresh_token':
        return byRefreshToken(ask, ask.body)
      default:
        return refused('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
    }
  },
})

async function byCode({ call, services }: OnboardingAsk, form: Form): Promise<Reply> {
  if (services.singleSignOn === undefined) {
    return refused('unsupported_grant_type', 'No identity provider is configured')
  }
  const sent = codeOf(form, ssoStateIn(call))
  if (typeof sent === 'string') return refused('invalid_request', sent)
  const outcome = await services.singleSignOn.finish(sent, originOf(call))
  return outcome instanceof SsoRefusal ? refused(outcome.error, DESCRIPTIONS[outcome.error]) : token(outcome, services)
}

async function byRefreshToken({ call, services }: OnboardingAsk, form: Form): Promise<Reply> {
  const sent = form.refresh_token ?? refreshTokenIn(call)
  if (sent === undefined) return refused('invalid_request', 'refresh_token is required')
  try {
    return token(await services.signIn.refresh(sent, originOf(call)), services)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unauthenticated') {
      return refused('invalid_grant', 'The refresh token is not accepted')
    }
    throw error
  }
}

/** What was sent, or what is wrong with it. An empty field counts as not sent, as RFC 6749 says. */
function codeOf(form: Form, keptState: string | undefined): SsoCode | string {
  const code = form.code || undefined
  const redirectUri = form.redirect_uri || undefined
  if (code === undefined) return 'code is required'
  if (redirectUri === undefined) return 'redirect_uri is required'
  if (!isRedirectUri(redirectUri)) return 'redirect_uri must be an absolute address without query or fragment'
  return {
    code,
    redirectUri,
    ...(form.client_id && { clientId: form.client_id }),
    ...(form.client_secret && { clientSecret: form.client_secret }),
    ...(form.state && { state: form.state }),
    ...(form.code_verifier && { codeVerifier: form.code_verifier }),
    ...(form.nonce && { nonce: form.nonce }),
    ...(keptState !== undefined && { keptState }),
  }
}

function token(signedIn: SignedIn, { environment }: OnboardingAsk['services']): Reply {
  const cookie = refreshCookie(signedIn.refreshToken, signedIn.refreshExpiresInSeconds, environment)
  return plain(
    { access_token: signedIn.accessToken, token_type: 'Bearer', expires_in: signedIn.expiresInSeconds },
    { headers: { 'set-cookie': cookie } },
  )
}

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
} as const

/** One text for every cause: an unknown user and an address that is not verified look the same. */
const DESCRIPTIONS = {
  invalid_client: 'A state from this browser, or our client id and secret, is needed',
  invalid_grant: 'The code is not accepted',
} as const

function refused(error: keyof typeof STATUS, description: string): Reply {
  return plain({ error, error_description: description }, { status: STATUS[error] })
}

/** The code for a problem that the handler did not word. */
function errorOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** RFC 6749 allows printable ASCII without quotes and backslashes. */
function describable(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, "'")
}
