// A dump of this version loads on both engines, also what its migrations build outside a transaction.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/platform/storage/schema/migrate.ts'
import { eachEngine } from '../support/machine/database.ts'
import { dumpDatabase, restoreDump } from './dump-database.ts'

eachEngine('a dump of this version', (_engine, open) => {
  test('is loaded with every index and needs no migration', async () => {
    const { database } = await open()
    const indexes = async () => (await database.query('SELECT indexdef FROM pg_indexes ORDER BY indexname')).rows
    const before = await indexes()
    await restoreDump(database, await dumpDatabase(database))
    assert.deepEqual(await indexes(), before)
    assert.deepEqual(await migrate(database), [])
  })
})
