// Single sign-on: the organisation's OpenID provider says who somebody is, and we open a session for the user of that
// e-mail address. Nobody becomes a user by it.
//
// A login that we started is kept until it comes back, once, within ten minutes, from the browser that we sent away: its
// `state` must come with the cookie of the same value. So nobody is signed in to somebody else's account by a link.

import { recordAudit } from '../../audit/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidFields, Problem } from '../../kernel/problem.ts'
import { equalInConstantTime, newSecret, type SecretBox } from '../../kernel/secrets.ts'
import type { Database } from '../../storage/database.ts'
import type { Origin } from '../sessions/session-user.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { type CodeExchange, type OidcSettings, OpenIdProvider } from './openid-provider.ts'

const LOGIN_MS = 10 * 60_000
const VERIFIER = 'sso_logins.verifier_sealed'

export interface StartedLogin {
  /** Where the browser goes. */
  readonly location: string
  /** What the browser keeps as a cookie. */
  readonly state: string
  readonly expiresInSeconds: number
}

/** A code that came back from the provider. */
export interface SsoCode {
  readonly code: string
  readonly redirectUri: string
  readonly clientId?: string
  /** A login that was started here: its state, and the one that the browser kept. */
  readonly state?: string
  readonly keptState?: string
  /** A login that a partner's server started itself; it proves that it is our client. */
  readonly clientSecret?: string
  readonly codeVerifier?: string
  readonly nonce?: string
}

/** In the words of RFC 6749. */
export class SsoRefusal {
  readonly error: 'invalid_client' | 'invalid_grant'
  /** For the audit log; the caller hears less. */
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
  /** The address of the public listener, without a slash at the end. */
  publicUrl(): string
  /** Whether browsers may also return to the host that a request names; not when our address is configured. */
  readonly believesHost: boolean
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
   * Starts a login. `host` is the one the request says it came to: when it is believed, the browser may return there too.
   * Throws 400 when it shall return elsewhere, and a Problem `unavailable` when the provider cannot be reached.
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

  /** Signs in whom the provider names for the code. Throws a Problem `unavailable` when the provider cannot be reached. */
  async finish(sent: SsoCode, origin: Origin): Promise<SignedIn | SsoRefusal> {
    const outcome = await this.#exchange(sent)
    if (outcome instanceof SsoRefusal) {
      await this.#record(outcome, origin)
      return outcome
    }
    try {
      return await this.#parts.signIn.signInBySso(outcome.email, origin)
    } catch (error) {
      // It is in the audit log already. Whoever asks cannot tell it from an address that is not verified.
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

  /** Whoever knows our client secret started the login, and answers for its state and browser. */
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
    // The state is proof enough, but whoever sends more must be right.
    const { clientId = oidc.clientId, clientSecret = oidc.clientSecret } = sent
    if (!isOurClient(oidc, clientId, clientSecret)) return new SsoRefusal('invalid_client', 'not our client')
    if (sent.keptState === undefined || !equalInConstantTime(sent.keptState, state)) {
      return new SsoRefusal('invalid_grant', 'started in another browser')
    }
    // A state is good for one try, whatever comes of it.
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
    const { publicUrl, believesHost } = this.#parts
    const isOurs = url !== null && (url.origin === new URL(publicUrl()).origin || (believesHost && url.host === host))
    if (isOurs && isRedirectUri(redirectUri)) return
    throw invalidFields([
      { path: 'redirect_uri', message: 'must be an address of this platform, without query or fragment' },
    ])
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
 * An absolute address without user, query, fragment, white space or control characters: the provider compares it letter
 * by letter, while parsing a URL drops some of them.
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
