// The loan of the documentation's examples: figures come from the engine, so they always agree with it.

import { DEFAULT_BUCKETS } from '../../../loans/engine/aging.ts'
import { foldLoan } from '../../../loans/engine/fold/fold-loan.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanEvent } from '../../../loans/engine/loan-events.ts'
import {
  foldedEvents,
  type LoanHistory,
  type RecordedEvent,
  type Reversal,
} from '../../../loans/servicing/loan-record.ts'

const BOOKED_AT = new Date('2026-02-15T10:00:00.000Z')
const EXAMPLE_LOAN_ID = '019c1b6e-7a10-7c35-9d52-0a4be61f7001'

/** A loan of 1,000 USD at 12 % for three months, with these events. */
export function exampleLoan(
  events: readonly (LoanEvent | Reversal)[],
  asOf: string,
): LoanHistory & { readonly position: LoanPosition } {
  const history: LoanHistory = {
    loan: {
      loanId: EXAMPLE_LOAN_ID,
      institutionId: 'FI001',
      partnerId: 'PARTNER01',
      productCode: 'PERSONAL',
      currency: 'USD',
      agreement: {
        currency: 'USD',
        principalApprovedMinor: 100_000n,
        interestRate: '12',
        term: { count: 3, unit: 'Months' },
        terms: {
          method: 'ANNUITY',
          dayCount: '30/360',
          repaymentEvery: 1,
          repaymentUnit: 'Months',
          graceOnPrincipal: 0,
          graceOnInterest: 0,
          balloonMinor: 0n,
          instalmentBasis: 'DISBURSED',
          rounding: 'HALF_EVEN',
          annuityRate: 'PER_PERIOD',
          allocation: 'HORIZONTAL',
          prepaymentDefault: 'REDUCE_INSTALMENT',
          settlementInterest: 'TO_DATE',
        },
        policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
        agreementDate: '2026-01-15',
        plannedDisbursement: '2026-01-15',
      },
      accounting: 'CASH',
      overpaymentAllowed: true,
      applicant: { firstName: 'Ada', lastName: 'Lind' },
      ledgerAccountId: EXAMPLE_LOAN_ID,
      scheduleVersion: 1,
      version: events.length + 1,
      createdAt: new Date('2026-01-15T10:00:00.000Z'),
      updatedAt: BOOKED_AT,
      createdBy: 'sandbox-lending',
      updatedBy: 'sandbox-lending',
    },
    events: events.map((event): RecordedEvent => {
      const reversal = events.find((other) => other.kind === 'REVERSAL' && other.reversalOf === event.eventId)
      return {
        eventId: event.eventId,
        sequence: event.sequence,
        event,
        state: 'COMPLETED',
        ...(reversal !== undefined && { reversedBy: reversal.eventId }),
        bookedOn: '2026-02-15',
        bookedAt: BOOKED_AT,
        cashMinor: 0n,
        createdBy: 'sandbox-lending',
      }
    }),
  }
  return { ...history, position: foldLoan(history.loan.agreement, foldedEvents(history.events), asOf) }
}

export const EXAMPLE_DISBURSED: LoanEvent = {
  kind: 'DISBURSEMENT',
  eventId: '019c1b6e-7a10-7c35-9d52-0a4be61f7002',
  sequence: 1,
  valueDate: '2026-01-15',
  amountMinor: 100_000n,
  feesDeductedMinor: 0n,
}
