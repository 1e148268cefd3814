import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Database } from '../database.ts'
import { openPglite } from '../open-database.ts'
import { migrate } from '../schema/migrate.ts'
import { DATA_TEMPLATE, isTemplateCurrent, packTemplate, templateKey, unpackTemplate } from './data-template.ts'

const MAKER = fileURLToPath(new URL('../../../../scripts/build-data-template.ts', import.meta.url))

/** What migrations make: columns, constraints, indexes, functions, triggers and the number of rows. */
const CATALOGUE = `
  SELECT 'column' AS kind, c.relname || '.' || a.attname AS name,
         concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity,
                   pg_get_expr(d.adbin, d.adrelid), c.relkind, c.relpersistence, c.reloptions) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0
  UNION ALL
  SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) || indisvalid
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'function', oid::regprocedure::text, pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
  UNION ALL
  SELECT 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
   WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
   ORDER BY 1, 2`

describe('the template of data folders', { timeout: 300_000 }, () => {
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-template-test-'))
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  test('gives a new folder the schema of the migrations, so that none is applied', async () => {
    const database = openPglite(join(folder, 'new'), { template: await presentTemplate() })
    try {
      assert.deepEqual(await migrate(database), [])
      const { rows } = await database.query(`SELECT to_regclass('pgboss.version') IS NOT NULL AS has_job_queue`)
      assert.deepEqual(rows, [{ has_job_queue: true }])
      const found = await catalogue(database)
      assert.ok(found.length > 1_000)
      await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
      await migrate(database)
      assert.deepEqual(found, await catalogue(database))
    } finally {
      await database.close()
    }
  })

  test('is unpacked with every file and folder, but without the lock of a process', () => {
    const template = packed('whole')
    unpackTemplate(join(folder, 'copy'), template)
    assert.deepEqual(readdirSync(join(folder, 'copy'), { recursive: true }).sort(), [
      'PG_VERSION',
      'base',
      'base/5',
      'pg_wal',
    ])
    assert.equal(readFileSync(join(folder, 'copy', 'base', '5'), 'utf8'), 'a table')
  })

  test('replaces what a start that was killed has left of it', () => {
    const template = packed('again')
    mkdirSync(join(folder, 'killed.new'))
    writeFileSync(join(folder, 'killed.new', 'rest'), '')
    unpackTemplate(join(folder, 'killed'), template)
    assert.equal(existsSync(join(folder, 'killed', 'rest')), false)
    assert.equal(existsSync(join(folder, 'killed', 'PG_VERSION')), true)
  })

  test('leaves a folder alone that exists', () => {
    const template = packed('later')
    mkdirSync(join(folder, 'existing'))
    unpackTemplate(join(folder, 'existing'), template)
    assert.deepEqual(readdirSync(join(folder, 'existing')), [])
  })

  const UNUSABLE: { readonly title: string; readonly change: (template: Buffer) => Buffer }[] = [
    { title: 'of other migrations', change: (bytes) => Buffer.concat([Buffer.from('other'), bytes]) },
    { title: 'cut short', change: (bytes) => bytes.subarray(0, -5) },
    { title: 'with a damaged byte', change: withDamage },
    { title: 'that is empty', change: () => Buffer.alloc(0) },
  ]
  for (const { title, change } of UNUSABLE) {
    test(`is not used when it is one ${title}`, () => {
      const template = packed('broken')
      writeFileSync(template, change(readFileSync(template)))
      unpackTemplate(join(folder, 'none'), template)
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('none')),
        [],
      )
    })
  }

  test('is not used when there is none', () => {
    unpackTemplate(join(folder, 'none'), pathToFileURL(join(folder, 'missing.zst')))
    assert.equal(existsSync(join(folder, 'none')), false)
  })

  function packed(name: string): URL {
    const pgdata = mkdtempSync(join(folder, `${name}-`))
    mkdirSync(join(pgdata, 'base'))
    mkdirSync(join(pgdata, 'pg_wal'))
    writeFileSync(join(pgdata, 'PG_VERSION'), '18\n')
    writeFileSync(join(pgdata, 'base', '5'), 'a table')
    writeFileSync(join(pgdata, 'postmaster.pid'), '42')
    const template = pathToFileURL(`${pgdata}.zst`)
    packTemplate(pgdata, template)
    return template
  }

  /** The one that `npm ci` and `npm test` build, or one built now. */
  async function presentTemplate(): Promise<URL> {
    if (isTemplateCurrent()) return DATA_TEMPLATE
    const file = join(folder, 'present.zst')
    execFileSync(process.execPath, [MAKER, file])
    return pathToFileURL(file)
  }
})

function withDamage(template: Buffer): Buffer {
  const damaged = Buffer.from(template)
  const place = templateKey().length + 40
  damaged[place] = (damaged[place] ?? 0) ^ 0xff
  return damaged
}

async function catalogue(database: Database): Promise<unknown[]> {
  const { rows: objects } = await database.query(CATALOGUE)
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}"`)
  const { rows } = await database.query(counts.join(' UNION ALL '))
  return [...objects, ...rows]
}
