// Money is paid out: the first time it makes the loan ACTIVE, each further tranche raises its principal.

import type { LoanStatus } from '../../engine/fold/loan-position.ts'
import type { AgreedCharge, Disbursement } from '../../engine/loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { JsonObject, RecordedEvent } from '../loan-record.ts'
import { type Decide, futureDated, requireStatus } from './standing.ts'

/** A fee that was agreed with the offer. A financed one is part of the principal and never paid out. */
export interface AgreedFee {
  readonly code: string
  readonly amountMinor: bigint
  readonly financed: boolean
}

export interface DisbursementOrder {
  readonly amountMinor: bigint
  /** The business date by default. */
  readonly valueDate?: string | undefined
  /**
   * Agreed fees that are not financed are deducted too; otherwise they are charges due on the day. That of the first
   * disbursement counts.
   */
  readonly deductFees: boolean
  readonly agreedFees: readonly AgreedFee[]
  readonly details?: JsonObject
}

/**
 * Refusals: `invalid-state`, `future-dated`, `before-creation` for a first one before the agreement,
 * `before-disbursement` for a tranche before the first one, `exceeds-approved`.
 */
export function disburse(order: DisbursementOrder): Decide {
  return (loan, events, position, fold) => {
    const { asOf, disbursedOn, balances } = position
    const valueDate = order.valueDate ?? asOf
    const isEarlier = disbursedOn !== undefined && valueDate < disbursedOn
    requireStatus({ loan, events, position, fold }, TAKES_MONEY, isEarlier ? disbursedOn : valueDate)
    if (valueDate > asOf) throw futureDated('valueDate', asOf)
    const { agreementDate, principalApprovedMinor } = loan.agreement
    if (valueDate < agreementDate)
      throw refusal('before-creation', 'valueDate', `is before the agreement of ${agreementDate}`)
    if (isEarlier)
      throw refusal('before-disbursement', 'valueDate', `is before the first disbursement of ${disbursedOn}`)
    if (balances.disbursedMinor + order.amountMinor > principalApprovedMinor)
      throw refusal('exceeds-approved', 'amount', 'is more than what is left of the approved principal')
    return {
      kind: 'DISBURSEMENT',
      valueDate,
      amountMinor: order.amountMinor,
      ...agreedFeesOf(order, events),
      ...(order.details !== undefined && { details: order.details }),
    }
  }
}

const TAKES_MONEY: readonly LoanStatus[] = ['APPROVED', 'ACTIVE', 'IN_ARREARS']

/**
 * Financed fees are part of the principal and never paid out. The others come off as well, or the first disbursement
 * charges them. What one cannot cover comes off the next.
 */
function agreedFeesOf(
  order: DisbursementOrder,
  events: readonly RecordedEvent[],
): Pick<Disbursement, 'feesDeductedMinor' | 'feesCharged'> {
  const earlier = disbursementsOf(events)
  const [first] = earlier
  const isDeducting = first === undefined ? order.deductFees : deductsOthers(first, order)
  let open = 0n
  for (const fee of order.agreedFees) if (fee.financed || isDeducting) open += fee.amountMinor
  for (const { feesDeductedMinor } of earlier) open -= feesDeductedMinor
  const deducted = open <= 0n ? 0n : open < order.amountMinor ? open : order.amountMinor
  const charged = first === undefined && !isDeducting ? chargesOf(order.agreedFees) : []
  return { feesDeductedMinor: deducted, ...(charged.length > 0 && { feesCharged: charged }) }
}

/** A first disbursement of earlier versions does not say what becomes of its fees: the order does. */
function deductsOthers(first: Disbursement, order: DisbursementOrder): boolean {
  if (first.feesCharged !== undefined) return false
  return first.rules === 1 ? order.deductFees : true
}

function chargesOf(fees: readonly AgreedFee[]): AgreedCharge[] {
  return fees
    .filter(({ financed, amountMinor }) => !financed && amountMinor > 0n)
    .map(({ code, amountMinor }, i) => ({ chargeId: `agreed-fee-${i + 1}`, code, amountMinor }))
}

/** Those that stand, in order of arrival. */
function disbursementsOf(events: readonly RecordedEvent[]): Disbursement[] {
  return events.flatMap(({ event, state, reversedBy }) =>
    event.kind === 'DISBURSEMENT' && state === 'COMPLETED' && reversedBy === undefined ? [event] : [],
  )
}

function refusal(
  reason: 'before-creation' | 'before-disbursement' | 'exceeds-approved',
  path: string,
  message: string,
) {
  return loanProblem(reason, `the ${path} ${message}`, { details: [{ path, message }] })
}
