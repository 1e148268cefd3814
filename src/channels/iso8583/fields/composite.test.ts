import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Iso8583Error } from '../iso8583-error.ts'
import { ISO87 } from '../shipped-dialects.fixture.ts'
import { type CompositeSpec, joinParts, type Parts, splitParts } from './composite.ts'

const BALANCES = ISO87.fields[54] as CompositeSpec
const MOST = BALANCES.repeats as number
const GROUP: Parts = { accountType: '10', amountType: '01', currency: '840', sign: 'C', amount: '000000012345' }

const ROWS: readonly (readonly [groups: number, isTaken: boolean])[] = [
  [1, true],
  [MOST, true],
  [MOST + 1, false],
]

for (const [groups, isTaken] of ROWS) {
  const value = Array.from({ length: groups }, () => GROUP)
  const text = '1001840C000000012345'.repeat(groups)
  test(`${groups} groups of at most ${MOST} are ${isTaken ? 'read and written' : 'refused both ways'}`, () => {
    if (isTaken) {
      assert.deepEqual(splitParts(BALANCES, text), value)
      assert.equal(joinParts(BALANCES, value), text)
      return
    }
    const isRefused = (error: unknown) =>
      error instanceof Iso8583Error && error.message === `has more than ${MOST} groups`
    assert.throws(() => splitParts(BALANCES, text), isRefused)
    assert.throws(() => joinParts(BALANCES, value), isRefused)
  })
}
