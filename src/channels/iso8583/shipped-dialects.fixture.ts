// The dialects that are shipped, and variants of them for tests.

import { type Dialect, loadDialect, readDialect } from './dialect.ts'

export const ISO87 = await loadDialect('iso87-ascii')
export const ISO93 = await loadDialect('iso93-binary')

type Changes = {
  readonly encodings?: Partial<Dialect['encodings']>
  readonly framing?: Partial<Dialect['framing']>
  readonly fields?: Readonly<Record<number, Partial<Dialect['fields'][string]>>>
}

/** A dialect that differs in what is given. */
export function variant(of: Dialect, { encodings, framing, fields = {} }: Changes): Dialect {
  const changed = Object.entries(fields).map(([number, spec]) => [number, { ...of.fields[number], ...spec }])
  return readDialect({
    ...of,
    encodings: { ...of.encodings, ...encodings },
    framing: { ...of.framing, ...framing },
    fields: { ...of.fields, ...Object.fromEntries(changed) },
  })
}
