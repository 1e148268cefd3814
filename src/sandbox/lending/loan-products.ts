// The sandbox's loan products, all of FI001, and the rates that are quoted for them.

import type { ProductTerms, RateBand, RateType } from '../../loans/products/loan-product.ts'
import type { NewLoanProduct } from '../../loans/products/product-fields.ts'

const INSTITUTION_ID = 'FI001'
const RATE = { min: '0', max: '100' }
/** OPEN takes the published cases in all their currencies: two decimals, none, and three. */
const OPEN_CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'INR', 'MXN', 'BRL', 'KES', 'JPY', 'KWD']

export const LOAN_PRODUCTS: readonly NewLoanProduct[] = [
  product('PERSONAL', 'Personal loan', ['500', '50000'], [3, 60], '11.9', { method: 'ANNUITY', dayCount: '30/360' }),
  product('MORTGAGE', 'Mortgage', ['20000', '2000000'], [60, 360], '6.5', { method: 'ANNUITY', dayCount: '30/360' }),
  product('AUTO', 'Car loan', ['2000', '100000'], [12, 84], '7.4', { method: 'ANNUITY', dayCount: 'ACT/365F' }),
  product('SME', 'Business loan', ['5000', '500000'], [1, 60], '9.25', {
    method: 'EQUAL_PRINCIPAL',
    dayCount: 'ACT/360',
  }),
  {
    ...product('OPEN', 'Open terms', ['1', '10000000'], [1, 480], '10', {}),
    description: 'Any terms, to try out published cases',
    currencies: OPEN_CURRENCIES,
    term: { min: { count: 1, unit: 'Days' }, max: { count: 40, unit: 'Years' } },
    maxInstalments: 2_100,
    dailyRows: true,
  },
]

function product(
  productCode: string,
  name: string,
  [min, max]: readonly [string, string],
  [shortest, longest]: readonly [number, number],
  defaultRate: string,
  terms: ProductTerms,
): NewLoanProduct {
  return {
    institutionId: INSTITUTION_ID,
    productCode,
    name,
    currencies: ['USD'],
    amount: { min, max },
    term: { min: { count: shortest, unit: 'Months' }, max: { count: longest, unit: 'Months' } },
    rate: RATE,
    defaultRate,
    terms,
  }
}

export interface SandboxRate {
  readonly productCode: string
  readonly nominalRate: string
  readonly type: RateType
  readonly index: string | null
  readonly spread: string | null
  readonly bands: readonly RateBand[]
}

const GRADES = ['A', 'B', 'C', 'D', 'E']
const SOFR = 'SOFR'
/** The SOFR of the sandbox; an indexed rate is this and its spread. */
const SOFR_PERCENT = 4.25

/** By risk grade, from the best to the worst. Every product also has a rate without a band, which is its default rate. */
export const LOAN_RATES: readonly SandboxRate[] = [
  ...graded('PERSONAL', { amount: { max: '10000' }, termMonths: { max: 36 } }, ['7.9', '9.9', '12.9', '16.9', '22.9']),
  ...graded('PERSONAL', { amount: { min: '10000.01' }, termMonths: { max: 60 } }, [
    '8.4',
    '10.4',
    '13.4',
    '17.4',
    '23.4',
  ]),
  ...graded('MORTGAGE', { termMonths: { max: 180 } }, ['5.25', '5.5', '6.1', '6.9', '7.9']),
  ...graded('MORTGAGE', { termMonths: { min: 181 } }, ['5.9', '6.15', '6.75', '7.5', '8.5']),
  ...graded('AUTO', { termMonths: { max: 48 } }, ['4.9', '5.9', '7.4', '9.9', '13.9']),
  ...graded('AUTO', { termMonths: { min: 49 } }, ['5.4', '6.4', '7.9', '10.4', '14.4']),
  indexed('SME', { amount: { max: '100000' } }, 5),
  indexed('SME', { amount: { min: '100000.01' } }, 4),
  ...LOAN_PRODUCTS.map(({ productCode, defaultRate }) => fixed(productCode, defaultRate, [])),
]

function graded(productCode: string, band: RateBand, rates: readonly string[]): SandboxRate[] {
  return rates.map((rate, place) => fixed(productCode, rate, [{ ...band, riskGrades: [GRADES[place] as string] }]))
}

function fixed(productCode: string, nominalRate: string, bands: readonly RateBand[]): SandboxRate {
  return { productCode, nominalRate, type: 'FIXED', index: null, spread: null, bands }
}

function indexed(productCode: string, band: RateBand, spread: number): SandboxRate {
  const nominalRate = String(SOFR_PERCENT + spread)
  return { productCode, nominalRate, type: 'INDEXED', index: SOFR, spread: String(spread), bands: [band] }
}
