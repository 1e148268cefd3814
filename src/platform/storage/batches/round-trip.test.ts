import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import type { Database, Session, Statement, Step } from '../database.ts'
import { isUnreachable, sqlStateOf } from '../statements/sqlstate.ts'
import { RoundTrip } from './round-trip.ts'
import { Trip } from './trip.ts'

const INSERT: Statement = { name: 'test-insert', text: 'INSERT INTO noted (n) SELECT unnest($1::integer[])' }
const DIVIDE: Statement = { name: 'test-divide', text: 'SELECT $1::integer / $2::integer AS quotient' }
const COPY: Statement = { name: 'test-copy', text: 'COPY noted (n) FROM STDIN' }
const READ: Statement = { name: 'test-read', text: 'SELECT n FROM noted ORDER BY n' }
const READ_ONE: Statement = { name: 'test-read-one', text: 'SELECT 1 AS one' }
const BEGIN: Statement = { name: 'test-begin', text: 'BEGIN' }
const COMMIT: Statement = { name: 'test-commit', text: 'COMMIT' }

eachEngine('a round trip', (engine, open) => {
  let database: Database
  let session: Session
  let place: object

  before(async () => {
    const opened = await open()
    database = opened.database
    place = opened.location
    await database.query('CREATE TABLE noted (n integer)')
  })

  beforeEach(async () => {
    await database.query('TRUNCATE noted')
    session = await database.connect()
  })

  afterEach(async () => {
    await session.query('ROLLBACK').catch(() => {})
    session.release()
  })

  test('answers each statement, in order and with our column types', async () => {
    const types = {
      name: 'test-types',
      text: `SELECT $1::bigint AS big, $2::text AS nothing, '2026-03-10T10:00:00Z'::timestamptz AS at, '{"a":1}'::jsonb AS doc`,
    }
    const [inserted, typed, read] = await session.roundTrip([
      step(INSERT, '{3,1,2}'),
      step(types, '9007199254740993', null),
      step(READ),
    ])
    assert.deepEqual(inserted, { rows: [], rowCount: 3 })
    assert.deepEqual(typed?.rows, [
      { big: 9_007_199_254_740_993n, nothing: null, at: new Date('2026-03-10T10:00:00Z'), doc: { a: 1 } },
    ])
    assert.deepEqual(read, { rows: [{ n: 1 }, { n: 2 }, { n: 3 }], rowCount: 3 })
  })

  test('prepares a statement once, however often it is sent', async () => {
    for (const n of ['1', '2', '3']) {
      const [divided] = await session.roundTrip([step(DIVIDE, '6', n)])
      assert.deepEqual(divided?.rows, [{ quotient: 6 / Number(n) }])
    }
    const { rows } = await session.query(`SELECT count(*) FROM pg_prepared_statements WHERE name LIKE '%test-divide'`)
    assert.deepEqual(rows, [{ count: 1n }])
  })

  test('may hold a statement several times, also one that is new to the connection', async () => {
    const fresh = { ...DIVIDE, name: 'test-twice' }
    for (let i = 0; i < 2; i++) {
      const results = await session.roundTrip([step(fresh, '6', '1'), step(fresh, '6', '2'), step(fresh, '6', '3')])
      assert.deepEqual(
        results.map((result) => result.rows),
        [[{ quotient: 6 }], [{ quotient: 3 }], [{ quotient: 2 }]],
      )
    }
  })

  test('fails with its first error, and nothing of it is done', async () => {
    const failing = [step(INSERT, '{1}'), step(DIVIDE, '1', '0'), step(INSERT, '{not a number}')]
    await assert.rejects(session.roundTrip(failing), (error) => sqlStateOf(error) === '22012')
    assert.deepEqual((await session.roundTrip([step(READ)]))[0]?.rows, [])
  })

  test('carries the rows of a COPY among its statements', async () => {
    const results = await session.roundTrip([step(INSERT, '{1}'), { ...step(COPY), rows: '2\n3\n' }, step(READ)])
    assert.deepEqual(
      results.map((result) => result.rowCount),
      [1, 2, 3],
    )
    assert.deepEqual(results[2]?.rows, [{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('that fails in or before a COPY does not read its rows as statements, and the connection stays usable', async () => {
    const rows = '4\n5\n'
    const failing: [state: string, steps: Step[]][] = [
      ['22P02', [{ ...step(COPY), rows: '4\nnot a number\n5\n' }, step(INSERT, '{6}')]],
      ['22P04', [{ ...step(COPY), rows: '4\tand more\n' }, step(INSERT, '{6}')]],
      ['22012', [step(DIVIDE, '1', '0'), { ...step(COPY), rows }, step(INSERT, '{6}')]],
      ['42P01', [{ ...step({ name: 'test-copy-nowhere', text: 'COPY nowhere FROM STDIN' }), rows }]],
    ]
    for (const [state, steps] of failing) {
      await assert.rejects(session.roundTrip(steps), (error) => sqlStateOf(error) === state)
      assert.deepEqual((await session.roundTrip([step(READ)]))[0]?.rows, [], state)
    }
    const [copied, read] = await session.roundTrip([{ ...step(COPY), rows }, step(READ)])
    assert.deepEqual([copied?.rowCount, read?.rows], [2, [{ n: 4 }, { n: 5 }]])
  })

  test('that fails in a transaction makes every statement fail until the rollback', async () => {
    const failing = [step(BEGIN), step(INSERT, '{1}'), step(DIVIDE, '1', '0'), step(COMMIT)]
    await assert.rejects(session.roundTrip(failing), (error) => sqlStateOf(error) === '22012')
    await assert.rejects(session.roundTrip([step(READ)]), (error) => sqlStateOf(error) === '25P02')
    await session.query('ROLLBACK')
    assert.deepEqual((await session.roundTrip([step(READ)]))[0]?.rows, [])
  })

  test('does not remember an error: the same statements work when their values do', async () => {
    for (const name of ['test-fails-first', 'test-fails-later']) {
      const divide = { ...DIVIDE, name }
      if (name === 'test-fails-later') await session.roundTrip([step(divide, '6', '3')])
      for (let i = 0; i < 2; i++) {
        await assert.rejects(session.roundTrip([step(divide, '1', '0'), step({ ...READ, name: `${name}-skipped` })]))
        const [divided, read] = await session.roundTrip([
          step(divide, '6', '3'),
          step({ ...READ, name: `${name}-skipped` }),
        ])
        assert.deepEqual([divided?.rows, read?.rows], [[{ quotient: 2 }], []])
      }
    }
  })

  test('is not confused by a failure before a statement that is in doubt', async () => {
    const divide = { ...DIVIDE, name: 'test-doubtful' }
    // Its first use fails after the server has prepared it; then a trip fails before it reaches the statement again.
    await assert.rejects(session.roundTrip([step(divide, '1', '0')]), (error) => sqlStateOf(error) === '22012')
    const earlier = [step(DIVIDE, '1', '0'), step(divide, '6', '3')]
    await assert.rejects(session.roundTrip(earlier), (error) => sqlStateOf(error) === '22012')
    assert.deepEqual((await session.roundTrip([step(divide, '6', '3')]))[0]?.rows, [{ quotient: 2 }])
  })

  test('does not remember that a table was missing', async () => {
    const read = { name: 'test-missing', text: 'SELECT n FROM not_there_yet' }
    await assert.rejects(session.roundTrip([step(read)]), (error) => sqlStateOf(error) === '42P01')
    await session.query('CREATE TABLE not_there_yet (n integer)')
    assert.deepEqual((await session.roundTrip([step(read)]))[0]?.rows, [])
    await session.query('DROP TABLE not_there_yet')
  })

  test('does not mistake the statements of the driver for its own', async () => {
    const other = { ...DIVIDE, text: 'SELECT $1::integer * $2::integer AS product' }
    assert.deepEqual((await session.query(other, [2, 3])).rows, [{ product: 6 }])
    assert.deepEqual((await session.roundTrip([step(DIVIDE, '6', '3')]))[0]?.rows, [{ quotient: 2 }])
    assert.deepEqual((await session.query(other, [2, 3])).rows, [{ product: 6 }])
  })

  test('keeps its order among other queries that are sent without waiting', async () => {
    const [, before, , after] = await Promise.all([
      session.query('INSERT INTO noted VALUES (1)'),
      session.roundTrip([step(READ)]),
      session.query('INSERT INTO noted VALUES (2)'),
      session.roundTrip([step(READ)]),
    ])
    assert.deepEqual([before[0]?.rows, after[0]?.rows], [[{ n: 1 }], [{ n: 1 }, { n: 2 }]])
  })

  test('carries values of any length and any letters', async () => {
    const long = { name: 'test-long', text: 'SELECT $1::text AS one, $2::text AS two, $3::text AS three' }
    for (const length of [1, 5_461, 5_462, 16_384, 100_000, 3_000_000, 10]) {
      const values = ['x'.repeat(length), '☂'.repeat(length / 3), `\u{1f600}${'ü'.repeat(length)}`]
      const [read, , copied, sum] = await session.roundTrip([
        step(long, ...values),
        step({ name: 'test-words', text: 'CREATE TEMP TABLE IF NOT EXISTS words (word text)' }),
        { ...step({ name: 'test-copy-words', text: 'COPY words FROM STDIN' }), rows: `${values.join('\n')}\n` },
        step({ name: 'test-sum', text: 'SELECT sum(length(word))::integer AS letters FROM words' }),
        step({ name: 'test-empty', text: 'TRUNCATE words' }),
      ])
      assert.deepEqual(read?.rows, [{ one: values[0], two: values[1], three: values[2] }])
      assert.equal(copied?.rowCount, 3)
      assert.deepEqual(sum?.rows, [{ letters: length + Math.floor(length / 3) + length + 1 }])
    }
  })

  test('is not overwritten by the next one while it waits to be sent', async () => {
    const echo = { name: 'test-echo', text: 'SELECT $1::text AS text' }
    await session.roundTrip([step(echo, '')])
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(letter === 'c' ? 10 : 8_000_000))
    const trips = await Promise.all(texts.map((text) => session.roundTrip([step(echo, text)])))
    const read = trips.map(([answer]) => (answer?.rows[0] as { text?: string } | undefined)?.text)
    // Compared here: the texts are too long to be shown.
    assert.ok(read.every((text, i) => text === texts[i]))
  })

  test('is collected from several callers and sent once', async () => {
    const trip = new Trip(session)
    const inserted = trip.ask(INSERT, ['{5}'])
    const read = trip.ask<{ n: number }>(READ)
    trip.send()
    assert.equal((await inserted).rowCount, 1)
    assert.deepEqual((await read).rows, [{ n: 5 }])
  })

  test('that fails rejects for all callers, with the first error', async () => {
    const trip = new Trip(session)
    const asked = [trip.ask(READ), trip.ask(DIVIDE, ['1', '0']), trip.ask(INSERT, ['{not a number}'])]
    trip.send()
    const states = (await Promise.allSettled(asked)).map((one) => one.status === 'rejected' && sqlStateOf(one.reason))
    assert.deepEqual(states, ['22012', '22012', '22012'])
  })

  if (engine === 'postgres') {
    test('whose connection is cut fails as unreachable', async () => {
      const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const sleep = { name: 'test-sleep', text: 'SELECT pg_sleep(60)' }
      const lost = assert.rejects(session.roundTrip([step(sleep)]), isUnreachable)
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await lost
    })

    test('whose answer cannot be read fails as unreachable, and its connection is given up', async () => {
      const client = new pg.Client((place as { url: string }).url)
      await client.connect()
      const errors: unknown[] = []
      client.on('error', (error) => errors.push(error))
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      const parse = () => {
        throw new SyntaxError('not a number')
      }
      const { promise, ...settle } = Promise.withResolvers<unknown>()
      client.query(new RoundTrip([step(READ_ONE)], { getTypeParser: () => parse }, 1, settle))
      await assert.rejects(promise, isUnreachable)
      await ended
      assert.match(String(errors[0]), /cannot be read/)
    })
  }
})

function step(statement: Statement, ...values: (string | null)[]): Step {
  return { statement, values }
}
