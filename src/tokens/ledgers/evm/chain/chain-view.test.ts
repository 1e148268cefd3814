import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../../../../platform/kernel/problems/problem.ts'
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

test('a node that is behind the final block takes nothing back: the block that was final stays', async () => {
  const block = (number: bigint) => ({ number, hash: `0x${number}`, timeMs: 0, gasLimit: 1n, baseFeeWei: null })
  const rpc = {
    expect() {},
    noteFinal() {},
    block: async (ref: bigint | 'latest') => block(ref === 'latest' ? 45n : ref),
    fees: async () => ({ baseFeeWei: null, priorityFeeWei: 0n, gasPriceWei: 0n }),
    balance: async () => 0n,
    nonce: async () => 0n,
    callMany: async () => [`0x${'0'.repeat(64)}`, `0x${'0'.repeat(63)}1`],
  }
  const known = { contract: '0xc', namesMark: 'm', final: block(50n), seen: block(50n) }
  const store = { readLedger: async () => known, nextCostWei: async () => 0n }
  const settings = { ledgerAddress: '0xc', finality: { kind: 'instant' }, fees: { mode: 'zero', maxFeeWei: 0n } }
  const names = { fingerprint: () => 'm' }
  const parts = { store, rpc, settings, names, address: `0x${'a'.repeat(40)}`, haltedAfterMs: () => 0 }
  const { final, latest } = await new ChainView(parts as never).look()
  assert.deepEqual([final.number, latest.number], [50n, 45n])
  const unmade = { ...rpc, block: async (ref: bigint | 'latest') => ({ ...block(45n), number: ref, hash: '0xother' }) }
  await assert.rejects(new ChainView({ ...parts, rpc: unmade } as never).look(), /cannot be used/)
})
