// Which of a product's rates is quoted. A rate counts when it is in force and one of its bands admits everything that is
// asked; an amount or a term that is not asked excludes nothing.

import { compareDecimals } from '../../../platform/kernel/money/decimal-text.ts'
import type { DecimalRange, LoanRate, RateBand, RateType } from '../loan-product.ts'

export interface RateQuery {
  /** In major units of the product's currency. */
  readonly amount?: string | undefined
  readonly termMonths?: number | undefined
  readonly riskGrade?: string | undefined
  readonly asOf: string
}

/**
 * The best rate for the query: the one whose band names the most of what is asked, then the lowest, then the newest. Of
 * rates with the same bands only the newest counts, because it replaces the others. Without a grade the rates of a grade
 * are quoted only when there is no other: most borrowers do not have the best one.
 */
export function chooseRate(rates: readonly LoanRate[], query: RateQuery): LoanRate | undefined {
  const current = inForce(rates, query.asOf)
  if (query.riskGrade !== undefined) return bestOf(current, query)
  return bestOf(current, query, (band) => band.riskGrades === undefined) ?? bestOf(current, query)
}

function bestOf(
  rates: readonly LoanRate[],
  query: RateQuery,
  counts: (band: RateBand) => boolean = () => true,
): LoanRate | undefined {
  const candidates = rates.flatMap((rate) => {
    const fits = bandsOf(rate).flatMap((band) => (counts(band) ? (fitOf(band, query) ?? []) : []))
    return fits.length === 0 ? [] : [{ rate, fit: Math.max(...fits) }]
  })
  const [best] = candidates.sort((a, b) => b.fit - a.fit || byRate(a.rate, b.rate))
  return best?.rate
}

function byRate(a: LoanRate, b: LoanRate): number {
  return (
    compareDecimals(a.nominalRate, b.nominalRate) ||
    compareTexts(b.effectiveFrom, a.effectiveFrom) ||
    compareTexts(a.rateId, b.rateId)
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The rates in force on a day, without those that a newer one of the same product and bands replaces. */
function inForce(rates: readonly LoanRate[], day: string): LoanRate[] {
  const newest = new Map<string, LoanRate>()
  for (const rate of rates.filter((one) => isInForce(one, day))) {
    const key = JSON.stringify([rate.productCode, rate.bands])
    const other = newest.get(key)
    if (other === undefined || other.effectiveFrom < rate.effectiveFrom) newest.set(key, rate)
  }
  return [...newest.values()]
}

function isInForce({ effectiveFrom, effectiveTo }: LoanRate, day: string): boolean {
  return effectiveFrom <= day && (effectiveTo === undefined || day <= effectiveTo)
}

/** A rate without bands is quoted for everything. */
function bandsOf({ bands }: LoanRate): readonly RateBand[] {
  return bands.length === 0 ? [{}] : bands
}

/** How many of the asked values the band names; undefined when it excludes one. */
function fitOf(band: RateBand, { amount, termMonths, riskGrade }: RateQuery): number | undefined {
  const parts = [
    partFit(amount, band.amount, (value, { min, max }) => isBetween(value, min, max, compareDecimals)),
    partFit(termMonths, band.termMonths, (value, { min, max }) => isBetween(value, min, max, (a, b) => a - b)),
    partFit(riskGrade, band.riskGrades, (value, grades) => grades.includes(value)),
  ]
  return parts.every((part) => part !== undefined) ? parts.reduce((sum, part) => sum + part, 0) : undefined
}

/** 1 when the band names the asked value, 0 when it does not restrict it, undefined when it excludes it. */
function partFit<Value, Limit>(
  asked: Value | undefined,
  limit: Limit | undefined,
  admits: (value: Value, limit: Limit) => boolean,
): number | undefined {
  if (asked === undefined || limit === undefined) return 0
  return admits(asked, limit) ? 1 : undefined
}

function isBetween<Value>(
  value: Value,
  min: Value | undefined,
  max: Value | undefined,
  compare: (a: Value, b: Value) => number,
): boolean {
  return (min === undefined || compare(value, min) >= 0) && (max === undefined || compare(value, max) <= 0)
}

export interface RateFilter {
  readonly productCodes?: readonly string[] | undefined
  readonly rate?: Partial<DecimalRange> | undefined
  readonly termMonths?: number | undefined
  readonly type?: RateType | undefined
  /** In force on this day. */
  readonly activeOn?: string | undefined
}

/** The rates that match, by product, then the lowest first. */
export function searchRates(rates: readonly LoanRate[], filter: RateFilter): LoanRate[] {
  const { productCodes, rate: range, termMonths, type, activeOn } = filter
  const named = productCodes === undefined || productCodes.length === 0 ? undefined : new Set(productCodes)
  return rates
    .filter(
      (rate) =>
        (named === undefined || named.has(rate.productCode)) &&
        isBetween(rate.nominalRate, range?.min, range?.max, compareDecimals) &&
        bandsOf(rate).some((band) => fitOf(band, { termMonths, asOf: '' }) !== undefined) &&
        (type === undefined || rate.type === type) &&
        (activeOn === undefined || isInForce(rate, activeOn)),
    )
    .sort((a, b) => compareTexts(a.productCode, b.productCode) || byRate(a, b))
}
