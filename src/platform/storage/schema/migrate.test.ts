import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createPostgresDatabase, eachEngine } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { openPostgres } from '../open-database.ts'
import { describeProgress, type MigrationProgress, migrate } from './migrate.ts'
import { type Migration, parseMigration, readMigrations } from './migration-file.ts'

const SHIPPED = readMigrations()
const NEXT = SHIPPED.length + 1

function migration(number: number, text: string): Migration {
  return parseMigration(`${String(number).padStart(4, '0')}-test.sql`, text)
}

function edited(one: Migration, edit: (text: string) => string): Migration {
  return parseMigration(`${one.name}.sql`, edit(one.text))
}

/** The same statements and directives with other comments. */
function reworded(text: string): string {
  return `${text.replaceAll(/^( *)--(?! tillgate:).*$/gm, '$1-- said otherwise')} /* Another /* nested */ remark; */`
}

/** Checksum of the whole text, as version 0.1.0 recorded it. */
const CHECKSUM_OF_0005_AS_LANDED = 'oKwPOpVJd5KGpVc0Gk0wvRwOFAUOZaYMMIosmJJ3_Fc'

const CONCURRENT = `-- tillgate: no-transaction
  CREATE INDEX CONCURRENTLY IF NOT EXISTS grown_by_x ON grown (x);
  CREATE INDEX CONCURRENTLY IF NOT EXISTS grown_by_negative ON grown ((-x))`

function nameOf({ name }: { readonly name: string }): string {
  return name
}

eachEngine('migrations', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('a database that is up to date is not changed', async () => {
    const before = await applied()
    assert.deepEqual(await migrate(database), [])
    assert.deepEqual(await applied(), before)
    assert.deepEqual(
      before.map((row) => row.name),
      SHIPPED.map((one) => one.name),
    )
  })

  test('a file that was changed after it had been applied is refused by name', async () => {
    const changed = SHIPPED.map((one) => (one.number === 2 ? edited(one, (text) => `${text} SELECT 1;`) : one))
    await assert.rejects(migrate(database, { migrations: changed }), new RegExp(`${SHIPPED[1]?.name} was changed`))
  })

  test('files whose comments and line breaks were edited are the same migrations', async () => {
    const rewordedFiles = SHIPPED.map((one) => edited(one, reworded))
    assert.deepEqual(await migrate(database, { migrations: rewordedFiles }), [])
  })

  test('a database of a version that recorded whole texts is taken over when comments were edited since', async () => {
    const before = await applied()
    await database.query(`UPDATE schema_migrations SET checksum = $1 WHERE number = 5`, [CHECKSUM_OF_0005_AS_LANDED])
    const rewordedFiles = SHIPPED.map((one) => edited(one, reworded))
    assert.deepEqual(await migrate(database, { migrations: rewordedFiles }), [])
    const changed = SHIPPED.map((one) => (one.number === 5 ? edited(one, (text) => `${text} SELECT 1;`) : one))
    await assert.rejects(migrate(database, { migrations: changed }), /0005-access was changed/)
    await database.query(`UPDATE schema_migrations SET checksum = $1 WHERE number = 5`, [before[4]?.checksum])
  })

  test('a migration that fails is named in one line and leaves the ones before it applied', async () => {
    const good = migration(NEXT, 'CREATE TABLE made_on_the_way (x integer)')
    const bad = migration(NEXT + 1, 'CREATE TABLE half_way (x integer); SELECT 1 / 0')
    const migrations = [...SHIPPED, good, bad]
    await assert.rejects(migrate(database, { migrations }), (error: Error) => {
      assert.equal(error.message, `migration ${bad.name} failed: division by zero`)
      return true
    })
    assert.deepEqual(await appliedNames(), [...SHIPPED, good].map(nameOf))
    const { rows } = await database.query(
      `SELECT to_regclass('made_on_the_way') IS NOT NULL AS first, to_regclass('half_way') IS NOT NULL AS second`,
    )
    assert.deepEqual(rows, [{ first: true, second: false }])
    await undo([good], 'DROP TABLE made_on_the_way')
  })

  test('a migration may take as long as it needs', async () => {
    const asking = migration(NEXT, `DO $$ BEGIN RAISE 'limit %', current_setting('statement_timeout'); END $$`)
    await assert.rejects(migrate(database, { migrations: [...SHIPPED, asking] }), /limit 0/)
    const { rows } = await database.query(`SELECT current_setting('lock_timeout') AS lock`)
    assert.deepEqual(rows, [{ lock: '0' }])
  })

  test('what is pending is applied in order, once, and each file is reported', async () => {
    const first = migration(NEXT, 'CREATE TABLE numbered (x integer)')
    const second = migration(NEXT + 1, 'INSERT INTO numbered VALUES (1)')
    const migrations = [...SHIPPED, first, second]
    const progress: string[] = []
    const onProgress = (one: MigrationProgress) => progress.push(describeProgress(one))
    assert.deepEqual(await migrate(database, { migrations, onProgress }), [first.name, second.name])
    assert.deepEqual(await migrate(database, { migrations, onProgress }), [])
    assert.deepEqual(
      progress,
      [first, second].flatMap(({ name }) => [`applying ${name}`, `applied ${name}`]),
    )
    assert.deepEqual((await database.query('SELECT x FROM numbered')).rows, [{ x: 1 }])
    await undo([first, second], 'DROP TABLE numbered')
  })

  test('a version that is older than the database works on it while migrations only added', async () => {
    const later = migration(NEXT, 'CREATE TABLE added_later (x integer)')
    await migrate(database, { migrations: [...SHIPPED, later] })
    assert.deepEqual(await migrate(database), [])
    await undo([later], 'DROP TABLE added_later')
  })

  test('a version that is older than a contraction allows is refused with the reason', async () => {
    const expand = migration(NEXT, 'CREATE TABLE added_later (x integer)')
    const contract = migration(NEXT + 1, `-- tillgate: oldest-node ${NEXT}\nDROP TABLE added_later`)
    await migrate(database, { migrations: [...SHIPPED, expand, contract] })
    assert.deepEqual(await migrate(database, { migrations: [...SHIPPED, expand] }), [])
    const known = SHIPPED.length
    await assert.rejects(migrate(database), {
      name: 'MigrationError',
      message: `this node is older than its database: it knows migrations up to ${known}, the schema is at ${known + 2}, and nodes must know ${known + 1}`,
    })
    await undo([expand, contract], 'SELECT 1')
  })

  test('a version that lacks a migration between those of the database is refused', async () => {
    const theirs = migration(NEXT + 1, 'SELECT 1')
    await migrate(database, { migrations: [...SHIPPED, theirs] })
    const ours = migration(NEXT, 'CREATE TABLE never_made (x integer)')
    await assert.rejects(migrate(database, { migrations: [...SHIPPED, ours] }), /another line of versions/)
    await undo([theirs], 'SELECT 1')
  })

  test('a file outside a transaction builds indexes concurrently, and again after a build that was cut off', async () => {
    await database.query('CREATE TABLE grown (x integer); INSERT INTO grown SELECT generate_series(1, 100)')
    const file = migration(NEXT, CONCURRENT)
    const migrations = [...SHIPPED, file]
    assert.deepEqual(await migrate(database, { migrations }), [file.name])
    assert.deepEqual(await indexesOfGrown(), { grown_by_x: true, grown_by_negative: true })

    // As after a crash: the row is missing, and one index is incomplete.
    await undo([file], `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'grown_by_x'::regclass`)
    assert.deepEqual(await indexesOfGrown(), { grown_by_x: false, grown_by_negative: true })
    assert.deepEqual(await migrate(database, { migrations }), [file.name])
    assert.deepEqual(await indexesOfGrown(), { grown_by_x: true, grown_by_negative: true })
    await undo([file], 'DROP TABLE grown')
  })

  test('a file outside a transaction that fails is not recorded and leaves no half-built index', async () => {
    await database.query('CREATE TABLE grown (x integer); INSERT INTO grown VALUES (1), (1)')
    const text = '-- tillgate: no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS grown_by_x ON grown (x)'
    const file = migration(NEXT, text)
    await assert.rejects(migrate(database, { migrations: [...SHIPPED, file] }), /failed: could not create unique index/)
    assert.deepEqual(await indexesOfGrown(), {})
    assert.deepEqual(await appliedNames(), SHIPPED.map(nameOf))
    await database.query('DROP TABLE grown')
  })

  async function applied(): Promise<{ name: string; checksum: string }[]> {
    const { rows } = await database.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY number',
    )
    return rows
  }

  async function appliedNames(): Promise<string[]> {
    return (await applied()).map(nameOf)
  }

  async function undo(migrations: readonly Migration[], statement: string): Promise<void> {
    await database.query(statement)
    await database.query('DELETE FROM schema_migrations WHERE number = ANY ($1)', [migrations.map((one) => one.number)])
  }

  /** By name, whether it is valid. */
  async function indexesOfGrown(): Promise<Record<string, boolean>> {
    const { rows } = await database.query<{ name: string; valid: boolean }>(
      `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'grown'::regclass`,
    )
    return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
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
    await migrate(database, { migrations: BEFORE })
    await database.query(OLD_BOOKS)
    return database
  }
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
