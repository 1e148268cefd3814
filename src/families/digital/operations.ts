// The operations of digital banking, by domain, in the order of the contract. Each domain lists its own.

import type { DigitalOperation } from './digital-operation.ts'
import { INSTITUTION_OPERATIONS } from './institutions/operations.ts'
import { TRANSFER_OPERATIONS } from './interbank-transfers/operations.ts'
import { REDEMPTION_OPERATIONS } from './redemptions/operations.ts'
import { DEPOSIT_OPERATIONS } from './tokenized-deposits/operations.ts'
import { USER_OPERATIONS } from './users/operations.ts'

export const DIGITAL_OPERATIONS: readonly DigitalOperation[] = [
  ...INSTITUTION_OPERATIONS,
  ...USER_OPERATIONS,
  ...DEPOSIT_OPERATIONS,
  ...REDEMPTION_OPERATIONS,
  ...TRANSFER_OPERATIONS,
]
