// Two nodes post withdrawals, club events and settlements in both directions on one PostgreSQL. Rows are locked in one
// order everywhere, so batches wait for each other and never deadlock.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { migrate } from '../../src/platform/storage/schema/migrate.ts'
import { copyOf, createPostgresDatabase } from '../support/machine/database.ts'
import { findTemplate } from '../support/machine/templates.ts'
import { until } from '../support/until.ts'
import { type ClubBank, fundClubs, kindOfNth, openClubBank, postNth, seedClubBank } from './club-bank.ts'
import { verifyWithClubs } from './club-checks.ts'
import { close } from './club-events.ts'
import { ClubRecords, LOCK_CLUBS } from './club-records.ts'
import { openClub } from './club-tables.ts'

const POSTINGS = 960
const WORKERS = 24
/** Some are posted by both nodes at once. */
const SHARED_EVERY = 30

const DESCENDING = { name: 'lock-clubs-descending', text: LOCK_CLUBS.text.replace('ORDER BY club_id', '$& DESC') }

describe('two nodes with savings clubs', () => {
  let databases: readonly [Database, Database]
  let remove: () => Promise<void>

  before(async () => {
    const created = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
    remove = created.remove
    databases = [openPostgres(created.url), openPostgres(created.url)]
    await migrate(databases[0])
    await seedClubBank(databases[0])
  })

  after(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await remove()
  })

  test('never deadlock, and leave the books right', async () => {
    const retried: string[] = []
    const observer = { retried: (reason: string) => retried.push(reason), defect: assert.ifError }
    const nodes = await Promise.all(databases.map((database) => openClubBank(database, { observer })))
    await fundClubs(nodes[0] as ClubBank)
    const outcomes: Record<string, number> = {}
    let next = 0
    const work = async (node: number) => {
      while (next < POSTINGS) {
        const n = next++
        const bank = nodes[node] as ClubBank
        const other = nodes[1 - node] as ClubBank
        const asked = [postNth(bank, n), ...(n % SHARED_EVERY === 0 ? [postNth(other, n)] : [])]
        const answers = await Promise.all(asked)
        assert.ok(answers.filter((outcome) => outcome === 'new').length <= 1)
        const key = `${kindOfNth(n)} ${answers[0] === 'refused' ? 'refused' : 'posted'}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 2 * WORKERS }, (_, worker) => work(worker % 2)))
    await Promise.all(nodes.map((node) => node.close()))
    // A deadlock would be 40P01. What both nodes post at once waits for the lock and is then recognised.
    assert.deepEqual(retried, [])
    assert.equal(outcomes['withdrawal posted'], POSTINGS / 4)
    assert.equal(outcomes['settlement posted'], POSTINGS / 4)
    assert.ok((outcomes['event posted'] ?? 0) >= (3 * POSTINGS) / 8)
    assert.deepEqual(await verifyWithClubs(databases[0]), [])
  })

  const ORDERS: [title: string, second: ClubRecords, retried: string[]][] = [
    ['in the same order wait for each other', new ClubRecords(), []],
    ['in opposite orders deadlock, and one is retried', new ClubRecords(DESCENDING), ['40P01']],
  ]
  for (const [i, [title, second, expected]] of ORDERS.entries()) {
    test(`two batches that lock the rows of an owner ${title}`, async (t) => {
      const clubIds = [`A${i}`, `B${i}`]
      for (const clubId of clubIds) await openClub(databases[0], { institutionId: 'FI001', clubId })
      const retried: string[] = []
      const observer = { retried: (reason: string) => retried.push(reason) }
      const nodes = [
        await openClubBank(databases[0], { observer }),
        await openClubBank(databases[1], { observer, clubs: second }),
      ]
      const holders = await Promise.all(databases.map((database) => database.connect()))
      t.after(async () => {
        for (const holder of holders) {
          await holder.query('ROLLBACK')
          holder.release()
        }
      })
      for (const [n, holder] of holders.entries()) {
        await holder.query('BEGIN')
        await holder.query('SELECT FROM savings_clubs WHERE club_id = $1 FOR UPDATE', [clubIds[n]])
      }
      // Each batch waits for the first row it locks. Once A is free, the first batch has A and waits for B.
      const closed = nodes.map(({ pipeline, clubs }, n) =>
        Promise.all(
          clubIds.map((clubId) => pipeline.post(close(clubs, { institutionId: 'FI001', clubId }, `${clubId}-${n}`))),
        ).catch((error: unknown) => error),
      )
      await until(async () => (await countWaiting()) === 2, 'both batches wait')
      await holders[0]?.query('COMMIT')
      await until(() => isLocked(clubIds[0] as string), 'the first batch has A')
      await until(async () => (await countWaiting()) === 2, 'both batches wait again')
      await holders[1]?.query('COMMIT')
      await Promise.all(closed)
      // On a busy machine the retried batch may meet the other one again.
      assert.deepEqual([...new Set(retried)], expected)
      await Promise.all(nodes.map((node) => node.close()))
      assert.deepEqual(await verifyWithClubs(databases[0]), [])
    })
  }

  async function isLocked(clubId: string): Promise<boolean> {
    const { rowCount } = await databases[0].query(
      'SELECT FROM savings_clubs WHERE club_id = $1 FOR NO KEY UPDATE SKIP LOCKED',
      [clubId],
    )
    return rowCount === 0
  }

  async function countWaiting(): Promise<number> {
    const { rowCount } = await databases[0].query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount
  }
})
