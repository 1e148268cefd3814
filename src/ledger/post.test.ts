import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import {
  balanceOf,
  debit,
  debited,
  debitIfThere,
  NOW_MS,
  type OrderPipeline,
  observedPipeline,
  oneAtATime,
  openAccounts,
  postAll,
  type TestOrder,
  TODAY,
} from '../../test/support/bank/postings.ts'
import { eachEngine } from '../../test/support/machine/database.ts'
import { verifyBooks } from '../app/wire/verification.ts'
import { Problem, type ProblemKind } from '../platform/kernel/problems/problem.ts'
import type { Database } from '../platform/storage/database.ts'
import { customer, general } from './journal.ts'

let account = 0

eachEngine('the posting pipeline', (_engine, open) => {
  let database: Database
  let events: string[]
  let A: string
  let B: string

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    events = []
    A = `A${++account}`
    B = `B${account}`
    await openAccounts(database, [A, B], TODAY)
  })

  function pipelineOn(store: Database, bounds: { maxBatch?: number; maxQueued?: number } = {}): OrderPipeline {
    return observedPipeline(store, events, bounds)
  }

  test('adds up the general ledger of a batch by account and currency', async () => {
    const entries = [
      ...[general(`till:${A}`, 'USD', 500n), general(`suspense:${A}`, 'USD', -500n)],
      ...[general(`till:${A}`, 'JPY', 70n), general(`suspense:${A}`, 'JPY', -70n)],
    ]
    const postings = [A, B].map((accountId) => debit(accountId, 0n, { decide: () => ({ kind: 'post', entries }) }))
    const results = await postAll(pipelineOn(oneAtATime(database)), postings)
    assert.ok(results.every((one) => one.status === 'fulfilled' && one.value.code === '000'))
    const { rows } = await database.query<{ line: string }>(
      `SELECT concat_ws(' ', split_part(account, ':', 1), currency, sum(amount_minor)) AS line
         FROM general_ledger_deltas WHERE account LIKE '%:' || $1 GROUP BY account, currency ORDER BY 1`,
      [A],
    )
    assert.deepEqual(
      rows.map(({ line }) => line),
      ['suspense JPY -140', 'suspense USD -1000', 'till JPY 140', 'till USD 1000'],
    )
  })

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
    assert.deepEqual(events, ['committed 1', 'answered CASHWITHDRAWAL 000'])
  })

  test('a reply may hold any text', async () => {
    const pipeline = pipelineOn(database)
    const texts = ['"\\"{},;\\\\ünï☂"', 'null', `"'; DROP TABLE x; --"`, '"\\u001e\\n"'].map(
      (text) => `{"status":{"responseCode":"000"},"echo":${text}}`,
    )
    const postings = texts.map((text) => debit(A, 1n, { render: () => text }))
    for (const [i, answer] of (await postAll(pipeline, postings)).entries()) {
      assert.equal(answer.status === 'fulfilled' && answer.value.reply, texts[i])
    }
    for (const [i, posting] of postings.entries()) assert.equal((await pipeline.post(posting)).reply, texts[i])
  })

  describe('a poisoned order fails alone and its neighbours post', () => {
    const POISONS: [title: string, changes: (account: string) => Partial<TestOrder>][] = [
      ['its rule throws', () => ({ decide: thrower })],
      ['its answer throws', () => ({ render: thrower })],
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
          others[0] as TestOrder,
          poisoned,
          others[1] as TestOrder,
          others[2] as TestOrder,
        ])
        assert.ok(failed?.status === 'rejected' && isProblem('internal')(failed.reason))
        assert.deepEqual(
          [first, second, third].map((one) => one?.status === 'fulfilled' && one.value.code),
          ['000', '000', '000'],
        )
        assert.deepEqual([await balanceOf(database, A), await balanceOf(database, B)], [99_600n, 99_800n])
        assert.ok(events.includes('defect'))
        // Nothing of it was recorded: corrected, the same RRN posts.
        const mended = await pipeline.post(debit(B, 50n, { rrn: poisoned.rrn }))
        assert.deepEqual([mended.code, mended.replayed], ['000', false])
      })
    }

    test('two of them in one batch', async () => {
      const pipeline = pipelineOn(database)
      const answers = await postAll(pipeline, [
        debit(A, 1n, { decide: thrower }),
        debit(A, 100n),
        debit(A, 1n, { render: thrower }),
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
    const problem = new Problem('not-found', 'no such biller')
    const refused = debit(A, 1n, { decide: () => ({ kind: 'refuse', problem }) })
    const pipeline = pipelineOn(database)
    for (let i = 0; i < 2; i++) await assert.rejects(pipeline.post(refused), (error) => error === problem)
    const { rows } = await database.query('SELECT FROM transactions WHERE rrn = $1', [refused.rrn])
    assert.deepEqual(rows, [])
    assert.equal(events.includes('defect'), false)
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
      const committed = events.filter((one) => one.startsWith('committed'))
      assert.equal(committed.length, Math.ceil(postings.length / maxBatch))
    })
  }

  test('a due hold is released by the first order that touches its account, even a repeated one', async () => {
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
      // Once: the next order finds it released.
      await pipeline.post(debit(A, 100n))
      const later = await database.query('SELECT held_minor FROM accounts WHERE account_id = $1', [A])
      assert.deepEqual(later.rows, [{ held_minor: 70n }])
      await database.query('DELETE FROM holds WHERE account_id = $1', [A])
      await database.query('UPDATE accounts SET held_minor = 0 WHERE account_id = $1', [A])
    }
  })

  test('an order beyond the queue bound is unavailable, and the others post', async () => {
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

  test('draining the pipeline answers everything submitted', async () => {
    const pipeline = pipelineOn(database, { maxBatch: 3 })
    let answered = 0
    for (let i = 0; i < 10; i++) pipeline.post(debit(A, 1n)).then(() => answered++)
    await pipeline.drained()
    assert.equal(answered, 10)
  })

  test('afterwards the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})

function isProblem(kind: ProblemKind): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.kind === kind
}

function thrower(): never {
  throw new Error('on purpose')
}
