import assert from 'node:assert/strict'
import test from 'node:test'
import { invalidFields } from '../../kernel/problem.ts'
import { wordsOf } from './problems.ts'

test('twenty fields at fault are named, and the others are counted, all of them', () => {
  const details = Array.from({ length: 1000 }, (_, i) => ({ path: `f${i}`, message: 'is odd' }))
  const words = wordsOf(invalidFields(details)).split('; ')
  assert.deepEqual([words.length, words[0], words.at(-1)], [21, 'f0 is odd', 'and 980 more'])
})
