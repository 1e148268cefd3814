// Our transactions are READ COMMITTED, regardless of the default of the database or the role.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  balanceOf,
  debitIfThere,
  NOW_MS,
  observedPipeline,
  openAccounts,
  postAll,
  TODAY,
} from '../../../../test/support/bank/postings.ts'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { InquiryDesk } from '../../../channels/channel/inquiries/inquire.ts'
import type { Database, Session, Step } from '../database.ts'
import { openPglite, openPostgres } from '../open-database.ts'

const SHOW = { name: 'test-isolation', text: 'SHOW transaction_isolation' }
const EXPECTED = 'read committed'

eachEngine('a database whose default is SERIALIZABLE', (_engine, open) => {
  // One level down, so that what is opened here is closed before the data are removed.
  describe('still gets our transactions', () => {
    let database: Database

    before(async () => {
      const { database: first, location } = await open()
      await makeSerializable(first)
      await first.close()
      database = 'url' in location ? openPostgres(location.url) : openPglite(location.directory)
      await openAccounts(database, ['A'], TODAY)
    })

    after(() => database.close())

    test('at READ COMMITTED: those of concepts, those that take long, and statements alone', async () => {
      for (const takesLong of [false, true]) {
        const { rows } = await database.transaction((sql) => sql.query(SHOW.text), { takesLong })
        assert.deepEqual(rows, [{ transaction_isolation: EXPECTED }])
      }
      assert.deepEqual((await database.query(SHOW.text)).rows, [{ transaction_isolation: EXPECTED }])
    })

    test('at READ COMMITTED: postings and inquiries', async () => {
      const levels: string[] = []
      const watched = watching(database, levels)
      await observedPipeline(watched, []).post(debitIfThere('A', 1n))
      await new InquiryDesk({
        database: watched,
        clock: { now: () => NOW_MS },
        businessDateOf: () => TODAY,
      }).ask({
        institutionId: 'FI001',
        partnerId: 'P1',
        rrn: '000000000001',
        type: 'BALANCEINQUIRY',
        accountId: 'A',
        correlationId: '00000000-0000-4000-8000-000000000000',
        receivedAtMs: NOW_MS,
        authorised: true,
        answer: () => ({ code: '000' }),
      })
      assert.deepEqual(levels, [EXPECTED, EXPECTED])
    })

    test('and withdrawals from one account through two nodes cause no conflict', async () => {
      const before = await balanceOf(database, 'A')
      const events: string[] = []
      const nodes = [
        observedPipeline(database, events, { maxBatch: 2 }),
        observedPipeline(database, events, { maxBatch: 2 }),
      ]
      const answers = await Promise.all(
        nodes.map((node) =>
          postAll(
            node,
            Array.from({ length: 40 }, () => debitIfThere('A', 10n)),
          ),
        ),
      )
      assert.deepEqual(
        answers.flat().filter((answer) => answer.status === 'rejected' || answer.value.code !== '000'),
        [],
      )
      assert.deepEqual(
        events.filter((one) => one.startsWith('retried')),
        [],
      )
      assert.equal(await balanceOf(database, 'A'), (before ?? 0n) - 800n)
    })
  })
})

async function makeSerializable(database: Database): Promise<void> {
  const setting = `SET default_transaction_isolation = 'serializable'`
  if (database.engine === 'pglite') {
    // The embedded engine reads no settings of databases and roles, but those of its directory.
    await database.query(`ALTER SYSTEM ${setting}`)
    return
  }
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name')
  await database.query(`ALTER DATABASE ${rows[0]?.name} ${setting}`)
  await database.query(`ALTER ROLE CURRENT_USER IN DATABASE ${rows[0]?.name} ${setting}`)
}

/** Records the isolation level of every transaction that a round trip begins. */
function watching(database: Database, levels: string[]): Database {
  const connect = async (): Promise<Session> => {
    const session = await database.connect()
    const roundTrip = async (steps: readonly Step[]) => {
      if (!steps.some((step) => step.statement.name === 'begin')) return session.roundTrip(steps)
      const results = await session.roundTrip([...steps, { statement: SHOW, values: [] }])
      const shown = results.pop()?.rows as { transaction_isolation: string }[]
      levels.push(...shown.map((row) => row.transaction_isolation))
      return results
    }
    return Object.assign(Object.create(session), {
      roundTrip,
      query: session.query.bind(session),
      release: () => session.release(),
    })
  }
  return Object.assign(Object.create(database), { connect, connections: database.connections })
}
