// When a port may be closed. Node would close it at once, and the kernel would then reset connections that it has completed but
// Node has not accepted.

import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'

/** Without a new connection for this long. A client that was just answered reconnects sooner. */
const QUIET_MS = 50
/** Stop waiting for that after this long. */
const QUIET_LIMIT_MS = 4_000
/** In a longer turn the event loop does other work between accepting and closing. */
const SHORT_TURN_MS = 1
/** The longest in any case. */
const LIMIT_MS = 5_000

/**
 * Resolves when no connection has come for a moment, in an event loop turn that accepted none, or when `isCertain` says so. A
 * connection completed between that turn's poll and the close, a few microseconds, is still reset.
 */
export async function untilQuiet(lastArrivalMs: () => number, isCertain: () => boolean = () => false): Promise<void> {
  const beganMs = monotonicMs()
  const isQuiet = () => isCertain() || monotonicMs() - lastArrivalMs() >= QUIET_MS
  for (let isEmpty = isCertain(); !isEmpty && monotonicMs() - beganMs < LIMIT_MS; ) {
    while (!isQuiet() && monotonicMs() - beganMs < QUIET_LIMIT_MS) await delay(1)
    const turnMs = monotonicMs()
    await immediate()
    isEmpty = isCertain() || (lastArrivalMs() < turnMs && monotonicMs() - turnMs < SHORT_TURN_MS)
  }
}
