import assert from 'node:assert/strict'
import test from 'node:test'
import { RateLimiter, sharedLimiters } from './rate-limit.ts'

test('a second allows as many requests as the rate, and the next one learns how long to wait', () => {
  const limiter = new RateLimiter()
  for (let i = 0; i < 5; i++) assert.equal(limiter.take('P', 5, 1000), 0)
  assert.equal(limiter.take('P', 5, 1000), 1)
})

test('tokens refill at the rate', () => {
  const limiter = new RateLimiter()
  for (let i = 0; i < 10; i++) limiter.take('P', 10, 0)
  assert.equal(limiter.take('P', 10, 99), 1)
  assert.equal(limiter.take('P', 10, 100), 0)
  assert.equal(limiter.take('P', 10, 100), 1)
})

test('a bucket holds at most one second of requests, however long it was idle', () => {
  const limiter = new RateLimiter()
  limiter.take('P', 3, 0)
  const admitted = Array.from({ length: 10 }, () => limiter.take('P', 3, 86_400_000)).filter((wait) => wait === 0)
  assert.equal(admitted.length, 3)
})

test('keys do not share their tokens', () => {
  const limiter = new RateLimiter()
  assert.equal(limiter.take('P', 1, 0), 0)
  assert.equal(limiter.take('P', 1, 0), 1)
  assert.equal(limiter.take('Q', 1, 0), 0)
})

test('setting the clock back neither adds nor removes tokens', () => {
  const limiter = new RateLimiter()
  assert.equal(limiter.take('P', 1, 10_000_000), 0)
  assert.equal(limiter.take('P', 1, 0), 1)
  assert.equal(limiter.take('P', 1, 1000), 0)
})

test('memory is bounded: the oldest key is evicted first', () => {
  const limiter = new RateLimiter(3)
  for (const key of ['a', 'b', 'c', 'd']) limiter.take(key, 1, 0)
  assert.equal(limiter.size, 3)
  assert.equal(limiter.take('a', 1, 0), 0)
  assert.equal(limiter.take('d', 1, 0), 1)
})

test('one kind of limit is the same wherever it is opened, and another kind has buckets of its own', () => {
  const open = sharedLimiters()
  assert.equal(open('sign-ins').take('P', 1, 0), 0)
  assert.equal(open('sign-ins').take('P', 1, 0), 1)
  assert.equal(open('anonymous').take('P', 1, 0), 0)
})
