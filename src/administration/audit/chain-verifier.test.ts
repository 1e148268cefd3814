import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { recordAudit } from './audit-log.ts'
import { ChainVerifier, type ChainVerifierOptions } from './chain-verifier.ts'
import { verifyChain } from './verify-chain.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const RECORDS = 1_100
/** Pages of 500 records that a walk from the first record reads, at most. */
const PAGES = 3

onDatabase('verifying the audit log for many callers', (_engine, open) => {
  let database: Database
  let now: number
  let read: ReadRecords

  before(async () => {
    database = (await open()).database
    await append(RECORDS)
  })

  beforeEach(() => {
    now = NOW
    read = watchedReads(database)
  })

  const verifier = (options: Partial<ChainVerifierOptions> = {}) =>
    new ChainVerifier({
      database: read.sql,
      clock: { now: () => now },
      rereadRecords: 100,
      elapsedMs: () => now - NOW,
      ...options,
    })

  test('concurrent calls share one walk and one answer', async () => {
    const shared = verifier()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shared.verify()))
    assert.equal(read.records, RECORDS)
    assert.equal(read.pages, PAGES)
    assert.equal(new Set(answers).size, 1)
    const { checkedSince, ...report } = answers[0]!
    assert.deepEqual(report, await verifyChain(database))
    assert.equal(checkedSince, isoTimestamp(NOW))
  })

  test('the next call reads only new records, and the record it resumes from', async () => {
    const one = verifier()
    const first = await one.verify()
    read.clear()
    now += MINUTE_MS
    await append(3)
    const second = await one.verify()
    assert.equal(read.records, 1 + 3)
    assert.deepEqual(second, { ...(await verifyChain(database)), checkedSince: first.checkedSince })
    read.clear()
    assert.deepEqual(await one.verify(), second)
    assert.equal(read.records, 1)
  })

  test('a short log is read in full every time', async () => {
    const one = verifier({ rereadRecords: 10_000 })
    const { head } = await one.verify()
    read.clear()
    await one.verify()
    assert.equal(read.records, head.position)
  })

  test('a change to an old record is found once the last full walk is ten minutes old', async () => {
    const one = verifier()
    assert.equal((await one.verify()).valid, true)
    await tampered(`UPDATE audit_log SET ip = '10.9.9.9' WHERE position = 700`, async () => {
      now += 9 * MINUTE_MS
      const early = await one.verify()
      assert.deepEqual([early.valid, early.checkedSince], [true, isoTimestamp(NOW)])
      now += MINUTE_MS
      const found = await one.verify()
      assert.deepEqual([found.valid, found.checked, found.firstBreak?.position], [false, 699, 700])
      assert.equal(found.checkedSince, isoTimestamp(now))
      read.clear()
      assert.equal((await one.verify()).firstBreak?.position, 700)
      assert.ok(read.records < 1_000, 'asking again about a broken log is cheap')
    })
    now += 10 * MINUTE_MS
    assert.equal((await one.verify()).valid, true)
  })

  // What happens after a walk, and where the walk that resumes from it finds the break.
  const BREAKS: [what: string, statement: string, position: (last: number) => number, reason: RegExp][] = [
    [
      'a new record is changed',
      `UPDATE audit_log SET ip = 'x' WHERE position = (SELECT max(position) FROM audit_log)`,
      (last) => last + 2,
      /content/,
    ],
    [
      'a new record goes',
      `DELETE FROM audit_log WHERE position = (SELECT max(position) - 1 FROM audit_log)`,
      (last) => last + 1,
      /missing/,
    ],
    [
      'the record that the walk resumes from is changed, and an older one',
      `UPDATE audit_log SET ip = 'x' WHERE position IN (5, (SELECT max(position) - 2 FROM audit_log))`,
      () => 5,
      /content/,
    ],
    ['everything but the first ten is deleted', `DELETE FROM audit_log WHERE position > 10`, () => 11, /missing/],
    [
      'everything but the first ten is deleted, and the head adjusted',
      `DELETE FROM audit_log WHERE position > 10; UPDATE audit_head SET position = 10`,
      () => 10,
      /head is not the hash/,
    ],
  ]
  for (const [what, statement, position, reason] of BREAKS) {
    test(`${what}: reported by a walk that resumes from an earlier one`, async () => {
      const one = verifier()
      const { head } = await one.verify()
      await append(2)
      await tampered(statement, async () => {
        const { valid, firstBreak } = await one.verify()
        assert.equal(valid, false)
        assert.equal(firstBreak?.position, position(head.position))
        assert.match(firstBreak.reason, reason)
      })
    })
  }

  test('a walk continues while one caller is left, and stops after its page when all have disconnected', async () => {
    const one = verifier()
    const [first, second] = [new AbortController(), new AbortController()]
    const left = [one.verify(first.signal), one.verify(second.signal)].map(outcomeOf)
    read.hold()
    await until(() => read.held, 'the first page is asked for')
    first.abort()
    assert.equal(await left[0], 'timeout')
    read.letPass()
    await until(() => read.held, 'the second page is asked for')
    second.abort()
    assert.equal(await left[1], 'timeout')
    read.release()
    await until(() => !read.busy, 'the second page is there')
    const pages = read.pages

    // The next caller resumes where it stopped, without waiting for it.
    const next = await one.verify()
    assert.equal(next.valid, true)
    assert.equal(pages, 2)
    assert.ok(read.pages <= 2 + PAGES, String(read.pages))
  })

  test('a stopped walk is resumed where it ended', async () => {
    const one = verifier()
    const caller = new AbortController()
    const asked = outcomeOf(one.verify(caller.signal))
    read.hold()
    await until(() => read.held, 'the first page is asked for')
    read.letPass()
    await until(() => read.held, 'the second page is asked for')
    caller.abort()
    await asked
    read.release()
    await until(() => !read.busy, 'its last page is there')
    read.clear()
    now += 5 * MINUTE_MS
    const { valid, head, checkedSince } = await one.verify()
    assert.deepEqual([valid, checkedSince], [true, isoTimestamp(NOW)])
    assert.ok(read.records <= 1 + head.position - 500, String(read.records))
  })

  test('no walk starts for a caller who has already disconnected', async () => {
    await assert.rejects(verifier().verify(AbortSignal.abort()), Problem)
    assert.equal(read.pages, 0)
  })

  test('stopping rejects waiting callers as unavailable', async () => {
    const one = verifier()
    const asked = outcomeOf(one.verify())
    read.hold()
    await until(() => read.held, 'a page is asked for')
    one.close()
    read.release()
    assert.equal(await asked, 'unavailable')
  })

  test('a failed walk is not cached', async () => {
    const one = verifier()
    read.failNext()
    await assert.rejects(one.verify(), /connection lost/)
    assert.equal((await one.verify()).valid, true)
  })

  function append(count: number): Promise<void> {
    return database.transaction(async (sql) => {
      for (let n = 0; n < count; n++) await recordAudit(sql, NOW, {}, { action: 'user.update', resource: 'user' })
    })
  }

  /** Makes a change that the triggers would prevent, and reverts it afterwards. */
  async function tampered(statement: string, work: () => Promise<void>): Promise<void> {
    const sql = async (text: string) => void (await database.query(text))
    await sql(
      'CREATE TABLE log_before AS SELECT * FROM audit_log; CREATE TABLE head_before AS SELECT * FROM audit_head',
    )
    await sql('ALTER TABLE audit_log DISABLE TRIGGER USER; ALTER TABLE audit_head DISABLE TRIGGER USER')
    try {
      await sql(statement)
      await work()
    } finally {
      await sql('DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM log_before; DROP TABLE log_before')
      await sql('DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM head_before; DROP TABLE head_before')
      await sql('ALTER TABLE audit_log ENABLE TRIGGER USER; ALTER TABLE audit_head ENABLE TRIGGER USER')
    }
  }
})

/** The result of a call: its problem, or that it was answered. */
function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'answered',
    (error) => (error instanceof Problem ? error.kind : String(error)),
  )
}

interface ReadRecords {
  readonly sql: Sql
  readonly records: number
  readonly pages: number
  readonly held: boolean
  readonly busy: boolean
  clear(): void
  /** From now on pages wait, one at a time. */
  hold(): void
  letPass(): void
  release(): void
  failNext(): void
}

/** Wraps the database, counts the audit records read, and can hold pages back. */
function watchedReads(database: Sql): ReadRecords {
  let [records, pages, busy, holds, fails] = [0, 0, 0, false, false]
  let pass: (() => void) | undefined
  return {
    sql: {
      async query<Row>(statement: Parameters<Sql['query']>[0], values?: readonly unknown[]) {
        const isPage = typeof statement !== 'string' && statement.name === 'audit-read-page'
        if (!isPage) return database.query<Row>(statement, values)
        if (fails) {
          fails = false
          throw new Error('connection lost')
        }
        pages++
        busy++
        if (holds) await new Promise<void>((resolve) => (pass = resolve))
        const found = await database.query<Row>(statement, values)
        records += found.rowCount
        busy--
        return found
      },
    },
    get records() {
      return records
    },
    get pages() {
      return pages
    },
    get busy() {
      return busy > 0
    },
    get held() {
      return pass !== undefined
    },
    clear() {
      records = 0
      pages = 0
    },
    hold() {
      holds = true
    },
    letPass() {
      pass?.()
      pass = undefined
    },
    release() {
      holds = false
      pass?.()
      pass = undefined
    },
    failNext() {
      fails = true
    },
  }
}
