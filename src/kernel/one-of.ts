// Closed sets of values that are stored as text.

/** The value as a member of its set. Throws on any other: an unknown status must never pass for a known one. */
export function oneOf<const Value extends string>(set: readonly Value[], value: string, where: string): Value {
  const known = set.find((member) => member === value)
  if (known === undefined) throw new Error(`${where} holds ${JSON.stringify(value)}, which this version does not know`)
  return known
}
