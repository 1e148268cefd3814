// An APR in percent, from a yearly rate in fixed point.

import { type Apr, AprRefusal } from './cash-flows.ts'
import { ONE, roundHalfUp } from './fixed-point.ts'

const PERCENT_DECIMALS = 2
const UNROUNDED_DECIMALS = 10
/** The rate is solved to more digits than these; what lies beyond is noise that must not decide about a half. */
const TRUSTED_DECIMALS = 30
/** 10^12 %: with two decimals about as many digits as a JSON number holds. */
const MAX_YEARLY_RATE = ONE * 10n ** 10n

export function aprOf(yearlyRate: bigint): Apr {
  if (yearlyRate > MAX_YEARLY_RATE) throw new AprRefusal('RATE_TOO_HIGH', 'The APR is beyond 10^12 %.')
  const trusted = roundHalfUp(yearlyRate * 100n, TRUSTED_DECIMALS)
  return { apr: decimal(trusted, PERCENT_DECIMALS), aprUnrounded: decimal(trusted, UNROUNDED_DECIMALS) }
}

/** The rate is not negative. */
function decimal(trusted: bigint, decimals: number): string {
  const unit = 10n ** BigInt(TRUSTED_DECIMALS - decimals)
  const digits = ((trusted + unit / 2n) / unit).toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
