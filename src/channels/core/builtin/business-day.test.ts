// What changes with the business day: limits, holds, the reversal window, the cutover. These tests move the clock.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { ChannelClient } from '../../channel/conformance/channel-client.ts'

// A morning in New York, so that an hour more or less stays on the same business date.
const clock = { now: () => Date.parse('2026-03-10T14:00:00Z') }

onDatabase('the built-in bank and the business day', (_engine, open) => {
  let database: Database
  let bank: Bank
  let desk: ChannelClient
  let used = 0
  const defects: unknown[] = []

  before(async () => {
    database = (await open()).database
    await seedBank(database, 30, clock)
    bank = await openBank(database, { clock, observer: { defect: (error) => defects.push(error) } })
    desk = new ChannelClient({
      ...SANDBOX,
      channel: bank.channel,
      partnerIds: ['PARTNER01', 'PARTNER02'],
      newAccount: () => plainAccount(used++),
    })
  })

  beforeEach(() => bank.clock.moveTo(0))

  after(() => bank.close())

  test('daily limits start over on the next day', async () => {
    const account = desk.at.newAccount()
    for (let i = 0; i < 2; i++) await desk.approve(desk.withdrawal(account, 500_000n))
    await desk.decline(desk.withdrawal(account, 500n), '121')
    bank.clock.moveTo(DAY_MS)
    await desk.approve(desk.withdrawal(account, 500_000n))
  })

  test('a reversal on the next day does not raise the limits of that day', async () => {
    const account = desk.at.newAccount()
    const order = desk.withdrawal(account, 500_000n)
    const { authId } = await desk.approve(order)
    bank.clock.moveTo(20 * HOUR_MS)
    await desk.approve(desk.withdrawal(account, 500_000n))
    await desk.approve(desk.reversal(order, { authId }))
    await desk.approve(desk.withdrawal(account, 500_000n))
    await desk.decline(desk.withdrawal(account, 500n), '121')
  })

  test('a hold ends after the hold days, when its account is next used', async () => {
    const account = desk.at.newAccount()
    await desk.approve(desk.checkDeposit(account, 10_000n, 2_000n))
    const held = { balanceMinor: desk.at.openingMinor + 10_000n, availableMinor: desk.at.openingMinor + 2_000n }
    bank.clock.moveTo(DAY_MS)
    assert.deepEqual(await desk.balances(account), held)
    bank.clock.moveTo(2 * DAY_MS)
    const free = { ...held, availableMinor: held.balanceMinor }
    assert.deepEqual(await desk.balances(account), free)
    await desk.approve(desk.billPayment(account, desk.at.openingMinor + 10_000n))
    assert.deepEqual(await desk.balances(account), { balanceMinor: 0n, availableMinor: 0n })
  })

  test('the reversal window closes after its hours', async () => {
    const account = desk.at.newAccount()
    const [early, late, unnamed] = [6_000n, 7_000n, 8_000n].map((minor) => desk.withdrawal(account, minor))
    assert.ok(early !== undefined && late !== undefined && unnamed !== undefined)
    for (const order of [early, late, unnamed]) await desk.approve(order)
    bank.clock.moveTo(24 * HOUR_MS)
    await desk.approve(desk.reversal(early, { rrn: early.rrn }))
    bank.clock.moveTo(24 * HOUR_MS + 1)
    await desk.decline(desk.reversal(late, { rrn: late.rrn }), '188')
    await desk.decline(desk.reversal(unnamed), '914')
  })

  test('an RRN is remembered permanently', async () => {
    const account = desk.at.newAccount()
    const order = desk.billPayment(account, 1_000n)
    const first = await desk.send(order)
    bank.clock.moveTo(400 * DAY_MS)
    assert.deepEqual(await desk.send(order), { ...first, replayed: true })
  })

  test('orders are dated by the institution’s business date', async () => {
    // 23:30 in New York is the next day in UTC.
    bank.clock.moveTo(Date.parse('2026-03-12T03:30:00Z') - clock.now())
    const { businessDate } = await desk.approve(desk.cashDeposit(desk.at.newAccount(), 1_000n))
    assert.equal(businessDate, '20260311')
  })

  test('during cutover orders are refused and not recorded', async () => {
    const order = desk.billPayment(desk.at.newAccount(), 1_000n)
    await setInstitution('cutover_until', new Date(clock.now() + HOUR_MS))
    await assert.rejects(desk.send(order), (error) => error instanceof Problem && error.reason === 'core.cutover')
    bank.clock.moveTo(HOUR_MS)
    await desk.approve(order)
    await setInstitution('cutover_until', null)
  })

  test('concurrent reversals give usage back to the card of their originals', async () => {
    const { pan, accountIds } = desk.at.card
    bank.clock.moveTo(10 * DAY_MS)
    const orders = [2_000n, 3_000n, 4_000n].map((minor) => desk.withdrawal(accountIds[0], minor, { pan }))
    for (const order of orders) await desk.approve(order)
    assert.deepEqual(await usageOfCard(), { used_minor: 9_000n, used_count: 3 })
    const [first, second] = orders.map((order) => desk.reversal(order, { rrn: order.rrn }))
    assert.ok(first !== undefined && second !== undefined)
    await Promise.all([desk.approve(first), desk.approve(second)])
    assert.deepEqual(await usageOfCard(), { used_minor: 4_000n, used_count: 1 })
  })

  test('the daily limit of a terminal is shared by all accounts, also within a batch', async () => {
    bank.clock.moveTo(20 * DAY_MS)
    await limitTerminal(2)
    const orders = [1, 2, 3].map(() => desk.withdrawal(desk.at.newAccount(), 1_000n))
    const [first] = orders
    assert.ok(first !== undefined)
    const codes = (await Promise.all(orders.map((order) => desk.send(order)))).map((answer) => answer.code)
    assert.deepEqual(codes, ['000', '000', '123'])
    // Sent together, the withdrawal sees what the reversal before it gave back.
    const reversal = desk.reversal(first, { rrn: first.rrn })
    const next = desk.withdrawal(desk.at.newAccount(), 1_000n)
    const answers = await Promise.all([desk.send(reversal), desk.send(next)])
    assert.deepEqual(
      answers.map((answer) => answer.code),
      ['000', '000'],
    )
    await desk.decline(desk.withdrawal(desk.at.newAccount(), 1_000n), '123')
    await limitTerminal(null)
  })

  test('a forced reversal takes the account below its limit, and later credits fill that gap first', async () => {
    await setInstitution('reversal_force', true)
    const account = desk.at.newAccount()
    const order = desk.cashDeposit(account, 6_000n)
    const { authId } = await desk.approve(order)
    await desk.approve(desk.billPayment(account, desk.at.openingMinor + 6_000n))
    await desk.approve(desk.reversal(order, { authId }))
    assert.deepEqual(await desk.balances(account), { balanceMinor: -6_000n, availableMinor: -6_000n })
    await desk.decline(desk.billPayment(account, 1n), '110')
    await desk.approve(desk.cashDeposit(account, 7_000n))
    await desk.decline(desk.billPayment(account, 1_001n), '110')
    await desk.approve(desk.billPayment(account, 1_000n))
  })

  test('afterwards the books verify and no defect was reported', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    assert.deepEqual(defects, [])
  })

  async function setInstitution(column: 'cutover_until' | 'reversal_force', value: unknown): Promise<void> {
    await database.query(`UPDATE institutions SET ${column} = $1 WHERE institution_id = 'FI001'`, [value])
    await bank.directory.reload()
  }

  async function usageOfCard(): Promise<unknown> {
    const { rows } = await database.query(
      `SELECT used_minor, used_count FROM cards WHERE institution_id = 'FI001' AND masked_pan = '400000******0010'`,
    )
    return rows[0]
  }

  async function limitTerminal(countPerDay: number | null): Promise<void> {
    await database.query('UPDATE terminals SET limit_count_per_day = $1 WHERE terminal_id = $2', [
      countPerDay,
      desk.at.terminals.active,
    ])
    await bank.directory.reload()
  }
})
