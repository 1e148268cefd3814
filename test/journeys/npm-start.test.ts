// `npm start` as a supervisor uses it: npm must forward the signal and return the exit code.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPgliteDirectory } from '../support/machine/pglite-directory.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('npm start ends with code 0 on SIGTERM and leaves nothing running', async (t) => {
  const directory = await createPgliteDirectory()
  t.after(() => rm(directory, { recursive: true, force: true }))
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = npm.pid ?? 0
  t.after(() => killGroup(group))
  let output = ''
  npm.stderr.resume()
  for await (const chunk of npm.stdout) {
    output += chunk
    if (/^management listening on \S+$/m.test(output)) break
  }
  const url = /^gateway listening on (\S+)$/m.exec(output)?.[1]
  assert.equal((await fetch(`${url}/api/health`)).status, 200)

  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
  await assert.rejects(fetch(`${url}/api/health`), 'the gateway must be gone with npm')
})

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The process is gone, as expected.
  }
}
