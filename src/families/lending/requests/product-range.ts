// Whether a product offers a rate or a term to a loan that it has already. A product that is no longer offered to others
// keeps its ranges.

import {
  checkAgainstProduct,
  type ProductRequest,
  type RequestFields,
} from '../../../loans/products/check-against-product.ts'
import type { LoanProducts } from '../../../loans/products/loan-catalogue.ts'
import type { LoanRecord } from '../../../loans/servicing/loan-record.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'

/** The refusal, or undefined when it is in range. */
export function rangeFault(
  products: LoanProducts,
  { productCode, currency }: LoanRecord,
  asked: Pick<ProductRequest, 'rate' | 'term'>,
  fields?: RequestFields,
): Problem | undefined {
  const product = products.find(productCode)
  if (product === undefined) return undefined
  try {
    checkAgainstProduct({ ...product, status: 'ACTIVE' }, { currency, ...asked }, fields)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
