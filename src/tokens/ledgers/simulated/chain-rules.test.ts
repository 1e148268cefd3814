// The rules of the simulated chain, on rows in memory.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import { balanceOf, ensureOne, opOf, submitOne } from '../conformance/single-calls.fixture.ts'
import type { LedgerFailure, LedgerOp } from '../digital-ledger.ts'
import { MemoryChainStore } from './memory-chain-store.fixture.ts'
import {
  ANNA,
  BELA,
  batch,
  burn,
  DOLLARS,
  hold,
  issue,
  openAccounts,
  openTestChain,
  type TestChain,
  transfer,
} from './simulated-chain.fixture.ts'

async function statusOf({ chain }: TestChain, opId: string): Promise<string | undefined> {
  return (await opOf(chain, opId))?.status
}

describe('finality', () => {
  test('an operation is in effect from the next block on, and final when enough blocks follow', async () => {
    const t = openTestChain({ depth: 3 })
    await openAccounts(t)
    assert.deepEqual(await submitOne(t.chain, burn('op', 30)), { status: 'SUBMITTED' })
    const seen = []
    for (let block = 0; block < 5; block++) {
      const [final, latest] = [await balanceOf(t.chain, ANNA, 'FINAL'), await balanceOf(t.chain, ANNA, 'LATEST')]
      seen.push([await statusOf(t, 'op'), final.balanceMinor, latest.balanceMinor])
      t.blocks(1)
    }
    assert.deepEqual(seen, [
      ['SUBMITTED', 100n, 100n],
      ['APPLIED', 100n, 70n],
      ['APPLIED', 100n, 70n],
      ['APPLIED', 100n, 70n],
      ['FINAL', 70n, 70n],
    ])
  })

  test('final is the time of the block that makes it so, however late the question comes', async () => {
    const t = openTestChain({ blockMs: 1_000, depth: 2 })
    await openAccounts(t)
    const submittedMs = t.clock.nowMs
    await submitOne(t.chain, burn('op', 30))
    t.clock.nowMs += 400 * DAY_MS
    assert.deepEqual(await opOf(t.chain, 'op'), { status: 'FINAL', finalAtMs: submittedMs + 3_000 })
    assert.equal(await t.chain.now(), t.clock.nowMs)
  })

  test('an orphaned block takes its operation back to SUBMITTED, never one that is final', async () => {
    const t = openTestChain({ depth: 3, reorg: 1 })
    await openAccounts(t)
    await submitOne(t.chain, burn('op', 30))
    const seen: string[] = []
    for (let block = 0; block < 30; block++) {
      const status = (await statusOf(t, 'op')) as string
      if (seen.at(-1) !== status) seen.push(status)
      t.blocks(1)
    }
    const back = ['SUBMITTED', 'APPLIED']
    assert.deepEqual(seen, [...back, ...back, ...back, ...back, 'FINAL'])
    assert.equal((await balanceOf(t.chain, ANNA, 'FINAL')).balanceMinor, 70n)
  })

  test('FINAL stays when the clock of another node is behind', async () => {
    const store = new MemoryChainStore()
    const [ahead, behind] = [openTestChain({}, { store }), openTestChain({}, { store })]
    await openAccounts(ahead)
    await submitOne(ahead.chain, burn('op', 30))
    ahead.blocks(3)
    behind.clock.nowMs = ahead.clock.nowMs - 500
    assert.equal(await statusOf(ahead, 'op'), 'FINAL')
    assert.equal(await statusOf(behind, 'op'), 'FINAL')
    assert.equal((await balanceOf(behind.chain, ANNA, 'FINAL')).balanceMinor, 70n)
  })

  test('the chain goes on from its own time when the clock is set back by days', async () => {
    const t = openTestChain()
    await openAccounts(t)
    await submitOne(t.chain, burn('first', 10))
    const chainMs = await t.chain.now()
    t.clock.nowMs -= 30 * DAY_MS
    assert.equal(await statusOf(t, 'first'), 'SUBMITTED')
    await submitOne(t.chain, burn('second', 10))
    assert.ok((await t.chain.now()) >= chainMs)
    t.blocks(3)
    assert.deepEqual([await statusOf(t, 'first'), await statusOf(t, 'second')], ['FINAL', 'FINAL'])
  })

  test('an account is READY once it is final itself', async () => {
    const t = openTestChain()
    assert.equal(await ensureOne(t.chain, ANNA), 'PENDING', 'before its asset')
    await t.chain.ensureAsset(DOLLARS)
    assert.equal(await ensureOne(t.chain, ANNA), 'PENDING')
    assert.equal((await submitOne(t.chain, issue('early', 1))).status, 'FAILED')
    t.blocks(2)
    assert.equal(await ensureOne(t.chain, ANNA), 'PENDING')
    t.blocks(1)
    assert.equal(await ensureOne(t.chain, ANNA), 'READY')
    t.blocks(-2)
    assert.equal(await ensureOne(t.chain, ANNA), 'READY', 'for a node whose clock is behind too')
    assert.equal(await ensureOne(t.chain, { ...ANNA, assetId: 'another' }), 'REFUSED')
  })
})

describe('what the chain refuses', () => {
  const capture = (opId: string, holdId: string) => ({ opId, kind: 'CAPTURE', holdId }) as const
  const release = (opId: string, holdId: string) => ({ opId, kind: 'RELEASE', holdId }) as const
  const stranger = { ...ANNA, accountId: 'stranger' }

  // Anna has 100, of which the hold `held` keeps 60; Bela cannot receive.
  const ROWS: [title: string, op: LedgerOp, reason: LedgerFailure][] = [
    ['more than there is', burn('op', 101), 'INSUFFICIENT_BALANCE'],
    ['what is held', burn('op', 41), 'INSUFFICIENT_BALANCE'],
    ['nothing', burn('op', 0), 'REFUSED'],
    ['less than nothing', issue('op', -1), 'REFUSED'],
    ['more than any book can count', issue('op', 2n ** 63n), 'REFUSED'],
    ['an account that is not there', issue('op', 1, stranger), 'UNKNOWN_ACCOUNT'],
    ['an asset that is not there', issue('op', 1, { ...ANNA, assetId: 'none' }), 'UNKNOWN_ASSET'],
    ['a restricted payee', transfer('op', 1), 'RESTRICTED'],
    ['a hold that is not there', capture('op', 'none'), 'UNKNOWN_HOLD'],
    [
      'a restriction of an unknown account',
      { opId: 'op', kind: 'RESTRICT', accountId: 'nobody', restrictions: [] },
      'UNKNOWN_ACCOUNT',
    ],
    ['a batch of which one part fails', batch('op', burn('a', 40), burn('b', 1)), 'INSUFFICIENT_BALANCE'],
    ['a batch that ends a hold twice', batch('op', release('a', 'held'), capture('b', 'held')), 'HOLD_ENDED'],
    ['two holds with one id', batch('op', hold('a', 1), hold('b', 1)), 'REFUSED'],
    ['an endless batch', batch('op', ...Array.from({ length: 101 }, () => issue('a', 1))), 'REFUSED'],
  ]
  for (const [title, op, reason] of ROWS) {
    test(title, async () => {
      const t = openTestChain()
      await openAccounts(t)
      await submitOne(t.chain, hold('held', 60))
      await submitOne(t.chain, { opId: 'r', kind: 'RESTRICT', accountId: BELA.accountId, restrictions: ['NO_CREDIT'] })
      t.blocks(3)
      const failed = { status: 'FAILED', reason, permanent: true }
      assert.deepEqual(await submitOne(t.chain, op), failed)
      t.blocks(10)
      assert.deepEqual(await opOf(t.chain, 'op'), failed)
      assert.deepEqual(await balanceOf(t.chain, ANNA, 'FINAL'), { balanceMinor: 100n, heldMinor: 60n })
    })
  }

  test('tokens that are not final yet', async () => {
    const t = openTestChain()
    await openAccounts(t, 0n)
    await submitOne(t.chain, issue('mint', 50))
    t.blocks(2)
    assert.equal(await statusOf(t, 'mint'), 'APPLIED')
    assert.equal((await submitOne(t.chain, burn('early', 1))).status, 'FAILED')
    t.blocks(1)
    assert.equal((await submitOne(t.chain, burn('late', 50))).status, 'SUBMITTED')
  })

  test('tokens that an operation under way will take', async () => {
    const t = openTestChain()
    await openAccounts(t)
    await submitOne(t.chain, transfer('first', 60))
    assert.equal((await submitOne(t.chain, burn('second', 60))).status, 'FAILED')
    assert.equal((await submitOne(t.chain, burn('third', 40))).status, 'SUBMITTED')
  })

  test('tokens that a batch under way takes before it gives others', async () => {
    const t = openTestChain()
    await openAccounts(t)
    await submitOne(t.chain, batch('first', burn('a', 60), issue('b', 70)))
    assert.equal((await submitOne(t.chain, burn('second', 60))).status, 'FAILED')
    t.blocks(10)
    assert.equal((await submitOne(t.chain, burn('third', 110))).status, 'SUBMITTED')
  })

  test('a second end of a hold while the first is under way', async () => {
    const t = openTestChain()
    await openAccounts(t)
    await submitOne(t.chain, hold('held', 60))
    assert.equal((await submitOne(t.chain, release('early', 'held'))).status, 'FAILED')
    t.blocks(3)
    await submitOne(t.chain, capture('first', 'held'))
    assert.deepEqual(await submitOne(t.chain, release('second', 'held')), {
      status: 'FAILED',
      reason: 'HOLD_ENDED',
      permanent: true,
    })
    assert.equal((await t.chain.hold('held'))?.state, 'HELD')
    t.blocks(3)
    assert.equal((await t.chain.hold('held'))?.state, 'CAPTURED')
    assert.deepEqual(await balanceOf(t.chain, ANNA, 'FINAL'), { balanceMinor: 40n, heldMinor: 0n })
  })

  test('without the capability: batches, and new holds', async () => {
    const t = openTestChain()
    await openAccounts(t)
    await submitOne(t.chain, hold('held', 60))
    t.blocks(3)
    t.settings = { ...t.settings, atomicBatches: false, nativeHolds: false }
    assert.deepEqual(t.chain.capabilities, { atomicBatches: false, nativeHolds: false, finality: 'DEPTH' })
    assert.equal((await submitOne(t.chain, batch('b', issue('a', 1)))).status, 'FAILED')
    assert.equal((await submitOne(t.chain, hold('h', 1))).status, 'FAILED')
    assert.equal(
      (await submitOne(t.chain, release('e', 'held'))).status,
      'SUBMITTED',
      'a hold from before can be ended',
    )
  })

  test('a valid operation, by chance: it fails when it would be final, and frees what it took', async () => {
    const t = openTestChain({ refused: 1 })
    await openAccounts(t)
    t.settings = { ...t.settings, refused: 0 }
    await submitOne(t.chain, hold('held', 60))
    t.blocks(3)
    t.settings = { ...t.settings, refused: 1 }
    await submitOne(t.chain, transfer('op', 40))
    await submitOne(t.chain, capture('end', 'held'))
    t.blocks(2)
    assert.deepEqual([await statusOf(t, 'op'), await statusOf(t, 'end')], ['SUBMITTED', 'SUBMITTED'])
    t.blocks(1)
    const refused = { status: 'FAILED', reason: 'REFUSED', permanent: true }
    assert.deepEqual([await opOf(t.chain, 'op'), await opOf(t.chain, 'end')], [refused, refused])
    t.settings = { ...t.settings, refused: 0 }
    assert.equal((await submitOne(t.chain, transfer('again', 40))).status, 'SUBMITTED')
    assert.equal((await submitOne(t.chain, capture('end again', 'held'))).status, 'SUBMITTED')
  })

  test('an account, by chance', async () => {
    const t = openTestChain({ refusedAccount: 1 })
    await t.chain.ensureAsset(DOLLARS)
    await ensureOne(t.chain, ANNA)
    t.blocks(3)
    assert.equal(await ensureOne(t.chain, ANNA), 'REFUSED')
    assert.equal((await submitOne(t.chain, issue('op', 1))).status, 'FAILED')
  })
})

describe('faults', () => {
  const isProblem = (kind: string) => (error: unknown) => error instanceof Problem && error.kind === kind

  test('a lost request times out and is not accepted', async () => {
    const t = openTestChain({ lostRequest: 1 })
    await openAccounts(t)
    await assert.rejects(submitOne(t.chain, burn('op', 30)), isProblem('timeout'))
    t.blocks(10)
    assert.equal(await opOf(t.chain, 'op'), null)
    t.settings = { ...t.settings, lostRequest: 0 }
    assert.equal((await submitOne(t.chain, burn('op', 30))).status, 'SUBMITTED')
  })

  test('a lost reply times out after the operation was accepted; sending it again changes nothing', async () => {
    const t = openTestChain({ lostReply: 1 })
    await openAccounts(t)
    for (let i = 0; i < 2; i++) await assert.rejects(submitOne(t.chain, burn('op', 30)), isProblem('timeout'))
    t.settings = { ...t.settings, lostReply: 0 }
    assert.equal((await submitOne(t.chain, burn('op', 30))).status, 'SUBMITTED')
    t.blocks(3)
    assert.equal((await balanceOf(t.chain, ANNA, 'FINAL')).balanceMinor, 70n)
  })

  test('each attempt has its own luck, so that one gets through', async () => {
    const t = openTestChain({ lostRequest: 0.5, lostReply: 0.5 })
    await openAccounts(t)
    const outcomes: string[] = []
    for (let i = 0; i < 40; i++) {
      outcomes.push(
        await submitOne(t.chain, burn('op', 30)).then(
          ({ status }) => status,
          (error) => error.kind,
        ),
      )
    }
    assert.deepEqual(new Set(outcomes), new Set(['timeout', 'SUBMITTED']))
  })

  test('in an outage every call fails, and nothing is accepted', async () => {
    const t = openTestChain({ outage: 1 })
    await openAccounts(t)
    const { chain } = t
    const calls = [
      () => chain.ensureAsset(DOLLARS),
      () => ensureOne(chain, ANNA),
      () => submitOne(chain, burn('op', 30)),
      () => opOf(chain, 'op'),
      () => balanceOf(chain, ANNA, 'FINAL'),
      () => chain.hold('held'),
      () => chain.events(undefined),
      () => chain.now(),
      () => chain.health(),
    ]
    for (const call of calls) await assert.rejects(call, isProblem('unavailable'))
    t.settings = { ...t.settings, outage: 0 }
    assert.equal(await opOf(chain, 'op'), null)
  })

  test('outages begin and end with time', async () => {
    const t = openTestChain({ outage: 0.5, outageMs: 1_000 })
    const states = new Set<string>()
    for (let second = 0; second < 30; second++) {
      states.add(
        await t.chain.health().then(
          () => 'up',
          () => 'down',
        ),
      )
      t.clock.nowMs += 1_000
    }
    assert.deepEqual(states, new Set(['up', 'down']))
  })

  test('an id that no database can keep is rejected before it harms the calls beside it', async () => {
    const t = openTestChain()
    await openAccounts(t)
    for (const opId of ['', 'a\0b', 'x'.repeat(201)]) {
      await assert.rejects(submitOne(t.chain, burn(opId, 1)), RangeError)
      await assert.rejects(submitOne(t.chain, issue('op', 1, { ...ANNA, accountId: opId })), RangeError)
    }
  })
})

test('operations that are final cost nothing', async () => {
  const store = new MemoryChainStore()
  const t = openTestChain({}, { store })
  await openAccounts(t, 1_000_000n)
  for (let n = 0; n < 500; n++) await submitOne(t.chain, burn(`op ${n}`, 1))
  t.clock.nowMs += DAY_MS
  await balanceOf(t.chain, ANNA, 'LATEST')
  store.opsRead = 0
  await submitOne(t.chain, burn('one more', 1))
  await balanceOf(t.chain, ANNA, 'LATEST')
  await t.chain.events(undefined)
  assert.ok(store.opsRead <= 2, `${store.opsRead} operations read`)
})

test('operations that become final before the next question are settled in pages', async () => {
  const t = openTestChain()
  await openAccounts(t, 10_000n)
  await Promise.all(Array.from({ length: 4_500 }, (_, n) => submitOne(t.chain, burn(`op ${n}`, 1))))
  t.clock.nowMs += DAY_MS
  assert.equal((await balanceOf(t.chain, ANNA, 'FINAL')).balanceMinor, 5_500n)
})
