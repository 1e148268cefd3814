import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { unattended } from './unattended.ts'

test('what fails unattended is told, and does not end the process', async () => {
  const told: unknown[] = []
  const failure = new Error('no')
  unattended(Promise.reject(failure), (error) => told.push(error))
  unattended(Promise.resolve(), () => assert.fail('nothing failed'))
  await new Promise(setImmediate)
  assert.deepEqual(told, [failure])
})

test('without another way it is a warning', async () => {
  const warned = once(process, 'warning')
  unattended(Promise.reject(new Error('left alone')))
  const [warning] = await warned
  assert.equal(warning.message, 'left alone')
})
