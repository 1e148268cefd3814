// Every state of every saga × every event: what moves, and that nothing else does.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DEPOSIT_STATES, type Movement, REDEMPTION_STATES, TRANSFER_STATES } from '../movement.ts'
import { beginDeposit } from './deposit-saga.ts'
import { beginRedemption } from './redemption-saga.ts'
import { type Around, around, depositIn, EVENTS, OP, redemptionIn, summaryOf, transferIn } from './saga.fixture.ts'
import { changeAfter } from './saga.ts'
import {
  BOTH,
  COMMIT,
  DEPOSITS,
  HELD,
  MINT,
  REDEMPTIONS,
  REMINT,
  refused,
  TRANSFERS,
  WITHIN,
} from './saga-rows.fixture.ts'
import { endsRefusal, type SagaEvent } from './steps.ts'
import { beginTransfer } from './transfer-saga.ts'

for (const [kind, rows, states] of [
  ['deposit', DEPOSITS, DEPOSIT_STATES],
  ['redemption', REDEMPTIONS, REDEMPTION_STATES],
  ['transfer', TRANSFERS, TRANSFER_STATES],
] as const) {
  describe(`the saga of a ${kind}`, () => {
    for (const [title, movement, surroundings, moves] of rows) {
      test(`${movement.state}, ${title}`, () => {
        for (const [name, event] of Object.entries(EVENTS)) {
          const change = changeAfter(movement, event, around(surroundings))
          assert.equal(summaryOf(change), moves[name] ?? '-', name)
        }
      })
    }

    test('has a row for every state', () => {
      assert.deepEqual(new Set(rows.map(([, { state }]) => state)), new Set(states))
    })
  })
}

describe('the first step', () => {
  const ROWS: [title: string, begun: () => Parameters<typeof summaryOf>[0], expected: string][] = [
    [
      'of a deposit, on the built-in ledger',
      () => beginDeposit(depositIn('PENDING'), around({ own: 'builtin' })),
      'ISSUED · TOKEN_DEPOSIT · ISSUE now',
    ],
    [
      'of a deposit, on a chain',
      () => beginDeposit(depositIn('PENDING'), around()),
      'MINTING · TOKEN_FUNDS · MINT next',
    ],
    [
      'of a deposit, at a remote core',
      () => beginDeposit(depositIn('PENDING'), around({ own: 'builtin', isCoreRemote: true })),
      'PENDING',
    ],
    [
      'of a redemption, on the built-in ledger',
      () => beginRedemption(redemptionIn('PENDING'), around({ own: 'builtin' })),
      'COMPLETED · TOKEN_REDEMPTION · BURN now',
    ],
    [
      'of a redemption, on a chain',
      () => beginRedemption(redemptionIn('PENDING'), around()),
      'BURNING · PLACE hold · BURN next',
    ],
    [
      'of a redemption, at a remote core',
      () => beginRedemption(redemptionIn('PENDING'), around({ own: 'builtin', isCoreRemote: true })),
      'BURNED · TOKEN_BURN · BURN now',
    ],
    [
      'of a transfer at once, on the built-in ledger: one commit for both books',
      () => beginTransfer(transferIn('RECEIVED', {}, { isTwoPhase: false }), around({ own: 'builtin' })),
      'COMMITTED · TOKEN_TRANSFER_OUT · BURN now · both books',
    ],
    [
      'of a transfer at once, from the built-in ledger to a chain',
      () =>
        beginTransfer(
          transferIn('RECEIVED', {}, { isTwoPhase: false }),
          around({ own: 'builtin', payee: 'simulated' }),
        ),
      'COMMITTING · PLACE hold · BURN now · MINT next',
    ],
    [
      'of a transfer at once within one institution, on the built-in ledger: one book',
      () => beginTransfer(transferIn('RECEIVED', {}, { isTwoPhase: false, ...WITHIN }), around({ own: 'builtin' })),
      'COMMITTED · TOKEN_TRANSFER_WITHIN · TRANSFER now',
    ],
    [
      'of a transfer at once within one institution, on a chain without holds',
      () => beginTransfer(transferIn('RECEIVED', {}, { isTwoPhase: false, ...WITHIN }), around({ nativeHolds: false })),
      'COMMITTING · PLACE hold · MOVE next',
    ],
    [
      'of a transfer in two phases, on the built-in ledger',
      () => beginTransfer(transferIn('RECEIVED'), around({ own: 'builtin' })),
      'RESERVED · PLACE hold · HOLD now',
    ],
    [
      'of a transfer, on a chain',
      () => beginTransfer(transferIn('RECEIVED'), around()),
      'RECEIVED · PLACE hold · HOLD next',
    ],
    [
      'of a transfer in two phases, on a chain without holds',
      () => beginTransfer(transferIn('RECEIVED'), around({ nativeHolds: false })),
      'RESERVED · PLACE hold',
    ],
  ]
  for (const [title, begun, expected] of ROWS) test(title, () => assert.equal(summaryOf(begun()), expected))
})

test('a refused leg keeps its id until another attempt is due, which then has a new one', () => {
  const { failed, retry } = EVENTS
  assert.ok(failed && retry)
  const after = changeAfter(transferIn('COMMITTING', BOTH, { decision: COMMIT }), failed, around())?.movement
  assert.deepEqual(after?.work, { ...HELD, op: { opId: OP, leg: 'BOTH', tries: 2, hasFailed: true } })
  assert.ok(after)
  assert.deepEqual(changeAfter(after, retry, around())?.movement.work, {
    ...HELD,
    op: { opId: 'new-1', leg: 'BOTH', tries: 2 },
  })
})

test('a refusal lasts until a leg is final, through attempts and a return', () => {
  const rows: [before: Movement, event: string, surroundings: Around, isOver: boolean][] = [
    [transferIn('COMMITTING', refused(BOTH), { decision: COMMIT }), 'retry', {}, false],
    [transferIn('COMMITTING', refused(BOTH), { decision: COMMIT }), 'return', {}, false],
    [transferIn('COMMITTING', refused(BOTH), { decision: COMMIT }), 'return', { own: 'builtin' }, true],
    [transferIn('RETURNING', REMINT, { decision: COMMIT }), 'failed', {}, false],
    [transferIn('RETURNING', REMINT, { decision: COMMIT }), 'final', {}, true],
  ]
  for (const [before, event, surroundings, isOver] of rows) {
    const change = changeAfter(before, EVENTS[event] as SagaEvent, around(surroundings))
    assert.ok(change)
    assert.equal(endsRefusal(before, change), isOver, `${before.state} ${event}`)
  }
})

test('references at a core, once chosen, stay what they are', () => {
  const remote = { isCoreRemote: true }
  const { moved, failed, unknown, refused } = EVENTS
  assert.ok(moved && failed && unknown && refused)
  const pending = depositIn('PENDING', { fundsReference: 'f' })
  assert.equal(changeAfter(pending, moved, around(remote))?.movement.work.fundsReference, 'f')
  const minting = depositIn('MINTING', { ...MINT, fundsReference: 'f' })
  const compensating = changeAfter(minting, failed, around(remote))?.movement
  assert.deepEqual(compensating?.work, { fundsReference: 'f', refundReference: 'new-1' })
  const burned = redemptionIn('BURNED', { fundsReference: 'f' })
  assert.deepEqual(changeAfter(burned, unknown, around(remote))?.movement.work, { fundsReference: 'f' })
})
