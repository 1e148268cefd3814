// An outcome as the record keeps it: JSON, with amounts as decimal strings of minor units and sets as lists.

import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import { APPROVED_CODE, type Outcome } from '../../core/outcome.ts'

const MINOR = /Minor$/

/** The approval that an operator records: the balances are not known. */
export function operatorsApproval(authId: string, businessDate: BusinessDate): string {
  return JSON.stringify({ code: APPROVED_CODE, authId, businessDate })
}

export function writeOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome, (_key, value: unknown) => {
    if (value instanceof Set) return [...value]
    return typeof value === 'bigint' ? value.toString() : value
  })
}

export function readOutcome(text: string): Outcome {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'returned' && Array.isArray(value)) return new Set(value)
    return typeof value === 'string' && MINOR.test(key) ? BigInt(value) : value
  })
}
