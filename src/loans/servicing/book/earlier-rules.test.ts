// Loans of earlier versions: their events carry no number of the rules and keep the figures that were posted of them. The
// events that follow are booked by the current rules.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  agreementFor,
  command,
  disbursement,
  INSTITUTION,
  type LoanBank,
  openedLoan,
  openLoanBank,
  PARTNER,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import type { Database } from '../../../platform/storage/database.ts'

onDatabase('loans of earlier versions', (_engine, open) => {
  let database: Database
  let bank: LoanBank

  before(async () => {
    database = (await open()).database
    await seedLoanBank(database)
    bank = await openLoanBank(database)
  })

  const START = '2024-01-01'
  const pays = (valueDate: string, amountMinor: bigint) =>
    ({ kind: 'REPAYMENT', valueDate, amountMinor, strategy: 'PAY_NEXT_INSTALMENTS' }) as const
  const rowsOf = async (loanId: string, asOf: string) =>
    bank.book
      .position(await bank.book.find(PARTNER, loanId), asOf)
      .instalments.map(({ principalMinor, interestMinor }) => `${principalMinor} ${interestMinor}`)

  /** 1,200.00 at 12 % in four rows, the first one paid with 100.00 more. */
  async function prepaidLoan(): Promise<string> {
    const term = { count: 4, unit: 'Months' as const }
    const agreement = agreementFor(bank, { term, agreementDate: START, plannedDisbursement: START })
    const loanId = await openedLoan(bank, { agreement, accounting: 'ACCRUAL' })
    await bank.book.append(command(loanId, disbursement(120_000n, START)))
    await bank.book.append(command(loanId, pays('2024-02-01', 40_754n)))
    return loanId
  }

  test('a new event says which rules it was booked by, and is read as one of the current rules', async () => {
    const loanId = await prepaidLoan()
    const { rows } = await database.query<{ rules: string }>(
      `SELECT event->>'rules' AS rules FROM loan_events WHERE loan_id = $1`,
      [loanId],
    )
    assert.deepEqual(rows, [{ rules: '4' }, { rules: '4' }])
    assert.deepEqual((await rowsOf(loanId, '2024-02-01'))[1], '19950 804')
  })

  test('an event of an earlier version keeps its figures when further events follow', async () => {
    const loanId = await prepaidLoan()
    // As an earlier version has written it.
    await database.query(`UPDATE loan_events SET event = event - 'rules' WHERE loan_id = $1`, [loanId])
    assert.deepEqual((await rowsOf(loanId, '2024-02-01'))[1], '19850 804')
    await bank.book.append(command(loanId, pays('2024-03-01', 30_654n)))
    // Row 2 as the earlier version planned it; the 100.00 on top come off row 3 by the current rules.
    assert.deepEqual(await rowsOf(loanId, '2024-03-01'), ['39554 1200', '29850 804', '20248 506', '30348 303'])
    await bank.closing.run(INSTITUTION, bank.book.businessDate(INSTITUTION).replaceAll('-', ''))
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})
