// The client of onboarding and administration: signing in and out, and every operation of the contract with the access
// token filled in. The token is kept in memory only, so leaving the page drops it.

import { encryptCredential } from './encrypt-credential.ts'
import { type DigitalOperations, digitalOperations } from './generated-digital.ts'
import { type LendingOperations, lendingOperations } from './generated-lending.ts'
import {
  type GetKeysAnswer,
  type LoginUserAnswer,
  type LogoutAnswer,
  type OnboardingOperations,
  onboardingOperations,
  type RefreshTokenAnswer,
} from './generated-onboarding.ts'
import { Session } from './session.ts'
import type { CallOptions, Endpoint, Send } from './transport.ts'

export interface OnboardingConnection extends Endpoint {
  /** The time in milliseconds, if this machine's clock is not reliable; Date.now by default. */
  readonly now?: () => number
}

export interface SignInCredentials {
  readonly email: string
  readonly password: string
  /** The authenticator app's code, for users who have one. */
  readonly mfaCode?: string | undefined
  /** Instead of `mfaCode`. */
  readonly recoveryCode?: string | undefined
}

/** The answer to the login, or to the request for keys if that failed. */
export type SignInAnswer = LoginUserAnswer | Exclude<GetKeysAnswer, { readonly status: 200 }>

export interface OnboardingClient {
  /** Every operation of the contract. An expired token is refreshed and the call retried, once. */
  readonly operations: OnboardingOperations
  /**
   * Encrypts the credentials, logs in and keeps the token. A 401 `B-AUTH-004` asks for the code: sign in again with it.
   * If it fails, the previous user stays signed in.
   */
  signIn(credentials: SignInCredentials, options?: CallOptions): Promise<SignInAnswer>
  /** Ends the session and drops its tokens. If the gateway could not end it, they are kept for a retry. */
  signOut(options?: CallOptions): Promise<LogoutAnswer>
  /** Refreshes the access token. In a browser, 200 resumes the cookie's session after a page load. */
  refresh(): Promise<RefreshTokenAnswer>
  /** Digital banking on behalf of a partner, as the signed-in user. */
  digital(partnerId: string): DigitalOperations
  /** Lending on behalf of a partner, as the signed-in user. */
  lending(partnerId: string): LendingOperations
  /** Encrypts a value for operations that require it. Encrypt again for each call: a value is accepted once. */
  encrypt(value: string, options?: CallOptions): Promise<string>
}

export function createOnboardingClient(connection: OnboardingConnection): OnboardingClient {
  const nowMs = connection.now ?? Date.now
  let session = new Session(connection)
  const operations = onboardingOperations((call, body, options) => session.send(call, body, options))
  /** These calls take a bearer token instead of client headers, which their documents do not require. */
  const onBehalf =
    (partner: Readonly<Record<string, string>>): Send =>
    (call, body, options) =>
      session.sendWith(partner, { ...call, bearer: true }, body, options)

  return {
    operations,

    async signIn({ email, password, mfaCode, recoveryCode }, options) {
      const keys = await operations.getKeys(options)
      if (keys.status !== 200) return keys
      const next = new Session(connection)
      const body = {
        email: await encryptCredential(email, keys.body, { nowMs: nowMs() }),
        password: await encryptCredential(password, keys.body, { nowMs: nowMs() }),
        ...(mfaCode !== undefined && { mfaCode }),
        ...(recoveryCode !== undefined && { recoveryCode }),
      }
      const answer = await onboardingOperations(next.send).loginUser(body, options)
      if (answer.status !== 200) return answer
      next.open(answer.body.data)
      session.abandon()
      session = next
      return answer
    },

    async signOut(options) {
      const leaving = session
      const answer = await operations.logout(options)
      if (answer.status !== 200 && answer.status !== 401) return answer
      leaving.abandon()
      // Another user may have signed in during the call.
      if (session === leaving) session = new Session(connection)
      return answer
    },

    refresh: () => session.renew(),

    digital: (partnerId) => digitalOperations(onBehalf({ partnerid: partnerId })),

    lending: (partnerId) => lendingOperations(onBehalf({ 'x-partner': partnerId })),

    async encrypt(value, options) {
      const keys = await operations.getKeys(options)
      if (keys.status !== 200) throw new Error(`the gateway gave no keys to encrypt to: it answered ${keys.status}`)
      return encryptCredential(value, keys.body, { nowMs: nowMs() })
    },
  }
}
