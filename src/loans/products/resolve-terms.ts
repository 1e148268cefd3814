// The terms of a new loan: what the request says, else what the product says, else the general default, which is the first
// value that the contract names.

import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import type { LateFee, Term, Terms, TermUnit } from '../engine/terms.ts'
import type { LoanProduct, ProductLateFee } from './loan-product.ts'

/** Terms of a request; absent ones are the product's. Amounts are minor units of the loan's currency. */
export type PartialTerms = { readonly [Name in keyof Terms]?: Terms[Name] | undefined }

const NO_PRINCIPAL_GRACE = 0
const NO_INTEREST_GRACE = 0

/** Repayments are monthly unless the term is in days or weeks. */
const REPAYMENT_UNITS: Readonly<Record<TermUnit, TermUnit>> = {
  Days: 'Days',
  Weeks: 'Weeks',
  Months: 'Months',
  Years: 'Months',
}

export function resolveTerms(
  product: LoanProduct,
  sent: PartialTerms | undefined,
  term: Term,
  currency: string = product.currency,
): Terms {
  const { terms: own } = product
  const { firstDueDate } = sent ?? {}
  const pick = <Name extends keyof Terms & keyof typeof own>(name: Name, otherwise: Terms[Name]): Terms[Name] =>
    sent?.[name] ?? (own[name] as Terms[Name] | undefined) ?? otherwise
  const downPayment = sent?.downPayment ?? own.downPayment
  const allocationOrder = sent?.allocationOrder ?? own.allocationOrder
  const lateFee = sent?.lateFee ?? lateFeeOf(own.lateFee, currency)
  const multiple = sent?.instalmentMultipleOfMinor ?? minorOf(own.instalmentMultipleOf, currency)
  return {
    method: pick('method', 'ANNUITY'),
    dayCount: pick('dayCount', '30/360'),
    repaymentEvery: pick('repaymentEvery', 1),
    repaymentUnit: pick('repaymentUnit', REPAYMENT_UNITS[term.unit]),
    ...(firstDueDate !== undefined && { firstDueDate }),
    graceOnPrincipal: pick('graceOnPrincipal', NO_PRINCIPAL_GRACE),
    graceOnInterest: pick('graceOnInterest', NO_INTEREST_GRACE),
    balloonMinor: sent?.balloonMinor ?? minorOf(own.balloon, currency) ?? 0n,
    ...(downPayment !== undefined && { downPayment }),
    ...(multiple !== undefined && { instalmentMultipleOfMinor: multiple }),
    instalmentBasis: pick('instalmentBasis', 'DISBURSED'),
    rounding: pick('rounding', 'HALF_EVEN'),
    annuityRate: pick('annuityRate', 'PER_PERIOD'),
    allocation: pick('allocation', 'HORIZONTAL'),
    ...(allocationOrder !== undefined && { allocationOrder }),
    prepaymentDefault: pick('prepaymentDefault', 'REDUCE_INSTALMENT'),
    settlementInterest: pick('settlementInterest', 'TO_DATE'),
    ...(lateFee !== undefined && { lateFee }),
  }
}

/** The smallest and the largest loan in one of the product's currencies. */
export function amountRange(
  { amount, productCode }: LoanProduct,
  currency: string,
): { readonly minMinor: bigint; readonly maxMinor: bigint } {
  const [minMinor, maxMinor] = [minorOf(amount.min, currency), minorOf(amount.max, currency)]
  if (minMinor === undefined || maxMinor === undefined)
    throw new TypeError(`${productCode} has no amounts in ${currency}`)
  return { minMinor, maxMinor }
}

function lateFeeOf(fee: ProductLateFee | undefined, currency: string): LateFee | undefined {
  if (fee === undefined) return undefined
  const { percent, amount, base, graceDays } = fee
  const amountMinor = minorOf(amount, currency)
  return {
    ...(percent !== undefined && { percent }),
    ...(amountMinor !== undefined && { amountMinor }),
    base,
    graceDays,
  }
}

/** Administration checks that a product's amounts exist in each of its currencies. */
function minorOf(decimal: string | undefined, currency: string): bigint | undefined {
  if (decimal === undefined) return undefined
  const minor = minorFromDecimal(decimal, currency)
  if (minor === undefined) throw new TypeError(`${decimal} is not an amount in ${currency}`)
  return minor
}
