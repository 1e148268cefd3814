// The operations on tokenized deposits.

import type { DigitalOperation } from '../digital-operation.ts'
import { createTokenizedDeposit } from './create-tokenized-deposit.ts'
import { getTokenizedDeposit } from './get-tokenized-deposit.ts'

export const DEPOSIT_OPERATIONS: readonly DigitalOperation[] = [createTokenizedDeposit, getTokenizedDeposit]
