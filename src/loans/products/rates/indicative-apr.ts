// The APR of a loan at a quoted rate, without fees, on the product's terms and by its method. It is an indication: the APR
// of an offer is computed from its own amount, fees and dates.

import { compareDecimals } from '../../../platform/kernel/money/decimal-text.ts'
import { minorFromDecimal } from '../../../platform/kernel/money/money.ts'
import { AprRefusal } from '../../engine/apr/cash-flows.ts'
import { euEffectiveApr } from '../../engine/apr/eu-effective.ts'
import { regulationZApr } from '../../engine/apr/regulation-z.ts'
import { checkTerms } from '../../engine/check-terms.ts'
import { planSchedule } from '../../engine/plan-schedule.ts'
import type { LoanAgreement, Term } from '../../engine/terms.ts'
import { isWithinTerms } from '../check-against-product.ts'
import type { LoanProduct, LoanRate } from '../loan-product.ts'
import { resolveTerms } from '../resolve-terms.ts'

const APR_RULES = { REG_Z_ACTUARIAL: regulationZApr, EU_EFFECTIVE: euEffectiveApr } as const

export interface AskedLoan {
  /** In major units of the product's currency. */
  readonly amount?: string | undefined
  readonly termMonths?: number | undefined
}

/** APRs without an asked amount and term. A rate stays the same object until the catalogue is reloaded. */
const GENERAL = new WeakMap<LoanRate, string>()

/** Percent with two decimals. */
export function indicativeApr(product: LoanProduct, rate: LoanRate, asked: AskedLoan = {}): string {
  if (asked.amount !== undefined || asked.termMonths !== undefined) return aprFor(product, rate, asked)
  const known = GENERAL.get(rate)
  if (known !== undefined) return known
  const apr = aprFor(product, rate, {})
  GENERAL.set(rate, apr)
  return apr
}

/** The term when none is asked for: long enough to be typical, short enough to be computed for a whole page. */
const TYPICAL_MONTHS = 12

/** For the first of these terms that the product admits: as asked, the shortest, the longest. */
function aprFor(product: LoanProduct, rate: LoanRate, { amount, termMonths }: AskedLoan): string {
  const [band = {}] = rate.bands
  const principal = within(product, amount ?? band.amount?.max ?? band.amount?.min)
  const { min = 1, max = TYPICAL_MONTHS } = band.termMonths ?? {}
  const asked: Term = { count: termMonths ?? Math.max(min, Math.min(max, TYPICAL_MONTHS)), unit: 'Months' }
  const terms = [...(isWithinTerms(asked, product.term) ? [asked] : []), product.term.min, product.term.max]
  for (const term of terms) {
    const apr = aprOf(product, agreementOf(product, rate, principal, term))
    if (apr !== undefined) return apr
  }
  // Without fees an APR is close to the nominal rate.
  return rate.nominalRate
}

/** An amount of the product: the one asked for, or the nearest, or the largest. */
function within({ amount: { min, max } }: LoanProduct, amount = max): string {
  if (compareDecimals(amount, min) < 0) return min
  return compareDecimals(amount, max) > 0 ? max : amount
}

/** From the rate's first day, so that the figure is the same every day. */
function agreementOf(product: LoanProduct, rate: LoanRate, principal: string, term: Term): LoanAgreement {
  const { currency, policy } = product
  return {
    currency,
    principalApprovedMinor: minorFromDecimal(principal, currency) ?? 0n,
    interestRate: rate.nominalRate,
    term,
    terms: resolveTerms(product, undefined, term),
    policy,
    agreementDate: rate.effectiveFrom,
    plannedDisbursement: rate.effectiveFrom,
  }
}

/** Undefined when the terms admit no schedule, or the schedule no APR. */
function aprOf({ aprMethod }: LoanProduct, agreement: LoanAgreement): string | undefined {
  if (checkTerms(agreement).length > 0) return undefined
  const payments = planSchedule(agreement).map(({ dueDate, principalMinor, interestMinor }) => ({
    date: dueDate,
    amountMinor: principalMinor + interestMinor,
  }))
  const advances = [{ date: agreement.plannedDisbursement, amountMinor: agreement.principalApprovedMinor }]
  try {
    return APR_RULES[aprMethod](advances, payments).apr
  } catch (error) {
    if (error instanceof AprRefusal) return undefined
    throw error
  }
}
