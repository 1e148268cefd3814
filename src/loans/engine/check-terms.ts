// Terms that no schedule can be computed from. Each fault names the field to correct.

import { periodOf, toDay } from './arithmetic/calendar-days.ts'
import { dueDate, firstDueDates, isShorterThanWeek, MOST_ROWS, numberOfRows } from './arithmetic/due-dates.ts'
import { percent } from './arithmetic/fraction.ts'
import type { LoanAgreement } from './terms.ts'

export interface TermsFault {
  field: string
  message: string
}

/** Every fault of the agreement's terms; none when a schedule can be computed. */
export function checkTerms(agreement: LoanAgreement): TermsFault[] {
  const { term, terms, principalApprovedMinor, policy } = agreement
  const { maxInstalments = MOST_ROWS, dailyRows = true } = policy
  const faults: TermsFault[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  if (term.count < 1) fault('loanTerm.termCount', 'must be at least 1')
  if (terms.repaymentEvery < 1) fault('terms.repaymentEvery', 'must be at least 1')
  const rows = term.count < 1 || terms.repaymentEvery < 1 ? undefined : numberOfRows(term, terms)
  if (faults.length === 0 && rows === undefined) fault('loanTerm', 'must be a whole number of repayment periods')
  if (rows !== undefined && rows > maxInstalments)
    fault('loanTerm.termCount', `must not give more than ${maxInstalments} instalments`)
  if (!dailyRows && rows !== undefined && isShorterThanWeek(periodOf(terms.repaymentEvery, terms.repaymentUnit)))
    fault('terms.repaymentEvery', 'must not be shorter than a week')
  if (rows !== undefined) {
    if (terms.graceOnPrincipal >= rows) fault('terms.graceOnPrincipal', 'must be less than the number of instalments')
    if (terms.graceOnInterest >= rows) fault('terms.graceOnInterest', 'must be less than the number of instalments')
  }
  if (principalApprovedMinor <= 0n) fault('principal', 'must be positive')
  if (terms.balloonMinor < 0n || terms.balloonMinor >= principalApprovedMinor) {
    if (terms.balloonMinor !== 0n) fault('terms.balloon', 'must be less than the principal')
  }
  if (terms.downPayment !== undefined && !isProperPart(terms.downPayment.percent)) {
    fault('terms.downPayment.percent', 'must be more than 0 and less than 100')
  }
  if (terms.instalmentMultipleOfMinor !== undefined && terms.instalmentMultipleOfMinor <= 0n) {
    fault('terms.instalmentMultipleOf', 'must be positive')
  }
  if (terms.firstDueDate !== undefined && toDay(terms.firstDueDate) <= toDay(agreement.plannedDisbursement)) {
    fault('terms.firstDueDate', 'must be after the disbursement')
  }
  if (rows !== undefined && faults.length === 0 && lastDueDay(agreement, rows) > LAST_DAY) {
    fault(terms.firstDueDate === undefined ? 'loanTerm' : 'terms.firstDueDate', 'must not lead beyond the year 9999')
  }
  return faults
}

/** Dates have four digits for the year. */
const LAST_DAY = toDay('9999-12-31')

function lastDueDay({ terms, plannedDisbursement }: LoanAgreement, rows: number): number {
  const first = terms.firstDueDate === undefined ? undefined : toDay(terms.firstDueDate)
  const dates = firstDueDates(toDay(plannedDisbursement), first)
  return dueDate(dates, periodOf(terms.repaymentEvery, terms.repaymentUnit), rows)
}

function isProperPart(text: string): boolean {
  const { n, d } = percent(text)
  return n > 0n && n < d
}
