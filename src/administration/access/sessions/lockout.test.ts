import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockDurationMs } from './lockout.ts'

const MINUTE_MS = 60_000
const durations: [earlierLocks: number, minutes: number][] = [
  [0, 15],
  [1, 30],
  [2, 60],
  [3, 120],
  [6, 960],
  [7, 1440],
  [8, 1440],
  [2000, 1440],
]
for (const [earlierLocks, minutes] of durations) {
  test(`after ${earlierLocks} locks the next one lasts ${minutes} minutes`, () => {
    assert.equal(lockDurationMs(earlierLocks), minutes * MINUTE_MS)
  })
}
