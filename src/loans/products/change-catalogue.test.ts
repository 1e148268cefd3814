import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { changeCatalogue } from './change-catalogue.ts'

test('a change of the catalogue is answered when it is committed and every node has read it', async () => {
  const steps: string[] = []
  const took = async (step: string) => {
    await nextTurn()
    steps.push(step)
  }
  const database = {
    transaction: async <T>(work: (sql: Sql) => Promise<T>) => {
      const result = await work({} as Sql)
      await took('committed')
      return result
    },
    changes: { confirm: () => took('read by every node') },
  } as unknown as Database
  const catalogue = { reload: () => took('read here') }
  const services = { database, clock: { now: () => 0 }, catalogue }
  assert.equal(await changeCatalogue(services, async () => 'changed'), 'changed')
  steps.push('answered')
  await nextTurn()
  assert.deepEqual(steps, ['committed', 'read here', 'read by every node', 'answered'])
})
