// PostgreSQL array literals. Batches send a column at a time as one text parameter; building the literal here is
// several times faster than the driver's general conversion, because the caller knows what its values can hold.

/** Values that need no quoting: identifiers, numbers, UUIDs, timestamps. Null becomes NULL. */
export function plainArray(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`
}

/** Any text, quoted. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
