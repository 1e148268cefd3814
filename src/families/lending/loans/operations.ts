// The operations on loans.

import type { LendingOperation } from '../lending-operation.ts'
import { amendLoan } from './amend-loan.ts'
import { closeLoan } from './close-loan.ts'
import { createLoan } from './create-loan.ts'
import { getLoan } from './get-loan.ts'
import { listLoans } from './list-loans.ts'
import { restructureLoan } from './restructure-loan.ts'

export const LOAN_OPERATIONS: readonly LendingOperation[] = [
  createLoan,
  listLoans,
  getLoan,
  amendLoan,
  closeLoan,
  restructureLoan,
]
