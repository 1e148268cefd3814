// Amends a loan. References and contact change at any time, terms only before the first disbursement; the day of the month
// on which rows are due changes like a restructure of type DUE_DATE_CHANGE.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { addMonths, toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'
import { checkTerms } from '../../engine/check-terms.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { LoanAgreement, Term } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { AnyDraft, LoanChanges, LoanCommand } from '../book/loan-command.ts'
import { foldedEvents, type LoanRecord, type RecordedEvent } from '../loan-record.ts'
import { resourceOf } from './loan-states.ts'
import { restructureLoan } from './restructure-loan.ts'

export interface LoanAmendment {
  readonly changes: LoanChanges
  readonly interestRate?: string | undefined
  readonly term?: Term | undefined
  readonly firstDueDate?: string | undefined
  /** The day of the month, from 1 to 31; a shorter month uses its last day. */
  readonly dueDay?: number | undefined
  /** Refuses terms that the product does not offer. */
  checkProduct(terms: Pick<LoanAmendment, 'interestRate' | 'term'>): Problem | undefined
}

/**
 * Refusals: `terms-locked`, `invalid-state`, those of a restructure for `dueDay`; `terms-invalid`, and those of the
 * product: `rate-out-of-range`, `term-out-of-range`.
 */
export function amendLoan(amendment: LoanAmendment): Pick<LoanCommand, 'decide' | 'changes'> {
  return {
    changes: amendment.changes,
    decide: (loan, events, position) => decide(amendment, loan, events, position),
  }
}

function decide(
  amendment: LoanAmendment,
  loan: LoanRecord,
  events: readonly RecordedEvent[],
  position: LoanPosition,
): AnyDraft | readonly AnyDraft[] | Problem {
  const { interestRate, term, firstDueDate, dueDay } = amendment
  const amendsTerms = interestRate !== undefined || term !== undefined || firstDueDate !== undefined
  if (position.status !== 'APPROVED') {
    const resource = resourceOf(loan, position.status)
    if (amendsTerms) return loanProblem('terms-locked', 'terms are fixed once money was disbursed', { resource })
    return dueDay === undefined ? [] : moveDueDay(dueDay, loan, events, position)
  }
  if (!amendsTerms && dueDay === undefined) return []
  const first = firstDueDate ?? (dueDay === undefined ? undefined : firstDueOn(dueDay, position))
  const fault = amendment.checkProduct(amendment) ?? termsFault(agreedWith(loan, events, { interestRate, term, first }))
  return (
    fault ?? {
      kind: 'AMENDMENT',
      // From the beginning: a disbursement may have an earlier value date than today.
      valueDate: loan.agreement.agreementDate,
      ...(interestRate !== undefined && { interestRate }),
      ...(term !== undefined && { term }),
      ...(first !== undefined && { firstDueDate: first }),
    }
  )
}

function moveDueDay(
  dueDay: number,
  loan: LoanRecord,
  events: readonly RecordedEvent[],
  position: LoanPosition,
): ReturnType<LoanCommand['decide']> {
  const { asOf, instalments } = position
  const next = instalments.find((row) => row.dueDate > asOf)
  const request = { type: 'DUE_DATE_CHANGE' as const, effectiveDate: asOf }
  const newDueDate = next === undefined ? asOf : dayAfter(dueDay, next.dueDate, later(next.from, asOf))
  return restructureLoan({ ...request, newDueDate }).decide(loan, events, position)
}

function firstDueOn(dueDay: number, { instalments }: LoanPosition): string | undefined {
  const first = instalments.find((row) => row.dueDate > row.from)
  return first && dayAfter(dueDay, first.dueDate, first.from)
}

/** The day in the month of `near`, or in a later month when that is not after `after`. */
function dayAfter(dueDay: number, near: string, after: string): string {
  const floor = toDay(after)
  let months = 0
  while (addMonths(toDay(near), months, dueDay) <= floor) months += 1
  return toDate(addMonths(toDay(near), months, dueDay))
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

/** The terms as they stand: what was agreed, with earlier amendments and with this one. */
function agreedWith(
  loan: LoanRecord,
  events: readonly RecordedEvent[],
  {
    interestRate,
    term,
    first,
  }: { interestRate: string | undefined; term: Term | undefined; first: string | undefined },
): LoanAgreement {
  const agreed = agreedNow(loan.agreement, events)
  return {
    ...agreed,
    interestRate: interestRate ?? agreed.interestRate,
    term: term ?? agreed.term,
    ...(first !== undefined && { terms: { ...agreed.terms, firstDueDate: first } }),
  }
}

/** What is agreed now: an amendment before the first disbursement replaces what it names. */
export function agreedNow(agreement: LoanAgreement, events: readonly RecordedEvent[]): LoanAgreement {
  let agreed = agreement
  for (const event of foldedEvents(events)) {
    if (event.kind !== 'AMENDMENT') continue
    const { interestRate = agreed.interestRate, term = agreed.term, firstDueDate } = event
    const terms = firstDueDate === undefined ? agreed.terms : { ...agreed.terms, firstDueDate }
    agreed = { ...agreed, interestRate, term, terms }
  }
  return agreed
}

/** Refusal `terms-invalid` with every field that is wrong, or undefined. */
export function termsFault(agreement: LoanAgreement): Problem | undefined {
  const faults = checkTerms(agreement)
  if (faults.length === 0) return undefined
  const details = faults.map(({ field, message }) => ({ path: field, message }))
  const [first] = details
  return loanProblem('terms-invalid', `${first?.path} ${first?.message}`, { details })
}
