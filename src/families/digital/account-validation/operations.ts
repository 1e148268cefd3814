import type { DigitalOperation } from '../digital-operation.ts'
import { validateAccount } from './validate-account.ts'

export const VALIDATION_OPERATIONS: readonly DigitalOperation[] = [validateAccount]
