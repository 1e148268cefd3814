// The operations on transactions.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseTransactions } from './browse-transactions.ts'
import { getTransaction } from './get-transaction.ts'
import { listTransactions } from './list-transactions.ts'

export const TRANSACTION_OPERATIONS: readonly OnboardingOperation[] = [
  browseTransactions,
  listTransactions,
  getTransaction,
]
