import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { eachEngine } from '../../test/support/database.ts'
import { balanceOf, debit, debited, debitIfThere, openAccounts } from '../../test/support/postings.ts'
import { Problem, type ProblemKind } from '../kernel/problem.ts'
import type { Database, Session } from '../storage/database.ts'
import { customer } from './journal.ts'
import { PostingPipeline } from './post.ts'
import type { Posted, Posting } from './posting.ts'
import { verifyBooks } from './verify.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
const TODAY = '20260310'
// Random, so that two runs of one test never share an account.
let account = 0

eachEngine('the posting pipeline', (engine, open) => {
  let database: Database
  let heard: string[]
  let A: string
  let B: string

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    heard = []
    A = `A${++account}`
    B = `B${account}`
    await openAccounts(database, [A, B], TODAY)
  })

  function pipelineOn(store: Database, bounds: { maxBatch?: number; maxQueued?: number } = {}): PostingPipeline {
    return new PostingPipeline({
      database: store,
      clock: { now: () => NOW_MS },
      businessDateOf: () => TODAY,
      ...bounds,
      observer: {
        batchCommitted: ({ orders }) => heard.push(`committed ${orders}`),
        answered: ({ type, code }) => heard.push(`answered ${type} ${code}`),
        replayed: () => heard.push('replayed'),
        coalesced: () => heard.push('coalesced'),
        retried: (reason) => heard.push(`retried ${reason}`),
        queueDepth() {},
        defect: () => heard.push('defect'),
      },
    })
  }

  function postAll(pipeline: PostingPipeline, postings: readonly Posting[]): Promise<PromiseSettledResult<Posted>[]> {
    return Promise.allSettled(postings.map((posting) => pipeline.post(posting)))
  }

  test('writes the record, the journal, its entries and the balance together', async () => {
    const posting = debit(A, 700n, { maskedPan: '400000******0010', feeMinor: 50n, cashMinor: 650n })
    const posted = await pipelineOn(database).post(posting)
    assert.deepEqual(posted, {
      code: '000',
      reply: '{"status":{"responseCode":"000"},"balance":"99300"}',
      replayed: false,
    })
    const { rows } = await database.query(
      `SELECT t.type, t.account_id, t.terminal_id, t.masked_pan, t.amount_minor, t.fee_minor, t.cash_minor, t.currency,
              t.response_code, t.auth_id ~ '^[0-9A-Z]{6}$' AS has_auth_id, t.business_date, t.recorded_at, t.response,
              j.kind, j.effective_date,
              (SELECT array_agg(e.line || ' ' || e.book || ' ' || e.account || ' ' || e.amount_minor ORDER BY e.line)
                 FROM entries e WHERE e.institution_id = t.institution_id AND e.journal_id = t.transaction_id) AS entries
         FROM transactions t
         JOIN journals j ON j.institution_id = t.institution_id AND j.journal_id = t.transaction_id
        WHERE t.rrn = $1`,
      [posting.rrn],
    )
    assert.deepEqual(rows, [
      {
        type: 'CASHWITHDRAWAL',
        account_id: A,
        terminal_id: 'ATM1',
        masked_pan: '400000******0010',
        amount_minor: 700n,
        fee_minor: 50n,
        cash_minor: 650n,
        currency: 'USD',
        response_code: '000',
        has_auth_id: true,
        business_date: TODAY,
        recorded_at: new Date(NOW_MS),
        response: posted.reply,
        kind: 'CASHWITHDRAWAL',
        effective_date: TODAY,
        entries: [`1 C ${A} -700`, '2 G vault:ATM1 700'],
      },
    ])
    assert.deepEqual(heard, ['committed 1', 'answered CASHWITHDRAWAL 000'])
  })

  test('a reply may hold any text', async () => {
    const pipeline = pipelineOn(database)
    const texts = ['{"a":"\\"{},;\\\\ünï☂"}', '{"NULL":null}', "{'; DROP TABLE x; --}", '{"\\u001e":"\\n"}']
    const postings = texts.map((text) => debit(A, 1n, { answer: () => text }))
    for (const [i, answer] of (await postAll(pipeline, postings)).entries()) {
      assert.equal(answer.status === 'fulfilled' && answer.value.reply, texts[i])
    }
    for (const [i, posting] of postings.entries()) assert.equal((await pipeline.post(posting)).reply, texts[i])
    await database.query('DELETE FROM transactions WHERE rrn = ANY ($1)', [postings.map((one) => one.rrn)])
    await undo(4n)
  })

  describe('a poisoned order fails alone and its neighbours post', () => {
    const POISONS: [title: string, changes: (account: string) => Partial<Posting>][] = [
      ['its rule throws', () => ({ decide: thrower })],
      ['its answer throws', () => ({ answer: thrower })],
      [
        'its journal does not balance',
        (to) => ({ decide: () => ({ kind: 'post', entries: [customer(to, 'USD', 1n)] }) }),
      ],
      ['it would overdraw its account', (to) => ({ decide: () => debited(to, 100_001n) })],
      ['its account is not locked', () => ({ decide: () => debited('NOT-LOCKED', 1n) })],
      ['its data upsets the database', () => ({ correlationId: 'not a uuid' })],
      ['its amount does not fit', () => ({ amountMinor: 2n ** 63n })],
    ]
    for (const [title, changes] of POISONS) {
      test(title, async () => {
        const pipeline = pipelineOn(database)
        const poisoned = debit(B, 1n, changes(B))
        const others = [debit(A, 100n), debit(B, 200n), debit(A, 300n)]
        const [first, failed, second, third] = await postAll(pipeline, [
          others[0] as Posting,
          poisoned,
          others[1] as Posting,
          others[2] as Posting,
        ])
        assert.ok(failed?.status === 'rejected' && isProblem('internal')(failed.reason))
        assert.deepEqual(
          [first, second, third].map((one) => one?.status === 'fulfilled' && one.value.code),
          ['000', '000', '000'],
        )
        assert.deepEqual([await balanceOf(database, A), await balanceOf(database, B)], [99_600n, 99_800n])
        assert.ok(heard.includes('defect'))
        // Nothing of it was remembered: mended, the same RRN posts.
        const mended = await pipeline.post(debit(B, 50n, { rrn: poisoned.rrn }))
        assert.deepEqual([mended.code, mended.replayed], ['000', false])
      })
    }

    test('two of them in one batch', async () => {
      const pipeline = pipelineOn(database)
      const answers = await postAll(pipeline, [
        debit(A, 1n, { decide: thrower }),
        debit(A, 100n),
        debit(A, 1n, { answer: thrower }),
        debit(A, 200n),
      ])
      assert.deepEqual(
        answers.map((one) => one.status),
        ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
      )
      assert.equal(await balanceOf(database, A), 99_700n)
    })
  })

  test('a refused order is not stored', async () => {
    const problem = new Problem('unknown-biller', 'no such biller')
    const refused = debit(A, 1n, { decide: () => ({ kind: 'refuse', problem }) })
    const pipeline = pipelineOn(database)
    for (let i = 0; i < 2; i++) await assert.rejects(pipeline.post(refused), (error) => error === problem)
    const { rows } = await database.query('SELECT FROM transactions WHERE rrn = $1', [refused.rrn])
    assert.deepEqual(rows, [])
    assert.equal(heard.includes('defect'), false)
  })

  test('identical orders in flight share one posting, others of the same RRN are duplicates', async () => {
    const pipeline = pipelineOn(database)
    const posting = debit(A, 100n)
    const answers = await Promise.all([
      pipeline.post(posting),
      pipeline.post({ ...posting }),
      pipeline.post(debit(B, 900n, { rrn: posting.rrn })),
      pipeline.post({ ...posting }),
    ])
    assert.deepEqual(
      answers.map(({ code, replayed }) => [code, replayed]),
      [
        ['000', false],
        ['000', true],
        ['913', false],
        ['000', true],
      ],
    )
    assert.equal(new Set(answers.filter((one) => one.code === '000').map((one) => one.reply)).size, 1)
    assert.deepEqual([await balanceOf(database, A), await balanceOf(database, B)], [99_900n, 100_000n])
    assert.equal(heard.filter((one) => one === 'coalesced').length, 2)
  })

  test('identical orders in flight also share a failure', async () => {
    const pipeline = pipelineOn(database)
    const posting = debit(A, 100n, { decide: thrower })
    const answers = await postAll(pipeline, [posting, posting])
    assert.deepEqual(
      answers.map((one) => one.status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual((await pipeline.post(debit(A, 100n, { rrn: posting.rrn }))).code, '000')
  })

  for (const maxBatch of [1, 2, 128]) {
    test(`orders are decided in the order they came, in batches of ${maxBatch}`, async () => {
      const pipeline = pipelineOn(oneAtATime(database), { maxBatch })
      const postings = [60_000n, 60_000n, -30_000n, 60_000n, 60_000n].map((minor) =>
        minor < 0n ? debit(A, minor) : debitIfThere(A, minor),
      )
      const answers = await postAll(pipeline, postings)
      assert.deepEqual(
        answers.map((one) => one.status === 'fulfilled' && one.value.code),
        ['000', '110', '000', '000', '110'],
      )
      const committed = heard.filter((one) => one.startsWith('committed'))
      assert.equal(committed.length, Math.ceil(postings.length / maxBatch))
    })
  }

  test('a hold that is due is released by the first order that touches its account, a repeated one too', async () => {
    const pipeline = pipelineOn(database)
    const repeated = debit(A, 100n)
    await pipeline.post(repeated)
    for (const posting of [debit(A, 100n), repeated]) {
      await database.query(
        `INSERT INTO holds SELECT 'FI001', gen_random_uuid(), $1, gen_random_uuid(), amount, day, NULL
           FROM (VALUES (500, $2), (70, '20260311')) AS h (amount, day)`,
        [A, TODAY],
      )
      await database.query('UPDATE accounts SET held_minor = held_minor + 570 WHERE account_id = $1', [A])
      await pipeline.post(posting)
      const { rows } = await database.query(
        `SELECT amount_minor, released_at FROM holds WHERE account_id = $1 AND release_on = $2`,
        [A, TODAY],
      )
      assert.deepEqual(rows, [{ amount_minor: 500n, released_at: new Date(NOW_MS) }])
      const held = await database.query('SELECT held_minor FROM accounts WHERE account_id = $1', [A])
      assert.deepEqual(held.rows, [{ held_minor: 70n }])
      await database.query('DELETE FROM holds WHERE account_id = $1', [A])
      await database.query('UPDATE accounts SET held_minor = 0 WHERE account_id = $1', [A])
    }
  })

  test('past the bound of the queue an order is unavailable, and the others post', async () => {
    const pipeline = pipelineOn(oneAtATime(database), { maxBatch: 1, maxQueued: 3 })
    const answers = await postAll(
      pipeline,
      Array.from({ length: 5 }, () => debit(A, 100n)),
    )
    assert.deepEqual(
      answers.map((one) => (one.status === 'fulfilled' ? one.value.code : one.reason.kind)),
      ['000', '000', '000', 'unavailable', 'unavailable'],
    )
    assert.equal(await balanceOf(database, A), 99_700n)
  })

  describe('trouble with the database', () => {
    const conflict = Object.assign(new Error('conflict'), { code: '40001' })
    const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

    test('a conflict is repeated until it is over, and heard', async () => {
      const store = troubled(database, { on: 'lock-accounts', errors: [conflict, conflict, conflict] })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.deepEqual(
        heard.filter((one) => one.startsWith('retried')),
        Array(3).fill('retried 40001'),
      )
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a conflict that never ends leaves the order unposted and says so', async () => {
      const store = troubled(database, { on: 'lock-accounts', errors: Array(100).fill(conflict) })
      await assert.rejects(pipelineOn(store).post(debit(A, 100n)), isProblem('unavailable'))
      assert.equal(await balanceOf(database, A), 100_000n)
    })

    test('a connection lost before the commit was sent is tried again', async () => {
      const store = troubled(database, { on: 'lock-accounts', errors: [outage, outage] })
      assert.deepEqual((await pipelineOn(store).post(debit(A, 100n))).replayed, false)
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a database that stays away before the commit is unavailable: nothing was posted', async () => {
      const store = troubled(database, { on: 'lock-accounts', errors: Array(100).fill(outage) })
      await assert.rejects(pipelineOn(store).post(debit(A, 100n)), isProblem('unavailable'))
      assert.equal(await balanceOf(database, A), 100_000n)
    })

    test('a commit whose answer was lost is found done, not done again', async () => {
      const store = troubled(database, { on: 'COMMIT', errors: [outage], afterwards: true })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a commit that was lost on its way is done again', async () => {
      const store = troubled(database, { on: 'COMMIT', errors: [outage] })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a database that stays away after a commit was sent leaves the outcome unknown', async () => {
      const store = troubled(database, { on: 'COMMIT', errors: Array(100).fill(outage), afterwards: true })
      const posting = debit(A, 100n)
      await assert.rejects(pipelineOn(store).post(posting), isProblem('timeout'))
      assert.deepEqual((await pipelineOn(database).post(posting)).replayed, true)
      assert.equal(await balanceOf(database, A), 99_900n)
    })
  })

  describe('two pipelines on one database, like two nodes', () => {
    test('the same orders at both are posted once, with the same bytes from both', async () => {
      const nodes = [pipelineOn(database), pipelineOn(database)] as const
      const postings = Array.from({ length: 40 }, (_, i) => debit(i % 2 === 0 ? A : B, 10n))
      const [here, there] = await Promise.all(nodes.map((node) => postAll(node, postings)))
      assert.deepEqual(
        here?.map((one) => one.status === 'fulfilled' && one.value.reply),
        there?.map((one) => one.status === 'fulfilled' && one.value.reply),
      )
      const fresh = [...(here ?? []), ...(there ?? [])].filter(
        (one) => one.status === 'fulfilled' && !one.value.replayed,
      )
      assert.equal(fresh.length, postings.length)
      assert.deepEqual([await balanceOf(database, A), await balanceOf(database, B)], [99_800n, 99_800n])
    })

    test('authorization ids of both are all different', async () => {
      const nodes = [pipelineOn(database), pipelineOn(database)]
      const postings = Array.from({ length: 20 }, (_, i) => ({ ...debit(A, 1n), node: i % 2 }))
      await Promise.all(postings.map(({ node, ...posting }) => nodes[node]?.post(posting)))
      const { rows } = await database.query<{ ids: bigint }>(
        'SELECT count(DISTINCT auth_id) AS ids FROM transactions WHERE rrn = ANY ($1)',
        [postings.map((one) => one.rrn)],
      )
      assert.deepEqual(rows, [{ ids: 20n }])
    })
  })

  if (engine === 'postgres') {
    test('an RRN that another node commits meanwhile is found by a repetition', async () => {
      for (const [fingerprint, code] of [
        ['same', '000'],
        ['other', '913'],
      ]) {
        const posting = debit(A, 100n, { fingerprint: 'same' })
        const elsewhere = await database.connect()
        await elsewhere.query('BEGIN')
        await elsewhere.query(
          `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                                     response_code, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
           VALUES ('FI001', 'P1', $1, gen_random_uuid(), 'CASHWITHDRAWAL', 'Z', 1, 'USD', '000', $2, now(), 0,
                   gen_random_uuid(), $3, '{"status":{"responseCode":"000"}}')`,
          [posting.rrn, TODAY, fingerprint],
        )
        const posted = pipelineOn(database).post(posting)
        await untilWaiting()
        await elsewhere.query('COMMIT')
        elsewhere.release()
        assert.equal((await posted).code, code)
        assert.ok(heard.includes('retried 23505'))
        assert.equal(await balanceOf(database, A), 100_000n)
        await database.query('DELETE FROM transactions WHERE rrn = $1', [posting.rrn])
        heard.length = 0
      }
    })

    test('a deadlock with other work is repeated', async () => {
      const elsewhere = await database.connect()
      // The pipeline is to find the deadlock first, and to be the one that gives way.
      await elsewhere.query(`BEGIN; SET LOCAL deadlock_timeout = '60s'`)
      await elsewhere.query('SELECT FROM accounts WHERE account_id = $1 FOR UPDATE', [B])
      const posted = pipelineOn(database).post(debit(A, 100n, { beneficiaryAccountId: B }))
      await untilWaiting()
      await elsewhere.query('SELECT FROM accounts WHERE account_id = $1 FOR UPDATE', [A])
      await elsewhere.query('COMMIT')
      elsewhere.release()
      assert.equal((await posted).code, '000')
      assert.ok(heard.includes('retried 40P01'))
    })
  }

  test('what was submitted is answered when the pipeline is drained', async () => {
    const pipeline = pipelineOn(database, { maxBatch: 3 })
    let answered = 0
    for (let i = 0; i < 10; i++) pipeline.post(debit(A, 1n)).then(() => answered++)
    await pipeline.drained()
    assert.equal(answered, 10)
  })

  test('afterwards the books are true', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  /** Polls until some backend waits for a lock. */
  async function untilWaiting(): Promise<void> {
    for (;;) {
      const { rowCount } = await database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      if (rowCount > 0) return
    }
  }

  /** Takes back what a test that deleted its records has debited, so that the books stay true for the last test. */
  async function undo(minor: bigint): Promise<void> {
    await database.query(
      `DELETE FROM journals j WHERE kind = 'CASHWITHDRAWAL'
          AND NOT EXISTS (SELECT FROM transactions t WHERE t.transaction_id = j.journal_id)`,
    )
    await database.query(
      'DELETE FROM entries e WHERE NOT EXISTS (SELECT FROM journals j WHERE j.journal_id = e.journal_id)',
    )
    await database.query('UPDATE accounts SET balance_minor = balance_minor + $2 WHERE account_id = $1', [A, minor])
    await database.query(
      `INSERT INTO general_ledger_deltas VALUES ('FI001', gen_random_uuid(), 'vault:ATM1', 'USD', $1)`,
      [-minor],
    )
  }
})

/** Claims a single connection, so that the pipeline keeps to one batch at a time on every engine. */
function oneAtATime(database: Database): Database {
  return new Proxy(database, {
    get: (target, name) => (name === 'connections' ? 1 : bound(target, name)),
  })
}

interface Trouble {
  /** The name or text of the statement that meets it. */
  readonly on: string
  readonly errors: Error[]
  /** Whether the statement is carried out all the same, and only its answer is lost. */
  readonly afterwards?: boolean
}

/** A database whose sessions meet errors at a certain statement, until there are none left. */
function troubled(database: Database, { on, errors, afterwards = false }: Trouble): Database {
  const left = [...errors]
  const connect = async (): Promise<Session> => {
    const session = await database.connect()
    return new Proxy(session, {
      get(target, name) {
        if (name !== 'query') return bound(target, name)
        return async (...sent: Parameters<Session['query']>) => {
          const [statement] = sent
          const error = (typeof statement === 'string' ? statement : statement.name) === on ? left.shift() : undefined
          if (error === undefined) return target.query(...sent)
          if (afterwards) await target.query(...sent)
          throw error
        }
      },
    })
  }
  return new Proxy(database, { get: (target, name) => (name === 'connect' ? connect : bound(target, name)) })
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

function isProblem(kind: ProblemKind): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.kind === kind
}

function thrower(): never {
  throw new Error('on purpose')
}
