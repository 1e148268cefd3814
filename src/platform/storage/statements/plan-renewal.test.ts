import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlanRenewal } from './plan-renewal.ts'

test('a connection drops its plans at doubling ages, and then every minute', () => {
  let nowMs = 5_000
  const renewal = new PlanRenewal(() => nowMs)
  const connection = {}
  const dueAt: number[] = []
  for (let second = 0; second <= 240; second++) {
    nowMs = 5_000 + second * 1_000
    if (renewal.isDue(connection)) dueAt.push(second)
  }
  assert.deepEqual(dueAt, [1, 3, 7, 15, 31, 63, 123, 183])
})

test('a connection that rests drops its plans at its next use, once', () => {
  let nowMs = 0
  const renewal = new PlanRenewal(() => nowMs)
  const connection = {}
  renewal.isDue(connection)
  nowMs = 3_600_000
  assert.deepEqual([renewal.isDue(connection), renewal.isDue(connection)], [true, false])
})

test('connections do not share an age', () => {
  let nowMs = 0
  const renewal = new PlanRenewal(() => nowMs)
  const [first, second] = [{}, {}]
  renewal.isDue(first)
  nowMs = 1_000
  assert.deepEqual([renewal.isDue(second), renewal.isDue(first)], [false, true])
})
