// Loan products as they are stored, read and listed.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { AgingBucket, Term, TermUnit } from '../engine/terms.ts'
import type { AccountingMethod, AprMethod, DecimalRange, ProductTerms } from './loan-product.ts'
import { productProblem } from './product-problems.ts'

export interface LoanProductRecord extends RecordFields {
  readonly productCode: string
  readonly institutionId: string
  readonly name: string
  readonly description: string
  /** The first one is used when a request names none. */
  readonly currencies: readonly string[]
  readonly amount: DecimalRange
  readonly term: { readonly min: Term; readonly max: Term }
  readonly rate: DecimalRange
  readonly defaultRate: string
  readonly terms: ProductTerms
  readonly chargeOffDays: number
  readonly buckets: readonly AgingBucket[]
  readonly feeCapPercent: string
  /** The most rows of a loan; down payments do not count. */
  readonly maxInstalments: number
  /** Rows may be shorter than a week. */
  readonly dailyRows: boolean
  readonly overpaymentAllowed: boolean
  readonly riskSignalsRequired: boolean
  readonly aprMethod: AprMethod
  readonly accounting: AccountingMethod
  readonly isActive: boolean
}

export interface LoanProductFilter {
  /** A part of the code or the name, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly currency?: string | undefined
  readonly aprMethod?: readonly AprMethod[] | undefined
  readonly accounting?: readonly AccountingMethod[] | undefined
  readonly isActive?: boolean | undefined
}

interface LoanProductRow extends RecordRow {
  id: string
  product_code: string
  institution_id: string
  name: string
  description: string
  currencies: string[]
  min_amount: string
  max_amount: string
  min_term_count: number
  min_term_unit: TermUnit
  max_term_count: number
  max_term_unit: TermUnit
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
  apr_method: AprMethod
  accounting: AccountingMethod
  is_active: boolean
}

export const LOAN_PRODUCT_SORTS = {
  institutionId: 'p.institution_id',
  productCode: 'p.product_code',
  name: 'p.name',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
}

export const LOAN_PRODUCTS: RecordKind<LoanProductRecord, LoanProductFilter, LoanProductRow> = {
  resource: 'loan-product',
  table: 'loan_products p',
  id: 'p.id',
  order: 'p.created_at DESC, p.product_code',
  sorts: LOAN_PRODUCT_SORTS,
  select: () => `
    SELECT p.id, p.version, p.created_at, p.updated_at, p.created_by, p.updated_by, p.product_code, p.institution_id, p.name,
           p.description, p.currencies, trim_scale(p.min_amount)::text AS min_amount,
           trim_scale(p.max_amount)::text AS max_amount, p.min_term_count, p.min_term_unit, p.max_term_count,
           p.max_term_unit, trim_scale(p.min_rate)::text AS min_rate, trim_scale(p.max_rate)::text AS max_rate,
           trim_scale(p.default_rate)::text AS default_rate, p.terms, p.charge_off_days, p.buckets,
           trim_scale(p.fee_cap_percent)::text AS fee_cap_percent, p.max_instalments, p.daily_rows, p.overpayment_allowed,
           p.risk_signals_required, p.apr_method, p.accounting, p.is_active
      FROM loan_products p`,
  // It belongs to an institution, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `p.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, currency, aprMethod, accounting, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(p.product_code ILIKE ${pattern} OR p.name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `p.institution_id = ${value}`)
    where.addFor(currency, (value) => `${value} = ANY (p.currencies)`)
    where.addFor(aprMethod, (values) => `p.apr_method = ANY (${values}::text[])`)
    where.addFor(accounting, (values) => `p.accounting = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `p.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(productOf),
  snapshot: (product) => product,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => productProblem('product-not-found', 'there is no such loan product'),
    changed: () => productProblem('product-changed', 'the loan product was changed since it was read'),
  },
}

function productOf(row: LoanProductRow): LoanProductRecord {
  return {
    ...recordFieldsOf(row.id, row),
    productCode: row.product_code,
    institutionId: row.institution_id,
    name: row.name,
    description: row.description,
    currencies: row.currencies,
    amount: { min: row.min_amount, max: row.max_amount },
    term: {
      min: { count: row.min_term_count, unit: row.min_term_unit },
      max: { count: row.max_term_count, unit: row.max_term_unit },
    },
    rate: { min: row.min_rate, max: row.max_rate },
    defaultRate: row.default_rate,
    terms: row.terms,
    chargeOffDays: row.charge_off_days,
    buckets: row.buckets,
    feeCapPercent: row.fee_cap_percent,
    maxInstalments: row.max_instalments,
    dailyRows: row.daily_rows,
    overpaymentAllowed: row.overpayment_allowed,
    riskSignalsRequired: row.risk_signals_required,
    aprMethod: row.apr_method,
    accounting: row.accounting,
    isActive: row.is_active,
  }
}
