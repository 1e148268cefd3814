// Reads the products and rates for the catalogue that nodes keep in memory. A row with a value that this version does not
// know is left out and reported: a loan on terms that are not understood must not be made.

import type { Database, Sql } from '../../platform/storage/database.ts'
import { requireOneOf } from '../../platform/storage/statements/closed-values.ts'
import type { AgingBucket, Term, TermUnit } from '../engine/terms.ts'
import {
  ACCOUNTING_METHODS,
  APR_METHODS,
  type LoanProduct,
  type LoanRate,
  type ProductTerms,
  RATE_TYPES,
  type RateBand,
} from './loan-product.ts'
import { TERM_UNITS, unknownTerms } from './term-values.ts'

export interface Catalogue {
  readonly products: readonly LoanProduct[]
  readonly rates: readonly LoanRate[]
  /** Why rows were left out. */
  readonly unusable: readonly string[]
}

/** Both tables come from the same database snapshot. */
export function readCatalogue(database: Database): Promise<Catalogue> {
  return database.transaction(async (sql) => {
    const unusable: string[] = []
    const [, products, rates] = await Promise.all([
      sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'),
      readProducts(sql),
      readRates(sql),
    ])
    return { products: usable(products, productOf, unusable), rates: usable(rates, rateOf, unusable), unusable }
  })
}

function usable<Row, Item>(rows: readonly Row[], itemOf: (row: Row) => Item, unusable: string[]): Item[] {
  return rows.flatMap((row) => {
    try {
      return [itemOf(row)]
    } catch (error) {
      unusable.push(error instanceof Error ? error.message : String(error))
      return []
    }
  })
}

interface ProductRow {
  product_code: string
  institution_id: string
  name: string
  currencies: string[]
  min_amount: string
  max_amount: string
  min_term_count: number
  min_term_unit: string
  max_term_count: number
  max_term_unit: string
  min_rate: string
  max_rate: string
  default_rate: string
  terms: ProductTerms
  charge_off_days: number
  buckets: AgingBucket[]
  fee_cap_percent: string
  max_instalments: number
  daily_rows: boolean
  overpayment_allowed: boolean
  risk_signals_required: boolean
  apr_method: string
  accounting: string
  is_active: boolean
}

async function readProducts(sql: Sql): Promise<ProductRow[]> {
  const { rows } = await sql.query<ProductRow>(
    `SELECT product_code, institution_id, name, currencies, trim_scale(min_amount)::text AS min_amount,
            trim_scale(max_amount)::text AS max_amount, min_term_count, min_term_unit, max_term_count, max_term_unit,
            trim_scale(min_rate)::text AS min_rate, trim_scale(max_rate)::text AS max_rate,
            trim_scale(default_rate)::text AS default_rate, terms, charge_off_days, buckets,
            trim_scale(fee_cap_percent)::text AS fee_cap_percent, max_instalments, daily_rows, overpayment_allowed,
            risk_signals_required, apr_method, accounting, is_active
       FROM loan_products
      ORDER BY product_code`,
  )
  return rows
}

function productOf(row: ProductRow): LoanProduct {
  const source = { table: 'loan_products', key: row.product_code }
  const unknown = unknownTerms(row.terms)
  if (unknown !== undefined)
    throw new Error(`loan_products ${row.product_code}: terms ${unknown} is not known to this version`)
  return {
    productCode: row.product_code,
    institutionId: row.institution_id,
    name: row.name,
    status: row.is_active ? 'ACTIVE' : 'INACTIVE',
    currency: row.currencies[0] as string,
    currencies: row.currencies,
    amount: { min: row.min_amount, max: row.max_amount },
    term: {
      min: termOf(
        row.min_term_count,
        requireOneOf(TERM_UNITS, row.min_term_unit, { ...source, column: 'min_term_unit' }),
      ),
      max: termOf(
        row.max_term_count,
        requireOneOf(TERM_UNITS, row.max_term_unit, { ...source, column: 'max_term_unit' }),
      ),
    },
    rate: { min: row.min_rate, max: row.max_rate },
    defaultRate: row.default_rate,
    terms: row.terms,
    policy: {
      chargeOffDays: row.charge_off_days,
      buckets: row.buckets,
      maxInstalments: row.max_instalments,
      dailyRows: row.daily_rows,
    },
    feeCapPercent: row.fee_cap_percent,
    overpaymentAllowed: row.overpayment_allowed,
    riskSignalsRequired: row.risk_signals_required,
    aprMethod: requireOneOf(APR_METHODS, row.apr_method, { ...source, column: 'apr_method' }),
    accounting: requireOneOf(ACCOUNTING_METHODS, row.accounting, { ...source, column: 'accounting' }),
  }
}

function termOf(count: number, unit: TermUnit): Term {
  return { count, unit }
}

interface RateRow {
  id: string
  product_code: string
  institution_id: string
  nominal_rate: string
  type: string
  index_name: string | null
  spread: string | null
  effective_from: string
  effective_to: string | null
  bands: RateBand[]
}

async function readRates(sql: Sql): Promise<RateRow[]> {
  const { rows } = await sql.query<RateRow>(
    `SELECT id, product_code, institution_id, trim_scale(nominal_rate)::text AS nominal_rate, type, index_name,
            trim_scale(spread)::text AS spread, effective_from::text, effective_to::text, bands
       FROM loan_rates
      WHERE is_active
      ORDER BY product_code, effective_from, nominal_rate, id`,
  )
  return rows
}

function rateOf(row: RateRow): LoanRate {
  return {
    rateId: row.id,
    productCode: row.product_code,
    institutionId: row.institution_id,
    nominalRate: row.nominal_rate,
    type: requireOneOf(RATE_TYPES, row.type, { table: 'loan_rates', key: row.id, column: 'type' }),
    ...(row.index_name !== null && { index: row.index_name }),
    ...(row.spread !== null && { spread: row.spread }),
    effectiveFrom: row.effective_from,
    ...(row.effective_to !== null && { effectiveTo: row.effective_to }),
    bands: row.bands,
  }
}
