import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../../../kernel/problem.ts'
import { ChainView } from './chain-view.ts'

test('a chain that is away is asked once for all requests of a moment, and by every turn with work', async () => {
  let calls = 0
  const rpc = {
    block: async () => {
      calls++
      throw unavailable('no node answers')
    },
  }
  const store = { readLedger: async () => undefined }
  const settings = { finality: { kind: 'instant' } }
  const view = new ChainView({ store, rpc, settings, names: {}, address: '0x0' } as never)
  for (const maxAgeMs of [60_000, 60_000, 60_000]) await assert.rejects(view.look(maxAgeMs), /cannot be used/)
  assert.equal(calls, 1)
  await assert.rejects(view.look(), /cannot be used/)
  assert.equal(calls, 2)
})
