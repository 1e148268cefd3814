// PostgreSQL array literals. Batches send a column at a time as one text parameter; building the literal here is
// several times faster than the driver's general conversion, because the caller knows what its values can hold.

const NEEDS_ESCAPE = /["\\]/

/**
 * Values that need no quoting: identifiers, numbers, UUIDs, timestamps. Null becomes NULL; a column of nulls only is
 * sent empty, because unnest() fills the shorter of its arrays with NULL.
 */
export function plainArray(values: readonly (string | number | bigint | boolean | null)[]): string {
  if (values.every((value) => value === null)) return '{}'
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`
}

/** Any text, quoted. Nulls as in plainArray. */
export function textArray(values: readonly (string | null)[]): string {
  if (values.every((value) => value === null)) return '{}'
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`
}

function quoted(value: string): string {
  return NEEDS_ESCAPE.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
