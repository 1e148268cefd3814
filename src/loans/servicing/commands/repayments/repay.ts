// Repayments: all that is due (and maybe more), or a part of it. What is due on the value date parts them: no amount is both.

import type { PrepaymentStrategy } from '../../../engine/terms.ts'
import { loanProblem } from '../../../loan-problems.ts'
import type { JsonObject } from '../../loan-record.ts'
import {
  type Decide,
  positionOn,
  REPAYABLE,
  refuseOverpayment,
  requireStatus,
  type Standing,
  valueDateOf,
} from '../standing.ts'

export interface RepaymentOrder {
  readonly amountMinor: bigint
  /** The business date by default. */
  readonly valueDate?: string | undefined
  /** What money beyond what is due does to later rows; by the terms when absent. */
  readonly strategy?: PrepaymentStrategy | undefined
  readonly details?: JsonObject
}

/**
 * Refusals: `loan-closed`, `invalid-state`, the rules of value dates, `less-than-due`, `overpayment-not-allowed`.
 */
export function repay(order: RepaymentOrder): Decide {
  return (loan, events, position, fold) => {
    const standing = { loan, events, position, fold }
    if (CLOSED.has(position.status)) throw loanProblem('loan-closed', `the loan is ${position.status}`)
    const draft = repayment(standing, order)
    if (order.amountMinor < positionOn(standing, draft.valueDate).due.payNowMinor)
      throw refusal('less-than-due', 'is less than what is due')
    refuseOverpayment(standing, draft)
    return draft
  }
}

const CLOSED: ReadonlySet<string> = new Set(['CLOSED', 'CANCELLED', 'WRITTEN_OFF'])

/** Refusals: `invalid-state`, the rules of value dates, `not-partial`. */
export function repayPartially(order: RepaymentOrder): Decide {
  return (loan, events, position, fold) => {
    const standing = { loan, events, position, fold }
    const draft = repayment(standing, order)
    if (order.amountMinor >= positionOn(standing, draft.valueDate).due.payNowMinor)
      throw refusal('not-partial', 'covers what is due')
    refuseOverpayment(standing, draft)
    return draft
  }
}

function repayment(standing: Standing, { amountMinor, valueDate, strategy, details }: RepaymentOrder) {
  requireStatus(standing, REPAYABLE)
  return {
    kind: 'REPAYMENT' as const,
    valueDate: valueDateOf(standing, valueDate),
    amountMinor,
    ...(strategy !== undefined && { strategy }),
    ...(details !== undefined && { details }),
  }
}

function refusal(reason: 'less-than-due' | 'not-partial', message: string) {
  return loanProblem(reason, `the amount ${message}`, { details: [{ path: 'amount', message }] })
}
