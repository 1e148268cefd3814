// A gateway that is told to stop, or to restart, while it starts.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import {
  createSandboxStore,
  LAUNCHER,
  SERVE_NODE_FLAGS,
  type Store,
  startGateway,
} from '../support/gateways/gateway.ts'
import { until } from '../support/until.ts'

/** A start that waits for this lock would go on waiting, and be ended after 25 seconds with exit code 1. */
const LOCK = 'BEGIN; LOCK TABLE schema_migrations'
const WAITING = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'schema_migrations'::regclass`

describe('SIGTERM ends a start', () => {
  let store: Store
  let other: pg.Client

  before(async () => {
    store = await createSandboxStore('postgres')
    other = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    await other.connect()
  })

  after(async () => {
    await other?.end()
    await store?.remove()
  })

  for (const workers of ['1', '2']) {
    test(`that waits for a lock in the database, with WORKERS=${workers}`, async () => {
      await other.query(LOCK)
      const gateway = begin(store, { WORKERS: workers })
      try {
        await until(async () => (await other.query(WAITING)).rowCount === 1, 'the start waits')
        assert.equal(await gateway.stop(), 0, gateway.output())
        assert.doesNotMatch(gateway.output(), /did not finish|stop failed|uncaught/)
      } finally {
        gateway.kill()
        await other.query('ROLLBACK')
      }
    })
  }

  test('that waits for a server which accepts connections and says nothing', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const accepted = once(silent, 'connection')
    const { port } = silent.address() as { port: number }
    const gateway = begin(store, { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/x` })
    try {
      await accepted
      assert.equal(await gateway.stop(), 0, gateway.output())
    } finally {
      gateway.kill()
      silent.close()
    }
  })
})

test('SIGHUP that comes while the program is loaded restarts the gateway once it has started', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-hang-up-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const preload = join(folder, 'hang-up.mjs')
  // Once: the process that is run again inherits the environment.
  writeFileSync(
    preload,
    `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/bin/bundle.js') && process.env.HUNG_UP === undefined) {
      process.env.HUNG_UP = '1'
      process.kill(process.pid, 'SIGHUP')
    }
    return next(url, context)
  },
})
`,
  )
  const store = await createSandboxStore('pglite')
  t.after(() => store.remove())
  const gateway = await startGateway(store, { NODE_OPTIONS: `--import=${preload}` })
  t.after(() => gateway.kill())
  await until(() => gateway.output().split('management listening').length === 3, 'it has started twice')
  assert.equal(await gateway.stop(), 0)
})

interface Begun {
  output(): string
  stop(): Promise<number | null>
  kill(): void
}

function begin(store: Store, env: Readonly<Record<string, string>>): Begun {
  const child = spawn(process.execPath, [...SERVE_NODE_FLAGS, LAUNCHER, 'serve'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', MANAGEMENT_PORT: '0', ...store.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
    kill: () => child.kill('SIGKILL'),
  }
}
