// The operations on transactions and their exports.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { browseTransactionExports } from './browse-transaction-exports.ts'
import { browseTransactions } from './browse-transactions.ts'
import { exportTransactions } from './export-transactions.ts'
import { getTransaction } from './get-transaction.ts'
import { getTransactionExport } from './get-transaction-export.ts'
import { getTransactionExportFile } from './get-transaction-export-file.ts'
import { listTransactions } from './list-transactions.ts'

export const TRANSACTION_OPERATIONS: readonly OnboardingOperation[] = [
  browseTransactions,
  listTransactions,
  getTransaction,
  exportTransactions,
  browseTransactionExports,
  getTransactionExport,
  getTransactionExportFile,
]
