import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { storeTokenBooks } from '../token-books.fixture.ts'
import { openTransfers, readTokenFigures } from './token-figures.ts'

const none = (kind: string) => ({ kind, count: 0 })

onDatabase('figures of tokens', (_engine, open) => {
  test('are the sums over all institutions', async () => {
    const { database } = await open()
    assert.deepEqual(await readTokenFigures(database), {
      currencies: [],
      open: [],
      exceptions: [none('DRIFT'), none('FUNDS_UNCLAIMED'), none('LEG_FAILED')],
    })
    await storeTokenBooks(database)
    await database.query(
      `INSERT INTO token_exceptions (institution_id, exception_id, kind, detail, recorded_at)
       VALUES ('BANK-1', gen_random_uuid(), 'DRIFT', 'x', now()), ('BANK-2', gen_random_uuid(), 'DRIFT', 'x', now())`,
    )
    const figures = await readTokenFigures(database)
    assert.deepEqual(figures, {
      // 100,000 and 50,000 issued; 900 redeemed; 800 burned and not paid yet; 700 debited and not minted yet.
      currencies: [{ currency: 'USD', supplyMinor: 148_215n, backingMinor: 149_715n }],
      open: [
        { kind: 'DEPOSIT', state: 'MINTING', count: 1 },
        { kind: 'DEPOSIT', state: 'PENDING', count: 1 },
        { kind: 'REDEMPTION', state: 'BURNED', count: 1 },
        { kind: 'REDEMPTION', state: 'BURNING', count: 1 },
        { kind: 'TRANSFER', state: 'COMMITTING', count: 1 },
        { kind: 'TRANSFER', state: 'RESERVED', count: 1 },
      ],
      exceptions: [{ kind: 'DRIFT', count: 2 }, { kind: 'FUNDS_UNCLAIMED', count: 2 }, none('LEG_FAILED')],
    })
    assert.equal(openTransfers(figures), 2)
  })
})
