import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertBalanced, customer, type Entry, general } from './journal.ts'

const JOURNALS: [title: string, entries: Entry[], complaint: RegExp | undefined][] = [
  ['two legs', [customer('A', 'USD', -5n), general('vault:1', 'USD', 5n)], undefined],
  [
    'three legs',
    [customer('A', 'USD', -5n), general('vault:1', 'USD', 3n), general('fees:access', 'USD', 2n)],
    undefined,
  ],
  [
    'two currencies that balance each',
    [customer('A', 'USD', -5n), customer('B', 'USD', 5n), customer('C', 'JPY', -7n), customer('D', 'JPY', 7n)],
    undefined,
  ],
  ['one leg', [customer('A', 'USD', -5n)], /off by -5 USD/],
  ['legs that do not add up', [customer('A', 'USD', -5n), general('vault:1', 'USD', 4n)], /off by -1 USD/],
  ['one currency against another', [customer('A', 'USD', -5n), customer('B', 'EUR', 5n)], /off by/],
  ['a leg that moves nothing', [customer('A', 'USD', 0n)], /A moves nothing/],
]

describe('a journal', () => {
  for (const [title, entries, complaint] of JOURNALS) {
    test(`of ${title} is ${complaint === undefined ? 'balanced' : 'refused'}`, () => {
      if (complaint === undefined) assertBalanced(entries)
      else assert.throws(() => assertBalanced(entries), complaint)
    })
  }
})
