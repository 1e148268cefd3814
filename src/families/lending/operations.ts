// The operations of lending, by domain, in the order of the contract. Each domain lists its own.

import { DISBURSEMENT_OPERATIONS } from './disbursements/disbursement-operations.ts'
import { FEE_OPERATIONS } from './fees/fee-operations.ts'
import type { LendingOperation } from './lending-operation.ts'
import { RATE_OPERATIONS } from './rates/operations.ts'
import { REPAYMENT_OPERATIONS } from './repayments/repayment-operations.ts'

export const LENDING_OPERATIONS: readonly LendingOperation[] = [
  ...DISBURSEMENT_OPERATIONS,
  ...REPAYMENT_OPERATIONS,
  ...RATE_OPERATIONS,
  ...FEE_OPERATIONS,
]
