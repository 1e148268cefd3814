// The fees of an offer. A financed fee is added to the principal; any other is paid before or out of the first
// disbursement.

import { compareDecimals } from '../../kernel/decimal-text.ts'
import type { Rounding } from '../engine/terms.ts'
import { originationProblem } from './origination-problems.ts'

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
  const assessed = fees.map(({ code, amountMinor: fixed, percent, financed }) => ({
    code,
    amountMinor: fixed ?? percentOf(amountMinor, percent ?? '0', rounding),
    ...(percent !== undefined && { percent }),
    financed,
  }))
  const { totalMinor } = feeTotals(assessed)
  // total / amount × 100 > cap, without a division.
  const { units, scale } = unitsOf(capPercent)
  if (totalMinor * 100n * scale > amountMinor * units) {
    const details = [{ path: 'fees', message: `must not be more than ${capPercent} % of the amount together` }]
    throw originationProblem('fee-cap-exceeded', 'the fees are more than the product allows', { details })
  }
  return assessed
}

export function feeTotals(fees: readonly OfferFee[]): FeeTotals {
  const sum = (some: readonly OfferFee[]) => some.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const financedMinor = sum(fees.filter(({ financed }) => financed))
  const prepaidMinor = sum(fees.filter(({ financed }) => !financed))
  return { totalMinor: financedMinor + prepaidMinor, financedMinor, prepaidMinor }
}

/** A percentage that is not negative, of an amount, rounded to the minor unit. */
export function percentOf(amountMinor: bigint, percent: string, rounding: Rounding): bigint {
  if (compareDecimals(percent, '0') < 0) throw new RangeError('a percentage is not negative')
  const { units, scale } = unitsOf(percent)
  const divisor = 100n * scale
  const product = amountMinor * units
  const [whole, rest] = [product / divisor, product % divisor]
  const isUp = {
    UP: rest > 0n,
    DOWN: false,
    HALF_UP: rest * 2n >= divisor,
    HALF_EVEN: rest * 2n > divisor || (rest * 2n === divisor && whole % 2n === 1n),
  }
  return isUp[rounding] ? whole + 1n : whole
}

/** A decimal as a fraction: 9.5 is 95 / 10. */
function unitsOf(decimal: string): { readonly units: bigint; readonly scale: bigint } {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
