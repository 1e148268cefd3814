import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import { openRemoteChannel } from '../../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { CashWithdrawalOrder } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import { ChannelClient } from '../conformance/channel-client.ts'
import { FakeCore } from './fake-core.fixture.ts'
import { type SettleUnknownOptions, settleUnknownSweep } from './settle-unknown.ts'

const HARBOR = { institutionId: 'FI002', terminalId: 'ATM00101' }
const OLD_ENOUGH_MS = 31_000

onDatabase('the background inquiry', (_engine, open) => {
  let database: Database
  let bank: Bank
  let core: FakeCore
  let harborCore: FakeCore
  let rrn = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database)
  })

  beforeEach(async () => {
    await database.query('DELETE FROM transactions')
    bank = await openBank(database)
    core = new FakeCore()
    harborCore = new FakeCore()
  })

  afterEach(async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    await bank.close()
  })

  test('settles what the core has executed, and leaves what it does not know', async () => {
    const done = await lose('unanswered')
    const lost = await lose('lost')
    await sweepLater().run()
    assert.deepEqual(await codeOf(done), '000')
    assert.deepEqual(await codeOf(lost), '911')
    core.otherwise = 'answered'
    assert.deepEqual(outcomeOf(await channel().withdrawCash(lost)), ['000', false])
    assert.equal(core.executed.length, 2)
  })

  test('the reply is rendered when the order is repeated, once for good', async () => {
    const done = await lose('unanswered')
    await sweepLater().run()
    core.otherwise = 'refused'
    const first = await channel().withdrawCash(done)
    assert.deepEqual(outcomeOf(first), ['000', true])
    assert.match(first.reply, /000/)
    const again = await channel().withdrawCash({ ...done, render: () => 'rendered again' })
    assert.deepEqual([again.reply, again.replayed], [first.reply, true])
  })

  test('an order that was cancelled is settled as declined', async () => {
    const lost = await lose('lost')
    core.otherwise = 'answered'
    await core.cancel('FI001', await referenceOf(lost))
    await sweepLater().run()
    assert.equal(await codeOf(lost), '485')
  })

  test('young orders are most likely still being answered and are not asked for', async () => {
    await lose('unanswered')
    await sweep().run()
    assert.deepEqual(core.found, [])
  })

  test('each run takes the next few, and after the last the first again', async () => {
    const orders: Sent<CashWithdrawalOrder>[] = []
    for (let n = 0; n < 5; n++) orders.push(await lose('lost'))
    const references = await Promise.all(orders.map(referenceOf))
    const sweeping = sweepLater({ perRun: 2 })
    for (let run = 0; run < 4; run++) await sweeping.run()
    const inTurn = [...references].sort()
    assert.deepEqual(core.found, [...inTurn, ...inTurn.slice(0, 2)])
  })

  test('a core that is down is asked once in a run, does not hold up others, and is asked again in the next', async () => {
    const orders = [await lose('unanswered'), await lose('unanswered')]
    harborCore.otherwise = 'unanswered'
    const other = await lose('unanswered', HARBOR)
    core.reading = 'refused'
    const sweeping = sweepLater()
    await sweeping.run()
    assert.equal(core.found.length, 1)
    assert.deepEqual(await Promise.all([...orders, other].map(codeOf)), ['911', '911', '000'])
    core.reading = 'answered'
    await sweeping.run()
    assert.deepEqual(await Promise.all(orders.map(codeOf)), ['000', '000'])
  })

  test('a core that takes its time does not hold up others', async () => {
    const slow = await lose('unanswered')
    harborCore.otherwise = 'unanswered'
    const other = await lose('unanswered', HARBOR)
    const answer = Promise.withResolvers<void>()
    const slowCore = Object.create(core, {
      find: {
        async value(...args: Parameters<FakeCore['find']>) {
          await answer.promise
          return core.find(...args)
        },
      },
    })
    const sweeping = sweepLater({ coreOf: (id) => (id === 'FI001' ? slowCore : harborCore) }).run()
    await until(async () => (await codeOf(other)) === '000', 'the order of the other core is settled')
    assert.equal(await codeOf(slow), '911')
    answer.resolve()
    await sweeping
    assert.equal(await codeOf(slow), '000')
  })

  test('a core whose connectivity record cannot be used does not hold up others', async () => {
    await lose('unanswered')
    harborCore.otherwise = 'unanswered'
    const other = await lose('unanswered', HARBOR)
    const coreOf = (institutionId: string) => {
      if (institutionId === 'FI001') throw unavailable('the core has no address')
      return harborCore
    }
    await sweepLater({ coreOf }).run()
    assert.equal(await codeOf(other), '000')
  })

  test('an order of an institution that is no longer on a core elsewhere stays', async () => {
    const order = await lose('unanswered')
    await sweepLater({ coreOf: () => undefined }).run()
    assert.equal(await codeOf(order), '911')
  })

  function channel(of = core) {
    return openRemoteChannel(of, { ...bank, secretBox })
  }

  function sweep(options: Partial<SettleUnknownOptions> = {}) {
    const { clock, pipeline, remoteRecords: records } = bank
    const coreOf = (institutionId: string) => (institutionId === 'FI001' ? core : harborCore)
    return settleUnknownSweep({ database, clock, pipeline, records, coreOf, ...options })
  }

  /** When what was lost so far is old enough. */
  function sweepLater(options: Partial<SettleUnknownOptions> = {}) {
    bank.clock.moveTo(OLD_ENOUGH_MS)
    return sweep(options)
  }

  /** An order whose caller was told 504. */
  async function lose(how: 'lost' | 'unanswered', at: Partial<CashWithdrawalOrder> = {}) {
    const used = at.institutionId === undefined ? core : harborCore
    used.otherwise = how
    const desk = new ChannelClient({
      ...SANDBOX,
      channel: channel(used),
      partnerIds: PARTNERS,
      newAccount: () => plainAccount(0),
    })
    const order = desk.withdrawal(plainAccount(rrn), 2_000n, { ...at, rrn: String(++rrn).padStart(12, '0') })
    await assert.rejects(channel(used).withdrawCash(order), { kind: 'timeout' })
    return order
  }

  async function read(order: Sent<CashWithdrawalOrder>) {
    const { rows } = await database.query<{ response_code: string; transaction_id: string }>(
      'SELECT response_code, transaction_id FROM transactions WHERE institution_id = $1 AND rrn = $2',
      [order.institutionId, order.rrn],
    )
    return rows[0]
  }

  async function codeOf(order: Sent<CashWithdrawalOrder>): Promise<string | undefined> {
    return (await read(order))?.response_code
  }

  async function referenceOf(order: Sent<CashWithdrawalOrder>): Promise<string> {
    return (await read(order))?.transaction_id ?? ''
  }
})

const PARTNERS = ['PARTNER01', 'PARTNER01-2'] as const

function outcomeOf({ code, replayed }: { code: string; replayed: boolean }): [string, boolean] {
  return [code, replayed]
}
