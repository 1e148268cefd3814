// The operations of digital banking, by domain, in the order of the contract. Each domain lists its own.

import type { DigitalOperation } from './digital-operation.ts'

export const DIGITAL_OPERATIONS: readonly DigitalOperation[] = []
