// The values of application properties: texts, each of a type that says what the text must look like.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'

export const VALUE_TYPES = ['STRING', 'INT', 'DECIMAL', 'BOOLEAN', 'JSON', 'DURATION'] as const
export type ValueType = (typeof VALUE_TYPES)[number]

/** What is shown instead of a secret value. */
export const MASK = '********'

const MAX_INT = 2n ** 63n - 1n
const INT = /^-?(?:0|[1-9]\d{0,18})$/
const DECIMAL = /^-?(?:0|[1-9]\d{0,37})(?:\.\d{1,38})?$/
/** ISO 8601: `P1Y2M3W4DT5H6M7.5S`, with at least one part, and at least one after T. */
const DURATION =
  /^P(?=[\dT])(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}W)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}(?:\.\d{1,9})?S)?)?$/

const EXPECTED: Readonly<Record<ValueType, readonly [fits: (value: string) => boolean, expected: string]>> = {
  STRING: [() => true, 'must be text'],
  INT: [isInt, 'must be a whole number of 64 bits'],
  DECIMAL: [(value) => DECIMAL.test(value), 'must be a decimal number such as 12.50'],
  BOOLEAN: [(value) => value === 'true' || value === 'false', 'must be true or false'],
  JSON: [isJson, 'must be JSON'],
  DURATION: [(value) => DURATION.test(value), 'must be an ISO 8601 duration such as PT30S'],
}

/** What is wrong with the value, or undefined. */
export function valueFault(value: string, type: ValueType): string | undefined {
  const [fits, expected] = EXPECTED[type]
  return fits(value) ? undefined : expected
}

function isInt(value: string): boolean {
  if (!INT.test(value)) return false
  const number = BigInt(value)
  return number <= MAX_INT && number >= -MAX_INT - 1n
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** A value as it is stored: plain, or sealed. */
export interface StoredValue {
  readonly value: string | null
  readonly value_sealed: string | null
}

/** The versions of a property share its context, so that a rollback can copy what is sealed. */
const contextOf = (id: string) => `application_properties.value ${id}`

export function storedValue(secretBox: SecretBox, id: string, value: string, isSecret: boolean): StoredValue {
  return isSecret ? { value: null, value_sealed: secretBox.seal(value, contextOf(id)) } : { value, value_sealed: null }
}

export function plainValue(secretBox: SecretBox, id: string, { value, value_sealed }: StoredValue): string {
  return value_sealed === null ? (value ?? '') : secretBox.open(value_sealed, contextOf(id))
}
