// Objects with amounts as JSON: minor units are bigint, which JSON lacks, so they are written as text. Every field whose
// name ends in `Minor` is an amount.

/** For a jsonb column. */
export function jsonWithMinor(value: object): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? member.toString() : member))
}

/** Reads back what jsonWithMinor() wrote, from parsed JSON. */
export function readWithMinor<Value>(parsed: unknown): Value {
  return revive('', parsed) as Value
}

function revive(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => revive('', member))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revive(key, member)]))
  }
  return name.endsWith('Minor') && typeof value === 'string' ? BigInt(value) : value
}
