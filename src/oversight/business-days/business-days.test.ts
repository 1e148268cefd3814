// Business days of a real bank: totals and reconciliation files are held against the journals.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { ledgerClosingSteps } from '../../ledger/sweeps/ledger-sweeps.ts'
import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Exceptions } from '../exceptions/exceptions.ts'
import { ResolutionRecords } from '../exceptions/resolution-records.ts'
import { Rollups } from '../transactions/rollups/rollups.ts'
import { BusinessDays } from './business-days.ts'
import { EndOfDay } from './end-of-day.ts'
import { reconciliationLines } from './reconciliation-file.ts'

// A morning in New York.
const START = { now: () => Date.parse('2026-03-10T14:00:00Z') }
const DATES = ['20260310', '20260311', '20260312']
const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
const CREDITS = /^(CASHDEPOSIT|CHECKDEPOSIT|CASHCHECKDEPOSIT|CASHWITHDRAWALREVERSAL)$/

onDatabase('business days', (_engine, open) => {
  let database: Database
  let bank: Bank
  let desk: ChannelClient
  let businessDays: BusinessDays
  let endOfDay: EndOfDay
  let id = ''
  let used = 0
  const files = new Map<string, string>()

  before(async () => {
    database = (await open()).database
    await seedBank(database, 40, START)
    await database.query(`UPDATE institutions SET closed_through = '20260309' WHERE institution_id = 'FI001'`)
    const records = new ResolutionRecords()
    bank = await openBank(database, { clock: START, owners: [records] })
    const { clock, directory, pipeline } = bank
    desk = new ChannelClient({
      ...SANDBOX,
      channel: bank.channel,
      partnerIds: ['PARTNER01', 'PARTNER02'],
      newAccount: () => plainAccount(used++),
    })
    businessDays = new BusinessDays({ database, clock, auditClock: clock })
    const rollups = new Rollups(database)
    const steps = [...ledgerClosingSteps({ database, clock }), rollups.closingStep()]
    endOfDay = new EndOfDay({ database, clock, steps })
    await rollups.refresh()
    const { rows } = await database.query<{ id: string }>(`SELECT id FROM institutions WHERE institution_id = 'FI001'`)
    id = rows[0]?.id ?? ''
    await trade(new Exceptions({ database, clock, directory, pipeline, records }))
  })
  after(() => bank.close())

  /** Three days of everything that posts, and of what does not. */
  async function trade(exceptions: Exceptions): Promise<void> {
    const [one, two] = [desk.at.newAccount(), desk.at.newAccount()]
    const withdrawal = desk.withdrawal(one, 10_200n, { accessFeeMinor: 200n })
    const kept = await desk.approve(withdrawal)
    const late = desk.withdrawal(one, 7_100n, { accessFeeMinor: 100n })
    await desk.approve(late)
    await desk.approve(desk.cashDeposit(two, 5_000n))
    await desk.approve(desk.checkDeposit(two, 4_000n, 0n, 1_000n))
    await desk.approve(desk.transfer(one, two, 1_500n))
    await desk.approve(desk.billPayment(one, 2_500n))
    await desk.decline(desk.withdrawal(one, 99_999_500n), '121')
    // A reversal before its original is approved and moves nothing.
    await desk.approve(desk.reversal(desk.withdrawal(two, 3_000n), { rrn: '000000999999' }))
    const partly = desk.withdrawal(two, 8_000n)
    const { authId } = await desk.approve(partly)
    await desk.approve(desk.reversal(partly, { authId, part: 3_000n }))
    assert.equal((await endOfDay.closePassedDays()).length, 0)

    bank.clock.moveTo(DAY_MS - HOUR_MS)
    await endOfDay.closeAllPassedDays()
    files.set('20260310', await fileOf('20260310'))
    await desk.approve(desk.reversal(withdrawal, { authId: kept.authId }))
    bank.clock.moveTo(DAY_MS + 2 * HOUR_MS)
    await desk.decline(desk.reversal(late, { rrn: late.rrn }), '188')

    bank.clock.moveTo(2 * DAY_MS)
    const [open] = (await exceptions.list({}, { kind: ['LATE'] }, { page: 1, size: 10 })).items
    await exceptions.resolve(CALLER, open?.id ?? '', { action: 'MATCH', reason: 'The customer was right' })
    await desk.approve(desk.cashDeposit(two, 1_200n))
    bank.clock.moveTo(3 * DAY_MS)
    await endOfDay.closeAllPassedDays()
  }

  test('a day is open today, closed in the past, and not there before the activation or in the future', async () => {
    const { items, total } = await businessDays.list({}, id, { page: 1, size: 3 })
    assert.equal(total, 4)
    assert.deepEqual(
      items.map(({ date, state }) => [date, state]),
      [
        ['20260313', 'OPEN'],
        ['20260312', 'CLOSED'],
        ['20260311', 'CLOSED'],
      ],
    )
    const rest = await businessDays.list({}, id, { page: 2, size: 3 })
    assert.deepEqual(
      rest.items.map(({ date }) => date),
      ['20260310'],
    )
    assert.deepEqual((await businessDays.list({}, id, { page: 3, size: 3 })).items, [])
    for (const date of ['20260309', '20260314']) {
      await assert.rejects(businessDays.find({}, id, date), { reason: 'business-days.business-day-not-found' })
    }
    await database.query(`UPDATE institutions SET closed_through = '20260311' WHERE institution_id = 'FI001'`)
    assert.equal((await businessDays.find({}, id, '20260312')).state, 'CLOSING')
    await database.query(`UPDATE institutions SET closed_through = '20260312' WHERE institution_id = 'FI001'`)
  })

  test('an institution that was never active has no business days', async () => {
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI900', 'New', 'DRAFT', 'USD', 'UTC') RETURNING id`,
    )
    assert.deepEqual(await businessDays.list({}, rows[0]?.id ?? '', { page: 1, size: 10 }), { items: [], total: 0 })
  })

  const OUTSIDE: [title: string, scope: Scope][] = [
    ['another institution', { institutionId: 'FI002' }],
    ['a sub-tenant', { institutionId: 'FI001', subTenantId: '019b0000-0000-7000-8000-0000000000a1' }],
  ]
  for (const [title, scope] of OUTSIDE) {
    test(`users of ${title} find nothing`, async () => {
      const refusal = { reason: 'business-days.institution-not-found' }
      const caller = { ...CALLER, principal: { scope } }
      await assert.rejects(businessDays.list(scope, id, { page: 1, size: 10 }), refusal)
      await assert.rejects(businessDays.find(scope, id, '20260310'), refusal)
      await assert.rejects(businessDays.reconciliationFile(caller, id, '20260310'), refusal)
    })
  }

  test('the file of the open day is refused', async () => {
    await assert.rejects(businessDays.reconciliationFile(CALLER, id, '20260313'), {
      reason: 'business-days.business-day-not-closed',
    })
  })

  test('the file made again is the same, although transactions were reversed since, in pieces of any size', async () => {
    assert.equal(await fileOf('20260310'), files.get('20260310'))
    for (const size of [1, 2, 3]) {
      let text = ''
      for await (const piece of reconciliationLines(database, 'FI001', '20260310', size)) text += piece
      assert.equal(text, files.get('20260310'))
    }
  })

  for (const date of DATES) {
    test(`the file of ${date} has a line per journal, and moves the accounts as they did`, async () => {
      const lines = await linesOf(date)
      const { rows } = await database.query<{ journals: number; moved: string | null }>(
        `SELECT count(DISTINCT j.journal_id)::int AS journals, sum(e.amount_minor) FILTER (WHERE e.book = 'C')::text AS moved
           FROM journals j JOIN entries e USING (institution_id, journal_id)
          WHERE j.institution_id = 'FI001' AND j.effective_date = $1 AND j.kind <> 'OPENING_BALANCE'`,
        [date],
      )
      assert.equal(lines.length, rows[0]?.journals)
      // Both sides of a transfer are customers.
      const moved = lines.filter(({ type }) => !type?.startsWith('TRANSFER')).map(signedAmount)
      assert.equal(
        moved.reduce((sum, minor) => sum + minor, 0n),
        BigInt(rows[0]?.moved ?? 0),
      )
    })

    test(`the totals of ${date} are the sums of its file`, async () => {
      const lines = await linesOf(date)
      const { totals } = await businessDays.find({}, id, date)
      const sum = (of: readonly Line[], field = 'amount') =>
        of.reduce((minor, line) => minor + minorOf(line[field] ?? ''), 0n)
      for (const { terminalId, currencyCode, withdrawals, deposits, fees, reversals } of totals) {
        const mine = lines.filter(
          (line) => line.terminalId === (terminalId ?? '') && line.currencyCode === currencyCode,
        )
        const of = (pattern: RegExp) => mine.filter(({ type = '' }) => pattern.test(type))
        const charged = of(/(?<!REVERSAL)$/).filter((line) => minorOf(line.accessFee ?? '') > 0n)
        for (const [found, expected, field] of [
          [withdrawals, of(/WITHDRAWAL$/), 'amount'],
          [deposits, of(/DEPOSIT$/), 'amount'],
          [fees, charged, 'accessFee'],
          [reversals, of(/REVERSAL$/), 'amount'],
        ] as const) {
          assert.deepEqual(found, { count: expected.length, amountMinor: sum(expected, field) })
        }
      }
      const counted = totals.flatMap(({ withdrawals, deposits, reversals }) => [withdrawals, deposits, reversals])
      assert.equal(
        counted.reduce((all, { count }) => all + count, 0),
        lines.filter(({ type = '' }) => !/^(TRANSFER|BILLPAYMENT)$/.test(type)).length,
      )
    })
  }

  test('a reversal names its original and its reason, also one that was posted as a resolution', async () => {
    const [reversal] = (await linesOf('20260311')).filter(({ type }) => type === 'CASHWITHDRAWALREVERSAL')
    const [original] = await linesOf('20260310')
    assert.equal(reversal?.originalRrn, original?.rrn)
    assert.ok(reversal?.reasonCode)
    assert.deepEqual([reversal?.amount, reversal?.accessFee], ['102.00', '2.00'])
    const [resolved] = (await linesOf('20260312')).filter(({ type }) => type === 'CASHWITHDRAWALREVERSAL')
    assert.equal(resolved?.businessDate, '2026-03-12')
    assert.deepEqual([resolved?.amount, resolved?.accessFee], ['71.00', '1.00'])
    assert.equal(resolved?.originalRrn, (await linesOf('20260310'))[1]?.rrn)
  })

  test('a download is audited', async () => {
    const { rowCount } = await database.query(`SELECT FROM audit_log WHERE action = 'business-day.file'`)
    assert.ok(rowCount > 0)
  })

  async function fileOf(date: string): Promise<string> {
    const { text } = await businessDays.reconciliationFile(CALLER, id, date)
    let whole = ''
    for await (const piece of text) whole += piece
    return whole
  }

  async function linesOf(date: string): Promise<Line[]> {
    return parse(await fileOf(date), { columns: true })
  }
})

type Line = Record<string, string>

function signedAmount({ type = '', amount = '' }: Line): bigint {
  return CREDITS.test(type) ? minorOf(amount) : -minorOf(amount)
}

function minorOf(decimal: string): bigint {
  return minorFromDecimal(decimal, 'USD') ?? 0n
}
