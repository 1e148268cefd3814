// Two people changed a record: which fields differ, and what comes of choosing between them.

export type Side = 'theirs' | 'mine'

export interface ConflictField {
  readonly name: string
  readonly theirs: unknown
  readonly mine: unknown
  /** Mine where I changed the field, theirs where only they did. */
  readonly usual: Side
}

type Values = Readonly<Record<string, unknown>>

/** Fields whose values differ, in the order of the form. `before` is what the form was opened with. */
export function conflictFields(before: Values, theirs: Values, mine: Values): ConflictField[] {
  return (
    Object.keys(mine)
      // The version is not a choice: what is saved next follows theirs.
      .filter((name) => name !== 'version' && !isSame(theirs[name], mine[name]))
      .map((name) => ({
        name,
        theirs: theirs[name],
        mine: mine[name],
        usual: isSame(before[name], mine[name]) ? 'theirs' : 'mine',
      }))
  )
}

/** The record as it is now, with the fields that were chosen from mine. */
export function mergedValues<Form extends Values>(
  theirs: Form,
  fields: readonly ConflictField[],
  chosen: Readonly<Record<string, Side>>,
): Form {
  const mine = fields.filter(({ name, usual }) => (chosen[name] ?? usual) === 'mine')
  return { ...theirs, ...Object.fromEntries(mine.map((field) => [field.name, field.mine])) }
}

function isSame(one: unknown, other: unknown): boolean {
  return jsonOf(one) === jsonOf(other)
}

/** The order of a set says nothing. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, member) => (member instanceof Set ? [...member].sort() : member))
}
