// What the checks of savings clubs find, and the mistakes of an owner that would break the promise of one commit.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CHECKS } from '../../src/app/wire/verification.ts'
import type { BatchContext, OwnedBatch, Owner } from '../../src/ledger/posting.ts'
import { type Finding, verify } from '../../src/ledger/verify/verify.ts'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import type { Trip } from '../../src/platform/storage/batches/trip.ts'
import type { Database, Sql } from '../../src/platform/storage/database.ts'
import { troubled } from '../support/bank/troubled-database.ts'
import { onDatabase } from '../support/machine/database.ts'
import { type ClubBank, fundClubs, openClubBank, postNth, seedClubBank } from './club-bank.ts'
import { CHECKS_WITH_CLUBS, CLUBS_VERIFIED, verifyWithClubs } from './club-checks.ts'
import { advance, type ClubPosting, settlement } from './club-events.ts'
import { ClubRecords } from './club-records.ts'

const HILL = { institutionId: 'FI001', clubId: 'HILL' }
const RIVER = { institutionId: 'FI002', clubId: 'RIVER' }
const broken = Object.assign(new Error('the commit fails'), { code: '42P01', severity: 'ERROR' })

const BREAKAGES: [title: string, sql: string, found: string[]][] = [
  [
    'an event is lost',
    `DELETE FROM club_events WHERE institution_id = 'FI001' AND event_id = 'fund-HILL'`,
    ['club counts its events', 'club journal has its event'],
  ],
  [
    'the journal of an event is another kind',
    `UPDATE journals SET kind = 'CLUB_REFUND' WHERE kind = 'CLUB_ADVANCE' AND effective_date = '20200131'`,
    ['club event has its journal', 'club journal has its event'],
  ],
  [
    'an event says another amount than its journal',
    `UPDATE club_events SET amount_minor = 1 WHERE institution_id = 'FI001' AND event_id = 'fund-HILL'`,
    ['club counts its events', 'club journal credits the amount of its event'],
  ],
  [
    'a count is lost',
    `UPDATE savings_clubs SET event_count = event_count - 1 WHERE institution_id = 'FI001' AND club_id = 'HILL'`,
    ['club counts its events'],
  ],
  [
    'the sides of a settlement do not name each other',
    `UPDATE club_events SET counterpart_institution_id = 'FI003' WHERE kind = 'CLUB_SETTLEMENT_IN' AND event_id = 'event-6'`,
    ['club settlement has both sides'],
  ],
]

/** Writes its events in a transaction of their own. */
class DetachedRecords implements Owner<ClubPosting> {
  readonly #records = new ClubRecords()
  readonly #database: Database
  readonly written: Promise<unknown>[] = []

  constructor(database: Database) {
    this.#database = database
  }

  async open(trip: Trip, context: BatchContext, postings: readonly ClubPosting[]): Promise<OwnedBatch<ClubPosting>> {
    const batch = await this.#records.open(trip, context, postings)
    return {
      decide: (posting, books, batchOf) => batch.decide(posting, books, batchOf),
      steps: (head) => {
        const steps = batch.steps(head)
        const write = async () => {
          const session = await this.#database.connect()
          await session.roundTrip(steps)
          session.release()
        }
        this.written.push(write())
        return []
      },
    }
  }
}

onDatabase('mistakes around savings clubs', (_engine, open) => {
  let database: Database
  let bank: ClubBank

  before(async () => {
    database = (await open()).database
    await seedClubBank(database)
    bank = await openClubBank(database)
    await fundClubs(bank)
    for (let n = 0; n < 16; n++) await postNth(bank, n)
    await bank.close()
  })

  test('books that are right give no findings', async () => {
    assert.deepEqual(await verifyWithClubs(database), [])
  })

  test('journals of kinds that are not registered are found', async () => {
    const findings = await database.transaction((sql) => verify(sql, CHECKS))
    assert.deepEqual(new Set(findings.map(({ check }) => check)), new Set(['journal is of a known kind']))
    const { rowCount } = await database.query(`SELECT FROM journals WHERE kind LIKE 'CLUB%'`)
    assert.ok(rowCount > 0)
    assert.equal(findings.length, rowCount)
  })

  for (const [title, sql, found] of BREAKAGES) {
    test(`verify finds it when ${title}`, async () => {
      const findings = await undone(async (transaction) => {
        const { rowCount } = await transaction.query(sql)
        assert.equal(rowCount > 0, true)
        return verify(transaction, CHECKS_WITH_CLUBS)
      })
      assert.deepEqual(checksIn(findings), found)
    })
  }

  test('every check of the clubs has a breakage that proves it', () => {
    const proven = new Set(BREAKAGES.flatMap(([, , found]) => found))
    assert.deepEqual(
      CLUBS_VERIFIED.checks.map(({ name }) => name).filter((name) => !proven.has(name)),
      [],
    )
  })

  test('an event whose commit fails is not there, and neither is its journal', async () => {
    const posted = await postAlone(new ClubRecords(), 'attached')
    assert.equal(posted instanceof Problem && posted.kind, 'internal')
    assert.deepEqual(await verifyWithClubs(database), [])
  })

  test('an event written in a transaction of its own is there without its journal', async () => {
    const detached = new DetachedRecords(database)
    await postAlone(detached, 'detached')
    await Promise.all(detached.written)
    const findings = await verifyWithClubs(database)
    assert.deepEqual(checksIn(findings), ['club event has its journal'])
    assert.equal(findings[0]?.subject, 'event detached')
    await database.query(`DELETE FROM club_events WHERE event_id = 'detached'`)
    await database.query(
      `UPDATE savings_clubs SET event_count = event_count - 1, moved_minor = moved_minor - 1000
        WHERE institution_id = 'FI001' AND club_id = 'HILL'`,
    )
    assert.deepEqual(await verifyWithClubs(database), [])
  })

  test('a settlement of which only one side is posted is found', async () => {
    const node = await openClubBank(database)
    const [out] = settlement(node.clubs, 'one-side', { from: HILL, to: RIVER, amountMinor: 1n })
    await node.pipeline.post(out)
    await node.close()
    const findings = await verifyWithClubs(database)
    assert.deepEqual(
      findings.map(({ check, institutionId, subject }) => [check, institutionId, subject]),
      [['club settlement has both sides', 'FI001', 'event one-side']],
    )
  })

  /** Posts an event whose commit fails; resolves to the failure. */
  async function postAlone(clubs: Owner, eventId: string): Promise<unknown> {
    const node = await openClubBank(troubled(database, { on: 'commit', errors: [broken] }), { clubs })
    const failure = await node.pipeline.post(advance(clubs, HILL, eventId, 1_000n)).catch((error: unknown) => error)
    await node.close()
    return failure
  }

  /** Does something, looks at it, and rolls it back. */
  async function undone<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const end = new Error('rolled back')
    let result: T | undefined
    await assert.rejects(
      database.transaction(async (sql) => {
        result = await work(sql)
        throw end
      }),
      end,
    )
    return result as T
  }
})

function checksIn(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ check }) => check))].sort()
}
