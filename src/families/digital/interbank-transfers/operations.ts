// The operations on interbank transfers.

import type { DigitalOperation } from '../digital-operation.ts'
import { createInterbankTransfer } from './create-interbank-transfer.ts'
import { getInterbankTransfer } from './get-interbank-transfer.ts'
import { resolveInterbankTransfer } from './resolve-interbank-transfer.ts'

export const TRANSFER_OPERATIONS: readonly DigitalOperation[] = [
  createInterbankTransfer,
  getInterbankTransfer,
  resolveInterbankTransfer,
]
