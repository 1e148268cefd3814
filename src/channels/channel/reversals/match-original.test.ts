import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asked, books, NOW_MS, original } from '../../../../test/support/bank/books.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { ReversalOrder } from '../../core/core.ts'
import type { Original } from '../../core/original.ts'
import { matchOriginal, originalQuery } from './match-original.ts'

const WINDOW_HOURS = 24

function order(changes: Partial<ReversalOrder> & { whole?: bigint; part?: bigint } = {}): ReversalOrder {
  const { whole = 10_000n, part = whole, ...rest } = changes
  return {
    ...asked(),
    type: 'CASHWITHDRAWALREVERSAL',
    originalType: 'CASHWITHDRAWAL',
    reasonCode: '4000',
    amountsIn: () => ({ originalMinor: whole, reversedMinor: part }),
    ...rest,
  }
}

const INEXACT = invalidFields([{ path: 'amount.amount', message: 'must be exact' }])
const BY_AUTH_ID = { originalAuthId: 'AUTH01' }
const BY_RRN = { originalRrn: '000000000001' }
const hoursAgo = (hours: number) => NOW_MS - hours * HOUR_MS

type Case = [
  result: string,
  title: string,
  order: ReversalOrder,
  originals: readonly Original[],
  buried?: readonly string[],
]

// The result is the RRN of the original found and the amount taken, a code, "not arrived" or "refused".
const CASES: readonly Case[] = [
  ['000000000001 10000', 'named by authorization id', order(BY_AUTH_ID), [original()]],
  ['000000000001 10000', 'named by RRN', order(BY_RRN), [original()]],
  ['000000000001 10000', 'not named', order(), [original()]],
  ['000000000001 4000', 'in part', order({ ...BY_RRN, part: 4_000n }), [original()]],
  [
    '000000000001 10000',
    'the authorization id decides before the RRN',
    order({ ...BY_AUTH_ID, originalRrn: '000000000002' }),
    [original(), later({ authId: 'AUTH02' })],
  ],
  [
    '000000000002 10000',
    'the RRN decides when the authorization id is unknown',
    order({ originalAuthId: 'NOSUCH', originalRrn: '000000000002' }),
    [original(), later({})],
  ],
  ['000000000002 10000', 'not named, the newest', order(), [original(), later({})]],
  [
    '000000000001 10000',
    'not named, the newest that still stands',
    order(),
    [original(), later({ reversedMinor: 10_000n })],
  ],
  ['000000000002 10000', 'not named, the newest of that amount', order(), [later({}), latest({ amountMinor: 9_999n })]],
  [
    '000000000001 10000',
    'not named, the newest that was approved',
    order(),
    [original(), later({ responseCode: '110' })],
  ],
  ['914', 'not named, and there is none', order(), []],
  ['914', 'an unknown authorization id', order({ originalAuthId: 'NOSUCH' }), [original()]],
  ['914', 'an authorization id on another account', order({ ...BY_AUTH_ID, accountId: 'B' }), [original()]],
  ['914', 'another amount', order({ ...BY_AUTH_ID, whole: 9_999n }), [original()]],
  ['914', 'another type', order({ ...BY_AUTH_ID, originalType: 'CASHDEPOSIT' }), [original()]],
  ['914', 'another account, named by RRN', order({ ...BY_RRN, accountId: 'B' }), [original()]],
  [
    '914',
    'another destination',
    order({ ...BY_RRN, originalType: 'TRANSFER', beneficiaryAccountId: 'C' }),
    [original({ type: 'TRANSFER', beneficiaryAccountId: 'B' })],
  ],
  [
    '000000000001 10000',
    'the same destination',
    order({ ...BY_RRN, originalType: 'TRANSFER', beneficiaryAccountId: 'B' }),
    [original({ type: 'TRANSFER', beneficiaryAccountId: 'B' })],
  ],
  [
    'refused',
    'amounts that are not exact in the currency',
    order({ ...BY_RRN, amountsIn: () => INEXACT }),
    [original()],
  ],
  ['refused', 'the same before the original came', order({ ...BY_RRN, amountsIn: () => INEXACT }), []],
  ['181', 'before that, the currency', order({ ...BY_RRN, currency: 'EUR', amountsIn: () => INEXACT }), [original()]],
  ['181', 'a currency that is not the account’s', order({ ...BY_RRN, currency: 'EUR' }), [original()]],
  ['000000000001 10000', 'the account’s currency', order({ ...BY_RRN, currency: 'USD' }), [original()]],
  ['484', 'a declined original', order(BY_RRN), [original({ responseCode: '110', authId: null })]],
  ['480', 'fully reversed', order(BY_RRN), [original({ reversedMinor: 10_000n })]],
  ['480', 'not named, all fully reversed', order(), [original({ reversedMinor: 10_000n })]],
  ['000000000001 4000', 'just what is left', order({ ...BY_RRN, part: 4_000n }), [original({ reversedMinor: 6_000n })]],
  ['483', 'a unit more than is left', order({ ...BY_RRN, part: 4_001n }), [original({ reversedMinor: 6_000n })]],
  ['483', 'more than the original', order({ ...BY_RRN, part: 10_001n }), [original()]],
  ['000000000001 10000', 'at the end of the window', order(BY_RRN), [original({ recordedAtMs: hoursAgo(24) })]],
  ['188 10000', 'after the window', order(BY_RRN), [original({ recordedAtMs: hoursAgo(24) - 1 })]],
  ['188 10000', 'after the window, by authorization id', order(BY_AUTH_ID), [original({ recordedAtMs: hoursAgo(25) })]],
  [
    '480',
    'after the window, but reversed before',
    order(BY_RRN),
    [original({ recordedAtMs: hoursAgo(25), reversedMinor: 10_000n })],
  ],
  [
    '188 4000',
    'after the window, a message that says what stands in the end',
    order({ ...BY_RRN, amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: 10_000n, isInTotal: true }) }),
    [original({ recordedAtMs: hoursAgo(25), reversedMinor: 6_000n })],
  ],
  [
    '480',
    'after the window, a message that says what was taken back before',
    order({ ...BY_RRN, amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: 6_000n, isInTotal: true }) }),
    [original({ recordedAtMs: hoursAgo(25), reversedMinor: 6_000n })],
  ],
  ['914', 'after the window, not named', order(), [original({ recordedAtMs: hoursAgo(24) - 1 })]],
  ['000000000001 10000', 'at the end of it, not named', order(), [original({ recordedAtMs: hoursAgo(24) })]],
  ['not arrived', 'an RRN that is not there yet', order(BY_RRN), []],
  ['not arrived', 'another partner’s RRN', order(BY_RRN), [original({ partnerId: 'P2' })]],
  ['not arrived', 'a part of what is not there yet', order({ ...BY_RRN, part: 4_000n }), []],
  ['483', 'more than the whole of what is not there yet', order({ ...BY_RRN, part: 10_001n }), []],
  ['480', 'an RRN that was named before it came', order(BY_RRN), [], ['000000000001']],
  ['480', 'the same, of more than the whole', order({ ...BY_RRN, part: 10_001n }), [], ['000000000001']],
  ['484', 'an RRN that came after it was named', order(BY_RRN), [original({ responseCode: '485' })], ['000000000001']],
]

describe('the original of a reversal', () => {
  for (const [result, title, reversal, originals, buried = []] of CASES) {
    test(`${title}: ${result}`, () => {
      const read = books({
        originals,
        tombstones: buried.map((rrn) => ({ partnerId: 'P1', rrn })),
      })
      const search = matchOriginal(reversal, read, { currency: 'USD', windowHours: WINDOW_HOURS, nowMs: NOW_MS })
      assert.equal(summary(search), result)
    })
  }

  test('what must be read beforehand is what the order names', () => {
    const CONTEXT = { windowHours: WINDOW_HOURS, nowMs: NOW_MS }
    const wide = { accountId: 'A', type: 'CASHWITHDRAWAL', notBeforeMs: hoursAgo(24) }
    assert.deepEqual(originalQuery(order(), CONTEXT), wide)
    assert.deepEqual(originalQuery(order({ ...BY_AUTH_ID, ...BY_RRN }), CONTEXT), {
      ...wide,
      authId: 'AUTH01',
      rrn: '000000000001',
    })
  })
})

function summary(search: ReturnType<typeof matchOriginal>): string {
  switch (search.kind) {
    case 'found':
      return `${search.original.rrn} ${search.amountMinor}`
    case 'decline':
      return search.amountMinor === undefined ? search.code : `${search.code} ${search.amountMinor}`
    case 'tombstone':
      return 'not arrived'
    case 'unsettled':
      return 'unsettled'
    case 'refuse':
      assert.equal(search.problem, INEXACT)
      return 'refused'
  }
}

function later(changes: Partial<Original>): Original {
  const transactionId = '00000000-0000-7000-8000-000000000002'
  return original({ transactionId, rrn: '000000000002', authId: 'AUTH02', ...changes })
}

function latest(changes: Partial<Original>): Original {
  const transactionId = '00000000-0000-7000-8000-000000000003'
  return original({ transactionId, rrn: '000000000003', authId: 'AUTH03', ...changes })
}
