// What becomes of advices that the bank declined, and what each way to end one does to the books. `verify` runs after every test.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Sent } from '../../../channels/channel/channel.ts'
import { ChannelClient } from '../../../channels/channel/conformance/channel-client.ts'
import type { AnyOrder, Order } from '../../../channels/core/core.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { readTotals } from '../../business-days/terminal-totals.ts'
import { readTransactionDetail } from '../../transactions/detail/transaction-detail.ts'
import { ordersOfExceptions } from '../exception-history.ts'
import type { ResolvingAction } from '../exception-kinds.ts'
import { type ExceptionRecord, readUntold } from '../exception-records.ts'
import { Exceptions } from '../exceptions.ts'
import { ResolutionRecords } from '../resolution-records.ts'
import { tellExceptions } from '../telling/tell-exceptions.ts'
import { DeclinedAdvices } from './declined-advices.ts'

const PARTNER = 'PARTNER01'
/** More than any account has. */
const TOO_MUCH = SANDBOX.openingMinor + 1_500n

onDatabase('declined advices', (_engine, open) => {
  let database: Database
  let bank: Bank
  let exceptions: Exceptions
  let advices: DeclinedAdvices
  let desk: ChannelClient
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 100)
    const records = new ResolutionRecords()
    bank = await openBank(database, { owners: [records] })
    const { clock, directory, pipeline } = bank
    exceptions = new Exceptions({ database, clock, directory, pipeline, records })
    advices = new DeclinedAdvices(database, clock)
    const partnerIds = [PARTNER, 'PARTNER01-2'] as const
    desk = new ChannelClient({ ...SANDBOX, channel: bank.channel, partnerIds, newAccount })
  })
  after(() => bank.close())
  afterEach(async () => assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), []))

  function newAccount(): string {
    return plainAccount(accounts++)
  }

  /** Sends an order, which is declined, as an advice. */
  async function advise(order: Sent<AnyOrder>, code: string): Promise<boolean> {
    await desk.decline(order, code)
    return advices.record({ institutionId: 'FI001', partnerId: PARTNER, rrn: order.rrn, code })
  }

  async function found({ rrn }: { readonly rrn: string }): Promise<ExceptionRecord> {
    const { items } = await exceptions.list({}, { search: rrn, kind: ['DECLINED_ADVICE'] }, { page: 1, size: 10 })
    assert.equal(items.length, 1)
    return items[0] as ExceptionRecord
  }

  async function declined(make: (account: string) => Sent<Order>, code = '110'): Promise<ExceptionRecord> {
    const order = make(newAccount())
    assert.equal(await advise(order, code), true)
    return found(order)
  }

  async function end({ id }: ExceptionRecord, action: ResolvingAction): Promise<ExceptionRecord> {
    const caller = { principal: { scope: {} }, actor: { email: 'operator@bank.example' } }
    return (await exceptions.resolve(caller, id, { action, reason: 'seen' })) as ExceptionRecord
  }

  async function entriesOf({ resolution }: ExceptionRecord): Promise<string[]> {
    const { rows } = await database.query<{ account: string; amount_minor: bigint }>(
      'SELECT account, amount_minor FROM entries WHERE journal_id = $1 ORDER BY line',
      [resolution?.journalId],
    )
    return rows.map((row) => `${row.account} ${row.amount_minor}`)
  }

  const drained = (account: string) => desk.withdrawal(account, TOO_MUCH, { accessFeeMinor: 500n })

  test('an advice is one exception however often it comes, counted and listed, and posted against the account', async () => {
    const order = drained(newAccount())
    assert.equal(await advise(order, '121'), true)
    const again = { institutionId: 'FI001', partnerId: PARTNER, rrn: order.rrn, code: '121' }
    assert.equal(await advices.record(again), true)
    const exception = await found(order)
    assert.deepEqual([exception.kind, exception.state], ['DECLINED_ADVICE', 'OPEN'])
    assert.deepEqual(await exceptions.openByKind({ institutionId: 'FI001' }), [
      { institutionId: 'FI001', kind: 'DECLINED_ADVICE', count: 1 },
    ])
    assert.equal(await exceptions.openExceptions({ institutionId: 'FI002' }), 0)
    const cut = { institutionId: 'FI001', month: '2020-01', lastDay: '20200131', end: new Date('2020-02-01') }
    assert.ok((await ordersOfExceptions(database, cut, bank.clock.now())).includes(exception.transaction.id))

    await tellExceptions({ database, clock: bank.clock })
    assert.deepEqual(await readUntold(database, undefined, [exception.id], bank.clock.now(), 10), [])

    const { accountId } = order
    const resolved = await end(exception, 'MATCH')
    assert.deepEqual(
      [resolved.state, resolved.resolution?.action, resolved.transaction.responseCode],
      ['RESOLVED', 'MATCH', '121'],
    )
    assert.deepEqual(await entriesOf(resolved), [
      `${accountId} ${-TOO_MUCH}`,
      `vault:ATM00001 ${TOO_MUCH - 500n}`,
      'fees:access 500',
    ])
    assert.equal((await desk.balances(accountId)).balanceMinor, SANDBOX.openingMinor - TOO_MUCH)
    assert.equal(await exceptions.openExceptions({}), 0)
    await assert.rejects(end(exception, 'IGNORE'), { reason: 'exceptions.already-resolved' })
    assert.equal((await readTransactionDetail(database, {}, exception.transaction.id))?.postings.length, 3)
    const date = bank.businessDateOf('FI001', bank.clock.now())
    const [totals] = (await readTotals(database, 'FI001', [date])).get(date) ?? []
    assert.deepEqual(totals?.withdrawals, { count: 1, amountMinor: TOO_MUCH })
    assert.deepEqual(totals?.fees, { count: 1, amountMinor: 500n })
  })

  test('each order is written off or ignored, and a transfer is not written off', async () => {
    const written = await end(await declined(drained, '121'), 'WRITE_OFF')
    assert.deepEqual(await entriesOf(written), [
      `suspense:exceptions ${-TOO_MUCH}`,
      `vault:ATM00001 ${TOO_MUCH - 500n}`,
      'fees:access 500',
    ])
    // No account of this number: nothing but the suspense account can take the money.
    const strange = desk.cashDeposit('4999999999', 2_000n)
    assert.equal(await advise(strange, '114'), true)
    await assert.rejects(end(await found(strange), 'MATCH'), { reason: 'exceptions.original-unfit' })
    assert.deepEqual(await entriesOf(await end(await found(strange), 'WRITE_OFF')), [
      'suspense:exceptions 2000',
      'vault:ATM00001 -2000',
    ])
    const beneficiary = newAccount()
    const transfer = await declined((account) => desk.transfer(account, beneficiary, TOO_MUCH))
    await assert.rejects(end(transfer, 'WRITE_OFF'), { reason: 'exceptions.action-not-possible' })
    const { transaction } = transfer
    assert.deepEqual(await entriesOf(await end(transfer, 'MATCH')), [
      `${transaction.accountId} ${-TOO_MUCH}`,
      `${beneficiary} ${TOO_MUCH}`,
    ])
    const ignored = await end(await declined(drained, '121'), 'IGNORE')
    assert.deepEqual([ignored.state, ignored.resolution?.journalId], ['RESOLVED', undefined])
  })

  test('what the switch takes back itself is not posted, and settles the exception once it is all', async () => {
    const order = desk.withdrawal(newAccount(), TOO_MUCH)
    await advise(order, '121')
    await desk.decline(desk.reversal(order, { rrn: order.rrn, part: 1_000n }), '484')
    const exception = await found(order)
    assert.equal(exception.state, 'OPEN')
    const other = desk.withdrawal(newAccount(), TOO_MUCH)
    await advise(other, '121')
    await desk.decline(desk.reversal(other, { rrn: other.rrn }), '484')
    assert.equal((await found(other)).resolution?.action, 'SETTLED')
    const left = `${order.accountId} ${1_000n - TOO_MUCH}`
    assert.deepEqual(await entriesOf(await end(exception, 'MATCH')), [left, `vault:ATM00001 ${TOO_MUCH - 1_000n}`])
    // Taken back before it came.
    const late = desk.withdrawal(newAccount(), 2_000n)
    await desk.approve(desk.reversal(late, { rrn: late.rrn }))
    assert.equal(await advise(late, '485'), true)
    assert.equal((await found(late)).resolution?.action, 'SETTLED')
  })

  test('a reversal of what a person has posted is an exception too, and posts the opposite', async () => {
    for (const [action, account] of [
      ['MATCH', undefined],
      ['WRITE_OFF', 'suspense:exceptions'],
    ] as const) {
      const order = drained(newAccount())
      await advise(order, '121')
      await end(await found(order), action)
      const reversal = desk.reversal(order, { rrn: order.rrn })
      assert.equal(await advise(reversal, '484'), true)
      const taken = await end(await found(reversal), 'MATCH')
      assert.deepEqual(await entriesOf(taken), [
        `${account ?? order.accountId} ${TOO_MUCH}`,
        `vault:ATM00001 ${500n - TOO_MUCH}`,
        'fees:access -500',
      ])
      assert.equal((await desk.balances(order.accountId)).balanceMinor, SANDBOX.openingMinor)
    }
  })

  test('what is approved, or is not on record with this decline, is none', async () => {
    const order = desk.withdrawal(newAccount(), 2_000n)
    await desk.approve(order)
    const { rrn } = order
    for (const code of ['000', '913']) {
      assert.equal(await advices.record({ institutionId: 'FI001', partnerId: PARTNER, rrn, code }), false)
    }
    const unknown = { institutionId: 'FI001', partnerId: PARTNER, rrn: '999999999999', code: '913' }
    assert.equal(await advices.record(unknown), false)
    assert.equal(await advise(desk.reversal(desk.withdrawal(newAccount(), 2_000n)), '914'), false)
  })
})
