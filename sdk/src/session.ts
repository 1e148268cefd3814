// One session of one user: its tokens, kept in memory, and calls that carry them. When the gateway no longer takes the
// access token, the session gets a new one and sends the call again, once.

import { type OnboardingOperations, onboardingOperations, type RefreshTokenAnswer } from './generated-onboarding.ts'
import { type Call, type CallOptions, type Endpoint, overFetch, type Reply, type Send } from './transport.ts'

const REFRESH_COOKIE = /^refresh_token=([^;]*)/
/** Begins the message of the 401 that is about the access token; the others are about what was sent. */
const TOKEN_REFUSED = 'B-AUTH-001'

export class Session {
  readonly #endpoint: Endpoint
  #accessToken: string | undefined
  /** Known only where fetch shows cookies instead of keeping them: in Node, not in browsers. */
  #refreshToken: string | undefined
  #renewal: Promise<RefreshTokenAnswer> | undefined
  #isOver = false
  /** Calls that carry no token and are never sent again. */
  readonly #bare: OnboardingOperations

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.#bare = onboardingOperations((call, body, options) => this.#sendWith(undefined, call, body, options))
  }

  open(accessToken: string): void {
    this.#accessToken = accessToken
  }

  /** Calls still under way get their answer, but nothing is renewed or sent again: it may be somebody else's turn. */
  abandon(): void {
    this.#isOver = true
  }

  /** A token goes along whenever there is one: some operations need none but do more for whoever is signed in. */
  readonly send: Send = async <Answer extends Reply<number, unknown>>(
    call: Call,
    body: unknown,
    options?: CallOptions,
  ) => {
    const sentWith = this.#accessToken
    const answer = await this.#sendWith<Answer>(sentWith, call, body, options)
    if (call.bearer !== true || !isAboutToken(answer) || this.#isOver) return answer
    // Another call may have renewed the token while this one was under way.
    if (this.#accessToken === sentWith) {
      const renewal = await this.renew()
      // When the gateway could not say whether the session goes on, that is the answer, and not that it is over.
      if (renewal.status !== 200 && !isRefused(renewal.status)) return renewal as unknown as Answer
    }
    if (this.#accessToken === undefined || this.#isOver) return answer
    return this.#sendWith<Answer>(this.#accessToken, call, body, options)
  }

  /** Gets a new access token. Whoever asks while that is under way shares the answer: a refresh token is good once. */
  renew(): Promise<RefreshTokenAnswer> {
    this.#renewal ??= this.#renewNow().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  // It takes no options of a caller: who gives up alone must not give up for the others.
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

  async #sendWith<Answer extends Reply<number, unknown>>(
    token: string | undefined,
    call: Call,
    body: unknown,
    options: CallOptions | undefined,
  ): Promise<Answer> {
    const send = overFetch(this.#endpoint, token === undefined ? {} : { authorization: `Bearer ${token}` })
    const answer = await send<Answer>(call, body, options)
    for (const cookie of answer.headers.getSetCookie()) {
      const [, value] = REFRESH_COOKIE.exec(cookie) ?? []
      if (value !== undefined) this.#refreshToken = value === '' ? undefined : value
    }
    return answer
  }
}

function isAboutToken({ status, body }: Reply<number, unknown>): boolean {
  const message = (body as { message?: unknown } | null | undefined)?.message
  return status === 401 && typeof message === 'string' && message.startsWith(TOKEN_REFUSED)
}

/** The refresh token was judged and found wanting. */
function isRefused(status: number): boolean {
  return status === 400 || status === 401
}
