import type { DigitalOperation } from '../digital-operation.ts'
import { inquireBalance } from './inquire-balance.ts'

export const BALANCE_OPERATIONS: readonly DigitalOperation[] = [inquireBalance]
