// Polls for a condition, for as long as a busy machine may need.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Reached only by what never comes to pass: many times what a machine that runs several of these suites needs. */
const TIMEOUT_MS = 300_000
const POLL_MS = 5
/** What takes long is asked about less often: the asking would take time from what is waited for. */
const MAX_POLL_MS = 50
const SLOW_DOWN = 20

type Falsy = false | 0 | '' | null | undefined

/** Polls until the result is truthy, and returns it; times out with an error that names `what`, as it is known then. */
export async function until<T>(ask: () => T | Promise<T>, what: string | (() => string)): Promise<Exclude<T, Falsy>> {
  const startedMs = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, Falsy>
    const waitedMs = performance.now() - startedMs
    if (waitedMs >= TIMEOUT_MS) {
      const missed = typeof what === 'string' ? what : what()
      assert.fail(`never came to pass in ${TIMEOUT_MS / 1000} seconds: ${missed}`)
    }
    await delay(Math.min(MAX_POLL_MS, POLL_MS + waitedMs / SLOW_DOWN))
  }
}
