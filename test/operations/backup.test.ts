// The procedure of docs/operations/backup.md: a base backup under load, a server that is lost, a restore on another one. The
// backup is made by the server functions that pg_basebackup calls too, because the binaries of the tests do not include it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { Load, untilUnder } from '../crash/load.ts'
import { post } from '../support/accounts/account-services.ts'
import { type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { createPgliteDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'

const WORKERS = 8
const ORDERS = 100

describe('a backup, restored on another server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-backup-'))
  // The server may run as another user, who must reach the backup.
  chmodSync(folder, 0o755)
  const backup = join(folder, 'base')
  const load = new Load()
  let servers: PostgresServer[] = []
  let directory: string
  let store: Store
  let gateway: Gateway
  let inBackup: ReadonlySet<object>

  before(async () => {
    directory = await createPgliteDirectory()
    // What is archived elsewhere in production stays in the server's own folder here.
    await startOn(await startPostgres({ settings: { wal_keep_size: '1GB' } }))
    await load.readBalances(gateway)
  })

  after(async () => {
    await gateway?.stop()
    for (const server of servers) await server.stop()
    await rm(directory, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })

  test('is taken while orders are posted', async () => {
    const [server] = servers as [PostgresServer]
    const running = load.run(gateway, WORKERS, { untilLost: false })
    const another = async () => {
      const target = load.acknowledged.size + ORDERS
      await untilUnder(running, () => load.acknowledged.size >= target, 'another hundred orders are answered')
    }
    await another()
    await baseBackup(server, async () => {
      await another()
      inBackup = new Set(load.acknowledged.keys())
    })
    await another()
    load.stop()
    await running
    assert.ok(load.acknowledged.size > inBackup.size)
  })

  test('proves its books after the server is lost', async () => {
    await servers[0]?.kill()
    await gateway.stop()
    await startOn(await startPostgres({ dataDir: backup }))
    assert.match((await runTillgate(store, ['verify'])).output, /^the books are right/m)
  })

  test('holds every order that was acknowledged before it ended', async () => {
    for (const [sent, text] of load.acknowledged) {
      if (!inBackup.has(sent)) continue
      const again = await post(gateway, sent.path, sent.body)
      assert.equal(again.headers.get('x-idempotent-replay'), 'true')
      assert.equal(again.text, text)
    }
  })

  test('is complete once partners have sent the later orders again, and nothing is posted twice', async () => {
    const later = [...load.acknowledged.keys()].filter((sent) => !inBackup.has(sent))
    for (const { path, body } of [...later, ...later]) assert.equal((await post(gateway, path, body)).code, '000')
    await load.assertBalances(gateway)
    assert.match((await runTillgate(store, ['verify'])).output, /^the books are right/m)
  })

  async function startOn(server: PostgresServer): Promise<void> {
    servers = [...servers, server]
    const env = { ENVIRONMENT: 'sandbox', DATA_DIR: directory, DATABASE_URL: server.url }
    store = { engine: 'postgres', env, remove: async () => {} }
    gateway = await startGateway(store)
  }

  async function baseBackup(server: PostgresServer, beforeEnd: () => Promise<void>): Promise<void> {
    const client = new pg.Client(server.url)
    await client.connect()
    try {
      await client.query(`SELECT pg_backup_start('nightly', true)`)
      copy(`${server.dataDir}/.`, backup)
      await beforeEnd()
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
      // The log that was written during the copy makes the copied files consistent.
      copy(`${server.dataDir}/pg_wal/.`, join(backup, 'pg_wal'))
      rmSync(join(backup, 'postmaster.pid'), { force: true })
      writeFileSync(join(backup, 'backup_label'), rows[0]?.labelfile ?? '')
      chmodSync(backup, 0o700)
    } finally {
      await client.end()
    }
  }
})

/** Files may vanish while they are copied: the log tells about them. */
function copy(from: string, to: string): void {
  const { error } = spawnSync('sh', ['-c', 'mkdir -p "$2" && cp -a "$1" "$2"', 'copy', from, to])
  if (error) throw error
}
