// The stop of the process, step by step. Each step has a deadline of its own: one that fails or hangs is logged and
// skipped, so that the steps after it still run and the database is closed in order.

import { withTimeout } from '../../../platform/kernel/time/timeout.ts'

export interface StopStep {
  /** For the log: `job queue`. */
  readonly name: string
  readonly limitMs: number
  /** Nothing of value is lost when it fails, so the stop still counts as orderly. */
  readonly isOptional?: true
  run(): unknown
}

export interface StopLog {
  error(details: object, message: string): void
}

/** Runs every step in order. Throws at the end if one that matters failed or was late. */
export async function runStopSteps(steps: readonly StopStep[], log: StopLog): Promise<void> {
  const failed: string[] = []
  for (const { name, limitMs, isOptional = false, run } of steps) {
    const late = () => new Error(`not finished after ${limitMs} ms`)
    try {
      await withTimeout(Promise.resolve(run()), limitMs, late)
    } catch (error) {
      if (!isOptional) failed.push(name)
      log.error({ err: error, step: name }, 'a step of the stop failed, the next one goes on')
    }
  }
  if (failed.length > 0) throw new Error(`the stop was not orderly: ${failed.join(', ')}`)
}
