// Sends a message until its outcome is known, always under the same RRN, and says what is known at the end.

import { repeatUntilKnown } from '@tillgate/sdk'
import type { Answer } from './orders.ts'

export type Outcome =
  /** Decided: approved, declined or refused. */
  | { readonly kind: 'answered'; readonly answer: Answer; readonly isReplay: boolean }
  /** Not done for certain: every attempt got a 503. */
  | { readonly kind: 'not-done'; readonly answer: Answer }
  /** It may have been done: no answer, a 504, or a failure of the gateway. */
  | { readonly kind: 'unknown' }

export interface SettleParts {
  readonly attempts: number
  wait(ms: number): Promise<void>
  /** An attempt ended without a decision, and another follows. */
  onRetry(attempt: number, why: string): void
}

const PAUSE_MS = 1_000
/** A longer Retry-After is right for a machine, but not for a person who looks on. */
const LONGEST_PAUSE_MS = 2_000

export async function settle(send: () => Promise<Answer>, parts: SettleParts): Promise<Outcome> {
  let attempt = 0
  let mayBeDone = false
  const call = async (): Promise<Answer> => {
    attempt += 1
    try {
      const answer = await send()
      if (answer.status === 504 || answer.status === 500) mayBeDone = true
      if (isUndecided(answer) && attempt < parts.attempts) parts.onRetry(attempt, `HTTP ${answer.status}`)
      return answer
    } catch (error) {
      mayBeDone = true
      if (attempt < parts.attempts) parts.onRetry(attempt, 'no answer')
      throw error
    }
  }
  try {
    const answer = await repeatUntilKnown(call, {
      attempts: parts.attempts,
      pauseMs: PAUSE_MS,
      wait: (ms) => parts.wait(Math.min(ms, LONGEST_PAUSE_MS)),
    })
    if (answer.status < 500)
      return { kind: 'answered', answer, isReplay: answer.headers.get('x-idempotent-replay') === 'true' }
    return mayBeDone ? { kind: 'unknown' } : { kind: 'not-done', answer }
  } catch {
    return { kind: 'unknown' }
  }
}

function isUndecided({ status }: Answer): boolean {
  return status === 503 || status === 504
}
