// Client of the organisation's OpenID provider: where to send a browser, and which user a code stands for.

import * as openid from 'openid-client'
import { type Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client, which uses only PKCE. */
  readonly clientSecret?: string
}

export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier?: string
  /** The nonce of the authorization request; without it the ID token must not have one. */
  readonly nonce?: string
}

/** The user the provider vouches for, or why it does not. */
export type Vouching = { readonly email: string } | { readonly refusal: string }

const SCOPE = 'openid email profile'
/** Providers rarely change their keys and endpoints, but they do. */
const METADATA_MS = 60 * 60_000
const TIMEOUT_SECONDS = 5
/** Provider errors that are not the caller's fault: our registration is wrong, or the provider is down. */
const NOT_THE_CALLER = ['invalid_client', 'unauthorized_client', 'server_error', 'temporarily_unavailable']
/** What can be wrong with the ID token for a code. */
const NOT_THE_LOGIN = [
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
]

interface OpenIdProviderParts {
  readonly oidc: OidcSettings
  readonly clock: Clock
  readonly timeoutSeconds?: number
}

export class OpenIdProvider {
  readonly #oidc: OidcSettings
  readonly #clock: Clock
  readonly #timeoutSeconds: number
  #known: { readonly until: number; readonly configuration: Promise<openid.Configuration> } | undefined

  constructor({ oidc, clock, timeoutSeconds = TIMEOUT_SECONDS }: OpenIdProviderParts) {
    this.#oidc = oidc
    this.#clock = clock
    this.#timeoutSeconds = timeoutSeconds
  }

  /** Where the browser signs in. Throws a Problem `unavailable` when the provider cannot be reached. */
  async authorizationUrl(request: AuthorizationRequest): Promise<string> {
    const configuration = await this.#discover()
    const url = openid.buildAuthorizationUrl(configuration, {
      scope: SCOPE,
      redirect_uri: request.redirectUri,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /**
   * Exchanges the code for the e-mail address that the provider has verified. A code that is wrong, used or meant for
   * another login is refused; a provider that cannot be reached or rejects our client is a Problem `unavailable`.
   */
  async exchange(exchange: CodeExchange): Promise<Vouching> {
    const configuration = await this.#discover()
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, responseUrl(configuration, exchange), {
        idTokenExpected: true,
        ...(exchange.codeVerifier !== undefined && { pkceCodeVerifier: exchange.codeVerifier }),
        ...(exchange.nonce !== undefined && { expectedNonce: exchange.nonce }),
      })
      return vouchingOf(await claimsOf(configuration, tokens))
    } catch (error) {
      return { refusal: refusalOf(error) }
    }
  }

  async #discover(): Promise<openid.Configuration> {
    const nowMs = this.#clock.now()
    if (this.#known === undefined || nowMs >= this.#known.until) {
      const { issuer, clientId, clientSecret } = this.#oidc
      const server = new URL(issuer)
      // Verifies the signature of ID tokens, although they come directly from the provider.
      const execute = [openid.enableNonRepudiationChecks]
      if (server.protocol === 'http:') execute.push(openid.allowInsecureRequests)
      const options = { execute, timeout: this.#timeoutSeconds }
      const configuration = openid.discovery(server, clientId, undefined, authenticationOf(clientSecret), options)
      this.#known = { until: nowMs + METADATA_MS, configuration }
    }
    try {
      return await this.#known.configuration
    } catch (error) {
      // The next request retries.
      this.#known = undefined
      throw unreachable(error)
    }
  }
}

/** The method the provider supports; the standard's default is HTTP Basic. */
function authenticationOf(clientSecret: string | undefined): openid.ClientAuth {
  if (clientSecret === undefined) return openid.None()
  const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)]
  return (server, client, body, headers) => {
    const takesBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    return (takesBasic ? basic : post)(server, client, body, headers)
  }
}

/** The URL to which the browser returned, as far as we know it. With a single provider, `iss` is not needed. */
function responseUrl(configuration: openid.Configuration, { code, redirectUri }: CodeExchange): URL {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('iss', configuration.serverMetadata().issuer)
  return url
}

/** Providers put the address into the ID token, the userinfo response, or both. */
async function claimsOf(
  configuration: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<EmailClaims> {
  const claims = tokens.claims() as (openid.IDToken & EmailClaims) | undefined
  if (claims === undefined) return {}
  if (claims.email !== undefined) return claims
  return openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
}

interface EmailClaims {
  readonly email?: unknown
  readonly email_verified?: unknown
}

function vouchingOf(claims: EmailClaims): Vouching {
  if (typeof claims.email !== 'string') return { refusal: 'the provider names no e-mail address' }
  if (claims.email_verified !== true) return { refusal: 'the e-mail address is not verified' }
  // Lower-casing can turn a letter of another alphabet into an ASCII one, and so into another user's address.
  if (!/^[\x21-\x7e]+$/.test(claims.email)) return { refusal: 'the e-mail address is not plain ASCII' }
  return { email: claims.email }
}

function refusalOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError && !NOT_THE_CALLER.includes(error.error)) {
    return `the provider answered ${error.error.slice(0, 64)}`
  }
  if (error instanceof openid.ClientError && NOT_THE_LOGIN.includes(error.code ?? '')) {
    return 'the ID token does not belong to this login'
  }
  throw unreachable(error)
}

function unreachable(error: unknown): Problem {
  return unavailable('The identity provider cannot be reached', error)
}
