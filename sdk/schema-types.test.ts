import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Schema, typeOf } from './schema-types.ts'

// One row per kind of schema: the schema and its type.
const TYPES: [schema: Schema, type: string][] = [
  [{}, 'unknown'],
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: "it's" }, "'it\\'s'"],
  [{ enum: ['CHK', 'SAV', 3] }, "'CHK' | 'SAV' | 3"],
  [{ type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ $ref: '#/components/schemas/error-body' }, 'ErrorBody'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'integer' }] }, 'string | number'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    'A & (string | null)',
  ],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'string', description: 'First.' }, 'b-c': {} } },
    "{\n  /** First. */\n  a: string\n  'b-c'?: unknown\n}",
  ],
  [
    { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: ['string', 'null'] } } } },
    '{\n  a: string | null\n}[]',
  ],
]

for (const [schema, type] of TYPES) {
  test(`${JSON.stringify(schema)} becomes ${type.replaceAll(/\s+/g, ' ')}`, () => assert.equal(typeOf(schema), type))
}

test('an unsupported schema stops the generator', () => {
  assert.throws(() => typeOf({ type: 'tuple' }), /"tuple" is not supported/)
  assert.throws(() => typeOf({ $ref: 'other.json#/x' }), /not supported/)
})
