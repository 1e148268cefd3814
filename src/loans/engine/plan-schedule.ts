// The schedule before any money is paid out: offers, new loans, previews.

import { toDay } from './arithmetic/calendar-days.ts'
import { disburse } from './events/disburse.ts'
import { emptyState } from './fold/fold-state.ts'
import type { Instalment } from './fold/loan-position.ts'
import { ShownRows } from './schedule/instalments.ts'
import type { LoanAgreement } from './terms.ts'

/** The plan when the approved principal is disbursed in one sum on the planned day. */
export function planSchedule(agreement: LoanAgreement): Instalment[] {
  const { downPayment } = agreement.terms
  const unpaid =
    downPayment === undefined
      ? agreement
      : { ...agreement, terms: { ...agreement.terms, downPayment: { ...downPayment, auto: false } } }
  const state = emptyState(unpaid, toDay(agreement.plannedDisbursement))
  disburse(state, {
    kind: 'DISBURSEMENT',
    eventId: 'plan',
    sequence: 1,
    valueDate: agreement.plannedDisbursement,
    amountMinor: agreement.principalApprovedMinor,
    feesDeductedMinor: 0n,
  })
  return new ShownRows(state).instalments()
}
