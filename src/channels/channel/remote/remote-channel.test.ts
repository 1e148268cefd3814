// What callers get when a remote core cannot be reached, does not answer, or answers too late.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { type Bank, openBank, SANDBOX, secretBox, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openRemoteChannel } from '../../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Channel } from '../channel.ts'
import { ChannelClient, outcomeIn } from '../conformance/channel-client.ts'
import { FakeCore } from './fake-core.fixture.ts'
import { settleUnknownSweep } from './settle-unknown.ts'

const UNKNOWN = { kind: 'timeout' }
const UNREACHED = { kind: 'unavailable' }

onDatabase('a remote core', (_engine, open) => {
  let database: Database
  let bank: Bank
  let accounts = 0
  let core: FakeCore
  let channel: Channel
  let desk: ChannelClient

  before(async () => {
    database = (await open()).database
    await seedBank(database)
    bank = await openBank(database)
  })

  beforeEach(() => {
    core = new FakeCore()
    channel = channelOn(bank)
    desk = deskOn(channel)
  })

  describe('that cannot be reached', () => {
    test('leaves no record, and the RRN may be used for something else', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['refused']
      await assert.rejects(desk.send(order), UNREACHED)
      assert.equal(await codeOf(order), undefined)
      const other = desk.billPayment(order.accountId, 2_000n, { rrn: order.rrn })
      assert.equal((await desk.send(other)).code, '000')
    })

    test('leaves the outcome of an earlier call unknown', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered', 'refused']
      await assert.rejects(desk.send(order), UNKNOWN)
      await assert.rejects(desk.send(order), UNKNOWN)
      assert.equal(await codeOf(order), '911')
    })

    test('releases what a reversal had reserved', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      await desk.approve(order)
      core.nextResults = ['refused']
      await assert.rejects(desk.send(reversalOf(order)), UNREACHED)
      assert.equal(await reversedOf(order), 0n)
      await desk.approve(reversalOf(order))
    })
  })

  describe('whose answer is lost', () => {
    test('executes the order once; repeating the RRN then gives the outcome, always in the same bytes', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered']
      await assert.rejects(desk.send(order), UNKNOWN)
      const first = await desk.send(order)
      assert.deepEqual([first.code, first.replayed], ['000', false])
      await desk.approve(desk.billPayment(order.accountId, 5n))
      assert.deepEqual(await desk.send(order), { ...first, replayed: true })
      assert.equal(core.executed.filter(({ origin }) => origin.rrn === order.rrn).length, 1)
    })

    test('and that never got the order executes it when it is repeated', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['lost']
      await assert.rejects(desk.send(order), UNKNOWN)
      assert.equal(core.executed.length, 0)
      assert.equal((await desk.send(order)).code, '000')
      assert.equal(core.executed.length, 1)
    })

    test('does not let other content use the RRN', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered']
      await assert.rejects(desk.send(order), UNKNOWN)
      await desk.decline(desk.billPayment(order.accountId, 2_000n, { rrn: order.rrn }), '913')
    })

    test('is called with the reference that was recorded before', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.beforeExecution = async ({ reference }) => assert.equal(await referenceOf(order), reference)
      assert.equal((await desk.send(order)).code, '000')
    })
  })

  describe('and a reversal of an order whose outcome is unknown', () => {
    test('that was executed: the order is settled and reversed', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered']
      await assert.rejects(desk.send(order), UNKNOWN)
      await desk.approve(reversalOf(order))
      assert.deepEqual([await codeOf(order), await reversedOf(order)], ['000', 1_000n])
      assert.equal(core.balances.get(order.accountId), 100_000n)
      const replayed = await desk.send(order)
      assert.deepEqual([replayed.code, outcomeIn(replayed).code, replayed.replayed], ['000', '000', true])
    })

    for (const naming of ['named', 'not named'] as const) {
      test(`that was not executed (${naming}): it never will be, and nothing moves`, async () => {
        const account = newAccount()
        const older = desk.withdrawal(account, 1_000n)
        await desk.approve(older)
        const order = desk.withdrawal(account, 1_000n)
        core.nextResults = ['lost']
        await assert.rejects(desk.send(order), UNKNOWN)
        const reversal = desk.reversal(order, naming === 'named' ? { rrn: order.rrn } : {})
        await desk.approve(reversal)
        assert.equal(core.balances.get(account), 99_000n)
        assert.deepEqual([await codeOf(order), await reversedOf(older)], ['485', 0n])
        const late = await desk.send(order)
        assert.deepEqual([late.code, outcomeIn(late)], ['485', { code: '485' }])
        assert.equal(core.executed.length, 1)
      })
    }

    test('is refused and leaves no record while the core cannot be reached', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered', 'lost']
      await assert.rejects(desk.send(order), UNKNOWN)
      const reversal = reversalOf(order)
      await assert.rejects(desk.send(reversal), UNREACHED)
      assert.deepEqual([await codeOf(reversal), await codeOf(order)], [undefined, '911'])
      await desk.approve(reversal)
    })

    test('that fails after the cancellation cancels the same order when it is sent again', async () => {
      const account = newAccount()
      const older = desk.withdrawal(account, 1_000n)
      await desk.approve(older)
      const lost = desk.withdrawal(account, 1_000n)
      core.nextResults = ['lost']
      await assert.rejects(desk.send(lost), UNKNOWN)
      // It names no original: the newest that fits is meant.
      const reversal = desk.reversal(lost)
      core.reading = 'refused'
      await assert.rejects(desk.send(reversal), UNREACHED)
      core.reading = 'answered'
      await desk.approve(reversal)
      assert.deepEqual([await codeOf(lost), await reversedOf(older)], ['485', 0n])
    })

    for (const naming of ['named', 'not named'] as const) {
      test(`that fails after the cancellation is approved when the order was settled meanwhile (${naming})`, async () => {
        const account = newAccount()
        const older = desk.withdrawal(account, 1_000n)
        await desk.approve(older)
        const lost = desk.withdrawal(account, 1_000n)
        core.nextResults = ['lost']
        await assert.rejects(desk.send(lost), UNKNOWN)
        const reversal = desk.reversal(lost, naming === 'named' ? { rrn: lost.rrn } : {})
        core.reading = 'refused'
        await assert.rejects(desk.send(reversal), UNREACHED)
        core.reading = 'answered'
        assert.equal((await desk.send(lost)).code, '485')
        await desk.approve(reversal)
        assert.deepEqual([await codeOf(lost), await reversedOf(older)], ['485', 0n])
        assert.equal(core.balances.get(account), 99_000n)
      })
    }

    test('whose gateway died after the cancellation and before recording it is settled by a repetition', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['lost']
      await assert.rejects(desk.send(order), UNKNOWN)
      await core.cancel(order.institutionId, (await referenceOf(order)) ?? '')
      assert.equal((await desk.send(order)).code, '485')
      assert.equal(await codeOf(order), '485')
    })
  })

  describe('and a reversal whose own outcome is unknown', () => {
    test('reserves its amount until the same RRN is repeated', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      await desk.approve(order)
      const reversal = reversalOf(order)
      core.nextResults = ['lost']
      await assert.rejects(desk.send(reversal), UNKNOWN)
      await desk.decline(reversalOf(order), '480')
      assert.equal((await desk.send(reversal)).code, '000')
      assert.equal(core.balances.get(order.accountId), 100_000n)
      assert.equal(await reversedOf(order), 1_000n)
    })

    test('that the core declines releases its amount', async () => {
      const account = newAccount()
      const deposit = desk.cashDeposit(account, 1_000n)
      await desk.approve(deposit)
      core.balances.set(account, 10n)
      await desk.decline(desk.reversal(deposit, { rrn: deposit.rrn }), '110')
      assert.equal(await reversedOf(deposit), 0n)
    })
  })

  describe('on two nodes', () => {
    test('the same order at once is executed once, with one answer', async () => {
      const other = await openBank(database)
      const order = desk.billPayment(newAccount(), 1_000n)
      const desks = [desk, deskOn(channelOn(other))]
      const answers = await Promise.all(desks.map((one) => one.send(order)))
      assert.equal(new Set(answers.map(({ reply }) => reply)).size, 1)
      assert.equal(core.executed.length, 1)
      await other.close()
    })

    test('a node that does not reach the core leaves the record to the one that repeats the order', async () => {
      const other = await openBank(database)
      const order = desk.billPayment(newAccount(), 1_000n)
      const [unreached, cutOff] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const unreachable = Object.assign(new FakeCore(), {
        async execute(): Promise<never> {
          unreached.resolve()
          await cutOff.promise
          throw unavailable('the core refused the connection')
        },
      })
      const first = deskOn(openRemoteChannel(unreachable, { ...other, secretBox })).send(order)
      await unreached.promise
      core.beforeExecution = async () => {
        cutOff.resolve()
        await assert.rejects(first, UNKNOWN)
        assert.equal(await codeOf(order), '911', 'the record stays while the order is being sent')
      }
      const answer = await desk.send(order)
      assert.equal(answer.code, '000')
      assert.deepEqual(await desk.send(order), { ...answer, replayed: true })
      assert.equal(core.executed.length, 1)
      await other.close()
    })

    test('two concurrent reversals of one order reverse it once', async () => {
      const other = await openBank(database)
      const order = desk.billPayment(newAccount(), 1_000n)
      await desk.approve(order)
      const reversals = [reversalOf(order), reversalOf(order)] as const
      const answers = await Promise.all([desk.send(reversals[0]), deskOn(channelOn(other)).send(reversals[1])])
      assert.deepEqual(answers.map(({ code }) => code).sort(), ['000', '480'])
      assert.equal(core.balances.get(order.accountId), 100_000n)
      await other.close()
    })
  })

  describe('and the background inquiry', () => {
    test('settles what the core executed, and the caller gets the outcome when it asks again', async () => {
      const [executed, lost] = [desk.billPayment(newAccount(), 1_000n), desk.billPayment(newAccount(), 1_000n)]
      core.nextResults = ['unanswered', 'lost']
      await assert.rejects(desk.send(executed), UNKNOWN)
      await assert.rejects(desk.send(lost), UNKNOWN)
      await inquire()
      assert.deepEqual([await codeOf(executed), await codeOf(lost)], ['911', '911'], 'too young to be asked about')
      bank.clock.moveTo(60_000)
      await inquire()
      assert.deepEqual([await codeOf(executed), await codeOf(lost)], ['000', '911'])
      const replayed = await desk.send(executed)
      assert.deepEqual([replayed.code, outcomeIn(replayed).code, replayed.replayed], ['000', '000', true])
      assert.deepEqual(await desk.send(executed), replayed)
      assert.equal((await desk.send(lost)).code, '000')
    })

    test('continues when a core cannot be reached', async () => {
      const order = desk.billPayment(newAccount(), 1_000n)
      core.nextResults = ['unanswered']
      await assert.rejects(desk.send(order), UNKNOWN)
      bank.clock.moveTo(120_000)
      core.nextResults = ['refused']
      await inquire()
      await inquire()
      assert.equal(await codeOf(order), '000')
    })
  })

  describe('and an inquiry', () => {
    const ASKED: [type: string, ask: (asked: ReturnType<ChannelClient['asked']>) => Promise<unknown>][] = [
      ['ACCOUNTLOOKUP', (asked) => channel.lookUpAccounts({ ...asked, customerId: 'CUST0001' })],
      ['BALANCEINQUIRY', (asked) => channel.inquireBalance({ ...asked, accountId: newAccount() })],
    ]
    for (const [type, ask] of ASKED) {
      test(`that it leaves unanswered is recorded as unknown, one that cannot reach it is not: ${type}`, async () => {
        const [unanswered, refused] = [desk.asked(), desk.asked()]
        core.reading = 'lost'
        await assert.rejects(ask(unanswered), UNKNOWN)
        core.reading = 'refused'
        await assert.rejects(ask(refused), UNREACHED)
        const { rows } = await database.query(
          'SELECT rrn, type, response_code, auth_id FROM inquiries WHERE rrn = ANY ($1) AND partner_id = $2',
          [[unanswered.rrn, refused.rrn], unanswered.partnerId],
        )
        assert.deepEqual(rows, [{ rrn: unanswered.rrn, type, response_code: '911', auth_id: null }])
      })
    }
  })

  test('is not asked for cash in a currency that the terminal does not hold', async () => {
    const hold = async (currencies: string) => {
      await database.query('UPDATE terminals SET currencies = $1 WHERE terminal_id = $2', [
        currencies,
        SANDBOX.terminals.active,
      ])
      await bank.directory.reload()
    }
    await hold('{EUR}')
    await desk.decline(desk.withdrawal(newAccount(), 2_000n), '181')
    await desk.decline(desk.cardless(newAccount(), 2_000n), '181')
    await desk.decline(desk.cashDeposit(newAccount(), 2_000n), '181')
    assert.equal(core.executed.length, 0)
    await desk.approve(desk.billPayment(newAccount(), 2_000n))
    await hold('{EUR,USD}')
    await desk.approve(desk.withdrawal(newAccount(), 2_000n))
    await hold('{}')
  })

  test('the records verify at the end', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  function channelOn(node: Bank): Channel {
    return openRemoteChannel(core, { ...node, secretBox })
  }

  /** Desks of one partner, so that their RRNs are one sequence. */
  function deskOn(one: Channel): ChannelClient {
    const fixture = { ...SANDBOX, channel: one, partnerIds: [`PARTNER-${++desks}`, 'PARTNER-X'] as const, newAccount }
    return new ChannelClient(fixture)
  }

  function newAccount(): string {
    return `E${++accounts}`
  }

  function reversalOf(order: Parameters<ChannelClient['reversal']>[0]) {
    return { ...desk.reversal({ ...order, type: 'CASHWITHDRAWAL' }, { rrn: order.rrn }), originalType: order.type }
  }

  async function inquire(): Promise<void> {
    const { pipeline, remoteRecords: records, clock } = bank
    await settleUnknownSweep({ database, clock, pipeline, records, coreOf: () => core }).run()
  }

  async function read<Column extends string>(
    column: Column,
    { partnerId, rrn }: { partnerId: string; rrn: string },
  ): Promise<unknown> {
    const { rows } = await database.query<Record<string, unknown>>(
      `SELECT ${column} FROM transactions WHERE institution_id = 'FI001' AND partner_id = $1 AND rrn = $2`,
      [partnerId, rrn],
    )
    return rows[0]?.[column]
  }

  const codeOf = (order: { partnerId: string; rrn: string }) => read('response_code', order)
  const reversedOf = (order: { partnerId: string; rrn: string }) => read('reversed_minor', order)
  const referenceOf = async (order: { partnerId: string; rrn: string }) =>
    (await read('transaction_id', order)) as string | undefined
})

let desks = 0
