import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { RETENTION } from './retention.ts'
import { historyGroups } from './rooms/history.ts'

onDatabase('the retention of tables', (_engine, open) => {
  test('is stated for every table of the schema', async () => {
    const { database } = await open()
    const { rows } = await database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name COLLATE "C"`,
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(RETENTION).sort(),
    )
  })
})

test('the tables that are archived are those of the groups', () => {
  const stated = Object.entries(RETENTION).flatMap(([name, rule]) =>
    'archivedWith' in rule ? [`${rule.archivedWith} ${name}`] : [],
  )
  const archived = historyGroups({ now: () => 0 }).flatMap(({ name, tables }) =>
    tables.map((table) => `${name} ${table.name}`),
  )
  assert.deepEqual(stated.sort(), archived.sort())
})

test('the page of history names every table that is archived, and what remains', () => {
  const page = readFileSync(new URL('../../../docs/operations/history.md', import.meta.url), 'utf8')
  const missing = Object.entries(RETENTION).flatMap(([name, rule]) =>
    'archivedWith' in rule && !page.includes(`| \`${name}\` | ${rule.archivedWith} | ${rule.remains} |`) ? [name] : [],
  )
  assert.deepEqual(missing, [])
})
