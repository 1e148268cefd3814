// Which movements of tokens may leave with a month: on distributed books some of it is asked of other servers.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { readDue } from '../../platform/history/row-statements.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Movement, Transfer } from '../movements/movement.ts'
import { depositWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { keptTokens, MOVEMENTS_HISTORY } from './token-history.ts'

const OLD = new Date('2025-01-10T10:00:00Z')
const CUT = { institutionId: 'BANK-1', month: '202501', lastDay: '20250131', end: new Date('2025-02-01T00:00:00Z') }
const IS_OVER = { createdAt: OLD, updatedAt: OLD, finalAt: OLD }
const PAYEE = transferWith().payee

const transfer = (fields: Partial<Transfer>) => transferWith({ state: 'COMMITTED', ...IS_OVER, ...fields })
const to = (bookId: string): Pick<Transfer, 'payee'> => ({ payee: { ...PAYEE, bookId } })

const leaves = {
  deposit: depositWith({ state: 'ISSUED', ...IS_OVER }),
  'transfer within the book': transfer(to('BANK-1')),
  'transfer to a book that is archived': transfer(to('BANK-2')),
  'transfer that was returned': transfer({ ...to('BANK-2'), state: 'RETURNED' }),
}
const stays = {
  'transfer that is open': transferWith({ state: 'COMMITTING', createdAt: OLD, ...to('BANK-2') }),
  'movement of a later month': transfer({ ...to('BANK-2'), finalAt: new Date('2025-02-20T10:00:00Z') }),
  'transfer to a book that is not archived': transfer(to('BANK-3')),
  'transfer that is being returned': transfer(to('BANK-2')),
  'movement with an open exception': transfer(to('BANK-2')),
}
const returnOf = ({ movementId }: Movement, fields: Partial<Transfer>) =>
  transferWith({ bookId: 'BANK-2', returnOf: movementId, ...to('BANK-1'), ...fields })

onDatabase('movements of tokens that leave', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
    await storeMovements(
      database,
      ...Object.values(leaves),
      ...Object.values(stays),
      returnOf(leaves['transfer that was returned'], { state: 'COMMITTED', ...IS_OVER }),
      returnOf(stays['transfer that is being returned'], { state: 'COMMITTING' }),
    )
    for (const [book, through] of [
      ['BANK-1', '20250131'],
      ['BANK-2', '20250228'],
      ['BANK-3', '20241231'],
    ])
      await database.query('INSERT INTO archive_cuts (institution_id, through) VALUES ($1, $2)', [book, through])
    await database.query(
      `INSERT INTO token_exceptions (institution_id, exception_id, movement_id, kind, detail, recorded_at)
       VALUES ('BANK-1', gen_random_uuid(), $1, 'LEG_FAILED', 'refused', now())`,
      [stays['movement with an open exception'].movementId],
    )
  })

  test('have ended in both books, and nothing waits for them', async () => {
    const due = await database.transaction(async (sql) => {
      const found: string[] = []
      const kept = await keptTokens(sql, CUT)
      for await (const lines of readDue(sql, MOVEMENTS_HISTORY, CUT, kept))
        found.push(...lines.map((line) => JSON.parse(line).movement_id))
      return new Set(found)
    })
    const titles = Object.entries({ ...leaves, ...stays })
    assert.deepEqual(
      titles.filter(([, { movementId }]) => due.has(movementId)).map(([title]) => title),
      Object.keys(leaves),
    )
  })
})
