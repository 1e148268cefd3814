// The operations of fees.

import type { LendingOperation } from '../lending-operation.ts'
import { chargeFee } from './charge-fee.ts'
import { listFees } from './list-fees.ts'

export const FEE_OPERATIONS: readonly LendingOperation[] = [chargeFee, listFees]
