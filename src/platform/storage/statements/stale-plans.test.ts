// Statements that were prepared before another node altered their table.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import type { Database, Statement } from '../database.ts'
import { isConflict, isSchemaMismatch, isStalePlan } from './sqlstate.ts'

const READ: Statement = { name: 'test-read-word', text: 'SELECT word FROM words' }
const READ_AGAIN: Statement = { name: 'test-read-same-word', text: 'SELECT word AS again FROM words' }

eachEngine('a prepared statement whose table was altered', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
    await database.query(`CREATE TABLE words (word text); INSERT INTO words VALUES ('same')`)
  })

  const alter = (type: string) => database.query(`ALTER TABLE words ALTER COLUMN word TYPE ${type}`)

  test('is prepared again by a query', async () => {
    await database.query(READ)
    await alter('varchar')
    assert.deepEqual((await database.query(READ)).rows, [{ word: 'same' }])
  })

  test('makes a transaction retry', async () => {
    await database.transaction((sql) => sql.query(READ))
    await alter('text')
    let runs = 0
    const { rows } = await database.transaction((sql) => {
      runs++
      return sql.query(READ)
    })
    assert.deepEqual([runs, rows], [2, [{ word: 'same' }]])
  })

  test('fails a round trip with a retryable error, and all its statements are prepared again', async () => {
    const session = await database.connect()
    const steps = [READ, READ_AGAIN].map((statement) => ({ statement, values: [] }))
    try {
      await session.roundTrip(steps)
      await session.query(`ALTER TABLE words ALTER COLUMN word TYPE name`)
      await assert.rejects(session.roundTrip(steps), (error) => {
        assert.ok(isStalePlan(error))
        assert.ok(isConflict(error))
        assert.ok(!isSchemaMismatch(error))
        return true
      })
      const [first, second] = await session.roundTrip(steps)
      assert.deepEqual([first?.rows, second?.rows], [[{ word: 'same' }], [{ again: 'same' }]])
    } finally {
      session.release()
    }
  })
})
