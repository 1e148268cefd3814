// The operations of lending, by domain, in the order of the contract. Each domain lists its own.

import { APPLICATION_OPERATIONS } from './applications/operations.ts'
import { COLLECTION_OPERATIONS } from './collections/operations.ts'
import { DECISION_OPERATIONS } from './decisions/operations.ts'
import { DISBURSEMENT_OPERATIONS } from './disbursements/operations.ts'
import { FEE_OPERATIONS } from './fees/operations.ts'
import type { LendingOperation } from './lending-operation.ts'
import { LOAN_OPERATIONS } from './loans/operations.ts'
import { OFFER_OPERATIONS } from './offers/operations.ts'
import { RATE_OPERATIONS } from './rates/operations.ts'
import { REPAYMENT_OPERATIONS } from './repayments/operations.ts'
import { STATUS_OPERATIONS } from './status/operations.ts'

export const LENDING_OPERATIONS: readonly LendingOperation[] = [
  ...APPLICATION_OPERATIONS,
  ...DECISION_OPERATIONS,
  ...OFFER_OPERATIONS,
  ...LOAN_OPERATIONS,
  ...DISBURSEMENT_OPERATIONS,
  ...REPAYMENT_OPERATIONS,
  ...STATUS_OPERATIONS,
  ...COLLECTION_OPERATIONS,
  ...RATE_OPERATIONS,
  ...FEE_OPERATIONS,
]
