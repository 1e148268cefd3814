// A loan with a thousand events: what one more repayment, and reading its schedule, cost.

import { addDaysTo } from '../../src/loans/servicing/loan-dates.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import {
  agreementFor,
  command,
  disbursement,
  INSTITUTION,
  openedLoan,
  openLoanBank,
  PARTNER,
  repayment,
} from '../../test/support/lending/loan-bank.ts'
import type { MeasuredRead } from './measured-reads.ts'

const PRINCIPAL_MINOR = 12_000_000n
/** A little more than a thirtieth of an instalment: paid every day, it keeps the loan out of arrears. */
const DAILY_MINOR = 6_000n

export interface LongLoan {
  readonly reads: readonly MeasuredRead[]
  close(): Promise<void>
}

/** Makes the loan by appending its events one by one. */
export async function makeLongLoan(database: Database, events: number): Promise<LongLoan> {
  const bank = await openLoanBank(database)
  const { book } = bank
  const today = book.businessDate(INSTITUTION)
  const start = addDaysTo(today, -events)
  const loanId = await openedLoan(bank, {
    agreement: agreementFor(bank, {
      principalApprovedMinor: PRINCIPAL_MINOR,
      interestRate: '6',
      term: { count: 120, unit: 'Months' },
      agreementDate: start,
      plannedDisbursement: start,
    }),
  })
  await book.append(command(loanId, disbursement(PRINCIPAL_MINOR, start)))
  for (let day = 1; day < events; day++)
    await book.append(command(loanId, repayment(DAILY_MINOR, addDaysTo(start, day))))
  const of = `a loan with ${events} events`
  const reads: MeasuredRead[] = [
    { class: of, name: 'one more repayment', run: () => book.append(command(loanId, repayment(DAILY_MINOR, today))) },
    {
      class: of,
      name: 'its schedule',
      async run() {
        const history = await book.find(PARTNER, loanId)
        await book.schedules(history)
        book.position(history)
      },
    },
  ]
  return { reads, close: () => bank.close() }
}
