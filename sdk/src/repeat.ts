// Retries a transaction until its outcome is known.
//
// After a 504, or no answer at all, the money may or may not have moved; after a 503 it has not. In all three cases the
// right next step is to send the same request with the same RRN: the gateway then returns the stored outcome or posts
// once. A new RRN would be a second transaction.

import type { Reply } from './transport.ts'

export interface RepeatOptions {
  /** Total attempts; 5 by default. */
  readonly attempts?: number
  /** The first pause, doubled each time; 200 ms by default. A longer Retry-After wins. */
  readonly pauseMs?: number
  /** Waits between attempts; replaced in tests. */
  readonly wait?: (ms: number) => Promise<void>
}

const LONGEST_PAUSE_MS = 30_000

/**
 * Makes the call, and retries it while the answer is 503 or 504 or there is none. The call must send the same body each
 * time: `repeatUntilKnown(() => client.debits(withdrawal))`. When the attempts are used up it returns the last answer,
 * or throws the last failure; the outcome is then still unknown.
 */
export async function repeatUntilKnown<Answer extends Reply<number, unknown>>(
  call: () => Promise<Answer>,
  options: RepeatOptions = {},
): Promise<Answer> {
  const { attempts = 5, pauseMs = 200, wait = sleep } = options
  for (let attempt = 1; ; attempt++) {
    const pause = Math.min(pauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
    const answer = await call().catch((error: unknown) => {
      // The caller aborted and does not want another attempt.
      if (attempt >= attempts || (error as Error | undefined)?.name === 'AbortError') throw error
      return undefined
    })
    if (answer !== undefined && (!isUndecided(answer.status) || attempt >= attempts)) return answer
    await wait(Math.max(pause, retryAfterMs(answer?.headers)))
  }
}

function isUndecided(status: number): boolean {
  return status === 503 || status === 504
}

function retryAfterMs(headers: Headers | undefined): number {
  const seconds = Number(headers?.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : 0
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
