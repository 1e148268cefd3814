// Runs the periodic sweeps. Runs of one sweep never overlap in this process. Several nodes run the same sweeps, so a
// sweep must be safe to run concurrently on different nodes (docs/decisions/0003).

import { type Clock, isoTimestamp, monotonicMs } from '../kernel/time/clock.ts'
import type { Sweep } from '../kernel/work/sweep.ts'

export interface SweepState {
  readonly status: 'UP' | 'DOWN'
  /** Absent until the first run ends. */
  readonly lastRunAt?: string
  /** Error of the last run, if it failed. */
  readonly lastError?: string
}

export interface JobsHealth {
  readonly status: 'UP' | 'DOWN'
  readonly sweeps: Readonly<Record<string, SweepState>>
}

export interface RunningSweeps {
  /** DOWN if the last run of any sweep failed. */
  health(): JobsHealth
  /** Starts no new run and waits for current ones. */
  close(): Promise<void>
}

/** Learns of every run, for metrics. */
export interface SweepObserver {
  started(sweeps: readonly Sweep[]): void
  ran(sweep: string, succeeded: boolean, seconds: number): void
}

export interface SweepOptions {
  readonly clock: Clock
  readonly observer?: SweepObserver
  readonly log?: { error(details: object, message: string): void }
}

export function startSweeps(sweeps: readonly Sweep[], options: SweepOptions): RunningSweeps {
  options.observer?.started(sweeps)
  const loops = sweeps.map((sweep) => startLoop(sweep, options))
  return {
    health() {
      return {
        status: loops.every((loop) => loop.state().status === 'UP') ? 'UP' : 'DOWN',
        sweeps: Object.fromEntries(loops.map((loop) => [loop.name, loop.state()])),
      }
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}

/** In a worker: starts the sweeps of the process at once, and those that one worker runs for all once it is on duty. */
export function sweepsOnDuty(duties: Promise<void>, run: typeof startSweeps = startSweeps): typeof startSweeps {
  return (sweeps, options) => {
    const running = [
      run(
        sweeps.filter(({ isOwn }) => isOwn === true),
        options,
      ),
    ]
    let isClosed = false
    duties.then(() => {
      if (!isClosed)
        running.push(
          run(
            sweeps.filter(({ isOwn }) => isOwn !== true),
            options,
          ),
        )
    })
    return {
      health() {
        const all = running.map((one) => one.health())
        return {
          status: all.every(({ status }) => status === 'UP') ? 'UP' : 'DOWN',
          sweeps: Object.assign({}, ...all.map((one) => one.sweeps)),
        }
      },
      async close() {
        isClosed = true
        await Promise.all(running.map((one) => one.close()))
      },
    }
  }
}

interface Loop {
  readonly name: string
  state(): SweepState
  close(): Promise<void>
}

function startLoop(sweep: Sweep, { clock, log, observer }: SweepOptions): Loop {
  let state: SweepState = { status: 'UP' }
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  async function run(): Promise<void> {
    const startedMs = monotonicMs()
    const report = (succeeded: boolean) => observer?.ran(sweep.name, succeeded, (monotonicMs() - startedMs) / 1000)
    try {
      await sweep.run(stopping.signal)
      report(true)
      state = { status: 'UP', lastRunAt: isoTimestamp(clock.now()) }
    } catch (error) {
      report(false)
      const lastError = error instanceof Error ? error.message : String(error)
      // A sweep that keeps failing with the same error logs it once.
      if (state.lastError !== lastError) log?.error({ err: error, sweep: sweep.name }, 'a periodic sweep failed')
      state = { status: 'DOWN', lastRunAt: isoTimestamp(clock.now()), lastError }
    }
    schedule()
  }

  let timer: NodeJS.Timeout | undefined
  function schedule(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = run()
    }, sweep.everyMs).unref()
  }
  schedule()

  return {
    name: sweep.name,
    state: () => state,
    close() {
      stopping.abort()
      clearTimeout(timer)
      return running
    },
  }
}
