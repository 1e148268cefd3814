// A repayment is taken back: POSTED becomes REVERSED, later ones are allocated again. The loan that it closed reopens.

import { loanProblem } from '../../../loan-problems.ts'
import type { JsonObject } from '../../loan-record.ts'
import { beforeWriteOff, type Decide, valueDateOf, writeOff } from '../standing.ts'

export interface RepaymentReversalOrder {
  readonly reversalOf: string
  readonly valueDate: string
  readonly details?: JsonObject
}

const REPAYMENTS: ReadonlySet<string> = new Set(['REPAYMENT', 'PREPAYMENT', 'SETTLEMENT'])

/**
 * Refusals: `transaction-not-found`, `already-reversed`, `invalid-state` for what is no completed repayment,
 * `has-later-transactions` (also from the book), and the rules of value dates.
 */
export function reverseRepayment({ reversalOf, valueDate, details }: RepaymentReversalOrder): Decide {
  return (loan, events, position, fold) => {
    const record = events.find(({ eventId }) => eventId === reversalOf)
    if (record === undefined) {
      const options = { details: [{ path: 'reversalOf', message: 'is no transaction of the loan' }] }
      throw loanProblem('transaction-not-found', 'the loan has no such transaction', options)
    }
    if (!REPAYMENTS.has(record.event.kind)) throw loanProblem('invalid-state', 'only repayments are reversed here')
    if (record.reversedBy !== undefined) throw loanProblem('already-reversed', 'the repayment was reversed before')
    if (record.state !== 'COMPLETED')
      throw loanProblem('invalid-state', `the repayment is ${record.state.toLowerCase()}`)
    const writtenOff = writeOff(events)
    if (writtenOff !== undefined && record.sequence < writtenOff.sequence) throw beforeWriteOff()
    return {
      kind: 'REVERSAL',
      reversalOf,
      valueDate: valueDateOf({ loan, events, position, fold }, valueDate),
      ...(details !== undefined && { details }),
    }
  }
}
