// The operations of lending, by domain, in the order of the contract. Each domain lists its own.

import { COLLECTION_OPERATIONS } from './collections/operations.ts'
import type { LendingOperation } from './lending-operation.ts'
import { LOAN_OPERATIONS } from './loans/operations.ts'
import { STATUS_OPERATIONS } from './status/operations.ts'

export const LENDING_OPERATIONS: readonly LendingOperation[] = [
  ...LOAN_OPERATIONS,
  ...STATUS_OPERATIONS,
  ...COLLECTION_OPERATIONS,
]
