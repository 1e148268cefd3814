// The refusals of the search of transactions and of its exports.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const transactionProblem = domainProblems('transactions', {
  'transaction-not-found': 'not-found',
  'export-not-found': 'not-found',
  'export-not-done': 'conflict',
  'exports-at-limit': 'rate-limited',
})

export type TransactionReason = ReasonOf<typeof transactionProblem>
