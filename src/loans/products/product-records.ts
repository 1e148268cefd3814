// Loan products as they are stored, read and listed.

import { recordKind } from '../../administration/records/column-kind.ts'
import { column, decimal, group, sorted } from '../../administration/records/columns.ts'
import type { RecordFields } from '../../administration/records/record-kind.ts'
import { ofInstitution } from '../../administration/records/scope-conditions.ts'
import type { AgingBucket, Term } from '../engine/terms.ts'
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

export const LOAN_PRODUCTS = recordKind<LoanProductRecord, LoanProductFilter>({
  resource: 'loan-product',
  table: 'loan_products p',
  order: 'p.created_at DESC, p.product_code',
  columns: {
    productCode: sorted('product_code'),
    institutionId: sorted('institution_id'),
    name: sorted('name'),
    description: 'description',
    currencies: 'currencies',
    amount: group<DecimalRange>({ min: decimal('min_amount'), max: decimal('max_amount') }),
    term: group<LoanProductRecord['term']>({
      min: group<Term>({ count: 'min_term_count', unit: 'min_term_unit' }),
      max: group<Term>({ count: 'max_term_count', unit: 'max_term_unit' }),
    }),
    rate: group<DecimalRange>({ min: decimal('min_rate'), max: decimal('max_rate') }),
    defaultRate: decimal('default_rate'),
    terms: column('terms', { write: JSON.stringify }),
    chargeOffDays: 'charge_off_days',
    buckets: column('buckets', { write: JSON.stringify }),
    feeCapPercent: decimal('fee_cap_percent'),
    maxInstalments: 'max_instalments',
    dailyRows: 'daily_rows',
    overpaymentAllowed: 'overpayment_allowed',
    riskSignalsRequired: 'risk_signals_required',
    aprMethod: 'apr_method',
    accounting: 'accounting',
    isActive: 'is_active',
  },
  inScope: (scope, parameters) => ofInstitution('p', scope, parameters),
  matching({ search, institutionId, currency, aprMethod, accounting, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(p.product_code ILIKE ${pattern} OR p.name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `p.institution_id = ${value}`)
    where.addFor(currency, (value) => `${value} = ANY (p.currencies)`)
    where.addFor(aprMethod, (values) => `p.apr_method = ANY (${values}::text[])`)
    where.addFor(accounting, (values) => `p.accounting = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `p.is_active = ${value}`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => productProblem('product-not-found', 'there is no such loan product'),
    changed: () => productProblem('product-changed', 'the loan product was changed since it was read'),
  },
})
