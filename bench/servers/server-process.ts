// A server under load, as a child process: a gateway as an operator starts it, the ceiling, or a bare server. Its
// output goes to a file: writing the log is part of the measurement, and reading a pipe would be our own work.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SERVE_FLAGS } from '../../bin/serve-flags.js'
import { usageWithChildren } from '../figures/process-usage.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/tillgate.js', import.meta.url))
const CEILING = fileURLToPath(new URL('./ceiling-server.ts', import.meta.url))
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const START_LIMIT_MS = 60_000
const POLL_MS = 5

/** Where a gateway keeps its data, as its environment names it. */
export interface Store {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
}

export interface ServerProcess {
  readonly name: string
  readonly url: string
  /** Absent for the ceiling and the bare servers, which have no management listener. */
  readonly managementUrl: string | undefined
  readonly pid: number
  /** From the spawn to the last line of the start. */
  readonly startedInMs: number
  /** Resident memory now, in megabytes. */
  residentMb(): number
  /** Processor seconds used so far. */
  cpuSeconds(): number
  /** Truncates the log, so that a long bench does not fill the disk. */
  truncateLog(): void
  stop(): Promise<void>
}

export interface ServeOptions {
  readonly folder: string
  /** Flags for Node. */
  readonly nodeFlags?: readonly string[]
}

export function startGateway(name: string, store: Store, options: ServeOptions): Promise<ServerProcess> {
  return start(name, store, options, [LAUNCHER, 'serve'], 'management listening on ')
}

/** The same with several worker processes. */
export function startWorkers(workers: number, store: Store, options: ServeOptions): Promise<ServerProcess> {
  return startGateway(`${workers}-workers`, { ...store, env: { ...store.env, WORKERS: String(workers) } }, options)
}

export function startCeiling(name: string, store: Store, options: ServeOptions): Promise<ServerProcess> {
  // The launcher passes these to a gateway.
  return start(name, store, options, [...SERVE_FLAGS, CEILING], 'gateway listening on ')
}

/** A server that does nothing but HTTP, with the same Node flags. */
export function startBare(kind: 'http' | 'fastify', store: Store, options: ServeOptions): Promise<ServerProcess> {
  return start(`bare-${kind}`, store, options, [...SERVE_FLAGS, BARE, kind], 'gateway listening on ')
}

/** Runs one CLI command to its end; throws with its output if it fails. */
export async function runTillgate(store: Store, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env: environmentOf(store), stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`tillgate ${args.join(' ')} failed on ${store.name}:\n${output}`)
  return output.trim()
}

async function start(
  name: string,
  store: Store,
  { folder, nodeFlags = [] }: ServeOptions,
  command: readonly string[],
  lastLine: string,
): Promise<ServerProcess> {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const before = readFileSync(logFile, 'utf8').length
  const spawnedAtMs = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, ...command], {
    env: environmentOf(store),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  // If the bench dies, it must not leave its servers running.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  const output = await untilPrinted(child, () => readFileSync(logFile, 'utf8').slice(before), lastLine)
  return {
    name,
    url: lineOf(output, 'gateway listening on ') ?? '',
    managementUrl: lineOf(output, 'management listening on '),
    pid: child.pid ?? -1,
    startedInMs: performance.now() - spawnedAtMs,
    residentMb: () => usageWithChildren(child.pid ?? -1).residentMb,
    cpuSeconds: () => usageWithChildren(child.pid ?? -1).cpuSeconds,
    truncateLog: () => truncateSync(logFile),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

// Only what Node needs from the caller's environment: the gateway is measured with its defaults.
function environmentOf(store: Store): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, PORT: '0', MANAGEMENT_PORT: '0', HOST: '127.0.0.1', ...store.env }
}

async function untilPrinted(child: ChildProcess, output: () => string, lastLine: string): Promise<string> {
  const deadlineMs = performance.now() + START_LIMIT_MS
  for (;;) {
    const text = output()
    if (lineOf(text, lastLine) !== undefined) return text
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start:\n${text}`)
    }
    await delay(POLL_MS)
  }
}

/** The rest of the line with this prefix, once it is complete. */
function lineOf(output: string, prefix: string): string | undefined {
  const line = output
    .split('\n')
    .slice(0, -1)
    .find((text) => text.startsWith(prefix))
  return line?.slice(prefix.length).trim()
}
