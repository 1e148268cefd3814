// Loans at a business day that is closed ahead of its cutover: its end of day runs for them, and they go on with the next date.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  command,
  disbursedLoan,
  INSTITUTION,
  openLoanBank,
  repayment,
  seedLoanBank,
} from '../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { addDaysTo, ledgerDate } from '../../loans/servicing/loan-dates.ts'
import { BusinessDays } from './business-days.ts'
import { DayControls } from './day-controls.ts'
import { EndOfDay } from './end-of-day.ts'

const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }

onDatabase('loans on business days by hand', (_engine, open) => {
  test('interest of the next date is earned from the close on, and repayments are dated by it', async () => {
    const { database } = await open()
    await seedLoanBank(database)
    const bank = await openLoanBank(database)
    const { clock } = bank
    const endOfDay = new EndOfDay({ database, clock, steps: [bank.closing] })
    const businessDays = new BusinessDays({ database, clock, auditClock: clock })
    const controls = new DayControls({ database, clock, auditClock: clock, businessDays, endOfDay })
    const { rows } = await database.query<{ id: string }>('SELECT id FROM institutions WHERE institution_id = $1', [
      INSTITUTION,
    ])
    const interest = async (loanId: string) => {
      const found = await database.query<{ posted: Record<string, string> }>(
        'SELECT posted FROM loans WHERE loan_id = $1',
        [loanId],
      )
      return BigInt(found.rows[0]?.posted.interestIncome ?? '0')
    }
    try {
      const today = bank.book.businessDate(INSTITUTION)
      const loanId = await disbursedLoan(bank, { accounting: 'ACCRUAL' })
      const { state } = await controls.close(CALLER, rows[0]?.id ?? '', ledgerDate(today))
      assert.equal(state, 'CLOSED')
      await bank.directory.reload()
      const next = addDaysTo(today, 1)
      assert.equal(bank.book.businessDate(INSTITUTION), next)
      const before = await interest(loanId)
      // Within the calendar's day of the one that was closed.
      await bank.book.append(command(loanId, repayment(10_662n, next)))
      const events = await database.query<{ value_date: string }>(
        `SELECT max(value_date::text) AS value_date FROM loan_events WHERE loan_id = $1`,
        [loanId],
      )
      assert.equal(events.rows[0]?.value_date, next)
      assert.ok((await interest(loanId)) > before, 'a day of interest')
      assert.deepEqual(await verifyBooks(database), [])
    } finally {
      await bank.close()
    }
  })
})
