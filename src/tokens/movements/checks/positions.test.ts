import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { foldGeneralLedger } from '../../../ledger/sweeps/fold-general-ledger.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { tokenAccount } from '../accounts/token-accounts.ts'
import { readPositions } from './positions.ts'

const ID = '0197f3a0-0000-7000-8000-000000000001'
const OTHER = '0197f3a0-0000-7000-8000-000000000002'
const BOOK = 'FI001'
const ISSUER = { institutionId: ID, bookId: BOOK }

onDatabase('positions', (_engine, open) => {
  let database: Database
  let count = 0
  const nextId = () => `0197f3a0-0000-7000-9000-${String(++count).padStart(12, '0')}`

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, search_words,
                                         transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
       VALUES ($1, $2, 'P1', 'Bank', 'US', '{USD,EUR}', 'ACTIVE', '{bank}', 'r1', 'API', now(), now(), 'x', 'x')`,
      [ID, BOOK],
    )
  })

  const post = (account: string, currency: string, amountMinor: bigint, bookId = BOOK) =>
    database.query(
      `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
       VALUES ($1, $2, $3, $4, $5)`,
      [bookId, nextId(), account, currency, amountMinor],
    )
  const movement = (kind: string, isOpen: boolean, issuerId = ID) =>
    database.query(
      `INSERT INTO token_movements (institution_id, movement_id, kind, state, is_open, partner_id, issuer_id, account_id, currency,
                                    amount_minor, ref, content, channel_type, created_at, updated_at, created_by)
       VALUES ($1, $2, $3, 'RESERVED', $4, 'P1', $5, $2, 'USD', 700, $6, '', 'API', now(), now(), 'x')`,
      [BOOK, nextId(), kind, isOpen, issuerId, `ref-${count}`],
    )

  test('are zero in every currency of the institution at first', async () => {
    const zero = { supplyMinor: 0n, backingMinor: 0n, owedMinor: 0n, reservedMinor: 0n, unclaimedMinor: 0n }
    assert.deepEqual(await readPositions(database, ISSUER), [
      { currency: 'EUR', ...zero },
      { currency: 'USD', ...zero },
    ])
  })

  test('count what is folded and what is not, once, of this institution alone', async () => {
    await post(tokenAccount(ID, 'supply'), 'USD', -5000n)
    await post(tokenAccount(ID, 'backing'), 'USD', 6000n)
    await foldGeneralLedger(database)
    await post(tokenAccount(ID, 'backing'), 'USD', -1000n)
    await post(tokenAccount(ID, 'owed'), 'USD', 1000n)
    await post(tokenAccount(ID, 'owed'), 'EUR', -30n)
    await post(tokenAccount(ID, 'unclaimed'), 'USD', 2n)
    await post(tokenAccount(ID, 'linked'), 'USD', -99n)
    // Postings of an earlier institution with the same book, and of another book.
    await post(tokenAccount(OTHER, 'backing'), 'USD', 77n)
    await post(tokenAccount(ID, 'backing'), 'USD', 55n, 'FI002')
    await movement('TRANSFER', true)
    await movement('TRANSFER', true)
    await movement('TRANSFER', false)
    await movement('DEPOSIT', true)
    await movement('REDEMPTION', true)
    await movement('TRANSFER', true, OTHER)
    const read = async () => (await readPositions(database, ISSUER)).map((one) => Object.values(one).join(' '))
    const expected = ['EUR 0 0 -30 0 0', 'USD 5000 5000 1000 1400 2']
    assert.deepEqual(await read(), expected)
    await foldGeneralLedger(database)
    assert.deepEqual(await read(), expected)
  })
})
