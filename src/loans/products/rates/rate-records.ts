// Rates of loan products as they are stored, read and listed.

import { recordKind } from '../../../administration/records/column-kind.ts'
import { column, decimal, sorted } from '../../../administration/records/columns.ts'
import type { RecordFields } from '../../../administration/records/record-kind.ts'
import { ofInstitution } from '../../../administration/records/scope-conditions.ts'
import type { RateBand, RateType } from '../loan-product.ts'
import { productProblem } from '../product-problems.ts'

/** Its id is the `rateId` of lending. */
export interface LoanRateRecord extends RecordFields {
  /** The institution of the product. */
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

const asText = (value: string) => `${value}::text`

export const LOAN_RATES = recordKind<LoanRateRecord, LoanRateFilter>({
  resource: 'loan-rate',
  table: 'loan_rates r',
  order: 'r.created_at DESC, r.id',
  columns: {
    institutionId: sorted('institution_id'),
    productCode: sorted('product_code'),
    nominalRate: decimal('nominal_rate', true),
    type: 'type',
    index: 'index_name',
    spread: decimal('spread'),
    effectiveFrom: column('effective_from', { as: asText, sort: true }),
    effectiveTo: column('effective_to', { as: asText }),
    bands: column('bands', { write: JSON.stringify }),
    isActive: 'is_active',
  },
  // It belongs to the institution of its product.
  inScope: (scope, parameters) => ofInstitution('r', scope, parameters),
  matching({ search, institutionId, productCode, type, isActive }, _reader, where) {
    where.addSearch(search, (pattern) => `(r.product_code ILIKE ${pattern} OR r.index_name ILIKE ${pattern})`)
    where.addFor(institutionId, (value) => `r.institution_id = ${value}`)
    where.addFor(productCode, (value) => `r.product_code = ${value}`)
    where.addFor(type, (values) => `r.type = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `r.is_active = ${value}`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => productProblem('rate-not-found', 'there is no such rate'),
    changed: () => productProblem('rate-changed', 'the rate was changed since it was read'),
  },
})
