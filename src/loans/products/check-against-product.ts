// Whether a product offers what an application or a loan asks for. The first rule that is broken refuses it, in this order:
// the product, the currency, the amount, the term, the rate.

import { compareDecimals } from '../../platform/kernel/money/decimal-text.ts'
import { decimalFromMinor } from '../../platform/kernel/money/money.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Term, TermUnit } from '../engine/terms.ts'
import { loanProblem } from '../loan-problems.ts'
import type { LoanProduct } from './loan-product.ts'
import { amountRange } from './resolve-terms.ts'

/** What is asked of a product. An absent part is not checked. */
export interface ProductRequest {
  readonly currency?: string | undefined
  /** Minor units of the currency, or of the product's own when that is absent. */
  readonly amountMinor?: bigint | undefined
  readonly term?: Term | undefined
  /** Percent per year. */
  readonly rate?: string | undefined
}

/** The fields of the request that problems name, where they differ from these. */
export interface RequestFields {
  readonly amount?: string
  readonly term?: string
  readonly rate?: string
}

/** The active product, as new applications and loans need it. Refusals: `product-unknown`. */
export function assertOffered(product: LoanProduct | undefined): LoanProduct {
  if (product?.status === 'ACTIVE') return product
  const details = [{ path: 'productCode', message: 'is not a product that is offered' }]
  throw loanProblem('product-unknown', 'there is no such product', { details })
}

/**
 * Refusals: `product-unknown`, `currency-not-offered`, `amount-out-of-range`, `term-out-of-range`, `rate-out-of-range`,
 * each with the field that it names.
 */
export function checkAgainstProduct(
  product: LoanProduct | undefined,
  { currency, amountMinor, term, rate }: ProductRequest,
  {
    amount: amountField = 'requestedAmount',
    term: termField = 'loanTerm',
    rate: rateField = 'interestRate',
  }: RequestFields = {},
): LoanProduct {
  const offered = assertOffered(product)
  const used = currency ?? offered.currency
  if (!offered.currencies.includes(used)) {
    throw refused('currency-not-offered', 'currency', `must be one of ${offered.currencies.join(', ')}`)
  }
  const { minMinor, maxMinor } = amountRange(offered, used)
  if (amountMinor !== undefined && (amountMinor < minMinor || amountMinor > maxMinor)) {
    const [min, max] = [decimalFromMinor(minMinor, used), decimalFromMinor(maxMinor, used)]
    throw refused('amount-out-of-range', amountField, `must be from ${min} to ${max} ${used}`)
  }
  if (term !== undefined && !isWithinTerms(term, offered.term)) {
    const { min, max } = offered.term
    throw refused('term-out-of-range', termField, `must be from ${termText(min)} to ${termText(max)}`)
  }
  const { min, max } = offered.rate
  if (rate !== undefined && (compareDecimals(rate, min) < 0 || compareDecimals(rate, max) > 0)) {
    throw refused('rate-out-of-range', rateField, `must be from ${min} to ${max}`)
  }
  return offered
}

function refused(reason: Parameters<typeof loanProblem>[0], path: string, message: string): Problem {
  return loanProblem(reason, `${path} ${message}`, { details: [{ path, message }] })
}

function termText({ count, unit }: Term): string {
  return `${count} ${unit}`
}

/** A week is seven days and a year twelve months. */
const LENGTHS: Readonly<Record<TermUnit, { readonly days?: number; readonly months?: number }>> = {
  Days: { days: 1 },
  Weeks: { days: 7 },
  Months: { months: 1 },
  Years: { months: 12 },
}
const SHORT_MONTH_DAYS = 30
const LONG_MONTH_DAYS = 31

/**
 * Between days and months, a month of the lower bound counts 30 days and one of the upper bound 31 (and the reverse for a
 * term in months), so that no term is refused that the calendar allows.
 */
export function isWithinTerms(term: Term, { min, max }: LoanProduct['term']): boolean {
  return atLeast(term, min) && atLeast(max, term)
}

/** Whether the longer term can be at least as long as the shorter one. */
export function atLeast(longer: Term, shorter: Term): boolean {
  const [long, short] = [lengthOf(longer), lengthOf(shorter)]
  if (long.months !== undefined && short.months !== undefined) return long.months >= short.months
  return daysOf(long, LONG_MONTH_DAYS) >= daysOf(short, SHORT_MONTH_DAYS)
}

function lengthOf({ count, unit }: Term): { readonly days?: number; readonly months?: number } {
  const { days, months } = LENGTHS[unit]
  return days !== undefined ? { days: count * days } : { months: count * (months ?? 1) }
}

function daysOf(
  { days, months = 0 }: { readonly days?: number; readonly months?: number },
  daysOfMonth: number,
): number {
  return days ?? months * daysOfMonth
}
