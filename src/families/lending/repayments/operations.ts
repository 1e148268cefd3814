// The operations of repayments.

import type { LendingOperation } from '../lending-operation.ts'
import { prepayLoan } from './prepay-loan.ts'
import { repayLoan } from './repay-loan.ts'
import { repayManually } from './repay-manually.ts'
import { repayPartially } from './repay-partially.ts'

export const REPAYMENT_OPERATIONS: readonly LendingOperation[] = [repayLoan, repayManually, repayPartially, prepayLoan]
