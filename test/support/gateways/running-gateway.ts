// A test suite with one running gateway. Suites in which the engine matters run in eachGateway(), others in onGateway().

import { after, before, describe } from 'node:test'
import type { EngineName } from '../machine/database.ts'
import { enginesFor } from '../runner/extent.ts'
import { createSandboxStore, createStore, type Gateway, type Store, startGateway } from './gateway.ts'

export interface RunningGateway {
  /** The running gateway; only inside tests and hooks. */
  readonly current: Gateway
  readonly store: Store
  /** Stops it and starts another one on the same data. Resolves to the exit code of the first. */
  restart(): Promise<number | null>
  /** Stops it for good, for tests that read the data directly. */
  stop(): Promise<number | null>
  start(): Promise<void>
}

const BOTH = ['pglite', 'postgres'] as const

type Suite = (running: RunningGateway, engine: EngineName) => void

/** The engine where either will do. PostgreSQL needs a fraction of the processor time of the embedded engine. */
export const EITHER_ENGINE: EngineName = 'postgres'

/** For suites whose answers do not depend on the database. */
export function withGateway(title: string, suite: Suite, env: Readonly<Record<string, string>> = {}): void {
  withGatewayOn(EITHER_ENGINE, title, suite, env)
}

export function withGatewayOn(
  engine: EngineName,
  title: string,
  suite: Suite,
  env: Readonly<Record<string, string>> = {},
): void {
  describe(title, () => suite(runningOn(engine, env), engine))
}

/** For suites in which the engine matters, and one journey of each family: once on PGlite, once on PostgreSQL. */
export function eachGateway(title: string, suite: Suite, env: Readonly<Record<string, string>> = {}): void {
  declare(enginesFor<EngineName>(BOTH, BOTH), title, suite, env)
}

/** For suites that depend on stored data: on PostgreSQL, and by `npm run test-all` on PGlite too. */
export function onGateway(title: string, suite: Suite, env: Readonly<Record<string, string>> = {}): void {
  declare(enginesFor<EngineName>(['postgres'], BOTH), title, suite, env)
}

function declare(
  engines: readonly EngineName[],
  title: string,
  suite: Suite,
  env: Readonly<Record<string, string>>,
): void {
  for (const engine of engines) describe(`${title} (${engine})`, () => suite(runningOn(engine, env), engine))
}

function runningOn(engine: EngineName, env: Readonly<Record<string, string>>): RunningGateway {
  const { running, open, close } = gatewayOn(engine, env)
  before(open)
  after(close)
  return running
}

/** For suites that decide themselves when it runs. */
export function gatewayOn(
  engine: EngineName,
  env: Readonly<Record<string, string>>,
): { readonly running: RunningGateway; open(): Promise<void>; close(): Promise<void> } {
  let store: Store | undefined
  let gateway: Gateway | undefined
  const start = async () => {
    gateway = await startGateway(there(store), env)
  }
  const stop = async () => {
    const code = await there(gateway).stop()
    gateway = undefined
    return code
  }
  const running: RunningGateway = {
    get current() {
      return there(gateway)
    },
    get store() {
      return there(store)
    },
    async restart() {
      const code = await stop()
      await start()
      return code
    },
    stop,
    start,
  }
  return {
    running,
    async open() {
      store = await (isPlainSandbox(env) ? createSandboxStore(engine) : createStore(engine))
      await start()
    },
    async close() {
      await gateway?.stop()
      await store?.remove()
    },
  }
}

/** A sandbox's store cannot be used with another environment or master key. */
function isPlainSandbox(env: Readonly<Record<string, string>>): boolean {
  return !['ENVIRONMENT', 'MASTER_KEY', 'MASTER_KEY_FILE'].some((name) => name in env)
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the gateway runs only while its tests do')
  return value
}
