import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createPostgresDatabase, eachEngine } from '../../test/support/machine/database.ts'
import type { Database } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'
import { migrationChecksum } from './migration-checksum.ts'
import { openPostgres } from './open-database.ts'

const SHIPPED = readMigrations()
const NEXT = SHIPPED.length + 1

function migration(number: number, text: string) {
  return { number, name: `${String(number).padStart(4, '0')}-test`, text, checksum: migrationChecksum(text) }
}

function migrationLike<M extends { text: string }>(one: M, edit: (text: string) => string): M & { checksum: string } {
  const text = edit(one.text)
  return { ...one, text, checksum: migrationChecksum(text) }
}

/** The same statements in other words. */
function reworded(text: string): string {
  return `/* Another /* nested */ heading; */ ${text.replaceAll(/^( *)--.*$/gm, '$1-- said otherwise')}`
}

/** Of the whole text, as version 0.1.0 recorded it. */
const CHECKSUM_OF_0005_AS_LANDED = 'oKwPOpVJd5KGpVc0Gk0wvRwOFAUOZaYMMIosmJJ3_Fc'

eachEngine('migrations', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('a database that is up to date is left alone', async () => {
    const before = await applied()
    assert.deepEqual(await migrate(database), [])
    assert.deepEqual(await applied(), before)
    assert.deepEqual(
      before.map((row) => row.name),
      SHIPPED.map((one) => one.name),
    )
  })

  test('a file that was changed after it had been applied is refused by name', async () => {
    const changed = SHIPPED.map((one) => (one.number === 2 ? migrationLike(one, (text) => `${text} SELECT 1;`) : one))
    await assert.rejects(migrate(database, changed), new RegExp(`${SHIPPED[1]?.name} was changed`))
  })

  test('files whose comments and line breaks were edited are the same migrations', async () => {
    const edited = SHIPPED.map((one) => migrationLike(one, reworded))
    assert.deepEqual(await migrate(database, edited), [])
  })

  test('a database of a version that recorded whole texts is taken over when comments were edited since', async () => {
    const before = await applied()
    await database.query(`UPDATE schema_migrations SET checksum = $1 WHERE number = 5`, [CHECKSUM_OF_0005_AS_LANDED])
    const edited = SHIPPED.map((one) => migrationLike(one, reworded))
    assert.deepEqual(await migrate(database, edited), [])
    const changed = SHIPPED.map((one) => (one.number === 5 ? migrationLike(one, (text) => `${text} SELECT 1;`) : one))
    await assert.rejects(migrate(database, changed), /0005-access was changed/)
    await database.query(`UPDATE schema_migrations SET checksum = $1 WHERE number = 5`, [before[4]?.checksum])
  })

  test('a database that is ahead of this version is refused', async () => {
    await assert.rejects(migrate(database, SHIPPED.slice(0, -1)), /does not know/)
  })

  test('a migration that fails takes the ones before it along and leaves nothing', async () => {
    const good = migration(NEXT, 'CREATE TABLE made_on_the_way (x integer); INSERT INTO made_on_the_way VALUES (1)')
    const bad = migration(NEXT + 1, 'CREATE TABLE half_way (x integer); SELECT 1 / 0')
    const before = await applied()
    await assert.rejects(migrate(database, [...SHIPPED, good, bad]), /division by zero/)
    assert.deepEqual(await applied(), before)
    const { rows } = await database.query(
      `SELECT to_regclass('made_on_the_way') AS first, to_regclass('half_way') AS second`,
    )
    assert.deepEqual(rows, [{ first: null, second: null }])
  })

  test('a migration may take as long as it needs', async () => {
    const asking = migration(NEXT, `DO $$ BEGIN RAISE 'limit %', current_setting('statement_timeout'); END $$`)
    await assert.rejects(migrate(database, [...SHIPPED, asking]), /limit 0/)
  })

  test('what is pending is applied in order, once', async () => {
    const first = migration(NEXT, 'CREATE TABLE numbered (x integer)')
    const second = migration(NEXT + 1, 'INSERT INTO numbered VALUES (1)')
    const all = [...SHIPPED, first, second]
    assert.deepEqual(await migrate(database, all), [first.name, second.name])
    assert.deepEqual(await migrate(database, all), [])
    assert.deepEqual((await database.query('SELECT x FROM numbered')).rows, [{ x: 1 }])
  })

  async function applied(): Promise<{ name: string; checksum: string }[]> {
    const { rows } = await database.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY number',
    )
    return rows
  }
})

describe('journals get their lines (0007)', () => {
  const BEFORE = SHIPPED.filter((one) => one.number < 7)
  const OLD_BOOKS = `
    INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at) VALUES
      ('FI001', '00000000-0000-7000-8000-000000000001', 'CASHWITHDRAWAL', '20260101', now()),
      ('FI002', '00000000-0000-7000-8000-000000000001', 'TRANSFER', '20260101', now());
    INSERT INTO entries (institution_id, journal_id, line, book, account, currency, amount_minor) VALUES
      ('FI001', '00000000-0000-7000-8000-000000000001', 3, 'G', 'fees:access', 'USD', 200),
      ('FI001', '00000000-0000-7000-8000-000000000001', 1, 'C', 'A "quoted", {odd}', 'USD', -2000),
      ('FI001', '00000000-0000-7000-8000-000000000001', 2, 'G', 'vault:ATM1', 'USD', 1800),
      ('FI002', '00000000-0000-7000-8000-000000000001', 1, 'C', 'A', 'JPY', -5),
      ('FI002', '00000000-0000-7000-8000-000000000001', 2, 'C', 'B', 'JPY', 5)`
  const READ = 'SELECT institution_id, line::integer, book, account, currency, amount_minor FROM entries ORDER BY 1, 2'

  test('and every entry reads as it did', async (t) => {
    const database = await atOldSchema(t)
    const { rows: before } = await database.query(READ)
    assert.equal(before.length, 5)
    await migrate(database)
    assert.deepEqual((await database.query(READ)).rows, before)
  })

  test('unless an entry has no journal, which is said and nothing is lost', async (t) => {
    const database = await atOldSchema(t)
    await database.query(`DELETE FROM journals WHERE institution_id = 'FI002'`)
    await assert.rejects(migrate(database), /entries without a journal/)
    assert.equal((await database.query(READ)).rows.length, 5)
  })

  async function atOldSchema(t: TestContext): Promise<Database> {
    const { url, remove } = await createPostgresDatabase()
    const database = openPostgres(url, { connections: 1 })
    t.after(async () => {
      await database.close()
      await remove()
    })
    await migrate(database, BEFORE)
    await database.query(OLD_BOOKS)
    return database
  }
})

test('nodes that start together on an empty server apply every migration once', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  const nodes = Array.from({ length: 4 }, () => openPostgres(url, { connections: 1 }))
  t.after(async () => {
    for (const node of nodes) await node.close()
    await remove()
  })
  const applied = await Promise.all(nodes.map((node) => migrate(node)))
  const names = SHIPPED.map((one) => one.name)
  assert.deepEqual(
    applied.toSorted((a, b) => b.length - a.length),
    [names, [], [], []],
  )
})

describe('migration files', () => {
  const FOLDERS: [title: string, files: string[], complaint: RegExp | undefined][] = [
    ['are numbered from one without a gap', ['0001-a.sql', '0002-b.sql', 'README.md'], undefined],
    ['with a gap are refused', ['0001-a.sql', '0003-c.sql'], /0003-c\.sql should have number 2/],
    ['with one number twice are refused', ['0001-a.sql', '0001-b.sql'], /0001-b\.sql should have number 2/],
    ['that do not begin at one are refused', ['0002-a.sql'], /0002-a\.sql should have number 1/],
  ]
  for (const [title, files, complaint] of FOLDERS) {
    test(title, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'tillgate-migrations-'))
      t.after(() => rmSync(folder, { recursive: true }))
      for (const file of files) writeFileSync(join(folder, file), `-- ${file}`)
      const read = () => readMigrations(pathToFileURL(`${folder}/`))
      if (complaint === undefined)
        assert.deepEqual(
          read().map((one) => one.name),
          ['0001-a', '0002-b'],
        )
      else assert.throws(read, complaint)
    })
  }
})
