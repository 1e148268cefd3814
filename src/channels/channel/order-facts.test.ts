// Decision tables in front of every core, with real files: what they decide, when they are asked, and what happens when
// they cannot be.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../test/support/bank/bank.ts'
import { RuleFolder } from '../../../test/support/bank/rule-folder.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { openRemoteChannel } from '../../app/wire/rooms/bank.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { RuleBook } from '../../rules/rule-book.ts'
import { ZenProcess } from '../../rules/zen/zen-process.ts'
import type { Channel } from './channel.ts'
import { ChannelClient } from './conformance/channel-client.ts'
import { FakeCore } from './remote/fake-core.fixture.ts'

const ACCOUNTS = 40
const PARTNERS = ['PARTNER01', 'PARTNER02'] as const

onDatabase('decision tables', (_engine, open) => {
  let database: Database
  let bank: Bank
  let folder: RuleFolder
  let zen: ZenProcess
  let book: RuleBook
  let rrn = 0
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, ACCOUNTS)
    folder = new RuleFolder()
    zen = new ZenProcess({ callMs: 60_000, restartMs: 1 })
    bank = await openBank(database, { rules: { forOrder: (facts) => book.forOrder(facts) } })
  })
  after(async () => {
    await bank.close()
    zen.close()
    folder.remove()
  })
  beforeEach(() => {
    book = new RuleBook({ folder: folder.path, clock: systemClock, zen, lockedInputs: ['usedToday'] })
  })

  const CORES: [name: string, channel: () => Channel][] = [
    ['the built-in bank', () => bank.channel],
    [
      'a remote core',
      () =>
        openRemoteChannel(new FakeCore(), { ...bank, secretBox, rules: { forOrder: (facts) => book.forOrder(facts) } }),
    ],
  ]

  test('count a withdrawal whose outcome a remote core has not told', async () => {
    folder.write('limits', { inputs: [], outputs: ['perDay'], rows: [{ perDay: '100' }] })
    await load('limits')
    const core = new FakeCore()
    const desk = deskOn(
      openRemoteChannel(core, { ...bank, secretBox, rules: { forOrder: (facts) => book.forOrder(facts) } }),
    )
    const accountId = newAccount()
    core.nextResults = ['unanswered']
    await assert.rejects(desk.send(desk.withdrawal(accountId, 6_000n)), { kind: 'timeout' })
    await desk.decline(desk.withdrawal(accountId, 4_500n), '121')
    await desk.approve(desk.withdrawal(accountId, 4_000n))
  })

  for (const [name, channelOf] of CORES) {
    describe(`in front of ${name}`, () => {
      let desk: ChannelClient
      beforeEach(() => {
        desk = deskOn(channelOf())
      })

      test('limit a transaction, cap a fee and decline what is suspicious', async () => {
        folder.write('limits', {
          inputs: ['type'],
          outputs: ['perTransaction'],
          rows: [{ type: '"TRANSFER"', perTransaction: '50' }, { perTransaction: '200' }],
        })
        folder.write('fees', {
          inputs: ['terminal.kind'],
          outputs: ['maxAccessFee'],
          rows: [{ 'terminal.kind': '"ATM"', maxAccessFee: '1.5' }],
        })
        folder.write('fraud', {
          inputs: ['partnerId', 'amount'],
          outputs: ['responseCode'],
          rows: [
            { partnerId: '"PARTNER02"', responseCode: '100' },
            { amount: '190', responseCode: '102' },
          ],
        })
        await load('limits', 'fees', 'fraud')
        const [from, to] = [newAccount(), newAccount()]
        await desk.approve(desk.withdrawal(from, 20_000n))
        await desk.decline(desk.withdrawal(from, 20_500n), '121')
        await desk.decline(desk.withdrawal(from, 10_151n, { accessFeeMinor: 151n }), '113')
        await desk.decline(desk.withdrawal(from, 19_000n), '102')
        await desk.decline(desk.withdrawal(from, 1_000n, { partnerId: 'PARTNER02' }), '100')
        await desk.approve(desk.transfer(from, to, 5_000n))
        await desk.decline(desk.transfer(from, to, 5_001n), '121')
        await desk.approve(desk.cashDeposit(to, 100_000n))
        await desk.approve(desk.billPayment(from, 20_000n))
        await desk.decline(desk.billPayment(from, 20_001n), '121')
      })

      test('are not asked about reversals', async () => {
        const order = desk.withdrawal(newAccount(), 5_000n)
        await desk.approve(order)
        folder.write('fraud', { inputs: [], outputs: ['responseCode'], rows: [{ responseCode: '100' }] })
        await load('fraud')
        await desk.decline(desk.withdrawal(order.accountId, 5_000n), '100')
        await desk.approve(desk.reversal(order, { rrn: order.rrn }))
      })

      test('count what an account has used today, however many orders arrive at once', async () => {
        folder.write('velocity', {
          inputs: ['usedToday.count'],
          outputs: ['decline'],
          rows: [{ 'usedToday.count': '>= 3', decline: 'true' }],
        })
        await load('velocity')
        const accountId = newAccount()
        const answers = await Promise.all(
          Array.from({ length: 9 }, () => desk.send(desk.withdrawal(accountId, 1_000n))),
        )
        assert.deepEqual(answers.map(({ code }) => code).sort(), ['000', '000', '000', ...Array(6).fill('102')])
        await desk.decline(desk.billPayment(accountId, 1_000n), '102')
        await desk.approve(desk.withdrawal(newAccount(), 1_000n))
      })

      test('limit the day’s amount and count, and what was reversed does not count', async () => {
        folder.write('limits', {
          inputs: [],
          outputs: ['perDay', 'countPerDay'],
          rows: [{ perDay: '100', countPerDay: '2' }],
        })
        await load('limits')
        const accountId = newAccount()
        const first = desk.withdrawal(accountId, 6_000n)
        await desk.approve(first)
        await desk.decline(desk.withdrawal(accountId, 4_500n), '121')
        await desk.approve(desk.reversal(first, { rrn: first.rrn }))
        await desk.approve(desk.withdrawal(accountId, 9_000n))
        await desk.approve(desk.cardless(accountId, 1_000n))
        await desk.decline(desk.withdrawal(accountId, 500n), '121')
        folder.write('limits', { inputs: [], outputs: ['countPerDay'], rows: [{ countPerDay: '2' }] })
        await load('limits')
        await desk.decline(desk.withdrawal(accountId, 500n), '123')
      })

      test('that zen runs decide too', async () => {
        folder.write('fees', {
          inputs: [],
          outputs: ['maxAccessFee'],
          rows: [{ maxAccessFee: 'min([amount * 0.02, 5])' }],
        })
        await load('fees')
        assert.equal(book.state('fees').mode, 'zen')
        await desk.approve(desk.withdrawal(newAccount(), 10_200n, { accessFeeMinor: 200n }))
        await desk.decline(desk.withdrawal(newAccount(), 10_300n, { accessFeeMinor: 300n }), '113')
      })

      test('that zen cannot run now refuse the order, but not the repetition of one that was answered', async () => {
        const answered = desk.withdrawal(newAccount(), 1_000n)
        await desk.approve(answered)
        folder.write('fees', {
          inputs: [],
          outputs: ['maxAccessFee'],
          rows: [{ maxAccessFee: 'min([amount * 0.02, 5])' }],
        })
        await load('fees')
        using stopped = stoppedZen()
        book = new RuleBook({ folder: folder.path, clock: systemClock, zen: stopped.zen, lockedInputs: [] })
        await book.refresh(['fees'])
        stopped.zen.close()
        const order = desk.withdrawal(newAccount(), 1_000n)
        await assert.rejects(desk.send(order), { kind: 'unavailable' })
        assert.equal((await desk.send(answered)).replayed, true)
        book = new RuleBook({ folder: folder.path, clock: systemClock, zen, lockedInputs: [] })
        await desk.approve(order)
      })

      test('with an answer that cannot be read refuse the order', async () => {
        folder.write('fees', { inputs: [], outputs: ['maxAccessFee'], rows: [{ maxAccessFee: 'string(amount)' }] })
        await load('fees')
        const order = desk.withdrawal(newAccount(), 1_000n)
        await assert.rejects(desk.send(order), { kind: 'internal' })
        book = new RuleBook({ folder: folder.path, clock: systemClock, zen, lockedInputs: [] })
        await desk.approve(order)
      })
    })
  }

  async function load(...names: string[]): Promise<void> {
    assert.deepEqual(await book.refresh(names), { refreshed: names, failed: [] })
  }

  function deskOn(channel: Channel): ChannelClient {
    const desk = new ChannelClient({ ...SANDBOX, channel, partnerIds: PARTNERS, newAccount })
    const asked = desk.asked.bind(desk)
    // One sequence for all desks: they share the partners.
    desk.asked = () => ({ ...asked(), rrn: String(++rrn).padStart(12, '0') })
    return desk
  }

  function newAccount(): string {
    assert.ok(accounts < ACCOUNTS)
    return plainAccount(accounts++)
  }

  function stoppedZen() {
    const child = new ZenProcess({ callMs: 60_000 })
    return { zen: child, [Symbol.dispose]: () => child.close() }
  }
})
