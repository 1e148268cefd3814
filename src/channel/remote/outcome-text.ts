// An outcome as the record keeps it: JSON, with amounts as decimal strings of minor units.

import type { Outcome } from '../../core/outcome.ts'

const MINOR = /Minor$/

export function writeOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

export function readOutcome(text: string): Outcome {
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && MINOR.test(key) ? BigInt(value) : value,
  )
}
