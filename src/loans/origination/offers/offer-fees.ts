// The fees of an offer. A financed fee is added to the principal; any other comes off the first disbursement, or is charged
// with it.

import { percent, share } from '../../engine/arithmetic/fraction.ts'
import type { Rounding } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'

/** An amount or a percentage of the offered amount. */
export interface NewFee {
  readonly code: string
  readonly amountMinor?: bigint | undefined
  readonly percent?: string | undefined
  readonly financed: boolean
}

export interface OfferFee {
  readonly code: string
  readonly amountMinor: bigint
  readonly percent?: string
  readonly financed: boolean
}

export interface FeeTotals {
  readonly totalMinor: bigint
  readonly financedMinor: bigint
  readonly prepaidMinor: bigint
}

/** Refusals: `fee-cap-exceeded` when all fees together are more than the product allows, in percent of the amount. */
export function assessFees(
  fees: readonly NewFee[],
  amountMinor: bigint,
  { rounding, capPercent }: { readonly rounding: Rounding; readonly capPercent: string },
): OfferFee[] {
  const assessed = fees.map(({ code, amountMinor: fixed, percent: sent, financed }) => ({
    code,
    amountMinor: fixed ?? share(amountMinor, percent(sent ?? '0'), rounding),
    ...(sent !== undefined && { percent: sent }),
    financed,
  }))
  const { totalMinor } = feeTotals(assessed)
  // total / amount > cap, without a division.
  const cap = percent(capPercent)
  if (totalMinor * cap.d > amountMinor * cap.n) {
    const details = [{ path: 'fees', message: `must not be more than ${capPercent} % of the amount together` }]
    throw loanProblem('fee-cap-exceeded', 'the fees are more than the product allows', { details })
  }
  return assessed
}

export function feeTotals(fees: readonly OfferFee[]): FeeTotals {
  const sum = (some: readonly OfferFee[]) => some.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const financedMinor = sum(fees.filter(({ financed }) => financed))
  const prepaidMinor = sum(fees.filter(({ financed }) => !financed))
  return { totalMinor: financedMinor + prepaidMinor, financedMinor, prepaidMinor }
}
