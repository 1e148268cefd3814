// What lending can refuse. Families map each reason to a code of the catalogue.

import { domainProblems, type ReasonOf } from '../kernel/domain-problems.ts'

export const loanProblem = domainProblems('loans', {
  'product-unknown': 'unprocessable',
  'currency-not-offered': 'unprocessable',
  'amount-out-of-range': 'unprocessable',
  'term-out-of-range': 'unprocessable',
  'rate-out-of-range': 'unprocessable',
  'no-rate': 'not-found',
  'rate-not-found': 'not-found',
})

export type LoanReason = ReasonOf<typeof loanProblem>
