// Converts JSON Schema, as far as our contracts use it, to TypeScript types.

import { literal, pascal, propertyName } from './names.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** The type of a schema as text; objects span lines at the given indent. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return refName(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  const parts = [
    ...(alternatives === undefined ? [] : [union(alternatives.map((part) => typeOf(part, indent)))]),
    ...(schema.allOf ?? []).map((part) => typeOf(part, indent)),
    ...(schema.type === undefined && schema.properties === undefined ? [] : [ownType(schema, indent)]),
  ]
  if (parts.length === 0) return 'unknown'
  return parts.length === 1 ? parts[0]! : parts.map(parenthesised).join(' & ')
}

function ownType(schema: Schema, indent: string): string {
  const types = schema.type === undefined ? ['object'] : [schema.type].flat()
  return union(types.map((type) => simpleType(type, schema, indent)))
}

function simpleType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `${parenthesised(typeOf(schema.items ?? {}, indent))}[]`
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`the type "${type}" is not supported`)
  }
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries(schema.properties ?? {})
  const rest = schema.additionalProperties
  if (properties.length === 0) {
    return typeof rest === 'object' ? `Record<string, ${typeOf(rest, indent)}>` : 'Record<string, unknown>'
  }
  const inner = `${indent}  `
  const lines = properties.flatMap(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    const comment = property.description === undefined ? [] : [`${inner}/** ${oneLine(property.description)} */`]
    return [...comment, `${inner}${propertyName(name)}${optional}: ${typeOf(property, inner)}`]
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

// An object type may contain " | " in its members without being a union itself.
function parenthesised(type: string): string {
  const outside = type.replaceAll(/\{[\s\S]*\}/g, '')
  return / [|&] /.test(outside) ? `(${type})` : type
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')
}

function refName(ref: string): string {
  const [, family, name] = /^(?:\.\/(\w+)\.json)?#\/components\/schemas\/([^/]+)$/.exec(ref) ?? []
  if (name === undefined) throw new Error(`the reference ${ref} is not supported`)
  // Another document's types are imported under its name.
  return family === undefined ? pascal(name) : `${family}.${pascal(name)}`
}
