// The rows of loans and of their accounts, as a batch leaves them.

import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { LoanColumns, nextPayment } from '../loan-columns.ts'
import { ledgerDate } from '../loan-dates.ts'
import { writeTotals } from './loan-accounts.ts'
import type { OpenLoan } from './loan-in-batch.ts'
import { CHANGE_LOANS, SHOW_ACCOUNTS, TOUCH_LOANS, UPDATE_LOANS } from './loan-statements.ts'

/** Where a loan stands, and the payment that is shown of its account. */
export interface LoanPlace {
  readonly columns: LoanColumns
  readonly due: ReturnType<typeof nextPayment>
}

type Placed = readonly [OpenLoan, LoanPlace]

/** `places` are of loans whose position has changed, `touched` those that a command has changed. */
export function loanRowSteps(
  head: BatchHead,
  places: ReadonlyMap<OpenLoan, LoanPlace>,
  touched: ReadonlySet<OpenLoan>,
): Step[] {
  const both: Placed[] = []
  const placed: Placed[] = []
  for (const entry of places) (touched.has(entry[0]) ? both : placed).push(entry)
  const others = [...touched].filter((open) => !places.has(open))
  const steps: Step[] = []
  if (both.length > 0) {
    const loans = both.map(([open]) => open)
    steps.push(step(head, CHANGE_LOANS, idsOf(loans), ...placeValues(both), ...commandValues(loans)))
  }
  if (placed.length > 0)
    steps.push(step(head, UPDATE_LOANS, idsOf(placed.map(([open]) => open)), ...placeValues(placed)))
  if (places.size > 0) steps.push(showStep(head, [...places]))
  if (others.length > 0) steps.push(step(head, TOUCH_LOANS, idsOf(others), ...commandValues(others)))
  return steps
}

function idsOf(loans: readonly OpenLoan[]): string {
  return plainArray(loans.map(({ loan }) => loan.loanId))
}

function placeValues(changed: readonly Placed[]): string[] {
  const of = (value: (columns: LoanColumns) => string | null) =>
    textArray(changed.map(([, { columns }]) => value(columns)))
  return [
    of(({ status }) => status),
    of(({ arrearsOn }) => arrearsOn),
    of(({ pastDueSince }) => pastDueSince),
    plainArray(changed.map(([, { columns }]) => columns.pausedDays)),
    of(({ resumesOn }) => resumesOn),
    of(({ chargeOffOn }) => chargeOffOn),
    of(({ nextDueOn }) => nextDueOn),
    textArray(changed.map(([{ posted }]) => writeTotals(posted))),
    textArray(changed.map(([{ postedThrough }]) => postedThrough)),
    plainArray(changed.map(([{ loan }]) => loan.scheduleVersion)),
    plainArray(changed.map(([{ isAccountOpen }]) => isAccountOpen)),
    of(({ closeFrom }) => closeFrom),
  ]
}

function commandValues(touched: readonly OpenLoan[]): string[] {
  return [
    plainArray(touched.map(({ loan }) => loan.version)),
    plainArray(touched.map(({ lastSequence }) => lastSequence)),
    plainArray(touched.map(({ pendingEventId }) => pendingEventId ?? null)),
    textArray(touched.map(({ loan }) => loan.externalReference ?? null)),
    textArray(touched.map(({ loan }) => (loan.contact === undefined ? null : JSON.stringify(loan.contact)))),
    plainArray(touched.map(({ loan }) => `"${isoTimestamp(loan.updatedAt.getTime())}"`)),
    textArray(touched.map(({ loan }) => loan.updatedBy)),
  ]
}

function showStep(head: BatchHead, changed: readonly Placed[]): Step {
  return step(
    head,
    SHOW_ACCOUNTS,
    textArray(changed.map(([{ loan }]) => loan.ledgerAccountId)),
    textArray(changed.map(([{ isAccountOpen }]) => (isAccountOpen ? 'OPEN' : 'CLOSED'))),
    plainArray(changed.map(([, { due }]) => due?.amountMinor ?? null)),
    textArray(changed.map(([, { due }]) => (due === undefined ? null : ledgerDate(due.dueDate)))),
  )
}
