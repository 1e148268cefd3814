// Columns whose values form a closed list, such as a status. A value that is not on the list was written by a newer
// version or manually. It is reported with its table, key and column, and never treated as a known value.

/** Where a value was read. */
export interface ValueSource {
  readonly table: string
  readonly key: string
  readonly column: string
}

export interface UnknownValue extends ValueSource {
  readonly value: string
}

function isOneOf<Value extends string>(known: readonly Value[], value: string): value is Value {
  return (known as readonly string[]).includes(value)
}

export function describeUnknown({ table, key, column, value }: UnknownValue): string {
  return `${table} ${key}: ${column} ${JSON.stringify(value)} is not known to this version`
}

/** The value as one of the list. Throws when it is not, for rows of which nothing can be used without it. */
export function requireOneOf<Value extends string>(known: readonly Value[], value: string, source: ValueSource): Value {
  if (isOneOf(known, value)) return value
  throw new Error(describeUnknown({ ...source, value }))
}

/** Reads closed values of many rows and collects unknown ones, so that one bad row does not fail the others. */
export class ClosedValues {
  readonly unknown: UnknownValue[] = []

  /** The value, or `UNKNOWN`, which every lookup keyed by this type must handle. */
  one<Value extends string>(known: readonly Value[], value: string, source: ValueSource): Value | 'UNKNOWN' {
    if (isOneOf(known, value)) return value
    this.unknown.push({ ...source, value })
    return 'UNKNOWN'
  }

  /** Those of the values that are known. The others grant nothing. */
  all<Value extends string>(known: readonly Value[], values: readonly string[], source: ValueSource): Set<Value> {
    const found = new Set<Value>()
    for (const value of values) {
      if (isOneOf(known, value)) found.add(value)
      else this.unknown.push({ ...source, value })
    }
    return found
  }
}
