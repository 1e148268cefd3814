// Start and graceful stop: what the process prints, the signals it handles, and its exit code.

import type { Logger } from 'pino'
import { createLogger } from '../edge/http/log.ts'
import { monotonicMs } from '../platform/kernel/time/clock.ts'
import { sandboxWelcome } from '../sandbox/welcome.ts'
import type { Config } from './config/config.ts'

/** Returned by wire.ts once both listeners accept connections. */
export interface RunningGateway {
  readonly publicUrl: string
  readonly managementUrl: string
  /** Where switches connect, when they may. */
  readonly switchesUrl?: string | undefined
  /** Stops accepting, finishes accepted requests, flushes and closes. */
  stop(): Promise<void>
  /** Answers SIGHUP; without it the process stops and runs itself again. */
  restart?(): void
}

/** How the process is run. Alone it prints where it listens; a worker tells its primary instead. */
export interface LifecycleOptions {
  readonly announce?: (gateway: RunningGateway) => void
  /** Stops the process as SIGTERM does. */
  readonly stopAsked?: Promise<void>
  /** Called when the process begins to stop, for any reason. */
  readonly onStop?: () => void
  /** Shown on its log lines. */
  readonly worker?: number
}

// Shorter than the 30 seconds that most platforms wait between SIGTERM and SIGKILL.
const STOP_LIMIT_MS = 25_000
// Under npm, Ctrl-C arrives twice: from the terminal, and forwarded by npm.
const SAME_SIGNAL_MS = 500

/** Starts the gateway. The signal is aborted when the process is told to stop; a start may then give up. */
export type StartGateway = (config: Config, stopping: AbortSignal) => Promise<RunningGateway>

/** Runs until told to stop. `start` is wire.ts's; tests pass a fake. */
export async function runGateway(config: Config, start: StartGateway, options: LifecycleOptions = {}): Promise<void> {
  const lifecycle = new Lifecycle(config, options)
  lifecycle.listen()
  const gateway = await start(config, lifecycle.stopping).catch((error: unknown) => lifecycle.notStarted(error))
  const { announce = (started: RunningGateway) => print(config, started) } = options
  announce(gateway)
  lifecycle.started(gateway)
}

function print(config: Config, gateway: RunningGateway): void {
  if (config.environment === 'sandbox') {
    for (const line of sandboxWelcome(config.publicUrl ?? reachable(gateway.publicUrl))) console.log(line)
  }
  console.log(`gateway listening on ${reachable(gateway.publicUrl)}`)
  if (gateway.switchesUrl !== undefined) console.log(`switches listening on ${reachable(gateway.switchesUrl)}`)
  console.log(`management listening on ${reachable(gateway.managementUrl)}`)
}

/** A URL to call: the wildcard address of a listener is replaced by loopback. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')
}

class Lifecycle {
  readonly #config: Config
  readonly #options: LifecycleOptions
  #gateway: RunningGateway | undefined
  #exitCode: number | undefined
  #firstSignalMs = 0
  #runsAgain = false
  /** SIGHUP came while it started. */
  #isHungUp = false
  readonly #stopping = new AbortController()

  constructor(config: Config, options: LifecycleOptions) {
    this.#config = config
    this.#options = options
  }

  listen(): void {
    // The reader of our output may disconnect; that is no reason to stop.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
    process.on('SIGTERM', () => this.#onSignal(143))
    process.on('SIGINT', () => this.#onSignal(130))
    process.on('SIGHUP', () => this.#onHangUp())
    this.#options.stopAsked?.then(() => this.#stop(0))
    // After an uncaught error, memory can no longer be trusted, but everything acknowledged is in the database and
    // requests in progress deserve an answer. So the process logs the error, drains as in any stop, and exits 1 for its
    // supervisor to restart it.
    process.on('uncaughtException', (error) => this.#onDefect(error))
    process.on('unhandledRejection', (reason) => this.#onDefect(reason))
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** A start that gave up because the process was told to stop is no failure. */
  notStarted(error: unknown): never {
    if (this.#exitCode !== undefined) process.exit(this.#exitCode)
    throw error
  }

  started(gateway: RunningGateway): void {
    this.#gateway = gateway
    // Told to stop during the start: only now is there something to stop.
    if (this.#exitCode !== undefined) this.#stopGateway()
    else if (this.#isHungUp) this.#onHangUp()
  }

  #onSignal(immediateCode: number): void {
    this.#runsAgain = false
    if (this.#exitCode === undefined) {
      this.#firstSignalMs = monotonicMs()
      this.#stop(0)
    } else if (monotonicMs() - this.#firstSignalMs > SAME_SIGNAL_MS) {
      process.exit(immediateCode)
    }
  }

  /** From a terminal it means that the terminal is gone, otherwise that an operator wants a restart. */
  #onHangUp(): void {
    if (process.stdin.isTTY || process.stdout.isTTY) this.#onSignal(129)
    else if (this.#gateway === undefined) this.#isHungUp = true
    else if (this.#gateway.restart !== undefined) this.#gateway.restart()
    else if (this.#exitCode === undefined) {
      // A launcher watches this process by a channel that does not survive: the supervisor of the launcher starts it again.
      this.#runsAgain = process.execve !== undefined && process.channel === undefined
      this.#stop(0)
    }
  }

  #onDefect(error: unknown): void {
    // What is left of a start that was given up finds its database closed.
    if (this.#exitCode !== undefined && this.#gateway === undefined) return
    // First, so that a failure to report the error cannot keep the process from stopping.
    this.#stop(1)
    this.#log().fatal({ err: error }, 'uncaught error')
    console.error('tillgate is stopping after an uncaught error (see the log)')
  }

  #stop(exitCode: number): void {
    const isFirst = this.#exitCode === undefined
    // A defect while stopping still counts as a failure.
    this.#exitCode = Math.max(this.#exitCode ?? 0, exitCode)
    if (!isFirst) return
    this.#stopping.abort(new Error('the process was told to stop'))
    this.#options.onStop?.()
    setTimeout(() => {
      console.error(`tillgate did not finish within ${STOP_LIMIT_MS / 1000} seconds and exits now`)
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    if (this.#gateway !== undefined) this.#stopGateway()
  }

  #stopGateway(): void {
    this.#gateway?.stop().then(
      () => (this.#runsAgain && this.#exitCode === 0 ? runAgain() : process.exit(this.#exitCode)),
      (error: unknown) => {
        this.#log().fatal({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }

  #log(): Logger {
    return createLogger({ level: this.#config.logLevel, worker: this.#options.worker })
  }
}

/** The same process with the same arguments, from the files as they are now: a new version, renewed certificates and keys. */
function runAgain(): void {
  const { execPath, execArgv, argv, env } = process
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
}
