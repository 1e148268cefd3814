import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { type AccountDesk, newAccount, openAccountDesk, PARTNER } from '../../../test/support/tokens/account-desk.ts'
import type { Database } from '../../platform/storage/database.ts'
import { depositWith, redemptionWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { AccountFactsCache } from './account-facts.ts'

const OPEN = { nextAt: new Date('2026-11-16T09:00:00.000Z') }

onDatabase('what is known of digital asset accounts', (_engine, open) => {
  let database: Database
  let desk: AccountDesk

  before(async () => {
    database = (await open()).database
    desk = await openAccountDesk(database)
  })
  after(() => desk.close())

  const create = async () => {
    const institutionId = await desk.institution()
    const userId = await desk.user(institutionId)
    return (await desk.accounts.create(newAccount(institutionId, userId))).result
  }

  test('balances: the holding, its holds, and what open movements will credit', async () => {
    const { accountId, bookId } = await create()
    assert.partialDeepStrictEqual(await desk.accounts.balances(PARTNER, accountId), {
      assetMinor: 0n,
      lockedMinor: 0n,
      pendingMinor: 0n,
      asOf: new Date(desk.clock.now()),
    })
    const own = { bookId, accountId, ...OPEN }
    const payee = { ...transferWith().payee, bookId, accountId }
    await storeMovements(
      database,
      depositWith({ ...own, state: 'PENDING', amountMinor: 1n }),
      depositWith({ ...own, state: 'FUNDS_DEBITED', amountMinor: 10n }),
      depositWith({ ...own, state: 'MINTING', amountMinor: 100n }),
      depositWith({ ...own, state: 'COMPENSATING', amountMinor: 2n }),
      depositWith({ bookId, accountId, state: 'ISSUED', amountMinor: 3n, finalAt: new Date() }),
      redemptionWith({ ...own, state: 'BURNED', amountMinor: 4n }),
      redemptionWith({ ...own, state: 'RETURNING', amountMinor: 1_000n }),
      transferWith({ ...own, state: 'COMMITTING', amountMinor: 5n }),
      transferWith({ ...OPEN, payee, state: 'RECEIVED', amountMinor: 6n }),
      transferWith({ ...OPEN, payee, state: 'RESERVED', amountMinor: 10_000n }),
      transferWith({ ...OPEN, payee, state: 'COMMITTING', amountMinor: 100_000n }),
      transferWith({ ...OPEN, payee, state: 'RELEASING', amountMinor: 7n }),
      transferWith({ payee, state: 'COMMITTED', amountMinor: 8n, finalAt: new Date() }),
    )
    await database.query('UPDATE accounts SET balance_minor = 500, held_minor = 200 WHERE account_id = $1', [accountId])
    assert.partialDeepStrictEqual(await desk.accounts.balances(PARTNER, accountId), {
      assetMinor: 500n,
      lockedMinor: 200n,
      pendingMinor: 111_110n,
    })
  })

  test('facts are read once, whatever the letter case, and the least recently used are dropped', async () => {
    const accounts = [await create(), await create(), await create()]
    const [first, second, third] = accounts.map(({ accountId }) => accountId) as [string, string, string]
    let reads = 0
    const cache = new AccountFactsCache({
      capacity: 2,
      database: {
        query: (...args) => {
          reads++
          return database.query(...args)
        },
      },
    })
    const { bookId, institutionId, userId, partnerId, currency, linkedAccountId } = accounts[0] as never
    const facts = { bookId, accountId: first, institutionId, userId, partnerId, currency, linkedAccountId }
    assert.deepEqual(await cache.find(first), facts)
    assert.deepEqual(await cache.find(first.toUpperCase()), facts)
    assert.equal(reads, 1)
    await cache.find(second)
    await cache.find(first)
    await cache.find(third)
    await cache.find(first)
    assert.equal(reads, 3, 'the second one was dropped, the first was not')
    await cache.find(second)
    assert.equal(reads, 4)
  })

  test('unknown ids are not kept, and what is no id is not even looked for', async () => {
    let reads = 0
    const cache = new AccountFactsCache({
      database: {
        query: (...args) => {
          reads++
          return database.query(...args)
        },
      },
    })
    const unknown = '01970000-0000-7000-8000-00000000ffff'
    assert.deepEqual([await cache.find(unknown), await cache.find(unknown)], [undefined, undefined])
    assert.equal(reads, 2)
    assert.deepEqual([await cache.find('1000000001'), await cache.find('')], [undefined, undefined])
    assert.equal(reads, 2)
  })
})
