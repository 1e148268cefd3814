// What one address may ask without saying who it is, and which operations cost so much that they wait for their turn.
//
// A sign-in takes some 35 ms of a core for the hash and 10 ms for each of its two decryptions, on a slow machine: two
// cores manage about 35 a second. One address gets less than a third of that.

import type { Call } from '../../http/call.ts'
import { clientNetworkOf } from '../../http/limits/client-network.ts'
import { RateLimiter } from '../../http/limits/rate-limit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ACCESS } from './access-table.ts'

type OperationId = keyof typeof ACCESS

/** They hash a password or decrypt a value. */
const COSTLY: ReadonlySet<string> = new Set<OperationId>([
  'LoginUser',
  'GetMfaStatus',
  'RegisterMfa',
  'SetPassword',
  'ForgotPassword',
  'VerifyInviteUrl',
])

/** They check a secret, send a mail, or ask the identity provider. */
const SIGN_IN_LIKE: ReadonlySet<string> = new Set<OperationId>([
  ...(COSTLY as ReadonlySet<OperationId>),
  'GenerateOtp',
  'IssueToken',
  'StartSingleSignOn',
])

export interface AnonymousRates {
  /** Of all operations that need no bearer. */
  readonly perSecond: number
  /** Of those that check a secret or send a mail: more than an office does, less than guessing takes. */
  readonly signInsPerSecond: number
  /** As many of them may come at once, after a quiet while. */
  readonly signInBurst: number
}

const RATES: AnonymousRates = { perSecond: 300, signInsPerSecond: 10, signInBurst: 20 }

export function isCostly(operationId: string): boolean {
  return COSTLY.has(operationId)
}

export class AnonymousLimits {
  readonly #clock: Clock
  readonly #rates: AnonymousRates
  readonly #all = new RateLimiter()
  readonly #signIns = new RateLimiter()

  constructor(clock: Clock, rates: AnonymousRates = RATES) {
    this.#clock = clock
    this.#rates = rates
  }

  /** Throws a Problem `rate-limited` when the caller's address has asked too often. */
  check(call: Call, operationId: string): void {
    const network = clientNetworkOf(call.ip)
    const nowMs = this.#clock.now()
    const { perSecond, signInsPerSecond, signInBurst } = this.#rates
    refuseFor(this.#all.take(network, perSecond, nowMs))
    if (SIGN_IN_LIKE.has(operationId)) refuseFor(this.#signIns.take(network, signInsPerSecond, nowMs, signInBurst))
  }
}

function refuseFor(waitSeconds: number): void {
  if (waitSeconds === 0) return
  throw new Problem('rate-limited', 'Too many requests from this address', { retryAfterSeconds: waitSeconds })
}
