// Single sign-on: the organisation's OpenID provider identifies a person, and we open a session for the user with that
// e-mail address. It never creates users.
//
// A login that we started can be completed once, within ten minutes, by the same browser: its `state` must match the
// browser's cookie. So a link cannot sign a victim in to an attacker's account.

import { isLoopback } from '../../../platform/kernel/loopback.ts'
import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import { equalInConstantTime, newSecret, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { Origin } from '../sessions/session-user.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { type CodeExchange, type OidcSettings, OpenIdProvider } from './openid-provider.ts'

const LOGIN_MS = 10 * 60_000
const VERIFIER = 'sso_logins.verifier_sealed'
const NOT_OURS = 'must be an address of this platform, without query or fragment'
const NOT_CONFIGURED = 'must be an address of this platform, and only PUBLIC_URL says that this host is one'

export interface StartedLogin {
  /** Where to redirect the browser. */
  readonly location: string
  /** The value of the browser's cookie. */
  readonly state: string
  readonly expiresInSeconds: number
}

/** A code from the provider. */
export interface SsoCode {
  readonly code: string
  readonly redirectUri: string
  readonly clientId?: string
  /** For a login started here: its state, and the one in the browser's cookie. */
  readonly state?: string
  readonly keptState?: string
  /** For a login that a partner's server started: proves that it is our client. */
  readonly clientSecret?: string
  readonly codeVerifier?: string
  readonly nonce?: string
}

/** With an error code of RFC 6749. */
export class SsoRefusal {
  readonly error: 'invalid_client' | 'invalid_grant'
  /** For the audit log; the caller gets less. */
  readonly reason: string

  constructor(error: SsoRefusal['error'], reason: string) {
    this.error = error
    this.reason = reason
  }
}

interface SingleSignOnParts {
  readonly oidc: OidcSettings
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly signIn: Pick<SignIn, 'signInBySso'>
  /** URL of the public listener, without a trailing slash. */
  publicUrl(): string
  /**
   * Whether browsers may also return to the request's host when that is this machine; false when our URL is configured. Any
   * other host is the caller's word alone.
   */
  readonly believesLoopback: boolean
  readonly timeoutSeconds?: number
}

export class SingleSignOn {
  readonly #parts: SingleSignOnParts
  readonly #provider: OpenIdProvider

  constructor(parts: SingleSignOnParts) {
    this.#parts = parts
    this.#provider = new OpenIdProvider(parts)
  }

  /**
   * Starts a login. `host` is the request's Host: on loopback the browser may return there too. Throws 400 when it
   * should return elsewhere, and a Problem `unavailable` when the provider cannot be reached.
   */
  async start(redirectUri: string, host: string | undefined): Promise<StartedLogin> {
    const { database, secretBox } = this.#parts
    this.#requireOwnAddress(redirectUri, host)
    const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()]
    const location = await this.#provider.authorizationUrl({ redirectUri, state, nonce, codeVerifier })
    const nowMs = this.#parts.clock.now()
    await database.query('DELETE FROM sso_logins WHERE expires_at <= $1', [new Date(nowMs)])
    await database.query(
      `INSERT INTO sso_logins (state_hash, verifier_sealed, nonce, redirect_uri, expires_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [this.#hashOf(state), secretBox.seal(codeVerifier, VERIFIER), nonce, redirectUri, new Date(nowMs + LOGIN_MS)],
    )
    return { location, state, expiresInSeconds: LOGIN_MS / 1000 }
  }

  /** Signs in the user that the code stands for. Throws a Problem `unavailable` when the provider cannot be reached. */
  async finish(sent: SsoCode, origin: Origin): Promise<SignedIn | SsoRefusal> {
    const outcome = await this.#exchange(sent)
    if (outcome instanceof SsoRefusal) {
      await this.#record(outcome, origin)
      return outcome
    }
    try {
      return await this.#parts.signIn.signInBySso(outcome.email, origin)
    } catch (error) {
      // Already in the audit log. The caller cannot tell it from an unverified address.
      if (error instanceof Problem && error.kind === 'unauthenticated')
        return new SsoRefusal('invalid_grant', 'no user')
      throw error
    }
  }

  async #exchange(sent: SsoCode): Promise<{ readonly email: string } | SsoRefusal> {
    const exchange = sent.state === undefined ? this.#ofPartner(sent) : await this.#ofStarted(sent, sent.state)
    if (exchange instanceof SsoRefusal) return exchange
    const vouching = await this.#provider.exchange(exchange)
    return 'email' in vouching ? vouching : new SsoRefusal('invalid_grant', vouching.refusal)
  }

  /** A caller with our client secret started the login itself and is responsible for its state and browser. */
  #ofPartner(sent: SsoCode): CodeExchange | SsoRefusal {
    const { oidc } = this.#parts
    if (oidc.clientSecret === undefined || sent.clientSecret === undefined || sent.clientId === undefined) {
      return new SsoRefusal('invalid_client', 'neither a state nor our client secret')
    }
    if (!isOurClient(oidc, sent.clientId, sent.clientSecret)) {
      return new SsoRefusal('invalid_client', 'not our client')
    }
    const { code, redirectUri, codeVerifier, nonce } = sent
    return {
      code,
      redirectUri,
      ...(codeVerifier !== undefined && { codeVerifier }),
      ...(nonce !== undefined && { nonce }),
    }
  }

  async #ofStarted(sent: SsoCode, state: string): Promise<CodeExchange | SsoRefusal> {
    const { oidc, database, clock, secretBox } = this.#parts
    // The state is sufficient proof, but credentials that are sent must be right.
    const { clientId = oidc.clientId, clientSecret = oidc.clientSecret } = sent
    if (!isOurClient(oidc, clientId, clientSecret)) return new SsoRefusal('invalid_client', 'not our client')
    if (sent.keptState === undefined || !equalInConstantTime(sent.keptState, state)) {
      return new SsoRefusal('invalid_grant', 'started in another browser')
    }
    // A state is valid for one attempt, successful or not.
    const { rows } = await database.query<LoginRow>(
      'DELETE FROM sso_logins WHERE state_hash = $1 RETURNING verifier_sealed, nonce, redirect_uri, expires_at',
      [this.#hashOf(state)],
    )
    const [login] = rows
    if (login === undefined) return new SsoRefusal('invalid_grant', 'not started, or finished before')
    if (login.expires_at.getTime() <= clock.now()) return new SsoRefusal('invalid_grant', 'started too long ago')
    if (login.redirect_uri !== sent.redirectUri) return new SsoRefusal('invalid_grant', 'another redirect_uri')
    return {
      code: sent.code,
      redirectUri: login.redirect_uri,
      codeVerifier: secretBox.open(login.verifier_sealed, VERIFIER),
      nonce: login.nonce,
    }
  }

  #requireOwnAddress(redirectUri: string, host: string | undefined): void {
    const url = URL.parse(redirectUri)
    const { publicUrl, believesLoopback } = this.#parts
    const isAsked = believesLoopback && url !== null && url.host === host
    const isOurs = url?.origin === new URL(publicUrl()).origin || (isAsked && isLoopback(url.hostname))
    if (isOurs && isRedirectUri(redirectUri)) return
    const message = isAsked && !isOurs ? NOT_CONFIGURED : NOT_OURS
    throw invalidFields([{ path: 'redirect_uri', message }])
  }

  async #record({ reason }: SsoRefusal, { ip, correlationId }: Origin): Promise<void> {
    const { database, clock } = this.#parts
    await database.transaction((sql) =>
      recordAudit(
        sql,
        clock.now(),
        { ip, correlationId },
        {
          action: 'session.login-failed',
          resource: 'session',
          outcome: 'FAILURE',
          after: { method: 'sso', reason },
        },
      ),
    )
  }

  #hashOf(state: string): string {
    return this.#parts.secretBox.lookupHash(state, 'sso-state')
  }
}

function isOurClient(oidc: OidcSettings, clientId: string, clientSecret: string | undefined): boolean {
  return (
    equalInConstantTime(clientId, oidc.clientId) && equalInConstantTime(clientSecret ?? '', oidc.clientSecret ?? '')
  )
}

/**
 * An absolute URL without user, query, fragment, white space or control characters: the provider compares it character
 * by character, while URL parsing drops some of them.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[?#@\\\s\p{Cc}]/u.test(text)
}

interface LoginRow {
  readonly verifier_sealed: string
  readonly nonce: string
  readonly redirect_uri: string
  readonly expires_at: Date
}
