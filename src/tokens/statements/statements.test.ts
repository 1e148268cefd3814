// Statements of accounts: what each kind of movement leaves, in the order of posting, and how gaps are filled in.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import {
  addAccount,
  depositOrder,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  resolutionOrder,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../test/support/tokens/token-world.ts'
import type { Database } from '../../platform/storage/database.ts'
import { fillStatement, statementSweep } from './fill-statements.ts'
import { readStatement, type StatementRequest } from './read-statement.ts'

onDatabase('statements of accounts', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank
  let payer: Party
  let neighbour: Party
  let payee: Party

  before(async () => {
    database = (await open()).database
    world = new TokenWorld(database)
    bank = await world.open({ settings: { answerWithinMs: 10_000 } })
    payer = await world.party(bank)
    neighbour = await addAccount(bank, payer)
    payee = await world.party(bank, { ledger: 'simulated', partnerId: PAYEE_PARTNER })
    await bank.movements.deposit(depositOrder(payer, 1_000n, { ref: 'deposit' }))
    await bank.movements.transfer({ ...transferOrder(payer, payee, 300n), remittanceInfo: 'Invoice 1' })
    await bank.movements.transfer(transferOrder(payer, neighbour, 200n))
    await bank.movements.redeem(redemptionOrder(payer, 50n))
    await world.finish(bank)
    await bank.movements.transfer(transferOrder(payee, payer, 7n))
    await world.finish(bank)
  })
  after(() => bank.close())

  const read = (party: Party, more: Partial<StatementRequest> = {}) =>
    readStatement(database, { partnerId: party.partnerId, accountId: party.accountId, page: 1, size: 50, ...more })

  const linesOf = async (party: Party, more: Partial<StatementRequest> = {}) =>
    (await read(party, more)).items.map(({ kind, amountMinor, assetMinor }) => `${kind} ${amountMinor} ${assetMinor}`)

  const WHOLE = ['TRANSFER 7 457', 'REDEMPTION -50 450', 'TRANSFER -200 500', 'TRANSFER -300 700', 'DEPOSIT 1000 1000']

  test('each posted change is an entry with the holding after it, last posted first', async () => {
    assert.deepEqual(await linesOf(payer), WHOLE)
    assert.deepEqual(await linesOf(neighbour), ['TRANSFER 200 200'])
    assert.deepEqual(await linesOf(payee), ['TRANSFER -7 293', 'TRANSFER 300 300'])
  })

  test('an entry names its movement, the reference of own ones only, and the institution of the other side', async () => {
    const { items } = await read(payer)
    assert.deepEqual([items.at(-1)?.ref, items.at(-1)?.counterpartyId], ['deposit', undefined])
    assert.deepEqual(
      [items[0]?.ref, items[0]?.counterpartyId, items[3]?.counterpartyId, items[3]?.remittanceInfo],
      [undefined, payee.institutionId, payee.institutionId, 'Invoice 1'],
    )
    const [received] = (await read(payee)).items.slice(-1)
    assert.deepEqual([received?.ref, received?.remittanceInfo], [undefined, 'Invoice 1'])
    assert.equal((await read(neighbour)).items[0]?.counterpartyId, payer.institutionId)
  })

  test('pages go on where the one before ends, and times are those of the posting', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => linesOf(payer, { page, size: 2 })))
    assert.deepEqual(pages.flat(), WHOLE)
    const { items, total } = await read(payer)
    assert.equal(total, 5)
    const third = items[2]?.at
    assert.deepEqual(await linesOf(payer, { from: third }), WHOLE.slice(0, 3))
    assert.deepEqual(await linesOf(payer, { to: items[0]?.at }), WHOLE.slice(1))
    assert.deepEqual(await read(payer, { from: third, to: items[4]?.at }), { items: [], total: 0 })
  })

  test("another partner's account, an unknown one and no id at all have no statement", async () => {
    for (const accountId of [payer.accountId, '0197f3a0-0000-7000-8000-0000000000ff', 'x'])
      assert.deepEqual(await read(payer, { accountId, partnerId: PAYEE_PARTNER }), { items: [], total: 0 })
  })

  const GAPS: readonly [title: string, gap: string][] = [
    ['that was there before statements were', 'true'],
    ['whose last posting was made by an older node', 'amount_minor = 7'],
    ['with postings of an older node in between', 'amount_minor IN (-300, -200)'],
    ['whose first posting was made by an older node', 'amount_minor = 1000'],
  ]
  for (const [title, gap] of GAPS) {
    test(`the statement of an account ${title} is filled in when it is read`, async () => {
      await database.query(`DELETE FROM token_entries WHERE account_id = $1::uuid AND ${gap}`, [payer.accountId])
      await database.query('UPDATE digital_accounts SET has_statement = $2 WHERE account_id = $1::uuid', [
        payer.accountId,
        gap !== 'true',
      ])
      assert.deepEqual(await linesOf(payer), WHOLE)
      assert.deepEqual(await linesOf(payer), WHOLE)
    })
  }

  const PERIODS: readonly [title: string, gap: string, from: number, to: number | undefined, shown: number[]][] = [
    ['since a day, whose last posting was made by an older node', 'amount_minor = 7', 1, undefined, [0, 2]],
    ['of postings of an older node alone', 'amount_minor IN (-300, -200)', 3, 1, [2, 4]],
    ['that ends with a posting of an older node', 'amount_minor = -50', 3, 0, [1, 4]],
    ['that begins with a posting of an older node', 'amount_minor = -200', 2, undefined, [0, 3]],
  ]
  for (const [title, gap, from, to, [first, end]] of PERIODS) {
    test(`the statement of a period ${title} is filled in when it is read`, async () => {
      const { items } = await read(payer)
      await database.query(`DELETE FROM token_entries WHERE account_id = $1::uuid AND ${gap}`, [payer.accountId])
      const period = { from: items[from]?.at, to: to === undefined ? undefined : items[to]?.at }
      assert.deepEqual(await linesOf(payer, period), WHOLE.slice(first, end))
      assert.deepEqual(await linesOf(payer), WHOLE)
    })
  }

  test('a statement that is filled in twice at once has each entry once, in whichever case the account is written', async () => {
    await database.query('DELETE FROM token_entries WHERE account_id = $1::uuid', [payer.accountId])
    const written = [payer.accountId, payer.accountId.toUpperCase()]
    await Promise.all(
      written.map((accountId) => database.transaction((sql) => fillStatement(sql, accountId, database.isDistributed))),
    )
    assert.deepEqual(await linesOf(payer), WHOLE)
  })

  test('the sweep fills in what was there before, once', async () => {
    await database.query('DELETE FROM token_entries')
    await database.query('UPDATE digital_accounts SET has_statement = false')
    await statementSweep(database).run()
    await statementSweep(database).run()
    const { rows } = await database.query<{ entries: bigint }>('SELECT count(*) AS entries FROM token_entries')
    assert.equal(rows[0]?.entries, 8n)
    assert.deepEqual(await linesOf(payer), WHOLE)
    await world.assertBooks()
  })

  test('the sweep fills in what an older node posts, also when it cancels itself out', ON_ONE_SERVER, async () => {
    const { movement: deposit } = await bank.movements.deposit(depositOrder(neighbour, 40n))
    const { movement: redemption } = await bank.movements.redeem(redemptionOrder(neighbour, 40n))
    const { movement: waiting } = await bank.movements.transfer(
      transferOrder(neighbour, payer, 5n, { twoPhase: TWO_PHASE }),
    )
    const ids = [deposit, redemption, waiting].map(({ movementId }) => movementId)
    // An older node writes neither entries nor this column.
    await database.query('DELETE FROM token_entries WHERE movement_id = ANY ($1::uuid[])', [ids])
    await database.query('UPDATE token_movements SET entered_version = DEFAULT WHERE movement_id = ANY ($1::uuid[])', [
      ids,
    ])
    await bank.movements.resolve(resolutionOrder(waiting.movementId, 'COMMIT'))
    assert.deepEqual(await notEntered(), ids.toSorted())
    await world.assertBooks()
    await statementSweep(database).run()
    assert.deepEqual((await linesOf(neighbour)).slice(0, 3), [
      'TRANSFER -5 195',
      'REDEMPTION -40 200',
      'DEPOSIT 40 240',
    ])
    assert.deepEqual(await notEntered(), [])
    await world.assertBooks()
    await bank.movements.transfer(transferOrder(payer, neighbour, 5n))
  })

  const notEntered = async () => {
    const { rows } = await database.query<{ movement_id: string }>(
      'SELECT movement_id FROM token_movements WHERE entered_version <> version ORDER BY movement_id',
    )
    return rows.map((row) => row.movement_id)
  }

  test('movements that are posted at once leave one chain of entries', async () => {
    const other = await world.open()
    const orders = Array.from({ length: 24 }, (_, nth) =>
      (nth % 2 === 0 ? bank : other).movements.transfer(
        nth % 3 === 0 ? transferOrder(neighbour, payer, 1n) : transferOrder(payer, neighbour, 2n),
      ),
    )
    await Promise.all(orders)
    for (const party of [payer, neighbour]) {
      const { items } = await read(party)
      for (const [nth, entry] of items.entries()) {
        const before = items[nth + 1]
        assert.equal(entry.assetMinor, (before?.assetMinor ?? 0n) + entry.amountMinor)
        assert.ok(before === undefined || entry.at >= before.at)
      }
    }
    await other.close()
    await world.assertBooks()
  })
})
