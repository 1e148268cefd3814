// A loan product and its rates, as every node keeps them in memory. Amounts are decimals in major units: a product can be
// offered in several currencies, and `amountRange` and `resolveTerms` convert for the currency of a loan.

import type { AgingBucket, ChargeBase, LoanPolicy, Term, Terms } from '../engine/terms.ts'

export const APR_METHODS = ['REG_Z_ACTUARIAL', 'EU_EFFECTIVE'] as const
export type AprMethod = (typeof APR_METHODS)[number]

/** CASH: income when it is paid; ACCRUAL: receivables are posted at the end of each day. */
export const ACCOUNTING_METHODS = ['CASH', 'ACCRUAL'] as const
export type AccountingMethod = (typeof ACCOUNTING_METHODS)[number]

export const RATE_TYPES = ['FIXED', 'INDEXED'] as const
export type RateType = (typeof RATE_TYPES)[number]

/** Both bounds are included. */
export interface DecimalRange {
  readonly min: string
  readonly max: string
}

export interface ProductLateFee {
  readonly percent?: string
  readonly amount?: string
  readonly base: ChargeBase
  readonly graceDays: number
}

/** The terms that a product supplies when a request leaves them out. What it leaves out too has the general default. */
export interface ProductTerms
  extends Partial<Omit<Terms, 'firstDueDate' | 'balloonMinor' | 'instalmentMultipleOfMinor' | 'lateFee'>> {
  readonly balloon?: string
  readonly instalmentMultipleOf?: string
  readonly lateFee?: ProductLateFee
}

export interface LoanProduct {
  readonly productCode: string
  /** Its loans are in the books of this institution. */
  readonly institutionId: string
  readonly name: string
  /** New applications know active products only; loans of an inactive one go on. */
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** Used when a request names none: the first of `currencies`. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly amount: DecimalRange
  readonly term: { readonly min: Term; readonly max: Term }
  /** Percent per year. */
  readonly rate: DecimalRange
  readonly defaultRate: string
  readonly terms: ProductTerms
  readonly policy: Required<LoanPolicy>
  /** All fees of a loan together, in percent of its principal. */
  readonly feeCapPercent: string
  readonly overpaymentAllowed: boolean
  /** A decision needs risk signals. */
  readonly riskSignalsRequired: boolean
  readonly aprMethod: AprMethod
  readonly accounting: AccountingMethod
}

/** What a rate is quoted for. An absent member is no restriction. */
export interface RateBand {
  /** In the product's currency. */
  readonly amount?: { readonly min?: string; readonly max?: string }
  readonly termMonths?: { readonly min?: number; readonly max?: number }
  readonly riskGrades?: readonly string[]
}

export interface LoanRate {
  readonly rateId: string
  readonly productCode: string
  readonly institutionId: string
  /** Percent per year; of an INDEXED rate, index and spread together. */
  readonly nominalRate: string
  readonly type: RateType
  readonly index?: string
  readonly spread?: string
  readonly effectiveFrom: string
  /** The last day; undefined: until further notice. */
  readonly effectiveTo?: string
  /** Empty: quoted for everything. */
  readonly bands: readonly RateBand[]
}

export const DEFAULT_BUCKETS: readonly AgingBucket[] = [
  { name: 'CURRENT', from: 0, to: 0 },
  { name: '1-30', from: 1, to: 30 },
  { name: '31-60', from: 31, to: 60 },
  { name: '61-90', from: 61, to: 90 },
  { name: '91-120', from: 91, to: 120 },
  { name: '121-180', from: 121, to: 180 },
  { name: '180+', from: 181 },
]
