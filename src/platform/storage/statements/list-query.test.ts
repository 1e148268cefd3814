import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNT_LIMIT, totalOf } from './list-query.ts'

const LAST = COUNT_LIMIT / 10

test('a total is exact up to the limit, and then leads on page by page', () => {
  const cases: [counted: number, page: number, found: number, total: number][] = [
    [0, 1, 0, 0],
    [25, 3, 5, 25],
    [25, 9, 0, 25],
    [COUNT_LIMIT, 1, 10, COUNT_LIMIT],
    [COUNT_LIMIT, LAST, 10, COUNT_LIMIT + 1],
    [COUNT_LIMIT, LAST + 1, 10, COUNT_LIMIT + 11],
    [COUNT_LIMIT, LAST + 1, 4, COUNT_LIMIT + 4],
    [COUNT_LIMIT, LAST + 9, 0, COUNT_LIMIT],
  ]
  for (const [counted, page, found, total] of cases)
    assert.equal(totalOf(counted, { page, size: 10 }, found), total, `${counted} on page ${page}`)
})
