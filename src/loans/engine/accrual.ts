// Accrual: interest earned by day, as differences of rounded cumulatives, so that a row's days sum to the row.

import { toDate, toDay } from './arithmetic/calendar-days.ts'
import { foldLoan } from './fold/fold-loan.ts'
import type { LoanPosition } from './fold/loan-position.ts'
import type { LoanEvent } from './loan-events.ts'
import type { LoanAgreement } from './terms.ts'

/** All interest that the loan has earned up to the day: paid, capitalised, due and accrued. */
export function interestEarned(position: LoanPosition): bigint {
  const { interestDueMinor, interestAccruedMinor, repaid } = position.balances
  const capitalised = position.transactions.reduce(
    (sum, transaction) => (transaction.kind === 'CAPITALISATION' ? sum + transaction.allocation.interest : sum),
    0n,
  )
  return repaid.interest + capitalised + interestDueMinor + interestAccruedMinor
}

/** What each day from `from` to `to` earns. */
export function dailyAccruals(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  from: string,
  to: string,
): { date: string; interestMinor: bigint }[] {
  const earned = (day: number) => interestEarned(foldLoan(agreement, events, toDate(day)))
  const accruals: { date: string; interestMinor: bigint }[] = []
  let before = earned(toDay(from) - 1)
  for (let day = toDay(from); day <= toDay(to); day += 1) {
    const now = earned(day)
    accruals.push({ date: toDate(day), interestMinor: now - before })
    before = now
  }
  return accruals
}
