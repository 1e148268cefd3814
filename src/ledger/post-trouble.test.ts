import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import {
  balanceOf,
  debit,
  type OrderPipeline,
  observedPipeline,
  openAccounts,
  postAll,
  TODAY,
} from '../../test/support/bank/postings.ts'
import { troubled } from '../../test/support/bank/troubled-database.ts'
import { ALL_CONNECTIONS, ON_ONE_SERVER } from '../../test/support/machine/citus.ts'
import { onDatabase, type TestDatabase } from '../../test/support/machine/database.ts'
import { startSilentProxy } from '../../test/support/machine/silent-proxy.ts'
import { verifyBooks } from '../app/wire/verification.ts'
import { Problem, type ProblemKind } from '../platform/kernel/problems/problem.ts'
import type { Database, Session } from '../platform/storage/database.ts'
import { openPostgres } from '../platform/storage/open-database.ts'

let account = 0

onDatabase('the posting pipeline when the database fails', (engine, open) => {
  let database: Database
  let location: TestDatabase['location']
  let events: string[]
  let A: string
  let B: string

  before(async () => {
    const opened = await open()
    database = opened.database
    location = opened.location
  })

  beforeEach(async () => {
    events = []
    A = `A${++account}`
    B = `B${account}`
    await openAccounts(database, [A, B], TODAY)
  })

  function pipelineOn(store: Database): OrderPipeline {
    return observedPipeline(store, events)
  }

  describe('conflicts and outages', () => {
    const conflict = Object.assign(new Error('conflict'), { code: '40001' })
    const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

    test('a conflict is retried until it clears, and each retry is reported', async () => {
      const store = troubled(database, { on: 'lock-accounts:bank', errors: [conflict, conflict, conflict] })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.deepEqual(
        events.filter((one) => one.startsWith('retried')),
        Array(3).fill('retried 40001'),
      )
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a conflict that never clears leaves the order unposted and says so', async () => {
      const store = troubled(database, { on: 'lock-accounts:bank', errors: Array(100).fill(conflict) })
      await assert.rejects(pipelineOn(store).post(debit(A, 100n)), isProblem('unavailable'))
      assert.equal(await balanceOf(database, A), 100_000n)
    })

    test('a batch whose connection is lost before the commit was sent is retried', async () => {
      const store = troubled(database, { on: 'lock-accounts:bank', errors: [outage, outage] })
      assert.deepEqual((await pipelineOn(store).post(debit(A, 100n))).replayed, false)
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a database that stays unreachable before the commit is unavailable: nothing was posted', async () => {
      const store = troubled(database, { on: 'lock-accounts:bank', errors: Array(100).fill(outage) })
      await assert.rejects(pipelineOn(store).post(debit(A, 100n)), isProblem('unavailable'))
      assert.equal(await balanceOf(database, A), 100_000n)
    })

    test('a commit whose answer was lost is found, not repeated', async () => {
      const store = troubled(database, { on: 'commit', errors: [outage], afterwards: true })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a commit that never reached the server is sent again', async () => {
      const store = troubled(database, { on: 'commit', errors: [outage] })
      assert.equal((await pipelineOn(store).post(debit(A, 100n))).code, '000')
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('a database that stays unreachable after the commit was sent leaves the outcome unknown', async () => {
      const commitLost = { on: 'commit', errors: [outage], afterwards: true }
      const store = troubled(database, commitLost, { on: 'lock-accounts:bank', errors: Array(100).fill(outage) })
      const posting = debit(A, 100n)
      await assert.rejects(pipelineOn(store).post(posting), isProblem('timeout'))
      assert.deepEqual((await pipelineOn(database).post(posting)).replayed, true)
      assert.equal(await balanceOf(database, A), 99_900n)
    })
  })

  // One that stays out is missing from the pool for good: after as many as it has, nothing is posted any more.
  for (const broken of [false, true]) {
    test(`every session is given back, also after a failure, ${broken ? 'broken' : 'whole'}`, async (t) => {
      const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      const { store, counts, end } = counted(database, broken)
      t.after(end)
      const failing = troubled(
        store,
        { on: 'lock-accounts:bank', errors: [outage] },
        { on: 'commit', errors: [outage] },
      )
      assert.equal((await pipelineOn(failing).post(debit(A, 100n))).code, '000')
      assert.deepEqual(counts, { connected: 3, released: 3 })
    })
  }

  describe('a server that refuses, and one that stalls', () => {
    test('a batch that the server refused is known not to be posted, although the commit was sent with it', async () => {
      const full = Object.assign(new Error('no space left'), { code: '53100', severity: 'ERROR' })
      const store = troubled(database, { on: 'copy-transactions', errors: Array(100).fill(full) })
      await assert.rejects(pipelineOn(store).post(debit(A, 100n)), isProblem('unavailable'))
      assert.equal(await balanceOf(database, A), 100_000n)
    })

    // The embedded engine has no connection to lose.
    if (engine === 'postgres')
      test('a stalled connection is abandoned, and the order is posted over another', ON_ONE_SERVER, async (t) => {
        assert.ok('url' in location)
        const proxy = await startSilentProxy(location.url)
        t.after(() => proxy.close())
        let isSilent = false
        // Impatient with the connection that is silent, and with no other.
        const limitMs = () => (isSilent && !events.includes('retried unreachable') ? 250 : 60_000)
        const timeouts = {
          get statementMs() {
            return limitMs()
          },
          get roundTripMs() {
            return limitMs()
          },
        }
        const through = openPostgres(proxy.url, { timeouts, connectTimeoutMs: 60_000 })
        t.after(() => through.close())
        const pipeline = pipelineOn(through)
        assert.equal((await pipeline.post(debit(A, 100n))).code, '000')
        proxy.fallSilent()
        isSilent = true
        assert.equal((await pipeline.post(debit(A, 100n))).code, '000')
        assert.ok(events.includes('retried unreachable'))
        assert.equal(await balanceOf(database, A), 99_800n)
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
    test('an RRN that another node commits meanwhile is found by the retry', async () => {
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
        assert.ok(events.includes('retried 23505'))
        assert.equal(await balanceOf(database, A), 100_000n)
        await database.query('DELETE FROM transactions WHERE rrn = $1', [posting.rrn])
        events.length = 0
      }
    })

    test('a deadlock with other work is retried', async () => {
      const elsewhere = await database.connect()
      // So that the server detects the deadlock in the pipeline's session and aborts that one.
      await elsewhere.query(`BEGIN; SET LOCAL deadlock_timeout = '60s'`)
      await elsewhere.query(`SELECT FROM accounts WHERE institution_id = 'FI001' AND account_id = $1 FOR UPDATE`, [B])
      const posted = pipelineOn(database).post(debit(A, 100n, { beneficiaryAccountId: B }))
      await untilWaiting()
      await elsewhere.query(`SELECT FROM accounts WHERE institution_id = 'FI001' AND account_id = $1 FOR UPDATE`, [A])
      await elsewhere.query('COMMIT')
      elsewhere.release()
      assert.equal((await posted).code, '000')
      assert.ok(events.includes('retried 40P01'))
    })
  }

  test('afterwards the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  /** Polls until some backend waits for a lock. */
  async function untilWaiting(): Promise<void> {
    for (;;) {
      const { rowCount } = await database.query(
        `SELECT FROM ${ALL_CONNECTIONS} WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      if (rowCount > 0) return
    }
  }
})

function isProblem(kind: ProblemKind): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.kind === kind
}

/** Counts sessions, all of one connection; `broken` is what they say of it. */
function counted(database: Database, broken: boolean) {
  const counts = { connected: 0, released: 0 }
  let session: Session | undefined
  const connect: Database['connect'] = async (options) => {
    session ??= await database.connect(options)
    counts.connected++
    const release = () => {
      counts.released++
    }
    return replaced(session, { broken, release })
  }
  return { store: replaced(database, { connect }), counts, end: () => session?.release() }
}

function replaced<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in own) return Reflect.get(own, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
