import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  agreementFor,
  command,
  disbursedLoan,
  INSTITUTION,
  type LoanBank,
  openLoanBank,
  PARTNER,
  passDays,
  repayment,
  seedLoanBank,
} from '../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import type { Database } from '../../platform/storage/database.ts'
import { loanClosingStep } from './close-loan-day.ts'
import { addDaysTo, ledgerDate } from './loan-dates.ts'
import type { ClosePosting } from './posting/loan-posting.ts'

onDatabase('the end of a day, for loans', (_engine, open) => {
  let database: Database
  let bank: LoanBank
  let today: string

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
    today = bank.book.businessDate(INSTITUTION)
  })

  /** Closes the day that `days` days from the first one, as the end of day does once it has passed. */
  async function closeDay(days: number): Promise<unknown> {
    const date = ledgerDate(addDaysTo(today, days))
    bank.clock.moveTo(0)
    passDays(bank, days + 1)
    return bank.closing.run(INSTITUTION, date)
  }

  async function postedOf(loanId: string): Promise<Record<string, string>> {
    const { rows } = await database.query<{ posted: Record<string, string> }>(
      'SELECT posted FROM loans WHERE loan_id = $1',
      [loanId],
    )
    return rows[0]?.posted ?? {}
  }

  async function closingsOf(loanId: string): Promise<string[]> {
    const { rows } = await database.query<{ business_date: string; effective_date: string }>(
      `SELECT c.business_date, j.effective_date FROM loan_closings c JOIN journals j USING (institution_id, journal_id)
        WHERE c.loan_id = $1 ORDER BY c.business_date`,
      [loanId],
    )
    for (const row of rows) assert.equal(ledgerDate(row.business_date), row.effective_date)
    return rows.map((row) => row.business_date)
  }

  test('accrues interest where income is recognised when it is earned, and a payment takes the receivable down', async () => {
    const accruing = await disbursedLoan(bank, { accounting: 'ACCRUAL' })
    const cash = await disbursedLoan(bank)
    await closeDay(1)
    const day = await postedOf(accruing)
    assert.equal(day.interestIncome, day.interestReceivable?.replace('-', ''))
    assert.ok(BigInt(day.interestIncome ?? '0') > 0n)
    assert.deepEqual(await postedOf(cash), { principal: '-120000' })
    assert.deepEqual(await closingsOf(cash), [])
    await closeDay(30)
    const earned = BigInt((await postedOf(accruing)).interestIncome ?? '0')
    assert.equal(earned, 1_200n)
    await bank.book.append(command(accruing, repayment(10_662n, bank.book.businessDate(INSTITUTION))))
    const paid = await postedOf(accruing)
    assert.ok(BigInt(paid.interestIncome ?? '0') >= earned)
    assert.ok(BigInt(paid.interestReceivable ?? '0') > -100n)
  })

  test('can be repeated: the second run posts nothing', async () => {
    const loanId = await disbursedLoan(bank, { accounting: 'ACCRUAL' })
    await closeDay(40)
    const posted = await postedOf(loanId)
    assert.equal(await closeDay(40), 0)
    assert.equal(await closeDay(39), 0)
    assert.deepEqual(await postedOf(loanId), posted)
  })

  test('two nodes that close one day post it once', async () => {
    const loanIds = await Promise.all([1, 2, 3, 4, 5].map(() => disbursedLoan(bank, { accounting: 'ACCRUAL' })))
    const other = await openLoanBank(database)
    other.clock.moveTo(bank.clock.offsetMs)
    const date = ledgerDate(bank.book.businessDate(INSTITUTION))
    const next = ledgerDate(addDaysTo(bank.book.businessDate(INSTITUTION), 1))
    assert.ok(next > date)
    await Promise.all([bank.closing.run(INSTITUTION, next), other.closing.run(INSTITUTION, next)])
    for (const loanId of loanIds) assert.equal((await closingsOf(loanId)).length, 1)
    await other.close()
  })

  test('a loan that cannot be closed keeps the day open, but not the other loans waiting', async () => {
    bank.clock.moveTo(0)
    for (let n = 0; n < 4; n++) await disbursedLoan(bank, { accounting: 'ACCRUAL' })
    const asked: string[] = []
    const post = async ({ loanId }: ClosePosting) => {
      asked.push(loanId)
      if (asked.length === 1) throw new Error('the first is broken')
      return false
    }
    const pipeline = { post } as unknown as LoanBank['pipeline']
    const step = loanClosingStep({ database, pipeline, records: bank.records, perBatch: 2 })
    const far = addDaysTo(today, 40)
    await assert.rejects(step.run(INSTITUTION, ledgerDate(far)), AggregateError)
    const { rows } = await database.query<{ loan_id: string }>(
      'SELECT loan_id FROM loans WHERE institution_id = $1 AND close_from <= $2 ORDER BY loan_id',
      [INSTITUTION, far],
    )
    assert.ok(rows.length >= 4)
    assert.deepEqual(
      asked.toSorted(),
      rows.map((row) => row.loan_id),
    )
  })

  test('a loan whose first payment never comes is charged off by the clock, and what is paid later is recovered', async () => {
    bank.clock.moveTo(0)
    const loanId = await disbursedLoan(bank, { agreement: agreementFor(bank) })
    const { rows } = await database.query<{ charge_off_on: string; status: string }>(
      'SELECT charge_off_on, status FROM loans WHERE loan_id = $1',
      [loanId],
    )
    const chargedOffOn = rows[0]?.charge_off_on ?? ''
    const last = ledgerDate(addDaysTo(chargedOffOn, 30))
    const dates = [...((await bank.closing.daysWithWork?.(INSTITUTION, ledgerDate(today), last)) ?? [])]
    assert.ok(dates.includes(ledgerDate(chargedOffOn)))
    bank.clock.moveTo(0)
    passDays(bank, 260)
    await bank.closing.run(INSTITUTION, ledgerDate(addDaysTo(chargedOffOn, -1)))
    assert.deepEqual(await postedOf(loanId), { principal: '-120000' })
    await bank.closing.run(INSTITUTION, ledgerDate(chargedOffOn))
    assert.deepEqual(await postedOf(loanId), { loss: '-120000' })
    assert.deepEqual(await closingsOf(loanId), [chargedOffOn])
    const { position } = await bank.book.append(command(loanId, repayment(5_000n, bank.book.businessDate(INSTITUTION))))
    assert.equal(position.status, 'CHARGED_OFF')
    assert.deepEqual(await postedOf(loanId), { loss: '-120000', recovery: '5000' })
    assert.equal((await bank.book.find(PARTNER, loanId)).events.length, 2)
  })

  test('what is paid beyond a loan that is charged off is owed to the customer, and no recovery', async () => {
    bank.clock.moveTo(0)
    const loanId = await disbursedLoan(bank, { agreement: agreementFor(bank) })
    const valueDate = bank.book.businessDate(INSTITUTION)
    await bank.book.append(command(loanId, { kind: 'CLOSING', reason: 'CHARGED_OFF', valueDate }))
    await bank.book.append(command(loanId, repayment(5_000n, valueDate)))
    await bank.book.append(command(loanId, repayment(130_000n, valueDate)))
    assert.deepEqual(await postedOf(loanId), { overpayment: '15000', loss: '-120000', recovery: '120000' })
  })

  test('the account shows on every day what is to be paid on it, charges and late fees of the day too', async () => {
    bank.clock.moveTo(0)
    const lateFee = { amountMinor: 1_500n, base: 'PRINCIPAL' as const, graceDays: 3 }
    const agreement = agreementFor(bank)
    const loanId = await disbursedLoan(bank, { agreement: { ...agreement, terms: { ...agreement.terms, lateFee } } })
    const charge = (days: number) =>
      command(loanId, {
        kind: 'CHARGE',
        valueDate: today,
        dueDate: addDaysTo(today, days),
        chargeId: `00000000-0000-7000-8000-0000000000${10 + days}`,
        code: 'FEE',
        chargeKind: 'FEE',
        amountMinor: 700n,
      })
    await bank.book.append(charge(1))
    await bank.book.append(charge(9))
    const shown: string[] = []
    const expected: string[] = []
    for (let day = 0; day < 45; day++) {
      await closeDay(day)
      const { rows } = await database.query<{ due: string }>(
        `SELECT a.payment_due_minor || ' ' || a.payment_due_on AS due
           FROM accounts a JOIN loans l USING (institution_id, account_id) WHERE l.loan_id = $1`,
        [loanId],
      )
      const on = addDaysTo(today, day + 1)
      const { due } = bank.book.position(await bank.book.find(PARTNER, loanId), on)
      shown.push(`${on}: ${rows[0]?.due}`)
      expected.push(`${on}: ${due.payNowMinor} ${ledgerDate(due.oldestDueDate ?? '')}`)
    }
    assert.deepEqual(shown, expected)
    // Nothing but the row, a charge, both charges, the row with them, and the late fee.
    assert.ok(new Set(expected.map((line) => line.split(' ')[1])).size >= 4)
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
