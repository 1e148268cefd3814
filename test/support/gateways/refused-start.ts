// Starts a gateway that must fail to start; returns its output and exit code.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SERVE_NODE_FLAGS, type Store } from './gateway.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/tillgate.js', import.meta.url))
// Reached only if the gateway wrongly starts.
const TIMEOUT_MS = 300_000

export async function refusedStart(
  store: Store,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [...SERVE_NODE_FLAGS, LAUNCHER, 'serve'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', MANAGEMENT_PORT: '0', HOST: '127.0.0.1', ...store.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await once(child, 'close')
  return { code: child.exitCode, lines: output.split('\n').filter((line) => line !== '') }
}
