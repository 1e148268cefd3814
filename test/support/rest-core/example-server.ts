// Runs examples/rest-core in a separate process, on a data folder that outlives it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../machine/free-port.ts'

const SERVER = join(import.meta.dirname, '..', '..', '..', 'examples', 'rest-core', 'server.ts')

export interface ExampleServer {
  /** The same at every start. */
  readonly url: URL
  /** Kills it at any point of its work. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>
  /** Every complete record of its log, in order. */
  readLog(): { type: string; reference: string; outcome?: { code: string } }[]
}

export async function startExample(
  t: { after(remove: () => Promise<void>): void },
  { plainAccounts = 2_000, env = {} }: { plainAccounts?: number; env?: Record<string, string> } = {},
): Promise<ExampleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-rest-core-'))
  let running: ChildProcess | undefined
  const start = async (port: string): Promise<URL> => {
    const args = [SERVER, '--port', port, '--data', folder, '--plain-accounts', String(plainAccounts)]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
    running = child
    let said = ''
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      said += chunk
      const [, url] = /listening on (\S+)/.exec(said) ?? []
      if (url !== undefined) {
        child.stdout?.resume()
        return new URL(url)
      }
    }
    throw new Error(`the example did not start: ${said}`)
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
  const url = await start(String(await freePort()))
  return {
    url,
    kill,
    restart: async () => {
      await start(url.port)
    },
    readLog: () => {
      const lines = readFileSync(join(folder, 'orders.log'), 'utf8').split('\n')
      return lines.slice(0, -1).map((line) => JSON.parse(line.slice(9)))
    },
  }
}
