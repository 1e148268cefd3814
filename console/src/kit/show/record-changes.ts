// What differs between two readings of a record, field by field.

export interface FieldChange {
  /** `address.city`; members of a list by their id: `modules.USERS.actionId`. */
  readonly path: readonly string[]
  /** Undefined when the field was not there. */
  readonly before: unknown
  readonly after: unknown
}

export interface RecordChanges {
  readonly changed: readonly FieldChange[]
  readonly unchanged: readonly FieldChange[]
}

/** They change with every change and say nothing about it. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy'])

export function changesBetween(before: unknown, after: unknown): RecordChanges {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Map([...was, ...is]).keys()].map((key) => ({
    path: JSON.parse(key) as string[],
    before: was.get(key),
    after: is.get(key),
  }))
  const isChanged = ({ path, before: old, after: now }: FieldChange) =>
    !BOOKKEEPING.has(path[0] ?? '') && textOf(old) !== textOf(now)
  return { changed: fields.filter(isChanged), unchanged: fields.filter((field) => !isChanged(field)) }
}

/** No value, written in any way, is no value. */
function textOf(value: unknown): string {
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : (JSON.stringify(value) ?? '')
}

/** By path, as JSON: a name may contain any separator. Lists of plain values are one field. */
function fieldsOf(value: unknown): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  collect(value, [], fields)
  return fields
}

function collect(value: unknown, path: readonly string[], into: Map<string, unknown>): void {
  const members = membersOf(value)
  if (members === undefined) {
    if (path.length > 0 || (value !== null && value !== undefined)) into.set(JSON.stringify(path), value)
    return
  }
  for (const [name, member] of members) collect(member, [...path, name], into)
}

/** Undefined for what is shown as one value. */
function membersOf(value: unknown): [name: string, member: unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) {
    const entries = Object.entries(value)
    return entries.length === 0 ? undefined : entries
  }
  if (value.length === 0 || !value.every((member) => typeof member === 'object' && member !== null)) return undefined
  return value.map((member: Record<string, unknown>, at) => {
    const id = identityOf(member)
    if (id === undefined) return [String(at + 1), member]
    const { [id]: named, ...rest } = member
    const [only, ...others] = Object.values(rest)
    return [String(named), others.length === 0 && only !== undefined ? only : rest]
  })
}

/** The field that tells the members of a list apart. */
function identityOf(member: Record<string, unknown>): string | undefined {
  const names = Object.keys(member)
  return (
    names.find((name) => name === 'id') ?? names.find((name) => /(Id|^key|^code)$/.test(name) && isText(member[name]))
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
