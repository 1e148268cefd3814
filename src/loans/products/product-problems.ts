// What the administration of loan products and rates can refuse.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const productProblem = domainProblems('loan-products', {
  'product-not-found': 'not-found',
  'product-changed': 'conflict',
  'product-code-taken': 'conflict',
  'product-in-use': 'conflict',
  'rate-not-found': 'not-found',
  'rate-changed': 'conflict',
})

export type ProductReason = ReasonOf<typeof productProblem>
