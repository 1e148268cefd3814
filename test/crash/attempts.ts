// The attempts of one request by a client that retries, and what each answer says about the books:
//
//   503                       nothing was done: the client may drop the request; sent again, it is carried out then
//   504, or no answer at all  not known: the client sends it again, or reverses it
//
// A request that met nothing but 503 before its outcome must therefore not be answered as a replay: something was done.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** A request without an answer for this long counts as hanging: twice as long as a gateway waits for a handler. */
const HANGS_AFTER_MS = 120_000
/** A request without an outcome for this long is never carried out: no fault lasts so long. */
const FAILS_AFTER_MS = 300_000
/** Leaves the processor to the others between two attempts. */
const RETRY_AFTER_MS = 20
const MOST_RETRY_AFTER_MS = 200

export interface AnyAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Result = 'outcome' | 'refused' | 'unknown'

export class Attempts {
  /** Answers of 503. */
  refused = 0
  /** It may have been carried out: an attempt has no answer, a copy was sent beside it, or it has its outcome. */
  mayBeDone: boolean
  readonly #startedMs = performance.now()

  constructor({ isCopied = false }: { isCopied?: boolean } = {}) {
    this.mayBeDone = isCopied
  }

  /** Records the answer to an attempt; undefined if the connection broke. */
  take(answer: AnyAnswer | undefined): Result {
    if (answer?.status === 503) {
      this.refused++
      return 'refused'
    }
    if (answer === undefined || answer.status === 504) {
      this.mayBeDone = true
      return 'unknown'
    }
    assert.ok(answer.status < 500, `answered ${answer.status} ${answer.text}`)
    if (this.refused > 0 && !this.mayBeDone) {
      const isReplay = answer.headers.get('x-idempotent-replay') === 'true'
      assert.ok(!isReplay, `carried out although every answer was 503: ${answer.text}`)
    }
    this.mayBeDone = true
    return 'outcome'
  }

  /** Before the next attempt: leaves the processor to the others. */
  async pause(): Promise<void> {
    const waitedMs = performance.now() - this.#startedMs
    assert.ok(waitedMs < FAILS_AFTER_MS, `no outcome after ${this.refused} refusals in ${waitedMs} ms`)
    await pause(waitedMs)
  }

  /** 503 has promised that nothing was done. */
  get mayBeDropped(): boolean {
    return this.refused > 0 && !this.mayBeDone
  }
}

/** The answer; undefined if the connection broke. Fails when there is neither for too long. */
export async function answerOrHang<A>(answer: Promise<A>): Promise<A | undefined> {
  const patience = new AbortController()
  const hangs = delay(HANGS_AFTER_MS, undefined, { signal: patience.signal, ref: false }).then(
    () => assert.fail('a request was left without an answer'),
    () => undefined,
  )
  try {
    return await Promise.race([answer.catch(() => undefined), hangs])
  } finally {
    patience.abort()
  }
}

/** Longer for a request that waits for a gateway to start, which the attempts would slow down. */
export function pause(waitedMs = 0): Promise<void> {
  return delay(Math.min(MOST_RETRY_AFTER_MS, RETRY_AFTER_MS + waitedMs / 10))
}
