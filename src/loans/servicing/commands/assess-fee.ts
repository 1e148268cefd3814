// Fees and penalties: assessed within the product's cap, and waived.

import { percent, share } from '../../engine/arithmetic/fraction.ts'
import type { ChargeBase } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { JsonObject, RecordedEvent } from '../loan-record.ts'
import { type Decide, positionWith, REPAYABLE, requireStatus, type Standing, valueDateOf } from './standing.ts'

export interface FeeOrder {
  readonly feeId: string
  readonly code: string
  readonly kind: 'FEE' | 'PENALTY'
  /** Either an amount or a percentage of the base. */
  readonly amountMinor?: bigint | undefined
  readonly percent?: string | undefined
  readonly base?: ChargeBase | undefined
  readonly dueDate?: string | undefined
  /** By default the due date when it is past, else the business date. */
  readonly valueDate?: string | undefined
  /** All fees of the loan together, in percent of its principal. */
  readonly capPercent: string
  readonly details?: JsonObject
}

/** Refusals: `invalid-state`, the rules of value dates, `fee-cap-exceeded`. */
export function assessFee(order: FeeOrder): Decide {
  return (loan, events, position, fold) => {
    const standing = { loan, events, position, fold }
    const { dueDate, valueDate, details } = order
    const isPast = dueDate !== undefined && dueDate < position.asOf
    requireStatus(standing, REPAYABLE, valueDate ?? (isPast ? dueDate : undefined))
    const draft = {
      kind: 'CHARGE' as const,
      valueDate:
        valueDate === undefined && isPast
          ? valueDateOf(standing, dueDate, 'dueDate')
          : valueDateOf(standing, valueDate),
      chargeId: order.feeId,
      code: order.code,
      chargeKind: order.kind,
      ...(order.amountMinor !== undefined && { amountMinor: order.amountMinor }),
      ...(order.percent !== undefined && { percent: order.percent }),
      ...(order.base !== undefined && { base: order.base }),
      ...(dueDate !== undefined && { dueDate }),
      ...(details !== undefined && { details }),
    }
    checkFee(standing, order, draft)
    return draft
  }
}

type Draft = Parameters<typeof positionWith>[1] & { readonly kind: 'CHARGE' }

/** A percentage is known only with the schedule of its day, so the loan is folded with the fee. */
function checkFee(standing: Standing, { feeId, capPercent }: FeeOrder, draft: Draft): void {
  const { loan, events, position } = standing
  const after = positionWith(standing, draft, position.asOf)
  if (after === undefined) return
  const fee = after.charges.find(({ chargeId }) => chargeId === feeId)
  if (fee === undefined) throw loanProblem('invalid-state', 'there is nothing that the percentage could be taken of')
  const chargedMinor = after.charges.reduce(
    (sum, { amountMinor, waivedMinor, automatic }) => (automatic ? sum : sum + amountMinor - waivedMinor),
    feesDeducted(events),
  )
  const capMinor = share(loan.agreement.principalApprovedMinor, percent(capPercent), 'DOWN')
  if (chargedMinor <= capMinor) return
  const path = draft.amountMinor === undefined ? 'percent' : 'amount'
  const message = `brings the fees of the loan above ${capPercent} % of its principal`
  throw loanProblem('fee-cap-exceeded', `the ${path} ${message}`, { details: [{ path, message }] })
}

function feesDeducted(events: readonly RecordedEvent[]): bigint {
  let sum = 0n
  for (const { event, state, reversedBy } of events)
    if (event.kind === 'DISBURSEMENT' && state === 'COMPLETED' && reversedBy === undefined)
      sum += event.feesDeductedMinor
  return sum
}

export interface WaiverOrder {
  readonly feeId: string
  readonly details?: JsonObject
}

/** Waives what is unpaid of a fee, late fees too. Refusals: `fee-not-found`, `fee-paid`, `invalid-state`. */
export function waiveFee({ feeId, details }: WaiverOrder): Decide {
  return (loan, events, position, fold) => {
    const fee = position.charges.find(({ chargeId }) => chargeId === feeId)
    if (fee === undefined) throw loanProblem('fee-not-found', 'the loan has no such fee')
    if (fee.status === 'PAID') throw loanProblem('fee-paid', 'the fee is paid already')
    if (fee.status === 'WAIVED') throw loanProblem('invalid-state', 'the fee is waived already')
    requireStatus({ loan, events, position, fold }, REPAYABLE)
    return {
      kind: 'CHARGE_WAIVED',
      chargeId: feeId,
      valueDate: position.asOf,
      ...(details !== undefined && { details }),
    }
  }
}
