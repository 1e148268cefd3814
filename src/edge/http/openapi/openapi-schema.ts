// Schemas as an OpenAPI document shows them: plain JSON Schema without the validator's own keywords.

import type { TSchema } from 'typebox'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Keywords in reading order; all others follow alphabetically. */
const ORDER = [
  'type',
  'description',
  'const',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minItems',
  'maxItems',
  'items',
  'required',
  'properties',
  'anyOf',
  'examples',
  'x-basis',
]

/** Only for the validator, or merged into the description. */
const NOT_SHOWN = new Set(['expected', 'inspect', 'component'])

/** Emits schemas, and collects the named ones as components. */
export class SchemaComponents {
  readonly #named = new Map<string, Json>()

  /** `name` applies when the schema has none. */
  emit(schema: TSchema, name?: string): Json {
    const { component = name } = schema as { component?: string }
    const shown = this.#inline(schema)
    if (component === undefined) return shown
    const known = this.#named.get(component)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shown)) {
      throw new TypeError(`two different schemas are called ${component}`)
    }
    this.#named.set(component, shown)
    return { $ref: `#/components/schemas/${component}` }
  }

  sorted(): Json {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #inline(schema: TSchema): Json {
    const keywords = schema as Readonly<Record<string, unknown>>
    const described = { ...keywords, ...describe(keywords) }
    const entries = Object.entries(described)
      .filter(([name]) => !NOT_SHOWN.has(name) && !name.startsWith('~'))
      .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([name, value]) => [name, this.#keyword(name, value)]))
  }

  #keyword(name: string, value: unknown): Json {
    if (name === 'properties') {
      const properties = Object.entries(value as Record<string, TSchema>)
      return Object.fromEntries(properties.map(([key, member]) => [key, this.emit(member)]))
    }
    if (name === 'items') return this.emit(value as TSchema)
    if (name === 'anyOf') return (value as TSchema[]).map((branch) => this.emit(branch))
    return value as Json
  }
}

/** The description, followed by the validator's `expected`. */
function describe(keywords: Readonly<Record<string, unknown>>): { description?: string } {
  const parts = [keywords.description, keywords.expected].filter((part) => typeof part === 'string')
  if (parts.length === 0) return {}
  return {
    description: parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`.replace('..', '.')).join(' '),
  }
}

function rank(keyword: string): number {
  const index = ORDER.indexOf(keyword)
  return index === -1 ? ORDER.length : index
}
