// Waiting for something that happens by itself, as long as a busy machine may need and no longer.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 60_000
const POLL_MS = 5

type Falsy = false | 0 | '' | null | undefined

/** Asks again and again until the answer holds, and returns it; fails naming `what` when it never does. */
export async function until<T>(ask: () => T | Promise<T>, what: string): Promise<Exclude<T, Falsy>> {
  const deadlineMs = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, Falsy>
    assert.ok(performance.now() < deadlineMs, `never came to pass in ${PATIENCE_MS / 1000} seconds: ${what}`)
    await delay(POLL_MS)
  }
}
