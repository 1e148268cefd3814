// Money is paid out: the first time it makes the loan ACTIVE, each further tranche raises its principal.

import type { LoanStatus } from '../../engine/loan-position.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { JsonObject, RecordedEvent } from '../loan-record.ts'
import { type Decide, futureDated, requireStatus } from './standing.ts'

/** A fee that was agreed with the offer. A financed one is part of the principal and never paid out. */
export interface AgreedFee {
  readonly amountMinor: bigint
  readonly financed: boolean
}

export interface DisbursementOrder {
  readonly amountMinor: bigint
  /** The business date by default. */
  readonly valueDate?: string | undefined
  /** Agreed fees that are not financed are also deducted. */
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
      feesDeductedMinor: feesToDeduct(order, events),
      ...(order.details !== undefined && { details: order.details }),
    }
  }
}

const TAKES_MONEY: readonly LoanStatus[] = ['APPROVED', 'ACTIVE', 'IN_ARREARS']

/** What earlier disbursements have not deducted yet, up to the amount. */
function feesToDeduct(
  { agreedFees, deductFees, amountMinor }: DisbursementOrder,
  events: readonly RecordedEvent[],
): bigint {
  let open = 0n
  for (const fee of agreedFees) if (fee.financed || deductFees) open += fee.amountMinor
  for (const { event, state, reversedBy } of events)
    if (event.kind === 'DISBURSEMENT' && state === 'COMPLETED' && reversedBy === undefined)
      open -= event.feesDeductedMinor
  if (open <= 0n) return 0n
  return open < amountMinor ? open : amountMinor
}

function refusal(
  reason: 'before-creation' | 'before-disbursement' | 'exceeds-approved',
  path: string,
  message: string,
) {
  return loanProblem(reason, `the ${path} ${message}`, { details: [{ path, message }] })
}
