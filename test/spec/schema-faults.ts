// Faults of a request, derived from the schema that it is checked with: values that each field does not take.

import assert from 'node:assert/strict'
import { jsonPointerOf } from '../../src/edge/http/problems/json-pointer.ts'
import { MARK } from './hostile-texts.ts'

export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly maxItems?: number
  readonly minItems?: number
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

interface Field {
  readonly path: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** All fields of a schema, parents before their members. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix + name
    const isRequired = schema.required?.includes(name) === true
    return [{ path, schema: member, isRequired }, ...fieldsOf(member, `${path}.`)]
  })
}

/** Values that a field of this schema does not take. */
export function faultsOf(schema: Schema): unknown[] {
  const values = schema.enum
  if (schema.anyOf !== undefined) return [true, 5, []]
  if (values !== undefined) return [20, true, {}, [], '', `${MARK}`, String(values[0]).toLowerCase().concat('X')]
  switch (schema.type) {
    case 'string':
      return [20, true, {}, ['x'], '', 'x'.repeat(5000), 'a\u0000b']
    case 'integer':
      return ['20', true, {}, [1], 1.5, ...beyond(schema)]
    case 'number':
      return ['20', true, {}, [1], ...beyond(schema)]
    case 'boolean':
      return ['true', 1, {}, []]
    case 'array':
      return ['x', 5, {}, Array.from({ length: 1000 }, () => ({})), ...(schema.minItems ? [[]] : [])]
    case 'object':
      return ['x', 5, true, []]
    default:
      return []
  }
}

function beyond({ minimum, exclusiveMinimum, maximum }: Schema): number[] {
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
}

/** The answer is a 400 that names the field, and repeats nothing of what was sent. */
export function assertNames(
  answer: { status: number; text: string; body: { errors?: { pointer: string }[] } },
  path: string,
) {
  assert.equal(answer.status, 400, `${path}: ${answer.text}`)
  const pointers = answer.body.errors?.map(({ pointer }) => pointer) ?? []
  const pointer = jsonPointerOf(path)
  const isNamed = pointers.some((named) => named === pointer || named.startsWith(`${pointer}/`))
  assert.ok(isNamed, `${path} is not named: ${answer.text}`)
  assert.ok(!answer.text.includes(MARK), 'a refused text came back')
  assert.ok(answer.text.length < 20_000, 'the answer is as long as the question')
}

/** Texts that a parameter of this schema does not take. */
export function queryFaults(path: string, field: Schema): string[] {
  if (field.enum !== undefined) return ['', MARK]
  if (field.type === 'integer' || field.type === 'number') {
    return ['', 'x', '1e3', ...beyond(field).map(String)]
  }
  return path === 'asOf' || path === 'from' || path === 'to' ? ['', 'yesterday'] : ['', 'x'.repeat(5000)]
}
