import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './loopback.ts'

test('loopback addresses are recognised', () => {
  for (const host of ['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost']) assert.equal(isLoopback(host), true, host)
  for (const host of ['0.0.0.0', '::', '[::]', '10.0.0.1', 'localhost.example', '127.0.0.256', '']) {
    assert.equal(isLoopback(host), false, host)
  }
})
