// Family B over HTTP, as an outside client: credentials are encrypted with jose, not with our own code.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { until } from '../until.ts'

const MAX_ATTEMPTS = 10

export interface OnboardingAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  readonly body: any
  readonly text: string
}

export interface CallParts {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Returns a 429 instead of retrying. */
  readonly noRetry?: boolean
}

/** Calls one gateway. */
export class Onboarding {
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  /**
   * All tests share one address, so on a 429 this client waits and retries. Nothing has been decrypted by then, so the
   * same request is still valid.
   */
  async call(route: string, parts: CallParts = {}): Promise<OnboardingAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(route, parts)
      if (answer.status !== 429 || parts.noRetry === true || attempt === MAX_ATTEMPTS) return answer
      await delay(Number(answer.headers.get('retry-after')) * 1000)
    }
  }

  /**
   * Again while it is refused with 503, after which nothing was done. Of many calls at once, which queue for ten connections, a
   * gateway refuses those that have waited for two seconds.
   */
  callUntilServed(route: string, parts: CallParts = {}): Promise<OnboardingAnswer> {
    return until(async () => {
      const answer = await this.call(route, parts)
      return answer.status !== 503 && answer
    }, `${route} is served`)
  }

  async #send(route: string, { token, body, headers = {} }: CallParts): Promise<OnboardingAnswer> {
    const [method = 'GET', path = ''] = route.split(' ')
    // A file has its type.
    const isForm = body instanceof URLSearchParams || body instanceof Blob
    const response = await fetch(`${this.#url()}/v1/onboarding${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  /** Encrypts a value as a client would. */
  async encrypt(value: string, about: { iat?: number; jti?: string } = {}): Promise<string> {
    const { body } = await this.call('GET /auth/keys')
    const jwk = (body as { keys: JWK[] }).keys.find((key) => key.use === 'enc') as JWK
    const content = { v: value, iat: about.iat ?? Math.floor(Date.now() / 1000), jti: about.jti ?? randomUUID() }
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid as string })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
  }

  async login(email: string, password: string, more: Readonly<Record<string, unknown>> = {}) {
    const [encryptedEmail, encryptedPassword] = await Promise.all([this.encrypt(email), this.encrypt(password)])
    return this.call('POST /login/user', { body: { email: encryptedEmail, password: encryptedPassword, ...more } })
  }

  /** Signs in and returns the access token. */
  async tokenOf(email: string, password: string): Promise<string> {
    const { status, body, text } = await this.login(email, password)
    if (status !== 200) throw new Error(`${email} could not sign in: ${text}`)
    return body.data as string
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The refresh token in an answer's cookie. */
export function refreshCookieOf({ headers }: OnboardingAnswer): string | undefined {
  return headers
    .getSetCookie()
    .map((cookie) => /^refresh_token=([^;]*)/.exec(cookie)?.[1])
    .find((value) => value !== undefined && value !== '')
}

/** The one-time value in the newest mail to an address in the sandbox's mailbox. */
export async function linkMailedTo(managementUrl: string, address: string): Promise<string> {
  const text = (await mailedTo(managementUrl, address))[0]?.text ?? ''
  const value = /#([A-Za-z0-9_.-]+)/.exec(text)?.[1]
  if (value === undefined) throw new Error(`no link was mailed to ${address}`)
  return value
}

interface SandboxMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mails to an address, newest first. Waits for them, because they are sent shortly after the answer. */
export async function mailedTo(managementUrl: string, address: string, atLeast = 1): Promise<SandboxMail[]> {
  return until(async () => {
    const response = await fetch(`${managementUrl}/sandbox/mailbox?to=${encodeURIComponent(address)}`)
    const mails = mailsOf(await response.json())
    return mails.length >= atLeast && mails
  }, `${atLeast} mails to ${address}`)
}

function mailsOf(body: unknown): SandboxMail[] {
  return (Array.isArray(body) ? body : (body as { mails: SandboxMail[] }).mails) as SandboxMail[]
}
