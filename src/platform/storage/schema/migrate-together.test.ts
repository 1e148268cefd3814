// Several nodes on one PostgreSQL server, of this version and of 0.1.0, migrate at the same time.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { createPostgresDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../database.ts'
import { openPostgres } from '../open-database.ts'
import { type MigrationProgress, migrate } from './migrate.ts'
import { parseMigration, readMigrations } from './migration-file.ts'

const SHIPPED = readMigrations()
const TABLE = parseMigration('0001-table.sql', 'CREATE TABLE grown (x integer)')
const INDEX = parseMigration(
  '0002-index.sql',
  '-- tillgate: no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS grown_by_x ON grown (x)',
)
const LAST = parseMigration('0003-last.sql', 'CREATE TABLE after_the_index (x integer)')
const migrations = [TABLE, INDEX, LAST]
/** Other tests build indexes and wait for locks in databases of their own on the same server. */
const IS_BUILD = `datname = current_database() AND query LIKE 'CREATE INDEX%'`
const WAITING_LOCKS = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                        WHERE datname = current_database() AND NOT granted`
const NAMES = migrations.map((one) => one.name)

/** The landed 0.1.0 has the migrations up to this one. */
const NEWEST_OF_0_1_0 = 43

/** As version 0.1.0 takes it, which then waits inside a transaction. */
const LOCK_OF_0_1_0 = 'SELECT pg_advisory_xact_lock(7155001)'

interface Nodes {
  readonly url: string
  /** Observes, and holds transactions open. */
  readonly observer: Database
  readonly nodes: readonly Database[]
}

async function openNodes(t: TestContext, count: number): Promise<Nodes> {
  const { url, remove } = await createPostgresDatabase()
  const [observer, ...nodes] = Array.from({ length: count + 1 }, () => openPostgres(url, { connections: 2 }))
  assert.ok(observer)
  t.after(async () => {
    for (const node of [observer, ...nodes]) await node.close()
    await remove()
  })
  return { url, observer, nodes }
}

test('nodes that start together on an empty server apply every migration once', async (t) => {
  const { nodes } = await openNodes(t, 4)
  const applied = await Promise.all(nodes.map((node) => migrate(node)))
  assert.deepEqual(
    applied.toSorted((a, b) => b.length - a.length),
    [SHIPPED.map((one) => one.name), [], [], []],
  )
})

test('nodes that start together wait for a concurrent index build without blocking it', async (t) => {
  const { observer, nodes } = await openNodes(t, 3)
  await migrate(observer, { migrations: [TABLE] })
  // Its snapshot keeps the index build from finishing until every node has started.
  const old = await observer.connect()
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM grown')
  let waiting = 0
  const runs = nodes.map((node) =>
    migrate(node, { migrations, onProgress: ({ step }) => void (step === 'waiting' && waiting++) }),
  )
  await until(() => waiting === nodes.length - 1, 'all but one node wait for the lock')
  await until(() => isBuilding(observer), 'the index waits for the old snapshot')
  await old.query('COMMIT')
  old.release()
  const applied = await Promise.all(runs)
  assert.deepEqual(
    applied.toSorted((a, b) => b.length - a.length),
    [NAMES.slice(1), [], []],
  )
  await assertIndexIsValid(observer)
})

test('a 0.1.0 node that waits for the lock inside its transaction gets its turn, then the index is built', async (t) => {
  const { url, observer, nodes } = await openNodes(t, 1)
  const [node] = nodes as [Database]
  await migrate(observer, { migrations: [TABLE] })
  // A writer that the build waits for first, so that the snapshot of the 0.1.0 node is older than the one of the build.
  const writer = await observer.connect()
  await writer.query('BEGIN; LOCK TABLE grown IN ROW EXCLUSIVE MODE')
  let attempts = 0
  const onProgress = ({ step }: MigrationProgress) => void (step === 'applying' && attempts++)
  const run = migrate(node, { migrations, onProgress })
  await until(() => isBuilding(observer), 'the new node holds the lock and builds the index')
  const old = new pg.Client({ connectionString: url })
  await old.connect()
  try {
    // PostgreSQL aborts the session that detects the deadlock. This makes it the build.
    await old.query(`SET deadlock_timeout = '1min'; BEGIN`)
    const oldHasLock = old.query(LOCK_OF_0_1_0)
    await until(() => waitsForAdvisoryLock(observer), 'the old node waits')
    await writer.query('COMMIT')
    writer.release()
    await oldHasLock
    await old.query('COMMIT')
  } finally {
    await old.end()
  }
  assert.deepEqual(await run, NAMES.slice(1))
  assert.equal(attempts, 3, 'the deadlock made the build start again')
  await assertIndexIsValid(observer)
})

test('a node whose connection is cut off during a concurrent build leaves the rest to the next one', async (t) => {
  const { observer, nodes } = await openNodes(t, 2)
  const [first, second] = nodes as [Database, Database]
  await migrate(observer, { migrations: [TABLE] })
  const old = await observer.connect()
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM grown')
  const cut = assert.rejects(migrate(first, { migrations }), /migration 0002-index failed: /)
  await until(() => isBuilding(observer), 'the index waits for the old snapshot')
  await observer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${IS_BUILD}`)
  await cut
  await old.query('COMMIT')
  old.release()
  assert.equal(await isIndexValid(observer), false, 'an unfinished index is left behind')
  assert.deepEqual(await migrate(second, { migrations }), NAMES.slice(1))
  await assertIndexIsValid(observer)
})

test('a build that is cancelled is reported by name, leaves no index, and the next start builds it', async (t) => {
  const { observer, nodes } = await openNodes(t, 1)
  const [node] = nodes as [Database]
  await migrate(observer, { migrations: [TABLE] })
  const old = await observer.connect()
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM grown')
  const cancelled = assert.rejects(
    migrate(node, { migrations }),
    /^MigrationError: migration 0002-index failed: cancel/,
  )
  await until(() => isBuilding(observer), 'the index waits for the old snapshot')
  await observer.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${IS_BUILD}`)
  await until(() => isWaiting(observer, 'DROP INDEX%'), 'the unfinished index is being dropped')
  await old.query('COMMIT')
  old.release()
  await cancelled
  assert.equal(await isIndexValid(observer), undefined)
  assert.deepEqual(await migrate(node, { migrations }), NAMES.slice(1))
  await assertIndexIsValid(observer)
})

test('a file that waits for a table lock does not block others, and is applied when the table is free', async (t) => {
  const { observer, nodes } = await openNodes(t, 1)
  const [node] = nodes as [Database]
  await migrate(observer, { migrations: [TABLE] })
  const reader = await observer.connect()
  await reader.query('BEGIN; SELECT FROM grown')
  const alter = parseMigration('0002-alter.sql', 'ALTER TABLE grown ADD COLUMN y integer')
  let attempts = 0
  const onProgress = ({ step }: MigrationProgress) => void (step === 'applying' && attempts++)
  const run = migrate(node, { migrations: [TABLE, alter], onProgress })
  await until(() => attempts >= 2, 'the first attempt gave up')
  await reader.query('COMMIT')
  reader.release()
  assert.deepEqual(await run, [alter.name])
})

// Postings lock accounts, then write cards, journals and accounts, in this order.
test('no migration since 0.1.0 holds a table that a posting still has to write while it waits for that posting', async (t) => {
  const { observer, nodes } = await openNodes(t, 1)
  const [node] = nodes as [Database]
  await migrate(observer, { migrations: SHIPPED.filter(({ number }) => number <= NEWEST_OF_0_1_0) })
  const [withCard, withJournal] = [await observer.connect(), await observer.connect()]
  await withCard.query('BEGIN; SELECT FROM accounts FOR NO KEY UPDATE; LOCK TABLE cards IN ROW EXCLUSIVE MODE')
  await withJournal.query('BEGIN; SELECT FROM accounts FOR NO KEY UPDATE; LOCK TABLE journals IN ROW EXCLUSIVE MODE')
  const run = migrate(node)
  for (const [posting, awaited] of [
    [withCard, 'cards'],
    [withJournal, 'journals'],
  ] as const) {
    await until(() => isAwaited(node, awaited), `the migration waits for ${awaited}`)
    await posting.query('LOCK TABLE journals, accounts IN ROW EXCLUSIVE MODE NOWAIT; COMMIT')
    posting.release()
  }
  assert.equal((await run).length, SHIPPED.length - NEWEST_OF_0_1_0)
})

function isBuilding(database: Database): Promise<boolean> {
  return isWaiting(database, 'CREATE INDEX%')
}

async function isWaiting(database: Database, query: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE $1 AND wait_event_type = 'Lock'`,
    [query],
  )
  return rowCount > 0
}

async function isAwaited(database: Database, table: string): Promise<boolean> {
  const { rowCount } = await database.query(`${WAITING_LOCKS} AND relation = to_regclass($1)`, [table])
  return rowCount > 0
}

async function waitsForAdvisoryLock(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(`${WAITING_LOCKS} AND locktype = 'advisory'`)
  return rowCount > 0
}

async function isIndexValid(database: Database): Promise<boolean | undefined> {
  const { rows } = await database.query<{ indisvalid: boolean }>(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('grown_by_x')`,
  )
  return rows[0]?.indisvalid
}

async function assertIndexIsValid(database: Database): Promise<void> {
  assert.equal(await isIndexValid(database), true)
  const { rows } = await database.query('SELECT name FROM schema_migrations ORDER BY number')
  assert.deepEqual(
    rows,
    NAMES.map((name) => ({ name })),
  )
}
