// Corrections of a real bank: what they post, what they refuse, what counts as reversed, and the suspense accounts that they empty.
// `verify` runs after every test.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import type { Database } from '../../platform/storage/database.ts'
import { reconciliationLines } from '../business-days/reconciliation-file.ts'
import { Transactions } from '../transactions/transactions.ts'
import { CorrectionRecords } from './correction-records.ts'
import { Corrections, type WantedCorrection } from './corrections.ts'
import { Suspense } from './suspense.ts'

const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
const LIMIT_MINOR = 100_000n

onDatabase('corrections', (_engine, open) => {
  let database: Database
  let bank: Bank
  let desk: ChannelClient
  let corrections: Corrections
  let suspense: Suspense
  let accountId = ''
  let used = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 100)
    const records = new CorrectionRecords()
    bank = await openBank(database, { owners: [records] })
    const { clock, directory, pipeline, channel } = bank
    desk = new ChannelClient({
      ...SANDBOX,
      channel,
      partnerIds: ['PARTNER01', 'PARTNER02'],
      newAccount: () => plainAccount(used++),
    })
    corrections = new Corrections({
      database,
      clock,
      directory,
      pipeline,
      records,
      limits: { limitOf: (_institutionId, currency) => (currency === 'USD' ? LIMIT_MINOR : undefined) },
      transactions: new Transactions({ database, secretBox }),
      exceptions: { find: async () => ({ institutionId: 'FI001' }) },
    })
    suspense = new Suspense({ database, clock })
  })
  after(() => bank.close())
  beforeEach(() => {
    accountId = plainAccount(used++)
  })
  afterEach(async () => assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), []))

  const wanted = (more: Partial<WantedCorrection> = {}): WantedCorrection => ({
    institutionId: 'FI001',
    accountId,
    direction: 'CREDIT',
    amountMinor: 1_000n,
    currencyCode: 'USD',
    kind: 'GOODWILL',
    reason: 'asked for',
    ...more,
  })
  const create = (more: Partial<WantedCorrection> = {}) => corrections.create(CALLER, wanted(more))
  const undo = (reverses: string) =>
    corrections.create(CALLER, { institutionId: 'FI001', reverses, reason: 'of the wrong customer' })
  const emptied = (account: 'suspense:cash' | 'suspense:corrections', amountMinor: bigint, more: object = {}) =>
    create({
      accountId: undefined,
      kind: undefined,
      suspenseAccount: account,
      against: 'expense:losses',
      amountMinor,
      ...more,
    })
  const refused = (reason: string) => ({ reason: `corrections.${reason}` })

  async function balance(): Promise<bigint | undefined> {
    const { rows } = await database.query<{ balance_minor: bigint }>(
      'SELECT balance_minor FROM accounts WHERE account_id = $1',
      [accountId],
    )
    return rows[0]?.balance_minor
  }

  async function entriesOf(journalId: string): Promise<string[]> {
    const { rows } = await database.query<{ account: string; amount_minor: bigint }>(
      'SELECT account, amount_minor FROM entries WHERE journal_id = $1 ORDER BY line',
      [journalId],
    )
    return rows.map((row) => `${row.account} ${row.amount_minor}`)
  }

  async function reversed(id: string): Promise<string> {
    const { rows } = await database.query<{ reversed_minor: bigint; fee_refunded_minor: bigint }>(
      'SELECT reversed_minor, fee_refunded_minor FROM transactions WHERE transaction_id = $1',
      [id],
    )
    return `${rows[0]?.reversed_minor} ${rows[0]?.fee_refunded_minor}`
  }

  async function withdrawn(amountMinor: bigint, accessFeeMinor = 0n) {
    const order = desk.withdrawal(accountId, amountMinor, { accessFeeMinor })
    const { authId } = await desk.approve(order)
    const { rows } = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM transactions WHERE rrn = $1',
      [order.rrn],
    )
    return { order, authId, id: rows[0]?.transaction_id ?? '' }
  }

  const AGAINST = [
    ['GOODWILL', 'expense:goodwill'],
    ['FEE_REFUND', 'fees:access'],
    ['LOST_DEPOSIT', 'suspense:cash'],
    ['SUSPENSE', 'suspense:exceptions'],
    ['ERROR', 'suspense:corrections'],
  ] as const
  for (const [kind, against] of AGAINST) {
    test(`${kind} moves the account against ${against}, in either direction`, async () => {
      const was = (await balance()) ?? 0n
      const credit = await create({ kind })
      assert.deepEqual(await entriesOf(credit.id), [`${accountId} 1000`, `${against} -1000`])
      const debit = await create({ kind, direction: 'DEBIT', amountMinor: 400n })
      assert.deepEqual(await entriesOf(debit.id), [`${accountId} -400`, `${against} 400`])
      assert.equal(await balance(), was + 600n)
      assert.deepEqual([credit.against, credit.createdBy, credit.kind], [against, 'anne@bank.example', kind])
    })
  }

  test('a debit is never beyond the available balance', async () => {
    await desk.approve(desk.transfer(accountId, plainAccount(used++), SANDBOX.openingMinor - 500n))
    await assert.rejects(create({ direction: 'DEBIT', amountMinor: 501n }), refused('not-funded'))
    await create({ direction: 'DEBIT', amountMinor: 500n })
    assert.equal(await balance(), 0n)
  })

  test('an account has a limit for a day, in either direction; undoing is not held back', async () => {
    const first = await create({ amountMinor: LIMIT_MINOR - 1n })
    await assert.rejects(create({ amountMinor: 2n }), refused('limit-exceeded'))
    await create({ direction: 'DEBIT', amountMinor: 1n })
    await assert.rejects(create({ direction: 'DEBIT', amountMinor: 1n }), refused('limit-exceeded'))
    await undo(first.id)
    await assert.rejects(create({ amountMinor: 1n }), refused('limit-exceeded'))
  })

  test('corrections at once stay within the limit', async () => {
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => create({ amountMinor: LIMIT_MINOR / 2n })))
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
  })

  test('a closed account, one that is none and another currency are refused', async () => {
    await database.query(`UPDATE accounts SET status = 'CLOSED' WHERE account_id = $1`, [accountId])
    await assert.rejects(create(), refused('account-unfit'))
    await assert.rejects(create({ accountId: 'nowhere' }), refused('account-not-found'))
    await assert.rejects(create({ accountId: plainAccount(used++), currencyCode: 'EUR' }), refused('account-unfit'))
    await assert.rejects(create({ institutionId: 'nowhere' }), refused('institution-not-found'))
  })

  test('a frozen account is corrected', async () => {
    await database.query(`UPDATE accounts SET status = 'FROZEN' WHERE account_id = $1`, [accountId])
    await create()
  })

  test('what gives back a withdrawal counts as reversed on it: a later reversal finds less', async () => {
    const { order, authId, id } = await withdrawn(2_000n)
    const part = await create({ transactionId: id, amountMinor: 500n })
    assert.deepEqual([await reversed(id), part.countedMinor], ['500 0', 500n])
    await desk.decline(desk.reversal(order, { authId }), '483')
    await assert.rejects(create({ transactionId: id, amountMinor: 1_501n }), refused('transaction-unfit'))
    await create({ transactionId: id, amountMinor: 1_500n })
    await desk.decline(desk.reversal(order, { authId }), '480')
  })

  test('a refunded fee is not given back again by the reversal of the rest', async () => {
    const { order, authId, id } = await withdrawn(2_250n, 250n)
    await assert.rejects(
      create({ kind: 'FEE_REFUND', transactionId: id, amountMinor: 251n }),
      refused('transaction-unfit'),
    )
    await create({ kind: 'FEE_REFUND', transactionId: id, amountMinor: 250n })
    assert.equal(await reversed(id), '250 250')
    await assert.rejects(
      create({ kind: 'FEE_REFUND', transactionId: id, amountMinor: 1n }),
      refused('transaction-unfit'),
    )
    const reversal = desk.reversal(order, { authId, part: 2_000n })
    await desk.approve(reversal)
    const { rows } = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM transactions WHERE rrn = $1',
      [reversal.rrn],
    )
    const [credited, ...others] = await entriesOf(rows[0]?.transaction_id ?? '')
    assert.equal(credited, `${accountId} 2000`)
    assert.deepEqual(
      others.filter((entry) => entry.startsWith('fees:')),
      [],
    )
    assert.equal(await reversed(id), '2250 250')
  })

  test('a deposit, a debit and an order that was declined are only named', async () => {
    const deposit = desk.cashDeposit(accountId, 2_000n)
    await desk.approve(deposit)
    const { rows } = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM transactions WHERE rrn = $1',
      [deposit.rrn],
    )
    const made = await create({ kind: 'LOST_DEPOSIT', transactionId: rows[0]?.transaction_id ?? '' })
    assert.deepEqual([made.countedMinor, made.transactionId], [0n, rows[0]?.transaction_id])
    const { id } = await withdrawn(1_000n)
    await create({ transactionId: id, direction: 'DEBIT' })
    assert.equal(await reversed(id), '0 0')
    await assert.rejects(create({ transactionId: id, accountId: plainAccount(used++) }), refused('transaction-unfit'))
    await assert.rejects(
      create({ transactionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55' }),
      refused('transaction-not-found'),
    )
  })

  test('one is undone once, whole, and what it gave back can be reversed again', async () => {
    const { order, authId, id } = await withdrawn(2_250n, 250n)
    const first = await create({ kind: 'FEE_REFUND', transactionId: id, amountMinor: 250n })
    const second = await undo(first.id)
    assert.deepEqual(await entriesOf(second.id), [`${accountId} -250`, 'fees:access 250'])
    assert.equal((await corrections.find({}, first.id)).reversedBy, second.id)
    assert.equal(await reversed(id), '0 0')
    await assert.rejects(undo(first.id), refused('already-reversed'))
    await assert.rejects(undo(second.id), refused('already-reversed'))
    await assert.rejects(
      corrections.create(CALLER, { institutionId: 'FI001', reverses: first.id, reason: 'x', amountMinor: 1n }),
      { kind: 'invalid' },
    )
    await desk.approve(desk.reversal(order, { authId }))
    assert.equal(await reversed(id), '2250 0')
  })

  test('two that undo the same one at once: one does', async () => {
    const { id } = await create()
    const made = await Promise.allSettled([undo(id), undo(id), undo(id)])
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('a suspense account shows what stands on it, and is emptied to zero and not beyond', async () => {
    const of = async (account: string) =>
      (await suspense.balances({}, 'FI001')).find((one) => one.account === account && one.currency === 'USD')
    const stood = (await of('suspense:corrections'))?.balanceMinor ?? 0n
    if (stood !== 0n)
      await emptied('suspense:corrections', stood > 0n ? stood : -stood, { direction: stood > 0n ? 'DEBIT' : 'CREDIT' })
    assert.equal(await of('suspense:corrections'), undefined)
    const old = await create({ kind: 'ERROR', amountMinor: 300n })
    const young = await create({ kind: 'ERROR', amountMinor: 200n })
    assert.deepEqual(
      (await of('suspense:corrections'))?.items.map((item) => [item.correctionId, item.openMinor]),
      [
        [old.id, -300n],
        [young.id, -200n],
      ],
    )
    await assert.rejects(emptied('suspense:corrections', 501n), refused('exceeds-suspense'))
    await assert.rejects(emptied('suspense:corrections', 1n, { direction: 'DEBIT' }), refused('exceeds-suspense'))
    const paid = await emptied('suspense:corrections', 350n)
    assert.deepEqual(await entriesOf(paid.id), ['suspense:corrections 350', 'expense:losses -350'])
    assert.deepEqual(
      (await of('suspense:corrections'))?.items.map((item) => [item.correctionId, item.openMinor]),
      [[young.id, -150n]],
    )
    await emptied('suspense:corrections', 150n, { against: 'suspense:cash' })
    assert.equal(await of('suspense:corrections'), undefined)
    await assert.rejects(suspense.balances({ institutionId: 'FI002' }, 'FI001'), refused('institution-not-found'))
  })

  test('the file of the day has a line for each, and the line of the withdrawal stays as it ended', async () => {
    const { id } = await withdrawn(2_000n)
    const { id: made, businessDate } = await create({
      transactionId: id,
      direction: 'DEBIT',
      amountMinor: 700n,
      kind: 'ERROR',
    })
    let file = ''
    for await (const piece of reconciliationLines(database, 'FI001', businessDate)) file += piece
    const line = file.split('\n').find((one) => one.startsWith(made))
    assert.match(
      line ?? '',
      new RegExp(`,CORRECTION,FI001,.*${accountId},.*-7\\.00,0\\.00,USD,0\\.00,000,.*${id}.*,ERROR$`),
    )
  })

  test('a transaction shows its corrections, and only those in scope are found', async () => {
    const { id } = await withdrawn(2_000n)
    const made = await create({ transactionId: id })
    const detail = await new Transactions({ database, secretBox }).find({}, id)
    assert.deepEqual(
      detail.corrections.map((one) => one.id),
      [made.id],
    )
    const page = { page: 1, size: 10 }
    assert.deepEqual((await corrections.list({ institutionId: 'FI001' }, { transactionId: id }, page)).items, [made])
    for (const scope of [{ institutionId: 'FI002' }, { institutionId: 'FI001', subTenantId: 'x' }])
      await assert.rejects(corrections.find(scope, made.id), refused('correction-not-found'))
  })

  test('card numbers in a reason are masked', async () => {
    assert.doesNotMatch((await create({ reason: 'card 4111111111111111' })).reason, /4111111111111111/)
  })
})
