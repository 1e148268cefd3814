// Runs examples/iso8583-host in a separate process, on a data folder that outlives it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../machine/free-port.ts'

const SERVER = join(import.meta.dirname, '..', '..', '..', 'examples', 'iso8583-host', 'server.ts')

export interface HostProcess {
  /** The same at every start. */
  readonly port: number
  /** Faults of the next orders and reversals; resolves when the host knows them. */
  faults(...faults: readonly string[]): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  readonly isRunning: boolean
  /** Every complete record of its books, in order. */
  readLog(): HostRecord[]
}

export interface HostRecord {
  readonly type: 'EXECUTED' | 'CANCELLED'
  /** RRN, STAN and time; a reversal has the word in front. */
  readonly reference: string
  readonly outcome?: { readonly code: string }
  readonly summary?: { readonly accountId: string; readonly amountMinor: number }
  readonly effects?: {
    readonly entries: readonly (readonly [string, number])[]
    readonly reverses?: { readonly reference: string; readonly amountMinor: number }
  }
}

export interface HostOptions {
  readonly format?: '1987' | '1993'
  readonly plainAccounts?: number
  readonly institutionId?: string
}

export async function startHost(
  t: { after(remove: () => Promise<void>): void },
  { format = '1987', plainAccounts = 400, institutionId = 'FI001' }: HostOptions = {},
): Promise<HostProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-iso8583-host-'))
  let running: ChildProcess | undefined
  let said = ''
  let heard = () => {}
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(said)
      if (found !== null) {
        said = ''
        return found
      }
      if (running?.exitCode !== null || running.signalCode !== null) throw new Error(`the host has ended: ${said}`)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
  }
  const start = async (port: number): Promise<number> => {
    const args = ['--port', String(port), '--data', folder, '--format', format, '--institution', institutionId]
    args.push('--plain-accounts', String(plainAccounts))
    const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    running = child
    child.stdin?.on('error', () => {})
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      heard()
    })
    child.on('exit', () => heard())
    const [, found] = await until(/listening on \S+:(\d+)/)
    return Number(found)
  }
  const kill = async () => {
    const child = running
    running = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  t.after(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const port = await start(await freePort())
  return {
    port,
    async faults(...faults) {
      running?.stdin?.write([...faults, 'ping', ''].join('\n'))
      await until(/pong/)
    },
    kill,
    get isRunning() {
      return running !== undefined && running.exitCode === null && running.signalCode === null
    },
    async restart() {
      await kill()
      await start(port)
    },
    readLog: () => {
      const lines = readFileSync(join(folder, 'orders.log'), 'utf8').split('\n')
      return lines.slice(0, -1).map((line) => JSON.parse(line.slice(9)))
    },
  }
}
