// A gateway as a process of its own, started the way an operator starts it, for journeys, crashes and several nodes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createPostgresDatabase, type EngineName } from '../machine/database.ts'
import { createPgliteDirectory } from '../machine/pglite-directory.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/tillgate.js', import.meta.url))

export interface Gateway {
  readonly url: string
  readonly managementUrl: string
  readonly pid: number
  /** Everything printed so far, standard output and error together. */
  output(): string
  /** SIGTERM, then waits; resolves to the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL, then waits. */
  kill(): Promise<void>
}

export interface Store {
  readonly engine: EngineName
  /** The environment that makes a gateway use this store. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** A new, empty place for data. It outlives the gateways that use it, so that they can be killed and started again. */
export async function createStore(engine: EngineName): Promise<Store> {
  const directory = await createPgliteDirectory()
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  if (engine === 'pglite') return { engine, env: { DATA_DIR: directory }, remove: removeDirectory }
  const postgres = await createPostgresDatabase()
  return {
    engine,
    // The directory still holds the sandbox's master key, which every gateway on this database must share.
    env: { DATA_DIR: directory, DATABASE_URL: postgres.url },
    async remove() {
      await postgres.remove()
      await removeDirectory()
    },
  }
}

/** Starts a gateway on free ports and waits until it listens. Rejects with its output when it does not come up. */
export async function startGateway(store: Store, env: Readonly<Record<string, string>> = {}): Promise<Gateway> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', MANAGEMENT_PORT: '0', HOST: '127.0.0.1', ...store.env, ...env },
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
  await untilListening(child, exited, () => output)
  return {
    url: lineOf(output, 'gateway listening on '),
    managementUrl: lineOf(output, 'management listening on '),
    pid: child.pid ?? -1,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs one CLI command against a store and gives what it printed. */
export async function runTillgate(
  store: Store,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...store.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, output }
}

function untilListening(child: ChildProcess, exited: Promise<unknown>, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (/^management listening on \S+$/m.test(output())) resolve()
    }
    child.stdout?.on('data', check)
    exited.then(() => reject(new Error(`the gateway did not start:\n${output()}`)))
  })
}

function lineOf(output: string, prefix: string): string {
  const line = output.split('\n').find((text) => text.startsWith(prefix))
  if (line === undefined) throw new Error(`no line starts with "${prefix}"`)
  return line.slice(prefix.length).trim()
}
