// The fields of a loan product on the wire, each with its bounds. Amounts and rates are JSON numbers there, and exact
// decimal texts inside.

import { type Static, type TSchema, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { freeTextOrEmpty, recordName, typedLine } from '../../../../edge/resource/record-shapes.ts'
import { MOST_ROWS } from '../../../../loans/engine/arithmetic/due-dates.ts'
import type { AgingBucket, Term } from '../../../../loans/engine/terms.ts'
import { ACCOUNTING_METHODS, APR_METHODS } from '../../../../loans/products/loan-product.ts'
import { TERM_UNITS } from '../../../../loans/products/term-values.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { decimalFromNumber } from '../../../../platform/kernel/money/decimal-text.ts'

const MAX_AMOUNT = 1e12
const MAX_RATE = 100
/** KWD has three. */
const AMOUNT_PLACES = 3
const RATE_PLACES = 6
const MAX_TERM_COUNT = 36_500
const MAX_BUCKETS = 20
const MAX_CURRENCIES = 200

export function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum<Value[]>([...values], { description, expected: `must be one of ${values.join(', ')}` })
}

export function currency(description: string) {
  return Type.Refine(
    Type.String({ description, pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code such as USD' }),
    isCurrency,
  )
}

function decimal(description: string, minimum: number, maximum: number, places: number, expected: string) {
  return Type.Refine(
    Type.Number({ description, minimum, maximum, expected }),
    (value) => decimalFromNumber(value, places) !== undefined,
  )
}

/** In major units; whether every currency has such an amount is checked with the currencies. */
export const amount = (description: string) =>
  decimal(description, 0, MAX_AMOUNT, AMOUNT_PLACES, `must be an amount from 0 to ${MAX_AMOUNT}`)

/** A rate or a share, in percent. */
export const percent = (description: string, minimum = 0, maximum = MAX_RATE) =>
  decimal(
    description,
    minimum,
    maximum,
    RATE_PLACES,
    `must be a number from ${minimum} to ${maximum} with at most ${RATE_PLACES} decimals`,
  )

export function count(description: string, minimum: number, maximum: number) {
  return Type.Integer({
    description,
    minimum,
    maximum,
    expected: `must be a whole number from ${minimum} to ${maximum}`,
  })
}

function range<Item extends TSchema>(item: Item, description: string) {
  return Type.Object({ min: chosen(item), max: chosen(item) }, { description, expected: 'must have min and max' })
}

const term = Type.Object(
  { termCount: chosen(count('How many units', 1, MAX_TERM_COUNT)), termUnit: chosen(oneOf(TERM_UNITS, 'The unit')) },
  { component: 'LoanTerm', expected: 'must have termCount and termUnit' },
)

const bucket = Type.Object(
  {
    name: chosen(typedLine('What it is called', 35)),
    from: chosen(count('The first of its days past due', 0, MAX_TERM_COUNT)),
    to: Type.Optional(chosen(count('The last; the last bucket has none', 0, MAX_TERM_COUNT))),
  },
  { component: 'AgingBucket' },
)

/** What every product has. */
export const requiredFields = {
  name: recordName('What people call it'),
  currencies: Type.Array(currency('A currency'), {
    description: 'Currencies of its loans; the first one is used when an application names none',
    minItems: 1,
    maxItems: MAX_CURRENCIES,
    expected: `must be 1 to ${MAX_CURRENCIES} currency codes`,
  }),
  amount: range(amount('In major units'), 'The smallest and the largest loan'),
  term: Type.Object(
    { min: chosen(term), max: chosen(term) },
    { description: 'The shortest and the longest term', expected: 'must have min and max' },
  ),
  rate: range(percent('Percent per year'), 'The lowest and the highest interest rate'),
  defaultRate: percent('The interest rate of an application that names none, in percent per year'),
}

/** What has a default. */
export const optionalFields = {
  description: freeTextOrEmpty('More about it'),
  chargeOffDays: count('Days past due after which a loan is charged off; 180 unless stated', 1, 3_650),
  buckets: Type.Array(bucket, {
    description: 'Ranges of days past due, from 0 and without a gap; the usual seven unless stated',
    minItems: 1,
    maxItems: MAX_BUCKETS,
    expected: `must be 1 to ${MAX_BUCKETS} buckets`,
  }),
  feeCapPercent: percent('All fees of a loan together, in percent of its principal; 25 unless stated', 0, 1_000),
  maxInstalments: count('The most instalments of a loan, down payments not counted; 480 unless stated', 1, MOST_ROWS),
  dailyRows: Type.Boolean({ description: 'Instalments may be less than a week apart; false unless stated' }),
  overpaymentAllowed: Type.Boolean({ description: 'A payment may exceed what is owed; true unless stated' }),
  riskSignalsRequired: Type.Boolean({ description: 'A decision needs risk signals; false unless stated' }),
  aprMethod: oneOf(APR_METHODS, 'How the APR is computed: Regulation Z, or Directive 2008/48/EC'),
  accounting: oneOf(ACCOUNTING_METHODS, 'CASH: income when it is paid; ACCRUAL: receivables at the end of each day'),
}

/** A number that its schema has accepted, as text. */
export function amountText(value: number): string {
  return decimalFromNumber(value, AMOUNT_PLACES) as string
}

export function percentText(value: number): string {
  return decimalFromNumber(value, RATE_PLACES) as string
}

export function rangeText(
  { min, max }: { readonly min: number; readonly max: number },
  textOf: (value: number) => string,
) {
  return { min: textOf(min), max: textOf(max) }
}

export function rangeNumber({ min, max }: { readonly min: string; readonly max: string }) {
  return { min: Number(min), max: Number(max) }
}

type WireTerm = Static<typeof term>

export function termOf({ termCount, termUnit }: WireTerm): Term {
  return { count: termCount, unit: termUnit }
}

export function wireTerm({ count: termCount, unit: termUnit }: Term): WireTerm {
  return { termCount, termUnit }
}

/** Without fields that are none of a bucket's. */
export function bucketOf({ name, from, to }: Static<typeof bucket>): AgingBucket {
  return { name, from, ...(to !== undefined && { to }) }
}
