import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Movement } from '../movements/movement.ts'
import { depositWith, redemptionWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { exceptionSweep } from './exception-sweep.ts'

const NOW_MS = Date.parse('2026-11-16T10:00:00Z')
const FINAL_AT = new Date('2026-11-16T09:00:00Z')
const opAfter = (tries: number) => ({ op: { opId: newId(NOW_MS), leg: 'MINT', tries } as const })

// What nodes of the version before leave: a row per refusal, and none that ends.
const ROWS: [
  title: string,
  kind: string,
  rows: number,
  movement: Movement,
  left: [attempts: number, endedAt: Date | null],
][] = [
  [
    'five refusals of a transfer that is committed are one that has ended with it',
    'LEG_FAILED',
    5,
    transferWith({ state: 'COMMITTED', finalAt: FINAL_AT }),
    [5, FINAL_AT],
  ],
  [
    'three refusals of a leg that is still refused are one that is open',
    'LEG_FAILED',
    3,
    transferWith({ state: 'COMMITTING', work: opAfter(4) }),
    [3, null],
  ],
  [
    'a refused burn has ended when the transfer waits for its mint',
    'LEG_FAILED',
    2,
    transferWith({ state: 'COMMITTING', work: opAfter(1) }),
    [2, new Date(NOW_MS)],
  ],
  [
    'one refusal of a redemption that is returned has ended',
    'LEG_FAILED',
    1,
    redemptionWith({ state: 'RETURNED', finalAt: FINAL_AT }),
    [1, FINAL_AT],
  ],
  [
    'unclaimed money stays open when its deposit is over',
    'FUNDS_UNCLAIMED',
    1,
    depositWith({ state: 'FAILED', finalAt: FINAL_AT }),
    [1, null],
  ],
]

onDatabase('exceptions of tokens', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
    await storeMovements(database, ...ROWS.map(([, , , movement]) => movement))
    for (const [, kind, rows, { movementId }] of ROWS) {
      for (let n = 0; n < rows; n++) {
        await database.query(
          `INSERT INTO token_exceptions (institution_id, exception_id, movement_id, kind, detail, recorded_at)
           VALUES ('BANK-1', $1, $2, $3, 'refused', $4)`,
          [newId(NOW_MS), movementId, kind, new Date(NOW_MS - (rows - n) * 60_000)],
        )
      }
    }
    await database.query(
      `INSERT INTO token_exceptions (institution_id, exception_id, account_id, kind, detail, recorded_at)
       VALUES ('BANK-1', gen_random_uuid(), gen_random_uuid(), 'DRIFT', 'differs', now())`,
    )
    const sweep = exceptionSweep({ database, clock: { now: () => NOW_MS } })
    // Again, as on several nodes.
    await sweep.run()
    await sweep.run()
  })

  for (const [title, kind, rows, { movementId }, [attempts, endedAt]] of ROWS) {
    test(title, ON_ONE_SERVER, async () => {
      const { rows: left } = await database.query(
        'SELECT kind, attempts, recorded_at, ended_at FROM token_exceptions WHERE movement_id = $1',
        [movementId],
      )
      assert.deepEqual(left, [{ kind, attempts, recorded_at: new Date(NOW_MS - rows * 60_000), ended_at: endedAt }])
    })
  }

  test('drift is left to reconciliation', async () => {
    const { rows } = await database.query(`SELECT attempts, ended_at FROM token_exceptions WHERE kind = 'DRIFT'`)
    assert.deepEqual(rows, [{ attempts: 1, ended_at: null }])
  })
})
