// Generates sdk/src/generated-events.ts from contract/events.json: a type for the data of every kind of event.

import { docComment } from './doc-comment.ts'
import { literal, pascal } from './names.ts'
import { type Schema, typeOf } from './schema-types.ts'

export interface AsyncApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly summary: string; readonly payload: { readonly allOf: readonly Schema[] } }>
    >
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

/** Schemas of the document that are no data of an event. */
const OWN = new Set(['CloudEvent', 'WebhookHeaders'])

/** The text of the file. Deterministic. */
export function generateEvents({ info, components }: AsyncApiDocument): string {
  const families = [...new Set(JSON.stringify(components).match(/(?<="\$ref":"\.\/)\w+(?=\.json#)/g))].toSorted()
  const kinds = Object.entries(components.messages)
  return [
    '// Made by sdk/generate.ts from contract/events.json; do not edit. `npm run sdk` makes it again.',
    `// ${info.title} ${info.version}`,
    '',
    "import type { Event } from './generated-feed.ts'",
    ...families.map((family) => `import type * as ${family} from './generated-${family}.ts'`),
    '',
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      OWN.has(name) ? [] : [`export type ${pascal(name)} = ${typeOf(schema)}`, ''],
    ),
    '/** What each kind of event tells. */',
    'export interface EventData {',
    ...kinds.flatMap(([kind, { summary, payload }]) => [
      ...docComment(summary, '  '),
      `  ${literal(kind)}: ${typeOf(dataOf(kind, payload.allOf), '  ')}`,
    ]),
    '}',
    '',
    'export type EventKind = keyof EventData',
    '',
    '/** An event of one kind. */',
    "export type EventOf<Kind extends EventKind> = Omit<Event, 'type' | 'data'> & { type: Kind; data: EventData[Kind] }",
    '',
    '/** An event of any kind: `type` tells which, and so what `data` is. */',
    'export type PartnerEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind]',
    '',
  ].join('\n')
}

function dataOf(kind: string, parts: readonly Schema[]): Schema {
  const data = parts.map(({ properties }) => properties?.data).find((one) => one !== undefined)
  if (data === undefined) throw new Error(`${kind} says nothing of its data`)
  return data
}
