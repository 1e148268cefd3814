// The servers that tests start.
// In test-all only: every other suite uses them.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '../until.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { isGone } from './processes.ts'

test('a started server has production durability and is reachable only from this machine', async (t) => {
  const server = await startPostgres({ settings: { work_mem: '5MB', max_connections: '20' } })
  t.after(() => server.stop())

  assert.equal(server.url, `postgres://postgres@127.0.0.1:${server.port}/postgres`)
  // Debian adds the version of its package.
  assert.equal(String(await show(server, 'server_version')).split(' ')[0], server.version)
  assert.equal(await show(server, 'data_directory'), server.dataDir)
  assert.equal(await show(server, 'fsync'), 'on')
  assert.equal(await show(server, 'synchronous_commit'), 'on')
  assert.equal(await show(server, 'listen_addresses'), '127.0.0.1')
  assert.equal(await show(server, 'work_mem'), '5MB')
  assert.equal(await show(server, 'max_connections'), '20')
  assert.match(readFileSync(join(server.dataDir, 'server.log'), 'utf8'), /ready to accept connections/)
})

test('TEST_POSTGRES_PROGRAMS names the programs of every server, unless a test chooses others', async (t) => {
  const { TEST_POSTGRES_PROGRAMS: before } = process.env
  t.after(() => {
    if (before === undefined) delete process.env.TEST_POSTGRES_PROGRAMS
    else process.env.TEST_POSTGRES_PROGRAMS = before
  })
  process.env.TEST_POSTGRES_PROGRAMS = '/nowhere'
  await assert.rejects(startPostgres(), /The PostgreSQL in \/nowhere cannot be used/)
  await assert.rejects(startPostgres({ programs: '/elsewhere' }), /The PostgreSQL in \/elsewhere cannot be used/)
})

test('a killed server is gone with its backends, and restarts on the same port with all committed data', async (t) => {
  const server = await startPostgres()
  t.after(() => server.stop())
  await query(server, 'CREATE TABLE kept (word text)')
  await query(server, `INSERT INTO kept VALUES ('committed')`)
  const busy = new pg.Client(server.url)
  await busy.connect()
  const cut = once(busy, 'error')
  // The driver may emit a second error after the socket's.
  busy.on('error', () => {})
  const backend = (await busy.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
  const unfinished = assert.rejects(busy.query('SELECT pg_sleep(3600)'))
  const postmaster = server.pid

  await server.kill()

  assert.equal(isGone(postmaster), true, 'the postmaster lives')
  assert.equal(isGone(backend), true, 'a backend lives')
  await unfinished
  await cut
  await assert.rejects(query(server, 'SELECT 1'), { code: 'ECONNREFUSED' })

  await server.start()

  assert.notEqual(server.pid, postmaster)
  assert.deepEqual(await query(server, 'SELECT word FROM kept'), [{ word: 'committed' }])
  assert.match(readFileSync(join(server.dataDir, 'server.log'), 'utf8'), /was not properly shut down/)
})

test('a stopped server leaves no process and no file', async () => {
  const server = await startPostgres()
  const { pid, dataDir } = server

  await server.stop()
  await server.stop()

  assert.equal(isGone(pid), true)
  assert.equal(existsSync(dirname(dataDir)), false)
  await assert.rejects(server.start(), /start a new one/)
})

test('a data folder given by the caller outlives the server and is reused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  // If PostgreSQL runs as another user, that user needs access to the parent folder.
  const dataDir = process.getuid?.() === 0 ? folder : join(folder, 'data')
  const first = await startPostgres({ dataDir })
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS one')
  await first.stop()

  const second = await startPostgres({ dataDir })
  t.after(() => second.stop())
  assert.deepEqual(await query(second, 'SELECT one FROM kept'), [{ one: 1 }])
})

test('a requested port that is in use is an error', async (t) => {
  const server = await startPostgres()
  t.after(() => server.stop())

  await assert.rejects(startPostgres({ port: server.port }), /address already in use/i)
})

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  test(`a server does not outlive a test process that ended by ${signal}`, { timeout: 300_000 }, async () => {
    const program = `
      import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url))}
      const { pid, dataDir } = await startPostgres()
      console.log(JSON.stringify({ pid, dataDir }))
      setInterval(() => {}, 60_000)`
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(owner.stdout), 'line')) as [string]
    const server = JSON.parse(line) as Pick<PostgresServer, 'pid' | 'dataDir'>
    assert.equal(isGone(server.pid), false)

    owner.kill(signal)

    await until(() => isGone(server.pid) && !existsSync(dirname(server.dataDir)), 'the server is gone with its data')
  })
}

async function show(server: PostgresServer, setting: string): Promise<unknown> {
  return (await query(server, `SELECT current_setting('${setting}') AS value`))[0]?.value
}

async function query(server: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
