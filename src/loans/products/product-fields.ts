// The fields of a loan product that people set: their defaults, how a change is merged into them, and the rules between
// them. A change keeps what is absent, sets what is null back to its default, and replaces lists and ranges.

import { compareDecimals } from '../../platform/kernel/money/decimal-text.ts'
import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import { invalidFields, type ProblemDetail } from '../../platform/kernel/problems/problem.ts'
import type { AgingBucket } from '../engine/terms.ts'
import { atLeast } from './check-against-product.ts'
import { DEFAULT_BUCKETS, type ProductTerms } from './loan-product.ts'
import type { LoanProductRecord } from './product-records.ts'

type Required = Pick<LoanProductRecord, 'name' | 'currencies' | 'amount' | 'term' | 'rate' | 'defaultRate'>
type Optional = Pick<
  LoanProductRecord,
  | 'description'
  | 'chargeOffDays'
  | 'buckets'
  | 'feeCapPercent'
  | 'maxInstalments'
  | 'dailyRows'
  | 'overpaymentAllowed'
  | 'riskSignalsRequired'
  | 'aprMethod'
  | 'accounting'
>

/** Everything that a change can touch. */
export type ProductFields = Required & Optional & Pick<LoanProductRecord, 'terms'>

type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined }
interface SentTerms {
  /** A term that is null gets its default again. */
  readonly terms?: Sent<ProductTerms> | null | undefined
}

export interface NewLoanProduct extends Required, Sent<Optional>, SentTerms {
  readonly productCode: string
  readonly institutionId: string
  readonly isActive?: boolean | undefined
}

/** `version` is the one that was read. */
export type LoanProductChange = { readonly [Name in keyof Required]?: Required[Name] | undefined } & Sent<Optional> &
  SentTerms & {
    readonly version: number
    readonly productCode?: string | undefined
    readonly institutionId?: string | undefined
  }

const DEFAULTS: Optional = {
  description: '',
  chargeOffDays: 180,
  buckets: DEFAULT_BUCKETS,
  feeCapPercent: '25',
  maxInstalments: 480,
  dailyRows: false,
  overpaymentAllowed: true,
  riskSignalsRequired: false,
  aprMethod: 'REG_Z_ACTUARIAL',
  accounting: 'CASH',
}

/** Refusals: `invalid` for fields that do not fit together. */
export function newFields(sent: NewLoanProduct): ProductFields {
  const { name, currencies, amount, term, rate, defaultRate } = sent
  return checked({ name, currencies, amount, term, rate, defaultRate, ...merged({ ...DEFAULTS, terms: {} }, sent) })
}

/** Refusals: `invalid` for fields that do not fit together. */
export function changedFields(before: LoanProductRecord, change: LoanProductChange): ProductFields {
  return checked({
    name: change.name ?? before.name,
    currencies: change.currencies ?? before.currencies,
    amount: change.amount ?? before.amount,
    term: change.term ?? before.term,
    rate: change.rate ?? before.rate,
    defaultRate: change.defaultRate ?? before.defaultRate,
    ...merged(before, change),
  })
}

function merged(before: Optional & { readonly terms: ProductTerms }, sent: Sent<Optional> & SentTerms) {
  const field = <Name extends keyof Optional>(name: Name): Optional[Name] => {
    const value = sent[name]
    return value === undefined ? before[name] : ((value ?? DEFAULTS[name]) as Optional[Name])
  }
  return {
    description: field('description'),
    chargeOffDays: field('chargeOffDays'),
    buckets: field('buckets'),
    feeCapPercent: field('feeCapPercent'),
    maxInstalments: field('maxInstalments'),
    dailyRows: field('dailyRows'),
    overpaymentAllowed: field('overpaymentAllowed'),
    riskSignalsRequired: field('riskSignalsRequired'),
    aprMethod: field('aprMethod'),
    accounting: field('accounting'),
    terms: sent.terms === null ? {} : mergedTerms(before.terms, sent.terms ?? {}),
  }
}

function mergedTerms(before: ProductTerms, sent: Sent<ProductTerms>): ProductTerms {
  const named = Object.entries(sent).filter(([, value]) => value !== undefined)
  const all = { ...before, ...Object.fromEntries(named) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as ProductTerms
}

function checked(fields: ProductFields): ProductFields {
  const faults = [
    ...rangeFaults(fields),
    ...amountFaults(fields),
    ...bucketFaults(fields.buckets),
    ...termFaults(fields),
  ]
  if (faults.length > 0) throw invalidFields(faults)
  return fields
}

function rangeFaults({ amount, term, rate, defaultRate }: ProductFields): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  const check = (isRight: boolean, path: string, message: string) => {
    if (!isRight) faults.push({ path, message })
  }
  check(compareDecimals(amount.min, '0') > 0, 'amount.min', 'must be positive')
  check(compareDecimals(amount.min, amount.max) <= 0, 'amount.max', 'must not be below amount.min')
  check(atLeast(term.max, term.min), 'term.max', 'must not be below term.min')
  check(compareDecimals(rate.min, rate.max) <= 0, 'rate.max', 'must not be below rate.min')
  const isQuotable = compareDecimals(rate.min, defaultRate) <= 0 && compareDecimals(defaultRate, rate.max) <= 0
  check(isQuotable, 'defaultRate', 'must be from rate.min to rate.max')
  return faults
}

/** Amounts must exist in each currency: 0.50 is no amount in JPY. */
function amountFaults({ amount, terms, currencies }: ProductFields): ProblemDetail[] {
  const amounts = {
    'amount.min': amount.min,
    'amount.max': amount.max,
    'terms.balloon': terms.balloon,
    'terms.instalmentMultipleOf': terms.instalmentMultipleOf,
    'terms.lateFee.amount': terms.lateFee?.amount,
  }
  const faults: ProblemDetail[] = Object.entries(amounts).flatMap(([path, decimal]) => {
    if (decimal === undefined) return []
    const wrong = currencies.find((currency) => minorFromDecimal(decimal, currency) === undefined)
    return wrong === undefined ? [] : [{ path, message: `is not an amount in ${wrong}` }]
  })
  if (new Set(currencies).size !== currencies.length) faults.push({ path: 'currencies', message: 'must be different' })
  return faults
}

/** Buckets cover every number of days from 0: each starts on the day after the one before, and the last has no end. */
function bucketFaults(buckets: readonly AgingBucket[]): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  let next = 0
  for (const [place, { from, to }] of buckets.entries()) {
    const isLast = place === buckets.length - 1
    if (from !== next) faults.push({ path: `buckets[${place}].from`, message: `must be ${next}` })
    if (isLast && to !== undefined)
      faults.push({ path: `buckets[${place}].to`, message: 'must be absent in the last bucket' })
    if (!isLast && (to === undefined || to < from)) {
      faults.push({ path: `buckets[${place}].to`, message: 'must not be below from' })
    }
    next = (to ?? from) + 1
  }
  if (new Set(buckets.map(({ name }) => name)).size !== buckets.length) {
    faults.push({ path: 'buckets', message: 'must have different names' })
  }
  return faults
}

function termFaults({ terms }: ProductFields): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  const { lateFee, allocationOrder } = terms
  if (lateFee !== undefined && (lateFee.percent === undefined) === (lateFee.amount === undefined)) {
    faults.push({ path: 'terms.lateFee', message: 'must have either percent or amount' })
  }
  for (const name of ['due', 'inAdvance'] as const) {
    if (allocationOrder !== undefined && new Set(allocationOrder[name]).size !== allocationOrder[name].length) {
      faults.push({ path: `terms.allocationOrder.${name}`, message: 'must name each component once' })
    }
  }
  return faults
}
