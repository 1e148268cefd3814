// pgbench's TPC-B on the gateway's PostgreSQL server: the reference for what the machine and its disk allow.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { PostgresServer } from '../../test/support/machine/postgres.ts'
import { isInstalled } from '../figures/machine.ts'

const PGBENCH = 'pgbench'
const DATABASE = 'tpcb'
export const PGBENCH_CLIENTS = [8, 64] as const

export interface PgbenchRun {
  readonly clients: number
  readonly perSecond: number
}

export function pgbenchMissing(): string | undefined {
  if (isInstalled(PGBENCH)) return undefined
  return 'pgbench is not on PATH (Debian: apt-get install postgresql); the ratio to it is left out'
}

/** Creates pgbench's own database and fills it. */
export async function preparePgbench(server: PostgresServer, scale: number, createDatabase: Create): Promise<void> {
  await createDatabase(DATABASE)
  await pgbench(server, '--initialize', '--quiet', `--scale=${scale}`)
}

type Create = (name: string) => Promise<unknown>

export async function runPgbench(server: PostgresServer, clients: number, seconds: number): Promise<PgbenchRun> {
  const threads = Math.min(clients, availableParallelism())
  const output = await pgbench(
    server,
    '--protocol=prepared',
    `--client=${clients}`,
    `--jobs=${threads}`,
    `--time=${seconds}`,
  )
  const tps = /^tps = ([\d.]+)/m.exec(output)?.[1]
  if (tps === undefined) throw new Error(`pgbench printed no figure:\n${output}`)
  return { clients, perSecond: Number(tps) }
}

// Over loopback TCP, as the gateway connects.
async function pgbench({ port }: PostgresServer, ...flags: readonly string[]): Promise<string> {
  const target = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres', DATABASE]
  const child = spawn(PGBENCH, [...flags, ...target], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stopAtExit = () => child.kill('SIGKILL')
  process.once('exit', stopAtExit)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await once(child, 'close')
  process.off('exit', stopAtExit)
  if (child.exitCode !== 0) throw new Error(`pgbench ${flags.join(' ')} failed:\n${output}`)
  return output
}
