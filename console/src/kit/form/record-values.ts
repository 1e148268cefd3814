// Between a record and the values of its form, field by field, so that a field of a form is named once.

/** The values of a record, by those of a new one. What the record does not have is as in a new one. */
export function valuesLike<Values extends object>(
  fresh: Values,
  record: { readonly [Name in keyof Values]?: Values[Name] | null },
): Values {
  const names = Object.keys(fresh) as (keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, record[name] ?? fresh[name]])) as Values
}

/** The values as they are sent: texts without blanks at their ends. An empty text of a field that can be null clears it. */
export function trimmed<Values extends object, Clearable extends keyof Values = never>(
  values: Values,
  ...clearable: readonly Clearable[]
): Omit<Values, Clearable> & { [Name in Clearable]: Values[Name] | null } {
  const sent = Object.entries(values).map(([name, value]) => {
    const text: unknown = typeof value === 'string' ? value.trim() : value
    return [name, text === '' && clearable.some((other) => other === name) ? null : text]
  })
  return Object.fromEntries(sent) as Omit<Values, Clearable> & { [Name in Clearable]: Values[Name] | null }
}
