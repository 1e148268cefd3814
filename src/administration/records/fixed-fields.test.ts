import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { fieldsToSet } from './fixed-fields.ts'

const BEFORE = { institutionId: 'FI001', code: 'A', name: 'One', contact: 'Anne' }
const FIXED = ['institutionId', 'code'] as const

test('a change sets what it names, null too, but neither its version nor what is fixed', () => {
  const change = { version: 3, institutionId: 'FI001', code: 'A', name: 'Two', contact: null }
  assert.deepEqual(fieldsToSet(FIXED, BEFORE, change), { name: 'Two', contact: null })
})

test('a fixed field with another value is refused by its name', () => {
  assert.throws(
    () => fieldsToSet(FIXED, BEFORE, { version: 3, code: 'B', name: 'Two' }),
    (error) => error instanceof Problem && error.details.map(({ path }) => path).join() === 'code',
  )
})
