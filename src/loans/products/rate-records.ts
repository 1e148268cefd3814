// Rates of loan products as they are stored, read and listed.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { RateBand, RateType } from './loan-product.ts'
import { productProblem } from './product-problems.ts'

/** Its id is the `rateId` of lending. */
export interface LoanRateRecord extends RecordFields {
  /** Of the product. */
  readonly institutionId: string
  readonly productCode: string
  readonly nominalRate: string
  readonly type: RateType
  /** The name of the index and what is added to it; null for a FIXED rate. */
  readonly index: string | null
  readonly spread: string | null
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly bands: readonly RateBand[]
  readonly isActive: boolean
}

export interface LoanRateFilter {
  /** A part of the product code or the index, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly productCode?: string | undefined
  readonly type?: readonly RateType[] | undefined
  readonly isActive?: boolean | undefined
}

interface LoanRateRow extends RecordRow {
  id: string
  institution_id: string
  product_code: string
  nominal_rate: string
  type: RateType
  index_name: string | null
  spread: string | null
  effective_from: string
  effective_to: string | null
  bands: RateBand[]
  is_active: boolean
}

export const LOAN_RATE_SORTS = {
  institutionId: 'r.institution_id',
  productCode: 'r.product_code',
  nominalRate: 'r.nominal_rate',
  effectiveFrom: 'r.effective_from',
  createdAt: 'r.created_at',
  updatedAt: 'r.updated_at',
}

export const LOAN_RATES: RecordKind<LoanRateRecord, LoanRateFilter, LoanRateRow> = {
  resource: 'loan-rate',
  table: 'loan_rates r',
  id: 'r.id',
  order: 'r.created_at DESC, r.id',
  sorts: LOAN_RATE_SORTS,
  select: () => `
    SELECT r.id, r.version, r.created_at, r.updated_at, r.created_by, r.updated_by, r.institution_id, r.product_code,
           trim_scale(r.nominal_rate)::text AS nominal_rate, r.type, r.index_name, trim_scale(r.spread)::text AS spread,
           r.effective_from::text, r.effective_to::text, r.bands, r.is_active
      FROM loan_rates r`,
  // It belongs to the institution of its product, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `r.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, productCode, type, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(r.product_code ILIKE ${pattern} OR r.index_name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `r.institution_id = ${value}`)
    where.addFor(productCode, (value) => `r.product_code = ${value}`)
    where.addFor(type, (values) => `r.type = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `r.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(rateOf),
  snapshot: (rate) => rate,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => productProblem('rate-not-found', 'there is no such rate'),
    changed: () => productProblem('rate-changed', 'the rate was changed since it was read'),
  },
}

function rateOf(row: LoanRateRow): LoanRateRecord {
  return {
    ...recordFieldsOf(row.id, row),
    institutionId: row.institution_id,
    productCode: row.product_code,
    nominalRate: row.nominal_rate,
    type: row.type,
    index: row.index_name,
    spread: row.spread,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    bands: row.bands,
    isActive: row.is_active,
  }
}
