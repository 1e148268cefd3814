// The operations of lending, by domain, in the order of the contract. Each domain lists its own.

import type { LendingOperation } from './lending-operation.ts'
import { RATE_OPERATIONS } from './rates/operations.ts'

export const LENDING_OPERATIONS: readonly LendingOperation[] = [...RATE_OPERATIONS]
