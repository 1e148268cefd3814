import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import { ORDER_WRITES } from '../../../channels/channel/builtin/order-writes.ts'
import type { Database } from '../database.ts'
import { WriteProbe } from './write-probe.ts'

eachEngine('the write probe', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('succeeds repeatedly on a database that takes writes', async () => {
    for (let i = 0; i < 3; i++) await new WriteProbe(database).check()
  })

  for (const table of tablesOf(ORDER_WRITES)) {
    test(`says that the database takes no writes when ${table} takes none`, async () => {
      await database.query(
        `CREATE OR REPLACE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '42501'; END $$;
         CREATE OR REPLACE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION refuse_order()`,
      )
      await assert.rejects(new WriteProbe(database, ORDER_WRITES).check(), refusal('unavailable'))
      await database.query(`DROP TRIGGER refuse ON ${table}`)
      await new WriteProbe(database, ORDER_WRITES).check()
    })
  }

  for (const [state, meaning] of [
    ['53100', 'the disk is full'],
    ['25006', 'the database is read-only'],
    ['58030', 'the disk fails'],
    ['42501', 'a right is missing'],
  ] as const) {
    test(`says that the database takes no writes when ${meaning}`, async () => {
      await database.query(
        `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END $$;
         CREATE OR REPLACE TRIGGER refuse BEFORE INSERT OR UPDATE ON settings EXECUTE FUNCTION refuse()`,
      )
      await assert.rejects(new WriteProbe(database).check(), refusal('unavailable'))
      await database.query('DROP TRIGGER refuse ON settings')
      await new WriteProbe(database).check()
    })
  }
})

function tablesOf(statements: readonly string[]): string[] {
  return [...new Set(statements.map((text) => /^(?:INSERT INTO|UPDATE) (\w+)/.exec(text)?.[1] ?? ''))]
}

describe('a flood of checks', () => {
  test('costs one probe a second', async () => {
    let probes = 0
    let nowMs = 0
    const query = async (text: string) => {
      if (text.includes('INSERT')) probes++
      return { rows: [], rowCount: 0 }
    }
    const probe = new WriteProbe({ query } as unknown as Database, [], () => nowMs)
    await Promise.all(Array.from({ length: 100 }, () => probe.check()))
    nowMs += 999
    await probe.check()
    assert.equal(probes, 1)
    nowMs += 1
    await probe.check()
    assert.equal(probes, 2)
  })
})
