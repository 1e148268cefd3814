// IANA time zones, as the runtime knows them.

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** True for the name of a zone or of an alias of one, in its own letter case. Offsets such as `+01:00` are no zones. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !NAME.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // An alias resolves to another name; the same name in other letters is a misspelling.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}
