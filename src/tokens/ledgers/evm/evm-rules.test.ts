// The rules of the EVM ledger that need neither chain nor database.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LedgerAction, LedgerOp } from '../digital-ledger.ts'
import {
  endOf,
  finalBlockOf,
  nextNonce,
  nonceState,
  OUTCOMES,
  type Outcome,
  RESEND_MS,
  resending,
  STUCK_MS,
  statusOf,
} from './chain/chain-rules.ts'
import { MAX_BYTES, MAX_GAS, MAX_ITEMS, placeItems, type WorkKind, weightOf } from './placing/placing-rules.ts'
import { canBeEncoded } from './placing/work-content.ts'

const LIMITS = { gas: 1_000_000n, bytes: 10_000, count: 5 }
const light = (gas: bigint, bytes = 100) => ({ gas, bytes })

describe('a transaction takes from the queue', () => {
  type Row = [title: string, WorkKind, ReturnType<typeof light>[], count: number, gasLimit: bigint]
  const rows: Row[] = [
    ['all when they fit', 'OP', [light(100_000n), light(200_000n)], 2, 360_000n],
    ['what its gas allows', 'OP', [light(500_000n), light(400_000n), light(100_000n)], 2, 960_000n],
    ['what its bytes allow', 'OP', [light(1n, 6_000), light(1n, 4_000), light(1n)], 1, 60_001n],
    ['as many as are allowed', 'OP', Array.from({ length: 9 }, () => light(1n)), 5, 60_005n],
    ['one that is too large, alone, with all the gas there is', 'OP', [light(5_000_000n), light(1n)], 1, 1_000_000n],
    ['small ones before a large one', 'OP', [light(1n), light(5_000_000n)], 1, 60_001n],
    ['one asset', 'ASSET', [light(1n), light(1n)], 1, 60_001n],
  ]
  for (const [title, kind, weights, count, gasLimit] of rows)
    test(title, () => assert.deepEqual(placeItems(kind, weights, LIMITS), { count, gasLimit }))

  test('hundreds of operations within the limits of nodes', () => {
    const limits = { gas: MAX_GAS, bytes: MAX_BYTES, count: MAX_ITEMS }
    const placed = (...kinds: LedgerAction['kind'][]) => {
      const weight = weightOf('OP', kinds.map((kind) => ({ kind })), 0) // biome-ignore format: one line
      return placeItems('OP', Array.from({ length: 500 }, () => weight), limits) // biome-ignore format: one line
    }
    assert.ok(placed('CAPTURE', 'ISSUE').count >= 140)
    assert.ok(placed('HOLD').count >= 250)
    assert.ok(placed('HOLD').gasLimit <= MAX_GAS)
  })

  test('more gas after each time that it was reverted', () => {
    const gas = [0, 1, 2].map((tries) => weightOf('OP', [{ kind: 'BURN' }], tries).gas)
    assert.deepEqual(gas, [gas[0], (gas[0] as bigint) * 2n, (gas[0] as bigint) * 4n])
  })
})

describe('the final block', () => {
  const rows = [
    [{ kind: 'instant' }, 10n, 10n],
    [{ kind: 'depth', blocks: 3 }, 10n, 7n],
    [{ kind: 'depth', blocks: 30 }, 10n, 0n],
    [{ kind: 'finalized' }, 10n, 'finalized'],
  ] as const
  for (const [finality, latest, final] of rows)
    test(`is ${final} by ${JSON.stringify(finality)} at ${latest}`, () =>
      assert.equal(finalBlockOf(finality, latest), final))
})

describe('a nonce', () => {
  for (const [stored, chain, next] of [
    [5n, 5n, 5n],
    [7n, 5n, 7n],
    [5n, 9n, 9n],
  ] as const)
    test(`${next} is next when ${stored} is stored and the chain is at ${chain}`, () =>
      assert.equal(nextNonce(stored, chain), next))

  for (const [nonce, state] of [
    [2n, 'SETTLED'],
    [3n, 'MINED'],
    [4n, 'MINED'],
    [5n, 'OPEN'],
  ] as const)
    test(`${nonce} is ${state} when 3 are used up at the final block and 5 at the newest`, () =>
      assert.equal(nonceState(nonce, { mined: 5n, final: 3n }), state))
})

describe('what was sent', () => {
  const NOW = 1_000_000
  const young = { signedMs: NOW - 1, sentMs: NOW - 1, maxFeeWei: 10n }
  const stuck = { ...young, signedMs: NOW - STUCK_MS }
  const at = { nowMs: NOW, isLowest: true, neededFeeWei: 5n, canBeRaised: true }
  const rows: [string, typeof young, typeof at, ReturnType<typeof resending>][] = [
    ['a moment ago waits', young, at, 'WAIT'],
    ['some time ago is sent again', { ...young, sentMs: NOW - RESEND_MS }, at, 'RESEND'],
    ['long ago is replaced', stuck, at, 'REPLACE'],
    ['long ago behind another one waits', stuck, { ...at, isLowest: false }, 'WAIT'],
    ['too cheap behind another one is replaced', stuck, { ...at, isLowest: false, neededFeeWei: 11n }, 'REPLACE'],
    ['long ago at the cap waits', stuck, { ...at, canBeRaised: false }, 'WAIT'],
    ['long ago at the cap is sent again', { ...stuck, sentMs: 0 }, { ...at, canBeRaised: false }, 'RESEND'],
  ]
  for (const [title, sending, now, expected] of rows) test(title, () => assert.equal(resending(sending, now), expected))
  test('never is sent', () => assert.equal(resending({ ...young, sentMs: undefined }, at), 'RESEND'))
})

describe('the record of an operation', () => {
  const ends: Record<Outcome, string | undefined> = {
    NONE: undefined,
    APPLIED: 'FINAL',
    HELD: 'FINAL',
    CAPTURED: 'FINAL',
    RELEASED: 'FINAL',
    FAILED: 'FAILED',
  }
  for (const outcome of OUTCOMES)
    test(`${outcome} means ${ends[outcome]}`, () =>
      assert.equal(endOf({ outcome, reason: 1, isOurs: true })?.state, ends[outcome]))

  for (const outcome of OUTCOMES)
    test(`${outcome} with other content is not ours`, () =>
      assert.deepEqual(
        endOf({ outcome, reason: 1, isOurs: false }),
        outcome === 'NONE' ? undefined : { state: 'FAILED', reason: 'ID_TAKEN' },
      ))

  test('gives its reason the name of the port', () => {
    const reasons = [1, 2, 3, 4, 5, 6, 7, 11].map((reason) => endOf({ outcome: 'FAILED', reason, isOurs: true }))
    assert.deepEqual(
      reasons.map((end) => end?.state === 'FAILED' && end.reason),
      [
        'INSUFFICIENT_BALANCE',
        'UNKNOWN_ACCOUNT',
        'UNKNOWN_ASSET',
        'UNKNOWN_HOLD',
        'HOLD_ENDED',
        'RESTRICTED',
        'REFUSED',
        'REFUSED',
      ],
    )
  })
})

describe('an operation', () => {
  const base = { isSent: false, isApplied: false, finalAtMs: undefined, reason: undefined }
  const rows = [
    [{ ...base, state: 'WAITING' }, { status: 'ACCEPTED' }],
    [{ ...base, state: 'PLACED' }, { status: 'ACCEPTED' }],
    [{ ...base, state: 'PLACED', isSent: true }, { status: 'SUBMITTED' }],
    [{ ...base, state: 'PLACED', isSent: true, isApplied: true }, { status: 'APPLIED' }],
    [
      { ...base, state: 'FINAL', finalAtMs: 7 },
      { status: 'FINAL', finalAtMs: 7 },
    ],
    [
      { ...base, state: 'FAILED', reason: 'RESTRICTED' },
      { status: 'FAILED', reason: 'RESTRICTED', permanent: true },
    ],
  ] as const
  for (const [work, status] of rows)
    test(`is ${status.status} when it is ${JSON.stringify(work)}`, () => assert.deepEqual(statusOf(work), status))

  const issue = (amountMinor: bigint) =>
    ({ opId: 'o', kind: 'ISSUE', assetId: 'a', accountId: 'b', amountMinor }) as const
  const encodable: [string, LedgerOp, boolean][] = [
    ['zero', issue(0n), true],
    ['an amount of 256 bits', issue(2n ** 256n - 1n), true],
    ['one more', issue(2n ** 256n), false],
    ['a negative amount', issue(-1n), false],
    ['an empty batch', { opId: 'o', kind: 'BATCH', actions: [] }, false],
    ['100 actions', { opId: 'o', kind: 'BATCH', actions: Array.from({ length: 100 }, () => issue(1n)) }, true],
    ['101 actions', { opId: 'o', kind: 'BATCH', actions: Array.from({ length: 101 }, () => issue(1n)) }, false],
  ]
  for (const [title, op, expected] of encodable)
    test(`${expected ? 'can' : 'cannot'} be encoded with ${title}`, () => assert.equal(canBeEncoded(op), expected))
})
