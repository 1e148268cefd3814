// The operations of disbursements.

import type { LendingOperation } from '../lending-operation.ts'
import { disburseLoan } from './disburse-loan.ts'
import { reverseDisbursement } from './reverse-disbursement.ts'

export const DISBURSEMENT_OPERATIONS: readonly LendingOperation[] = [disburseLoan, reverseDisbursement]
