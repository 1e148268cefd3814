// The operations of digital banking, by domain, in the order of the contract. Each domain lists its own.

import { VALIDATION_OPERATIONS } from './account-validation/operations.ts'
import { ACCOUNT_OPERATIONS } from './asset-accounts/operations.ts'
import { BALANCE_OPERATIONS } from './balance-inquiry/operations.ts'
import type { DigitalOperation } from './digital-operation.ts'
import { INSTITUTION_OPERATIONS } from './institutions/operations.ts'
import { TRANSFER_OPERATIONS } from './interbank-transfers/operations.ts'
import { REDEMPTION_OPERATIONS } from './redemptions/operations.ts'
import { SEARCH_OPERATIONS } from './search/operations.ts'
import { DEPOSIT_OPERATIONS } from './tokenized-deposits/operations.ts'
import { USER_OPERATIONS } from './users/operations.ts'

export const DIGITAL_OPERATIONS: readonly DigitalOperation[] = [
  ...INSTITUTION_OPERATIONS,
  ...USER_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...DEPOSIT_OPERATIONS,
  ...REDEMPTION_OPERATIONS,
  ...TRANSFER_OPERATIONS,
  ...VALIDATION_OPERATIONS,
  ...BALANCE_OPERATIONS,
  ...SEARCH_OPERATIONS,
]
