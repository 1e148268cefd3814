// Start and graceful stop. Everything the process does towards its surroundings happens here: the lines it prints, the
// signals it heeds, and the code it exits with.

import type { Config } from './config.ts'
import { createLogger } from './http/log.ts'
import { monotonicMs } from './kernel/clock.ts'
import { sandboxWelcome } from './sandbox/welcome.ts'

/** What wire.ts hands back once both listeners accept connections. */
export interface RunningGateway {
  readonly publicUrl: string
  readonly managementUrl: string
  /** Stops accepting, finishes what was accepted, writes everything down and closes. */
  stop(): Promise<void>
}

// Shorter than the half minute that most platforms wait between SIGTERM and SIGKILL.
const STOP_LIMIT_MS = 25_000
// Ctrl-C under npm arrives twice: from the terminal, and again from npm, which passes it on.
const SAME_SIGNAL_MS = 500

/** Runs until told to stop. `start` is wire.ts's; it is handed in so that the lifecycle can be tried on its own. */
export async function runGateway(config: Config, start: (config: Config) => Promise<RunningGateway>): Promise<void> {
  const lifecycle = new Lifecycle(config)
  lifecycle.listen()
  const gateway = await start(config)
  if (config.environment === 'sandbox') {
    for (const line of sandboxWelcome(config.publicUrl ?? reachable(gateway.publicUrl))) console.log(line)
  }
  console.log(`gateway listening on ${reachable(gateway.publicUrl)}`)
  console.log(`management listening on ${reachable(gateway.managementUrl)}`)
  lifecycle.started(gateway)
}

/** The address to type: one that means "every address of this machine" cannot be called, its loopback can. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')
}

class Lifecycle {
  readonly #config: Config
  #gateway: RunningGateway | undefined
  #exitCode: number | undefined
  #firstSignalMs = 0

  constructor(config: Config) {
    this.#config = config
  }

  listen(): void {
    // Whoever read what we print may have left; that is no reason to stop.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
    process.on('SIGTERM', () => this.#onSignal(143))
    process.on('SIGINT', () => this.#onSignal(130))
    // After an error that nobody caught, what is in memory can no longer be trusted, but what has been acknowledged is
    // in the database and requests under way deserve their answer: so the process says what happened, drains like at
    // any stop, and exits 1 for its supervisor to start a fresh one.
    process.on('uncaughtException', (error) => this.#onDefect(error))
    process.on('unhandledRejection', (reason) => this.#onDefect(reason))
  }

  started(gateway: RunningGateway): void {
    this.#gateway = gateway
    // Told to stop while still starting: only now is there something to stop.
    if (this.#exitCode !== undefined) this.#stopGateway()
  }

  #onSignal(immediateCode: number): void {
    if (this.#exitCode === undefined) {
      this.#firstSignalMs = monotonicMs()
      this.#stop(0)
    } else if (monotonicMs() - this.#firstSignalMs > SAME_SIGNAL_MS) {
      process.exit(immediateCode)
    }
  }

  #onDefect(error: unknown): void {
    // First, so that nothing that goes wrong with telling it keeps the process from ending.
    this.#stop(1)
    createLogger({ level: this.#config.logLevel }).fatal({ err: error }, 'an error that nobody caught')
    console.error('tillgate stops: an error that nobody caught (see the log)')
  }

  #stop(exitCode: number): void {
    const isFirst = this.#exitCode === undefined
    // A defect while stopping still makes it a failure.
    this.#exitCode = Math.max(this.#exitCode ?? 0, exitCode)
    if (!isFirst) return
    setTimeout(() => {
      console.error(`tillgate did not finish within ${STOP_LIMIT_MS / 1000} seconds and stops at once`)
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    if (this.#gateway !== undefined) this.#stopGateway()
  }

  #stopGateway(): void {
    this.#gateway?.stop().then(
      () => process.exit(this.#exitCode),
      (error: unknown) => {
        createLogger({ level: this.#config.logLevel }).fatal({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
}
