import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { startSilentProxy } from '../../../../test/support/machine/silent-proxy.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import { until } from '../../../../test/support/until.ts'
import { Problem } from '../../kernel/problems/problem.ts'
import type { Database, Session, Sql } from '../database.ts'
import { checkServer, openPostgres } from '../open-database.ts'
import { isUnreachable, sqlStateOf } from '../statements/sqlstate.ts'

/** Long enough for an answer on a busy machine. */
const PATIENT_MS = 120_000
const IMPATIENT_MS = 250

eachEngine('a database', (engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query('CREATE TABLE tally (id integer PRIMARY KEY, n integer NOT NULL)')
    await database.query('INSERT INTO tally VALUES (1, 0), (2, 0)')
  })

  test('gives bigint columns as bigint, timestamps as dates, jsonb as objects', async () => {
    const { rows, rowCount } = await database.query(
      `SELECT 9007199254740993::bigint AS big, 7 AS int, '2026-03-10T10:00:00Z'::timestamptz AS at,
              '{"a": [1]}'::jsonb AS doc, ARRAY['x', 'y'] AS list, NULL::bigint AS nothing`,
    )
    assert.equal(rowCount, 1)
    assert.deepEqual(rows, [
      {
        big: 9_007_199_254_740_993n,
        int: 7,
        at: new Date('2026-03-10T10:00:00Z'),
        doc: { a: [1] },
        list: ['x', 'y'],
        nothing: null,
      },
    ])
  })

  test('prepares a named statement once and runs it with other values', async () => {
    const statement = { name: 'test-double', text: 'SELECT $1::integer * 2 AS doubled' }
    for (const value of [1, 21]) {
      assert.deepEqual((await database.query(statement, [value])).rows, [{ doubled: value * 2 }])
    }
  })

  test('answers queries of one session in the order they were sent, without waiting in between', async () => {
    const session = await database.connect()
    try {
      const results = await Promise.all([1, 2, 3].map((n) => session.query<{ n: number }>('SELECT $1::int AS n', [n])))
      assert.deepEqual(
        results.map((result) => result.rows[0]?.n),
        [1, 2, 3],
      )
    } finally {
      session.release()
    }
  })

  test('commits a transaction and returns what the work returned', async () => {
    const result = await database.transaction(async (sql) => {
      await add(sql, 1)
      return 'done'
    })
    assert.equal(result, 'done')
    assert.equal(await tallied(), 1)
  })

  test('rolls a transaction back when the work throws, and throws the same', async () => {
    const before = await tallied()
    const reason = new Error('changed my mind')
    await assert.rejects(
      database.transaction(async (sql) => {
        await add(sql, 1)
        throw reason
      }),
      (error) => error === reason,
    )
    assert.equal(await tallied(), before)
  })

  test('rolls a transaction back when a statement fails, and serves the next caller', async () => {
    const before = await tallied()
    let attempts = 0
    const failing = database.transaction(async (sql) => {
      attempts++
      await add(sql, 1)
      await sql.query('INSERT INTO tally VALUES (1, 0)')
    })
    await assert.rejects(failing, (error) => sqlStateOf(error) === '23505')
    assert.equal(attempts, 1, 'what a repetition cannot mend is not repeated')
    assert.equal(await tallied(), before)
  })

  for (const state of ['40001', '40P01', '55P03']) {
    test(`runs a transaction again from the start after ${state}`, async () => {
      const before = await tallied()
      let attempts = 0
      await database.transaction(async (sql) => {
        await add(sql, 1)
        if (++attempts < 3) await raise(sql, state)
      })
      assert.equal(attempts, 3)
      assert.equal(await tallied(), before + 1)
    })
  }

  test('gives up on a conflict that does not clear', async () => {
    let attempts = 0
    const failing = database.transaction(async (sql) => {
      attempts++
      await raise(sql, '40001')
    })
    await assert.rejects(failing, (error) => sqlStateOf(error) === '40001')
    assert.equal(attempts, 5)
  })

  test('says how busy its connections are', async () => {
    const session = await database.connect()
    const busy = database.load()
    session.release()
    assert.equal(busy.total - busy.idle, 1)
    assert.equal(database.load().idle, database.load().total)
  })

  test('is recent enough for our SQL', async () => checkServer(database))

  if (engine === 'postgres') {
    test('two transactions that lock in opposite order both succeed', async () => {
      const met = rendezvous(2)
      let attempts = 0
      const crossing = (first: number, second: number) =>
        database.transaction(async (sql) => {
          attempts++
          await sql.query('UPDATE tally SET n = n + 1 WHERE id = $1', [first])
          await met()
          await sql.query('UPDATE tally SET n = n + 1 WHERE id = $1', [second])
        })
      const before = await tallied()
      await Promise.all([crossing(1, 2), crossing(2, 1)])
      // One more than the two, or two when they meet again.
      assert.ok(attempts >= 3, 'the server ended one of them, which then ran again')
      assert.equal(await tallied(), before + 2)
    })

    test('two serialisable transactions that read what the other writes both succeed', async () => {
      const met = rendezvous(2)
      let attempts = 0
      const adding = () =>
        database.transaction(async (sql) => {
          attempts++
          await sql.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE')
          const { rows } = await sql.query<{ n: number }>('SELECT n FROM tally WHERE id = 1')
          await met()
          await sql.query('UPDATE tally SET n = $1 WHERE id = 1', [(rows[0]?.n ?? 0) + 1])
        })
      const before = await tallied()
      await Promise.all([adding(), adding()])
      assert.equal(attempts, 3)
      assert.equal(await tallied(), before + 2)
    })

    test('a session whose backend was ended is broken, and the next caller gets a new one', async () => {
      const session = await database.connect()
      const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const lost = assert.rejects(session.query('SELECT pg_sleep(60)'))
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await lost
      await assert.rejects(session.query('SELECT 1'))
      assert.equal(session.broken, true)
      session.release()
      assert.deepEqual((await database.query('SELECT 1 AS one')).rows, [{ one: 1 }])
    })
  }

  if (engine === 'postgres') {
    const asked: [how: string, ask: (session: Session) => Promise<unknown>][] = [
      ['a statement', (session) => session.query('SELECT 1')],
      ['a round trip', (session) => session.roundTrip([{ statement: { name: 'one', text: 'SELECT 1' }, values: [] }])],
    ]
    for (const [how, ask] of asked) {
      test(`a server that stalls during ${how} is lost, and the next caller gets another connection`, async (t) => {
        const { through, proxy, waitAtMost } = await behindProxy(t)
        const session = await through.connect()
        await ask(session)
        proxy.fallSilent()
        waitAtMost(IMPATIENT_MS)
        await assert.rejects(ask(session), isUnreachable)
        assert.equal(session.broken, true)
        session.release()
        waitAtMost(PATIENT_MS)
        assert.deepEqual((await through.query('SELECT 1 AS one')).rows, [{ one: 1 }])
      })
    }

    test('a transaction that takes long is waited for, any other is not', async (t) => {
      const { through, waitAtMost } = await behindProxy(t)
      const work = (sql: Sql) =>
        sql.query(`SELECT current_setting('statement_timeout') AS "limit" FROM pg_sleep(${(3 * IMPATIENT_MS) / 1000})`)
      waitAtMost(IMPATIENT_MS)
      assert.deepEqual((await through.transaction(work, { takesLong: true })).rows, [{ limit: '0' }])
      await assert.rejects(through.transaction(work), refusal('unavailable'))
      waitAtMost(PATIENT_MS)
      assert.deepEqual((await through.query(`SELECT current_setting('statement_timeout') AS "limit"`)).rows, [
        { limit: '30s' },
      ])
    })

    test('closing does not wait for a stalled server', async (t) => {
      const { through, proxy } = await behindProxy(t)
      through.changes.subscribe('unheard', { onChange() {}, onGap() {} })
      await until(() => through.changes.isLive(), 'changes are heard')
      await through.query('SELECT 1')
      proxy.fallSilent()
      await through.close()
    })

    async function behindProxy(t: TestContext) {
      const { location } = await open()
      assert.ok('url' in location)
      const proxy = await startSilentProxy(location.url)
      t.after(() => proxy.close())
      const timeouts = { statementMs: PATIENT_MS, roundTripMs: PATIENT_MS }
      const through = openPostgres(proxy.url, { timeouts, connectTimeoutMs: PATIENT_MS })
      t.after(() => through.close().catch(() => {}))
      const waitAtMost = (ms: number) => Object.assign(timeouts, { statementMs: ms, roundTripMs: ms })
      return { through, proxy, waitAtMost }
    }
  }

  async function add(sql: Sql, n: number): Promise<void> {
    await sql.query('UPDATE tally SET n = n + $1 WHERE id = 1', [n])
  }

  async function tallied(): Promise<number> {
    const { rows } = await database.query<{ n: number }>('SELECT n FROM tally WHERE id = 1')
    return rows[0]?.n ?? Number.NaN
  }

  function raise(sql: Sql, state: string): Promise<unknown> {
    return sql.query(`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${state}'; END $$`)
  }

  test('a commit that the server refuses is known not to have happened', async () => {
    await database.query(`
      CREATE TABLE refused (id integer);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON refused DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`)
    const refused = database.transaction((sql) => sql.query('INSERT INTO refused VALUES (1)'))
    await assert.rejects(refused, refusal('unavailable'))
    assert.equal((await database.query('SELECT FROM refused')).rowCount, 0)
  })

  if (engine === 'postgres') {
    test('a transaction whose connection is lost while it commits has an unknown outcome', async () => {
      // Runs at the commit and not before: a deferred constraint.
      await database.query(`
        CREATE TABLE lost (id integer);
        CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON lost DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION lose_connection()`)
      const losing = database.transaction((sql) => sql.query('INSERT INTO lost VALUES (1)'))
      await assert.rejects(losing, (error) => error instanceof Problem && error.kind === 'timeout')
      const before = database.transaction((sql) => sql.query('SELECT pg_terminate_backend(pg_backend_pid())'))
      await assert.rejects(before, (error) => error instanceof Problem && error.kind === 'unavailable')
      assert.equal((await database.query('SELECT 1')).rowCount, 1)
    })
  }
})

/** A barrier for the first `parties` callers; later ones pass at once. */
function rendezvous(parties: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= parties) all.resolve()
    return all.promise
  }
}

describe('a server that cannot be reached', () => {
  const nowhere = openPostgres('postgres://postgres@127.0.0.1:1/postgres')
  const ASKED: [title: string, ask: () => Promise<unknown>][] = [
    ['a query', () => nowhere.query('SELECT 1')],
    ['a connection', () => nowhere.connect()],
    ['a transaction', () => nowhere.transaction(async (sql) => sql.query('SELECT 1'))],
  ]
  for (const [title, ask] of ASKED) {
    test(`${title} is answered as unavailable`, async () => {
      await assert.rejects(ask(), (error) => error instanceof Problem && error.kind === 'unavailable')
    })
  }
})

describe('the version of the server', () => {
  const VERSIONS: [version: string, accepted: boolean][] = [
    ['150000', true],
    ['180004', true],
    ['140012', false],
    ['90624', false],
  ]
  for (const [version, accepted] of VERSIONS) {
    test(`${version} is ${accepted ? 'recent enough' : 'refused, naming the variable'}`, async () => {
      const query = async () => ({ rows: [{ version, encoding: 'UTF8' }], rowCount: 1 })
      const check = checkServer({ query } as unknown as Database)
      if (accepted) await check
      else await assert.rejects(check, /^Error: DATABASE_URL: PostgreSQL 15 or later is needed/)
    })
  }
})
