import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import type { Scope } from '../../platform/kernel/scope.ts'
import { assertInScope, institutionNames } from './institution-scope.ts'

const SCHEMA = Type.Object({
  institutionId: Type.Optional(Type.String()),
  institutionIds: Type.Optional(Type.Array(Type.String())),
  filter: Type.Optional(Type.Object({ institutionId: Type.Optional(Type.String()) })),
  name: Type.Optional(Type.String()),
})

describe('the institutions that a body names', () => {
  const BODIES: [what: string, body: unknown, named: string[]][] = [
    ['one', { institutionId: 'FI001' }, ['FI001']],
    ['a list of them', { institutionIds: ['FI001', 'FI002'] }, ['FI001', 'FI002']],
    ['one in a filter', { filter: { institutionId: 'FI003' } }, ['FI003']],
    ['none where a field is cleared', { institutionId: null, name: 'FI001' }, []],
    ['none in a field that the schema does not have', { other: { institutionId: 'FI001' } }, []],
    ['none without a body', undefined, []],
  ]
  for (const [what, body, named] of BODIES) {
    test(`are ${what}`, () => assert.deepEqual(institutionNames(SCHEMA)(body), named))
  }
})

describe('a request that names institutions', () => {
  const SCOPES: [what: string, scope: Scope, named: string[], isKnown: boolean][] = [
    ['of the platform', {}, ['FI001', 'FI002'], true],
    ['its own', { institutionId: 'FI001' }, ['FI001'], true],
    ['none', { institutionId: 'FI001' }, [], true],
    ['its own and another', { institutionId: 'FI001' }, ['FI001', 'FI002'], false],
  ]
  for (const [what, scope, named, isKnown] of SCOPES) {
    test(`${what} is ${isKnown ? 'answered' : 'refused as for an unknown one'}`, () => {
      if (isKnown) assertInScope(scope, named)
      else assert.throws(() => assertInScope(scope, named), { kind: 'not-found' })
    })
  }
})
