// Settlements: what they post, what bounds them, and that an external reference counts once.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { Check } from 'typebox/value'
import { onDatabase } from '../../../test/support/machine/database.ts'
import {
  depositOrder,
  PARTNER,
  PAYEE_PARTNER,
  type Party,
  seedTokenBank,
  type TokenBank,
  transferOrder,
} from '../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../test/support/tokens/token-world.ts'
import { EVENT_KINDS } from '../../administration/events/event-kinds.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readPositions } from '../movements/checks/positions.ts'

const CALLER = { principal: { scope: {} }, actor: { userId: 'u', email: 'op@example.com' } }
const UNKNOWN_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'
const refusal = (reason: string) => (error: unknown) =>
  error instanceof Problem && error.reason === `settlements.${reason}`

onDatabase('a settlement between digital institutions', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank
  let payer: Party
  let payee: Party
  let references = 0

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    bank = await world.open()
  })

  /** The payer owes the payee 400. */
  beforeEach(async () => {
    payer = await world.party(bank, {})
    payee = await world.party(bank, { partnerId: PAYEE_PARTNER })
    await bank.movements.deposit(depositOrder(payer, 1_000n))
    await bank.movements.transfer(transferOrder(payer, payee, 400n))
  })

  const wanted = (amountMinor: bigint, more: object = {}) => ({
    payerInstitutionId: payer.institutionId,
    payeeInstitutionId: payee.institutionId,
    currencyCode: 'USD',
    amountMinor,
    externalReference: `RTGS-${++references}`,
    valueDate: '2026-01-15',
    ...more,
  })

  const owed = async (party: Party) => (await readPositions(database, party))[0]?.owedMinor

  test('is told to the partners of both sides, without the note', async () => {
    const made = await bank.settlements.create(CALLER, wanted(300n, { note: 'of our own' }))
    const { rows } = await database.query<{ partner_id: string; institution_id: string; kind: string; data: object }>(
      'SELECT partner_id, institution_id, kind, data FROM event_outbox WHERE resource = $1 ORDER BY partner_id',
      [`digital-settlement/${made.id}`],
    )
    const data = {
      settlementId: made.id,
      payerInstitutionId: payer.institutionId,
      payeeInstitutionId: payee.institutionId,
      amount: 3,
      currencyCode: 'USD',
      externalReference: made.externalReference,
      valueDate: '2026-01-15',
    }
    const told = (partnerId: string, { bookId }: Party) => ({
      partner_id: partnerId,
      institution_id: bookId,
      kind: 'digital-settlement.created',
      data,
    })
    assert.deepEqual(
      rows,
      [told(PARTNER, payer), told(PAYEE_PARTNER, payee)].toSorted((a, b) => (a.partner_id < b.partner_id ? -1 : 1)),
    )
    assert.ok(Check(EVENT_KINDS['digital-settlement.created'].data, rows[0]?.data))
    await assert.rejects(bank.settlements.create(CALLER, wanted(999_999n)), refusal('exceeds-debt'))
    const all = await database.query(`SELECT FROM event_outbox WHERE kind = 'digital-settlement.created'`)
    assert.equal(all.rowCount, 2)
  })

  test('is posted in both books, and found by those of its side', async () => {
    const made = await bank.settlements.create(CALLER, wanted(300n, { note: 'card 4111111111111111' }))
    assert.deepEqual([await owed(payer), await owed(payee)], [100n, -100n])
    assert.deepEqual([made.amountMinor, made.createdBy, made.valueDate], [300n, 'op@example.com', '2026-01-15'])
    assert.doesNotMatch(made.note ?? '', /4111111111111111/)
    const found = await bank.settlements.list({}, { search: made.externalReference }, { page: 1, size: 10 })
    assert.deepEqual(found.items, [made])
    for (const scope of [{ institutionId: payer.bookId }, { institutionId: payee.bookId }])
      assert.equal((await bank.settlements.find(scope, made.id)).id, made.id)
    for (const scope of [{ institutionId: 'FI001' }, { institutionId: payer.bookId, subTenantId: 'x' }])
      await assert.rejects(bank.settlements.find(scope, made.id), refusal('settlement-not-found'))
  })

  test('is at most what the payer owes and the payee is owed', async () => {
    const third = await world.party(bank, {})
    await bank.movements.deposit(depositOrder(third, 1_000n))
    // The payee now owes the third 250: the payer owes 400, but the payee is owed only 150.
    await bank.movements.transfer(transferOrder(payee, third, 250n))
    for (const [amount, more] of [
      [151n, {}],
      [401n, {}],
      [251n, { payeeInstitutionId: third.institutionId }],
      [1n, { payerInstitutionId: payee.institutionId, payeeInstitutionId: payer.institutionId }],
      [1n, { currencyCode: 'EUR' }],
    ] as const)
      await assert.rejects(bank.settlements.create(CALLER, wanted(amount, more)), refusal('exceeds-debt'))
    await bank.settlements.create(CALLER, wanted(150n))
    await bank.settlements.create(CALLER, wanted(250n, { payeeInstitutionId: third.institutionId }))
    assert.deepEqual([await owed(payer), await owed(payee), await owed(third)], [0n, 0n, 0n])
  })

  test('of two at once that together exceed the debt, from two nodes, one is posted', async () => {
    const node = await world.open()
    const ends = await Promise.allSettled(
      [bank, node, bank, node].map(({ settlements }) => settlements.create(CALLER, wanted(150n))),
    )
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.deepEqual([await owed(payer), await owed(payee)], [100n, -100n])
    await node.close()
  })

  test('is bounded by transfers that are posted at the same time', async () => {
    const node = await world.open()
    // Each transfer back lowers the debt: whatever comes first, it never changes its sign.
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => node.movements.transfer(transferOrder(payee, payer, 90n))),
      ...Array.from({ length: 4 }, () => bank.settlements.create(CALLER, wanted(100n))),
    ])
    const [left, right] = [await owed(payer), await owed(payee)]
    const settled = (
      await bank.settlements.list({}, { payerInstitutionId: payer.institutionId }, { page: 1, size: 50 })
    ).items
    const total = settled.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    assert.equal(left, 400n - 360n - total)
    assert.equal(right, -(left ?? 0n))
    // Transfers may lower it below what was settled before them, but no settlement was posted beyond the debt.
    assert.ok(total <= 400n)
    await node.close()
  })

  test('counts once per external reference', async () => {
    const first = wanted(10n)
    const ends = await Promise.allSettled([
      bank.settlements.create(CALLER, first),
      bank.settlements.create(CALLER, { ...first, amountMinor: 20n }),
    ])
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(bank.settlements.create(CALLER, first), refusal('reference-taken'))
  })

  test('may be between institutions in any state', async () => {
    await database.query(`UPDATE digital_institutions SET state = 'SUSPENDED' WHERE institution_id = ANY ($1)`, [
      [payer.institutionId, payee.institutionId],
    ])
    await bank.settlements.create(CALLER, wanted(400n))
    assert.equal(await owed(payer), 0n)
  })

  test('counts for a transfer under a net-debit-cap from the same moment', async () => {
    bank.set({ netDebitCapMinor: new Map([['USD', 400n]]) })
    await assert.rejects(bank.movements.transfer(transferOrder(payer, payee, 1n)), {
      reason: 'tokens.insufficient-settlement-liquidity',
    })
    await bank.settlements.create(CALLER, wanted(100n))
    await bank.movements.transfer(transferOrder(payer, payee, 100n))
    bank.set({ netDebitCapMinor: new Map() })
    assert.equal(await owed(payer), 400n)
  })

  // One row per request that is refused.
  const ROWS: [title: string, more: () => object, reason: string | { kind: string }][] = [
    ['to itself', () => ({ payeeInstitutionId: payer.institutionId.toUpperCase() }), { kind: 'invalid' }],
    ['with a value date in the future', () => ({ valueDate: '9999-01-01' }), { kind: 'invalid' }],
    ['of an unknown institution', () => ({ payerInstitutionId: payer.accountId }), 'institution-not-found'],
  ]
  for (const [title, more, reason] of ROWS) {
    test(`${title} is refused`, async () => {
      const made = bank.settlements.create(CALLER, wanted(1n, more()))
      await assert.rejects(made, typeof reason === 'string' ? refusal(reason) : reason)
    })
  }

  test('is recorded by users of the platform only', async () => {
    const caller = { ...CALLER, principal: { scope: { institutionId: 'FI001' } } }
    await assert.rejects(bank.settlements.create(caller, wanted(1n)), refusal('platform-only'))
  })

  test('is undone once, by its opposite, whatever is owed by then', async () => {
    const made = await bank.settlements.create(CALLER, wanted(400n))
    assert.deepEqual([await owed(payer), await owed(payee)], [0n, 0n])
    const both = await Promise.allSettled([
      bank.settlements.reverse(CALLER, made.id, 'wrong'),
      bank.settlements.reverse(CALLER, made.id, 'wrong'),
    ])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual([await owed(payer), await owed(payee)], [400n, -400n])
    const first = await bank.settlements.find({}, made.id)
    const undoing = await bank.settlements.find({}, first.reversedBy ?? '')
    assert.deepEqual(
      [undoing.reverses, undoing.payerInstitutionId, undoing.amountMinor, undoing.note],
      [made.id, payee.institutionId, 400n, 'wrong'],
    )
    await assert.rejects(bank.settlements.reverse(CALLER, made.id, 'again'), refusal('already-reversed'))
    await assert.rejects(bank.settlements.reverse(CALLER, undoing.id, 'back'), refusal('not-reversible'))
    const same = wanted(1n, { externalReference: made.externalReference })
    await assert.rejects(bank.settlements.create(CALLER, same), refusal('reference-taken'))
    await bank.settlements.create(CALLER, wanted(400n))
    assert.equal(await owed(payer), 0n)
  })

  test('is not undone once an institution is offboarded, nor by users of an institution', async () => {
    const made = await bank.settlements.create(CALLER, wanted(400n))
    const caller = { ...CALLER, principal: { scope: { institutionId: 'FI001' } } }
    await assert.rejects(bank.settlements.reverse(caller, made.id, 'wrong'), refusal('platform-only'))
    const move = (state: string) =>
      database.query('UPDATE digital_institutions SET state = $2 WHERE institution_id = $1', [
        payee.institutionId,
        state,
      ])
    await move('OFFBOARDED')
    await assert.rejects(bank.settlements.reverse(CALLER, made.id, 'wrong'), refusal('not-reversible'))
    await move('SUSPENDED')
    await bank.settlements.reverse(CALLER, made.id, 'wrong')
    await assert.rejects(bank.settlements.reverse(CALLER, UNKNOWN_ID, 'wrong'), refusal('settlement-not-found'))
  })

  test('after all of this the books verify', () => world.assertBooks())
})
