// Orders that the sandbox loses on their way to the built-in bank: each 504 leaves a record, and what follows agrees with it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { Exceptions } from '../../../oversight/exceptions/exceptions.ts'
import { ResolutionRecords } from '../../../oversight/exceptions/resolution-records.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { AnyOrder } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import { ChannelClient } from '../conformance/channel-client.ts'

// A morning in New York.
const START = { now: () => Date.parse('2026-03-10T14:00:00Z') }
const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
const PAGE = { page: 1, size: 50 }

onDatabase('orders that are lost before the core', (_engine, open) => {
  let database: Database
  let bank: Bank
  let exceptions: Exceptions
  /** Behind the lossy line, and in front of it. */
  let lossy: ChannelClient
  let plain: ChannelClient
  let used = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 20, START)
    const records = new ResolutionRecords()
    bank = await openBank(database, { clock: START, owners: [records] })
    const { clock, directory, pipeline } = bank
    exceptions = new Exceptions({ database, clock, directory, pipeline, records })
    const at = { ...SANDBOX, newAccount: () => plainAccount(used++), partnerIds: ['PARTNER01', 'PARTNER02'] as const }
    lossy = new ChannelClient({
      ...at,
      partnerIds: ['PARTNER01', 'PARTNER02'],
      channel: bank.channel.behindLossyLine(),
    })
    plain = new ChannelClient({ ...at, partnerIds: ['PARTNER02', 'PARTNER01'], channel: bank.channel })
  })
  after(() => bank.close())

  /** The first time: 504, and a record of an unknown outcome. */
  async function lose(order: Sent<AnyOrder>): Promise<Row> {
    await assert.rejects(lossy.send(order), { kind: 'timeout' })
    const row = await recordOf(order)
    assert.deepEqual([row.response_code, row.response, row.auth_id], ['911', '', null])
    return row
  }

  interface Row {
    transaction_id: string
    response_code: string
    response: string
    auth_id: string | null
    business_date: string
    amount_minor: bigint
    fee_minor: bigint
    original_id: string | null
    reversed_minor: bigint
  }

  async function recordOf({ partnerId, rrn }: Sent<AnyOrder>): Promise<Row> {
    const { rows } = await database.query<Row>(
      `SELECT transaction_id, response_code, response, auth_id, business_date, amount_minor, fee_minor, original_id, reversed_minor
         FROM transactions WHERE institution_id = 'FI001' AND partner_id = $1 AND rrn = $2`,
      [partnerId, rrn],
    )
    assert.equal(rows.length, 1)
    return rows[0] as Row
  }

  const balanceOf = async (accountId: string) => (await plain.balances(accountId)).balanceMinor - SANDBOX.openingMinor
  const unknown = async () => (await exceptions.list({}, { kind: ['UNKNOWN'] }, PAGE)).items
  const exceptionOf = async ({ transaction_id }: Row) => (await unknown()).find(({ id }) => id === transaction_id)

  test('leave a record, and post once under it when they are repeated', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 10_250n, { accessFeeMinor: 250n })
    const lost = await lose(order)
    assert.equal(await balanceOf(account), 0n)
    const { authId } = await lossy.approve(order)
    const posted = await recordOf(order)
    assert.partialDeepStrictEqual(posted, {
      transaction_id: lost.transaction_id,
      response_code: '000',
      auth_id: authId,
    })
    const [again, elsewhere] = [await lossy.send(order), await plain.send(order)]
    assert.deepEqual([again.reply, again.replayed], [posted.response, true])
    assert.deepEqual(elsewhere, again)
    assert.equal(await balanceOf(account), -10_250n)
  })

  test('are one record when they are sent many times at once', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => lossy.send(order)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['rejected']))
    await lossy.approve(order)
    assert.equal(await balanceOf(account), -2_000n)
  })

  test('are decided when they are repeated: declined then, with a record of the decline', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 499_999_500n)
    await lose(order)
    await lossy.decline(order, '121')
    assert.equal((await recordOf(order)).response_code, '121')
  })

  test('are duplicates with other content, and stay lost', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    await lose(order)
    await lossy.decline({ ...lossy.withdrawal(account, 3_000n), rrn: order.rrn }, '913')
    await lossy.approve(order)
  })

  test('are posted on the business date of the repetition', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    assert.equal((await lose(order)).business_date, '20260310')
    bank.clock.moveTo(DAY_MS)
    await lossy.approve(order)
    assert.equal((await recordOf(order)).business_date, '20260311')
    bank.clock.moveTo(0)
  })

  test('are reversed by their RRN before they arrive; then they get 485 and move nothing', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    const lost = await lose(order)
    await plain.decline(lossy.reversal(order, { rrn: order.rrn, part: 2_500n }), '483')
    await plain.approve(lossy.reversal(order, { rrn: order.rrn }))
    assert.partialDeepStrictEqual(await recordOf(order), { response_code: '485', response: '' })
    await plain.decline(lossy.reversal(order, { rrn: order.rrn }), '484')
    const answers = [await lossy.send(order), await lossy.send(order)]
    assert.deepEqual(
      answers.map(({ code, replayed }) => [code, replayed]),
      [
        ['485', true],
        ['485', true],
      ],
    )
    assert.partialDeepStrictEqual(await recordOf(order), { transaction_id: lost.transaction_id, response_code: '485' })
    assert.equal(await balanceOf(account), 0n)
  })

  test('are not what a reversal without a name means', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    await lose(order)
    await plain.decline(lossy.reversal(order), '914')
    await lossy.approve(order)
    await plain.approve(lossy.reversal(order))
    assert.equal(await balanceOf(account), 0n)
  })

  test('that are reversals post once when they are repeated, with the fee that they give back', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 10_250n, { accessFeeMinor: 250n })
    const { authId } = await plain.approve(order)
    const reversal = lossy.reversal(order, { authId })
    const lost = await lose(reversal)
    assert.equal((await recordOf(order)).reversed_minor, 0n)
    await lossy.approve(reversal)
    assert.partialDeepStrictEqual(await recordOf(reversal), {
      transaction_id: lost.transaction_id,
      original_id: (await recordOf(order)).transaction_id,
      amount_minor: 10_250n,
      fee_minor: 250n,
    })
    assert.equal((await recordOf(order)).reversed_minor, 10_250n)
    assert.equal((await lossy.send(reversal)).replayed, true)
    assert.equal(await balanceOf(account), 0n)
  })

  test('become exceptions after 15 minutes, and settle when they are repeated', async () => {
    const order = lossy.withdrawal(lossy.at.newAccount(), 2_000n)
    const lost = await lose(order)
    assert.equal(await exceptionOf(lost), undefined)
    bank.clock.moveTo(15 * MINUTE_MS)
    assert.equal((await exceptionOf(lost))?.state, 'OPEN')
    await lossy.approve(order)
    const { state, resolution } = (await exceptionOf(lost)) ?? {}
    assert.deepEqual([state, resolution?.action], ['RESOLVED', 'SETTLED'])
    bank.clock.moveTo(0)
  })

  test('are answered as an operator has resolved them, and post nothing then', async () => {
    for (const [outcome, code] of [
      ['APPROVED', '000'],
      ['DECLINED', '100'],
    ] as const) {
      const account = lossy.at.newAccount()
      const order = lossy.withdrawal(account, 2_000n)
      const lost = await lose(order)
      bank.clock.moveTo(15 * MINUTE_MS)
      await exceptions.resolve(CALLER, lost.transaction_id, {
        action: 'MATCH',
        reason: 'The journal roll says so',
        outcome,
      })
      const [first, second] = [await lossy.send(order), await lossy.send(order)]
      assert.deepEqual([first.code, first.replayed], [code, true])
      assert.deepEqual(second, first)
      assert.equal((await recordOf(order)).response, first.reply)
      assert.equal(await balanceOf(account), 0n)
      bank.clock.moveTo(0)
    }
  })

  test('post when they are repeated although an operator has ignored the exception', async () => {
    const account = lossy.at.newAccount()
    const order = lossy.withdrawal(account, 2_000n)
    const lost = await lose(order)
    bank.clock.moveTo(15 * MINUTE_MS)
    await exceptions.resolve(CALLER, lost.transaction_id, { action: 'IGNORE', reason: 'Nothing was paid out' })
    await lossy.approve(order)
    assert.equal(await balanceOf(account), -2_000n)
    bank.clock.moveTo(0)
  })

  test('leave books that verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
