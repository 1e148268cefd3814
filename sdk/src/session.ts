// One session of one user: its tokens, kept in memory, and calls that carry them. When the gateway rejects the access
// token, the session refreshes it and retries the call, once.

import { type OnboardingOperations, onboardingOperations, type RefreshTokenAnswer } from './generated-onboarding.ts'
import { type Call, type CallOptions, type Endpoint, overFetch, type Reply, type Send } from './transport.ts'

const REFRESH_COOKIE = /^refresh_token=([^;]*)/
/** Prefix of the message of a 401 about the access token; other 401s are about the request. */
const TOKEN_REFUSED = 'B-AUTH-001'
/** The same in digital banking and lending. */
const UNAUTHENTICATED = 'UNAUTHENTICATED'

export class Session {
  readonly #endpoint: Endpoint
  #accessToken: string | undefined
  /** Known only if fetch exposes cookies instead of keeping them: in Node, not in browsers. */
  #refreshToken: string | undefined
  #renewal: Promise<RefreshTokenAnswer> | undefined
  #isOver = false
  /** Calls that carry no token and are never retried. */
  readonly #bare: OnboardingOperations

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.#bare = onboardingOperations((call, body, options) => this.#sendAs(undefined, {}, call, body, options))
  }

  open(accessToken: string): void {
    this.#accessToken = accessToken
  }

  /** Calls in flight get their answer, but nothing is refreshed or retried: another user may sign in. */
  abandon(): void {
    this.#isOver = true
  }

  /** Sends the token whenever there is one: some operations need none but do more for a signed-in user. */
  readonly send: Send = (call, body, options) => this.sendWith({}, call, body, options)

  /** The same with further headers. */
  async sendWith<Answer extends Reply<number, unknown>>(
    headers: Readonly<Record<string, string>>,
    call: Call,
    body: unknown,
    options?: CallOptions,
  ): Promise<Answer> {
    const sentWith = this.#accessToken
    const answer = await this.#sendAs<Answer>(sentWith, headers, call, body, options)
    if (call.bearer !== true || !isAboutToken(answer) || this.#isOver) return answer
    // Another call may have refreshed the token already.
    if (this.#accessToken === sentWith) {
      const renewal = await this.renew()
      // If the gateway could not decide about the session, return that answer instead of the 401.
      if (renewal.status !== 200 && !isRefused(renewal.status)) return renewal as unknown as Answer
    }
    if (this.#accessToken === undefined || this.#isOver) return answer
    return this.#sendAs<Answer>(this.#accessToken, headers, call, body, options)
  }

  /** Refreshes the access token. Concurrent callers share one refresh, because a refresh token is valid once. */
  renew(): Promise<RefreshTokenAnswer> {
    this.#renewal ??= this.#renewNow().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  // Takes no caller's options: one caller's abort must not affect the others.
  async #renewNow(): Promise<RefreshTokenAnswer> {
    const kept = this.#refreshToken
    const answer = await this.#bare.refreshToken(kept === undefined ? undefined : { refreshToken: kept })
    if (answer.status === 200) {
      this.#accessToken = answer.body.data
    } else if (isRefused(answer.status)) {
      this.#accessToken = undefined
      this.#refreshToken = undefined
    }
    return answer
  }

  async #sendAs<Answer extends Reply<number, unknown>>(
    token: string | undefined,
    headers: Readonly<Record<string, string>>,
    call: Call,
    body: unknown,
    options: CallOptions | undefined,
  ): Promise<Answer> {
    const send = overFetch(this.#endpoint, {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    })
    const answer = await send<Answer>(call, body, options)
    for (const cookie of answer.headers.getSetCookie()) {
      const [, value] = REFRESH_COOKIE.exec(cookie) ?? []
      if (value !== undefined) this.#refreshToken = value === '' ? undefined : value
    }
    return answer
  }
}

function isAboutToken({ status, body }: Reply<number, unknown>): boolean {
  if (status !== 401) return false
  const { message, code } = (body ?? {}) as { message?: unknown; code?: unknown }
  return code === UNAUTHENTICATED || (typeof message === 'string' && message.startsWith(TOKEN_REFUSED))
}

/** The refresh token was checked and rejected. */
function isRefused(status: number): boolean {
  return status === 400 || status === 401
}
