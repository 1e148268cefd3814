import assert from 'node:assert/strict'
import test from 'node:test'
import { type TSchema, Type } from 'typebox'
import { namedFields } from './named-fields.ts'

const ADDRESS = Type.Object({ city: Type.String() })
const ROWS: [title: string, schema: TSchema, value: unknown, left: unknown][] = [
  ['a field that is not named', Type.Object({ a: Type.Optional(Type.String()) }), { a: 'x', id: 'y' }, { a: 'x' }],
  ['inside an object', Type.Object({ to: ADDRESS }), { to: { city: 'x', pan: 'y' } }, { to: { city: 'x' } }],
  ['inside a list', Type.Array(ADDRESS), [{ city: 'x', pan: 'y' }], [{ city: 'x' }]],
  [
    'of an alternative that fits',
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    { b: 'x', a: 1, c: 1 },
    { b: 'x' },
  ],
  [
    'of two alternatives that both fit',
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ a: Type.String(), b: Type.String() })]),
    { a: 'x', b: 'y', c: 1 },
    { a: 'x', b: 'y' },
  ],
  ['of a list or nothing', Type.Union([Type.Array(ADDRESS), Type.Null()]), [{ city: 'x', c: 1 }], [{ city: 'x' }]],
  ['of a refined object', Type.Refine(ADDRESS, () => true), { city: 'x', c: 1 }, { city: 'x' }],
  ['an own __proto__', ADDRESS, JSON.parse('{"city": "x", "__proto__": {"a": 1}}'), { city: 'x' }],
  ['an object that is left open stays', Type.Object({}, { additionalProperties: true }), { a: 1 }, { a: 1 }],
  ['a record stays', Type.Record(Type.String(), Type.Unknown()), { a: 1 }, { a: 1 }],
  ['what may be anything stays', Type.Unknown(), { a: 1 }, { a: 1 }],
  ['an object without fields is emptied', Type.Object({}), { a: 1 }, {}],
  ['no object stays', Type.String(), 'x', 'x'],
]
for (const [title, schema, value, left] of ROWS) {
  test(title, () => {
    const sent = structuredClone(value)
    assert.deepEqual(namedFields(schema, sent), left)
    assert.deepEqual(sent, value)
  })
}
