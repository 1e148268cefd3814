// Postings in two institutions at once, through an owner without rows of its own.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { NOW_MS, TODAY } from '../../test/support/bank/postings.ts'
import { type Trouble, troubled } from '../../test/support/bank/troubled-database.ts'
import { onDatabase } from '../../test/support/machine/database.ts'
import { newId } from '../platform/kernel/identifiers/ids.ts'
import { Problem } from '../platform/kernel/problems/problem.ts'
import type { Database, Step } from '../platform/storage/database.ts'
import { type Account, toAccount } from './account.ts'
import { customer, general, type Journal } from './journal.ts'
import { PostingPipeline } from './post.ts'
import type { Books, Owner, Posting, Verdict } from './posting.ts'

/** A posting that carries its own decision. */
interface ScriptedPosting extends Posting<string> {
  decide(books: Books): Verdict<string>
}

const OWNER: Owner<ScriptedPosting> = {
  open: async () => ({ decide: (posting, books) => posting.decide(books), steps: () => [] }),
}
const REFUSAL = new Problem('conflict', 'not today')

let account = 0

onDatabase('a posting in two institutions', (_engine, open) => {
  let database: Database
  let id: string

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    id = `A${++account}`
    for (const institutionId of ['FI001', 'FI002']) {
      await database.query(
        `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                               branch_id, balance_minor)
         VALUES ($1, $2, 'C', 'DDA', 'D', 'USD', '06', '001', 100000)`,
        [institutionId, id],
      )
    }
  })

  function pipelineOn(store: Database, owners: readonly Owner[] = [OWNER as Owner]): PostingPipeline {
    return new PostingPipeline<Account>({
      database: store,
      clock: { now: () => NOW_MS },
      businessDateOf: () => TODAY,
      accountColumns: { name: 'plain', columns: [], toAccount, written: [] },
      owners,
      observer: { batchCommitted() {}, retried() {}, queueDepth() {}, defect() {} },
      timer: { nowMs: () => 0, pause: async () => {} },
    })
  }

  /** Changes the balance of an account and returns the new balance. */
  function move(institutionId: string, minor: bigint, changes: Partial<ScriptedPosting> = {}): ScriptedPosting {
    return {
      institutionId,
      accountIds: [id],
      owner: OWNER as Owner,
      decide: (books) => ({
        journal: journal(minor),
        answer: () => String(books.account(id)?.balanceMinor),
      }),
      ...changes,
    }
  }

  function journal(minor: bigint): Journal {
    const entries = [customer(id, 'USD', minor), general('suspense', 'USD', -minor)]
    return { journalId: newId(NOW_MS), kind: 'TEST', entries }
  }

  /** Balances in both, and how many journals touch the account. */
  async function state(): Promise<[first: bigint, second: bigint, journals: bigint]> {
    const { rows } = await database.query<{ balance_minor: bigint }>(
      'SELECT balance_minor FROM accounts WHERE account_id = $1 ORDER BY institution_id',
      [id],
    )
    const { rows: counted } = await database.query<{ journals: bigint }>(
      'SELECT count(*) AS journals FROM journals WHERE $1 = ANY (accounts)',
      [id],
    )
    return [rows[0]?.balance_minor ?? 0n, rows[1]?.balance_minor ?? 0n, counted[0]?.journals ?? 0n]
  }

  test('is committed in both, in either order', async () => {
    const pipeline = pipelineOn(database)
    assert.deepEqual(await pipeline.postInBoth(move('FI001', -100n), move('FI002', 100n)), ['99900', '100100'])
    assert.deepEqual(await pipeline.postInBoth(move('FI002', -50n), move('FI001', 50n)), ['100050', '99950'])
    assert.deepEqual(await state(), [99_950n, 100_050n, 4n])
  })

  test('runs concurrently with postings in either', async () => {
    const pipeline = pipelineOn(database)
    await Promise.all(
      Array.from({ length: 10 }, () => [
        pipeline.postInBoth(move('FI001', -1n), move('FI002', 1n)),
        pipeline.postInBoth(move('FI002', -1n), move('FI001', 1n)),
        pipeline.post(move('FI001', 10n)),
        pipeline.post(move('FI002', 100n)),
      ]).flat(),
    )
    assert.deepEqual(await state(), [100_100n, 101_000n, 60n])
  })

  test('needs no more statements for twenty pairs of ten institutions than for one pair', async () => {
    const institutionIds = Array.from({ length: 10 }, (_, i) => `SEVERAL${i}`)
    for (const institutionId of institutionIds) {
      // The second account's row is first in the table.
      for (const accountId of [`${id}b`, id]) {
        await database.query(
          `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                                 branch_id, balance_minor)
           VALUES ($1, $2, 'C', 'DDA', 'D', 'USD', '06', '001', 1000)`,
          [institutionId, accountId],
        )
      }
    }
    const trips: string[][] = []
    const pipeline = pipelineOn(noting(database, trips))
    await pipeline.postInBoth(move('SEVERAL0', -1n), move('SEVERAL1', 1n))
    const ofOne = trips.splice(0)
    // Each pays the next two, each another amount.
    const pairs = institutionIds.flatMap((payer, i) =>
      [1, 2].map((distance) => [payer, institutionIds[(i + distance) % 10] as string] as const),
    )
    const amountOf = (institutionId: string) => BigInt(institutionIds.indexOf(institutionId) + 1)
    const posted = await Promise.all(
      pairs.map(([payer, payee]) => pipeline.postInBoth(move(payer, -amountOf(payer)), move(payee, amountOf(payer)))),
    )
    assert.equal(posted.length, 20)
    // What was submitted at once is in two batches at most. On distributed books each institution has statements of its own.
    if (!database.isDistributed) assert.deepEqual(trips.slice(0, 2), ofOne)
    const { rows } = await database.query<{
      institution_id: string
      balance_minor: bigint
      moved: bigint
      sum: bigint
    }>(
      `SELECT a.institution_id, a.balance_minor,
              (SELECT count(*) FROM journals j WHERE j.institution_id = a.institution_id AND $1 = ANY (j.accounts)) AS moved,
              (SELECT sum(amount_minor)::bigint FROM general_ledger_deltas d WHERE d.institution_id = a.institution_id) AS sum
         FROM accounts a WHERE a.account_id = $1 AND a.institution_id LIKE 'SEVERAL%' ORDER BY 1`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ institution_id: institutionId, balance_minor: balance, moved, sum }) => [
        institutionId,
        balance,
        moved,
        sum,
      ]),
      institutionIds.map((institutionId, i) => {
        const first = [-1n, 1n][i] ?? 0n
        const received = [1, 2].map((distance) => amountOf(institutionIds[(i + 10 - distance) % 10] as string))
        const net = first - 2n * amountOf(institutionId) + received.reduce((sum, amount) => sum + amount)
        return [institutionId, 1000n + net, first === 0n ? 4n : 5n, -net]
      }),
    )
    const others = await database.query(`SELECT FROM accounts WHERE account_id = $1 AND balance_minor <> 1000`, [
      `${id}b`,
    ])
    assert.equal(others.rowCount, 0)
  })

  const FAILED: [title: string, change: Partial<ScriptedPosting>, kind: string][] = [
    ['is refused', { decide: () => ({ problem: REFUSAL }) }, 'conflict'],
    ['throws', { decide: thrower }, 'internal'],
    ['throws in its answer', { decide: () => ({ journal: journal(100n), answer: thrower }) }, 'internal'],
    ['would overdraw its account', { decide: () => ({ journal: journal(-100_001n), answer: () => '' }) }, 'internal'],
  ]
  for (const [title, change, kind] of FAILED) {
    test(`of which one ${title} leaves no trace of the other`, async () => {
      const pipeline = pipelineOn(database)
      const [failed, other] = await Promise.allSettled([
        pipeline.postInBoth(move('FI001', -100n), move('FI002', 100n, change)),
        pipeline.postInBoth(move('FI001', -7n), move('FI002', 7n)),
      ])
      assert.ok(failed.status === 'rejected' && failed.reason instanceof Problem)
      assert.equal(failed.reason.kind, kind)
      assert.deepEqual(other, { status: 'fulfilled', value: ['99993', '100007'] })
      assert.deepEqual(await state(), [99_993n, 100_007n, 2n])
    })
  }

  test('whose owner is not registered fails alone', async () => {
    const pipeline = pipelineOn(database)
    const stranger = { open: OWNER.open } as Owner
    const [failed, other] = await Promise.allSettled([
      pipeline.post(move('FI001', -100n, { owner: stranger })),
      pipeline.post(move('FI001', -7n)),
    ])
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Problem && failed.reason.kind === 'internal')
    assert.deepEqual(other, { status: 'fulfilled', value: '99993' })
  })

  test('whose owner asks too late fails alone instead of hanging', async () => {
    const late: Owner<ScriptedPosting> = {
      async open(trip) {
        await undefined
        await trip.ask({ name: 'too-late', text: 'SELECT' })
        return { decide: (posting, books) => posting.decide(books), steps: () => [] }
      },
    }
    const pipeline = pipelineOn(database, [OWNER as Owner, late as Owner])
    const [failed, other] = await Promise.allSettled([
      pipeline.post(move('FI001', -100n, { owner: late as Owner })),
      pipeline.post(move('FI001', -7n)),
    ])
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Problem && failed.reason.kind === 'internal')
    assert.deepEqual(other, { status: 'fulfilled', value: '99993' })
  })

  test('is retried as a whole after a conflict', async () => {
    const conflict = Object.assign(new Error('conflict'), { code: '40001', severity: 'ERROR' })
    const trouble: Trouble = { on: 'commit', errors: [conflict, conflict] }
    const pipeline = pipelineOn(troubled(database, trouble))
    assert.deepEqual(await pipeline.postInBoth(move('FI001', -100n), move('FI002', 100n)), ['99900', '100100'])
    assert.deepEqual(await state(), [99_900n, 100_100n, 2n])
  })

  test('that names one institution twice is a defect', async () => {
    const both = pipelineOn(database).postInBoth(move('FI001', -1n), move('FI001', 1n))
    await assert.rejects(both, /both postings are of one institution/)
  })
})

/** Notes the statements of each round trip. */
function noting(database: Database, trips: string[][]): Database {
  const connect: Database['connect'] = async (options) => {
    const session = await database.connect(options)
    return Object.create(session, {
      roundTrip: {
        value: (steps: readonly Step[]) => {
          trips.push(steps.map(({ statement }) => statement.name))
          return session.roundTrip(steps)
        },
      },
      query: { value: session.query.bind(session) },
      release: { value: () => session.release() },
    })
  }
  return Object.create(database, { connect: { value: connect }, connections: { value: 1 } })
}

function thrower(): never {
  throw new Error('on purpose')
}
