import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesAnswering } from '../../test/support/bank/rules.ts'

test('an order that is decided again asks its tables about the usage that was read anew', () => {
  const seen: unknown[] = []
  const rules = rulesAnswering({
    velocity: ({ usedToday }) => {
      seen.push(usedToday)
      return undefined
    },
  })
  const [first, second] = [
    { amount: 100, count: 1 },
    { amount: 200, count: 2 },
  ]
  for (const usage of [first, second, first]) rules.decline(usage)
  assert.deepEqual(seen, [first, second, first])
})
