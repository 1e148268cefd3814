// A gateway as a child process, started the way an operator starts it, for tests of journeys, crashes and several
// nodes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVE_FLAGS } from '../../../bin/serve-flags.js'
import { copyOf, createPostgresDatabase, type EngineName, type PostgresDatabase } from '../machine/database.ts'
import { copyDirectory, createPgliteDirectory } from '../machine/pglite-directory.ts'
import { findTemplate } from '../machine/templates.ts'

export const LAUNCHER = fileURLToPath(new URL('../../../bin/tillgate.js', import.meta.url))
// Most gateways in tests live for seconds: optimizing the embedded engine's code costs more than it gains.
export const NODE_FLAGS = ['--liftoff-only']
// Without these the launcher would start Node twice; its own test covers that.
export const SERVE_NODE_FLAGS = [...SERVE_FLAGS, ...NODE_FLAGS]

export interface Gateway {
  readonly url: string
  readonly managementUrl: string
  readonly pid: number
  /** Everything printed so far, standard output and error together. */
  output(): string
  /** SIGTERM, then waits until it has ended and its output is whole; resolves to the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL, then waits. */
  kill(): Promise<void>
}

export interface Store {
  readonly engine: EngineName
  /** The environment that points a gateway to this store. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** A new migrated store. It outlives the gateways that use it, so that they can be killed and restarted. */
export async function createStore(engine: EngineName): Promise<Store> {
  if (engine === 'pglite') return pgliteStore(await createPgliteDirectory())
  const database = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
  // The directory holds the sandbox's master key, which every gateway on this database must share.
  return postgresStore(copyDirectory(undefined), database)
}

/**
 * The same after a sandbox's first start: seeding and creating keys takes longer than the rest of a start. All these
 * stores share one master key.
 */
export async function createSandboxStore(engine: EngineName): Promise<Store> {
  const template = await findTemplate(engine === 'pglite' ? 'sandbox-pglite' : 'sandbox-postgres')
  if (template === undefined) return createStore(engine)
  if (engine === 'pglite') return pgliteStore(copyDirectory(template))
  return postgresStore(await withMasterKey(copyDirectory(undefined)), await createPostgresDatabase(copyOf(template)))
}

/** Puts the master key of all sandbox templates into a data directory. */
export async function withMasterKey(directory: string): Promise<string> {
  const key = await findTemplate('master-key')
  if (key !== undefined) writeFileSync(join(directory, MASTER_KEY), `${key}\n`, { mode: 0o600 })
  return directory
}

/** The sandbox's key file. */
export const MASTER_KEY = 'master.key'

export function pgliteStore(directory: string): Store {
  return { engine: 'pglite', env: { DATA_DIR: directory }, remove: async () => removeDirectory(directory) }
}

export function postgresStore(directory: string, database: PostgresDatabase): Store {
  return {
    engine: 'postgres',
    env: { ENVIRONMENT: 'sandbox', DATA_DIR: directory, DATABASE_URL: database.url },
    async remove() {
      await database.remove()
      removeDirectory(directory)
    },
  }
}

function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}

/** Starts a gateway on free ports and waits until it listens. Rejects with its output if it fails to start. */
export async function startGateway(store: Store, env: Readonly<Record<string, string>> = {}): Promise<Gateway> {
  const child = spawn(process.execPath, [...SERVE_NODE_FLAGS, LAUNCHER, 'serve'], {
    env: {
      SANDBOX_TRAFFIC: 'off',
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      HOST: '127.0.0.1',
      ...store.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that dies must not leave its gateways running.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const exited = once(child, 'exit')
  // Later than the end: what it has printed last may still be in the pipe.
  const closed = once(child, 'close')
  await untilListening(child, closed, () => output)
  return {
    url: lineOf(output, 'gateway listening on '),
    managementUrl: lineOf(output, 'management listening on '),
    pid: child.pid ?? -1,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export interface EndedTillgate {
  readonly code: number | null
  /** What it printed, in order: results, and messages such as its progress. */
  readonly output: string
  /** The results alone. */
  readonly stdout: string
}

/** Runs one CLI command against a store and returns its output. */
export async function runTillgate(store: Store, args: readonly string[]): Promise<EndedTillgate> {
  const child = spawn(process.execPath, [...NODE_FLAGS, LAUNCHER, ...args], {
    env: { SANDBOX_TRAFFIC: 'off', ...process.env, NODE_OPTIONS: '', ...store.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, output, stdout }
}

function untilListening(child: ChildProcess, closed: Promise<unknown>, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (/^management listening on \S+$/m.test(output())) resolve()
    }
    child.stdout?.on('data', check)
    closed.then(() => reject(new Error(`the gateway did not start:\n${output()}`)))
  })
}

function lineOf(output: string, prefix: string): string {
  const line = output.split('\n').find((text) => text.startsWith(prefix))
  if (line === undefined) throw new Error(`no line starts with "${prefix}"`)
  return line.slice(prefix.length).trim()
}
