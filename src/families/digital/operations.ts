// The operations of digital banking, by domain, in the order of the contract. Each domain lists its own.

import type { DigitalOperation } from './digital-operation.ts'
import { INSTITUTION_OPERATIONS } from './institutions/operations.ts'
import { USER_OPERATIONS } from './users/operations.ts'

export const DIGITAL_OPERATIONS: readonly DigitalOperation[] = [...INSTITUTION_OPERATIONS, ...USER_OPERATIONS]
