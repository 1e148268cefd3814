// A loan in memory for tests of decisions: 1,200.00 USD at 12 % over 12 months from 2026-01-01, in rows of 106.62.

import { TERMS } from '../../../../test/support/lending/loan-bank.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { foldLoan } from '../../engine/fold/fold-loan.ts'
import type { Disbursement, LoanEvent } from '../../engine/loan-events.ts'
import type { LoanAgreement } from '../../engine/terms.ts'
import type { AnyDraft } from '../book/loan-command.ts'
import { foldedEvents, type LoanRecord, type RecordedEvent, type Reversal } from '../loan-record.ts'
import type { Decide, Standing } from './standing.ts'

export type EventSketch =
  | (LoanEvent extends infer Event ? (Event extends LoanEvent ? Omit<Event, 'eventId' | 'sequence'> : never) : never)
  | Omit<Reversal, 'eventId' | 'sequence'>

export const DISBURSED: Omit<Disbursement, 'eventId' | 'sequence'> = {
  kind: 'DISBURSEMENT',
  valueDate: '2026-01-01',
  amountMinor: 120_000n,
  feesDeductedMinor: 0n,
}

export function paid(valueDate: string, amountMinor: bigint): EventSketch {
  return { kind: 'REPAYMENT', valueDate, amountMinor }
}

export interface Sketch {
  readonly events?: readonly EventSketch[]
  readonly asOf?: string
  readonly overpaymentAllowed?: boolean
  readonly agreement?: Partial<LoanAgreement>
}

/** Events have the ids `event-1`, `event-2` … */
export function standing({
  events = [DISBURSED],
  asOf = '2026-01-10',
  overpaymentAllowed = true,
  agreement,
}: Sketch = {}): Standing {
  const terms: LoanAgreement = {
    currency: 'USD',
    principalApprovedMinor: 120_000n,
    interestRate: '12',
    term: { count: 12, unit: 'Months' },
    terms: TERMS,
    policy: { chargeOffDays: 180, buckets: [{ name: 'CURRENT', from: 0 }] },
    agreementDate: '2026-01-01',
    plannedDisbursement: '2026-01-01',
    ...agreement,
  }
  const all = events.map(
    (event, i) => ({ ...event, eventId: `event-${i + 1}`, sequence: i + 1 }) as LoanEvent | Reversal,
  )
  const records = all.map((event): RecordedEvent => {
    const reversal = all.find((other) => other.kind === 'REVERSAL' && other.reversalOf === event.eventId)
    return {
      eventId: event.eventId,
      sequence: event.sequence,
      event,
      state: 'COMPLETED',
      ...(reversal !== undefined && { reversedBy: reversal.eventId }),
      bookedOn: asOf,
      bookedAt: new Date(0),
      cashMinor: 0n,
      createdBy: 'test',
    }
  })
  const loan: LoanRecord = {
    loanId: 'loan',
    institutionId: 'FI001',
    partnerId: 'PARTNER01',
    productCode: 'OPEN',
    currency: 'USD',
    agreement: terms,
    accounting: 'CASH',
    overpaymentAllowed,
    applicant: {},
    ledgerAccountId: 'loan',
    scheduleVersion: 1,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    createdBy: 'test',
    updatedBy: 'test',
  }
  return { loan, events: records, position: foldLoan(terms, foldedEvents(records), asOf) }
}

/** The draft, or the reason of the refusal. */
export function decided(decide: Decide, { loan, events, position }: Standing): AnyDraft | string {
  try {
    const draft = decide(loan, events, position)
    if (draft instanceof Problem) return draft.reason ?? draft.kind
    return Array.isArray(draft) ? ((draft as readonly AnyDraft[])[0] as AnyDraft) : (draft as AnyDraft)
  } catch (error) {
    if (error instanceof Problem) return (error.reason ?? error.kind).replace('loans.', '')
    throw error
  }
}

/** What a table compares: the kind and amount of the draft, or the reason. */
export function outcome(decide: Decide, at: Standing): string {
  const draft = decided(decide, at)
  if (typeof draft === 'string') return draft
  return 'amountMinor' in draft ? `${draft.kind} ${draft.amountMinor}` : draft.kind
}
