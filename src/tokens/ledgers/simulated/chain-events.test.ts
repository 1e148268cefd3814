// Events of the simulated chain, on rows in memory.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { submitOne } from '../conformance/single-calls.fixture.ts'
import { burn, openAccounts, openTestChain, type TestChain } from './simulated-chain.fixture.ts'

describe('events', () => {
  async function readAll({ chain }: TestChain, start?: string) {
    const told: string[] = []
    let cursor = start
    for (;;) {
      const page = await chain.events(cursor)
      told.push(...page.events.map(({ opId, status }) => `${opId} ${status}`))
      if (page.cursor === cursor) return { told, cursor }
      cursor = page.cursor
    }
  }

  test('tell every end once, in order, when nothing goes wrong', async () => {
    const t = openTestChain()
    await openAccounts(t)
    const { cursor } = await readAll(t)
    await submitOne(t.chain, burn('a', 10))
    await submitOne(t.chain, burn('b', 1_000))
    assert.deepEqual((await readAll(t, cursor)).told, ['b FAILED'])
    t.blocks(1)
    await submitOne(t.chain, burn('c', 10))
    t.blocks(5)
    assert.deepEqual((await readAll(t, cursor)).told, ['b FAILED', 'a FINAL', 'c FINAL'])
    assert.deepEqual((await readAll(t)).told, ['opening FINAL', 'b FAILED', 'a FINAL', 'c FINAL'])
  })

  test('come twice and out of order by chance, and none is missing', async () => {
    const t = openTestChain({ duplicateEvent: 0.5, reorderedEvent: 0.5 })
    await openAccounts(t)
    const opIds = Array.from({ length: 30 }, (_, n) => `op ${String(n).padStart(2, '0')}`)
    let { cursor } = await readAll(t)
    const told: string[] = []
    for (const opId of opIds) {
      await submitOne(t.chain, burn(opId, 1))
      t.blocks(1)
      const page = await readAll(t, cursor)
      cursor = page.cursor
      told.push(...page.told)
    }
    t.blocks(10)
    told.push(...(await readAll(t, cursor)).told)
    assert.deepEqual(
      [...new Set(told)].sort(),
      opIds.map((opId) => `${opId} FINAL`),
    )
    assert.ok(told.length > opIds.length, 'some come twice')
    const firsts = [...new Set(told)]
    assert.notDeepEqual(firsts, firsts.toSorted(), 'some overtake others')
  })

  test('are told from the start to a cursor of another chain', async () => {
    const t = openTestChain()
    await openAccounts(t)
    for (const cursor of ['12345.99', 'nonsense', '', '1.2.3', `${'9'.repeat(400)}.1`]) {
      assert.deepEqual((await readAll(t, cursor)).told, ['opening FINAL'], cursor)
    }
  })
})
