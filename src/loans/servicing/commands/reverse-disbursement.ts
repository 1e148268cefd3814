// A disbursement is taken back. When it was the only one, the loan is APPROVED again.

import { loanProblem } from '../../loan-problems.ts'
import { foldedEvents, type JsonObject } from '../loan-record.ts'
import { beforeWriteOff, type Decide, valueDateOf, writeOff } from './standing.ts'

export interface DisbursementReversalOrder {
  readonly disbursementId: string
  readonly valueDate?: string | undefined
  readonly details?: JsonObject
}

/**
 * Refusals: `disbursement-not-found`, `already-reversed`, `invalid-state` while it is not completed,
 * `has-later-transactions`, `future-dated`, `before-disbursement`.
 */
export function reverseDisbursement({ disbursementId, valueDate, details }: DisbursementReversalOrder): Decide {
  return (loan, events, position, fold) => {
    const record = events.find(({ eventId }) => eventId === disbursementId)
    if (record === undefined || record.event.kind !== 'DISBURSEMENT')
      throw loanProblem('disbursement-not-found', 'the loan has no such disbursement')
    if (record.reversedBy !== undefined) throw loanProblem('already-reversed', 'the disbursement was reversed before')
    if (record.state !== 'COMPLETED')
      throw loanProblem('invalid-state', `the disbursement is ${record.state.toLowerCase()}`)
    if (writeOff(events) !== undefined) throw beforeWriteOff()
    const others = foldedEvents(events).filter(({ eventId }) => eventId !== disbursementId)
    const isOnly = others.every(({ kind }) => kind !== 'DISBURSEMENT')
    const { feesDeductedMinor, feesCharged = [] } = record.event
    if (!isOnly && (feesDeductedMinor > 0n || feesCharged.length > 0))
      throw loanProblem('has-later-transactions', 'agreed fees were taken with it, and another disbursement stands')
    if (isOnly && others.some(({ kind }) => kind !== 'AMENDMENT'))
      throw loanProblem('has-later-transactions', 'the loan has transactions that need this disbursement')
    return {
      kind: 'REVERSAL',
      reversalOf: disbursementId,
      valueDate: valueDateOf({ loan, events, position, fold }, valueDate),
      ...(details !== undefined && { details }),
    }
  }
}
