// Waits for the database at the start: after a reboot or a failover the gateway is often up before its server. Reasons
// that time does not change, such as a wrong password, are reported at once.

import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../kernel/problems/problem.ts'
import { monotonicMs } from '../../kernel/time/clock.ts'
import type { Database } from '../database.ts'
import { checkServer } from '../open-database.ts'
import { isPassing } from '../statements/sqlstate.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

export interface AwaitServerOptions {
  readonly limitMs: number
  /** Aborted when the process is told to stop. */
  readonly signal?: AbortSignal
  /** Called before every pause. */
  onWait?(reason: string, leftMs: number): void
  /** For tests. */
  readonly nowMs?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

export async function awaitServer(database: Database, options: AwaitServerOptions): Promise<void> {
  const { limitMs, signal, onWait, nowMs = monotonicMs } = options
  const pause = options.pause ?? ((ms: number) => delay(ms, undefined, { signal }))
  const endMs = nowMs() + limitMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await checkServer(database)
      return
    } catch (error) {
      const leftMs = endMs - nowMs()
      if (leftMs <= 0 || signal?.aborted || !isPassing(error)) throw error
      onWait?.(reasonOf(error), leftMs)
      await pause(Math.min(pauseMs, leftMs))
    }
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Problem && error.cause !== undefined ? error.cause : error
}

function reasonOf(error: unknown): string {
  const cause = causeOf(error)
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error ? (first.message.split('\n')[0] ?? '') : String(first)
}
