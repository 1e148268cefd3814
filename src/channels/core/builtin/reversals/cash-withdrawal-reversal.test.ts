import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  account,
  asked,
  books,
  card,
  original,
  presented,
  TODAY,
  YESTERDAY,
} from '../../../../../test/support/bank/books.ts'
import { decideCashWithdrawalReversal } from '../../../../../test/support/bank/decisions.ts'
import { customer, general } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Original } from '../../original.ts'
import type { BankAccount } from '../books/bank-account.ts'

// Reverses the original in test/support/bank/books.ts: 100.00 from A at ATM1, including a fee of 2.50.
function order(part = 10_000n, changes: Partial<ReversalOrder> = {}): ReversalOrder {
  return {
    ...asked(),
    type: 'CASHWITHDRAWALREVERSAL',
    originalType: 'CASHWITHDRAWAL',
    originalRrn: '000000000001',
    reasonCode: '4000',
    amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: part }),
    ...changes,
  }
}

describe('the journal of a withdrawal’s reversal', () => {
  const vault = (minor: bigint) => general('vault:ATM1', 'USD', minor)
  const fee = (minor: bigint) => general('fees:access', 'USD', minor)
  const credit = (minor: bigint) => customer('A', 'USD', minor)
  const JOURNALS: [title: string, before: bigint, part: bigint, entries: unknown[] | '483'][] = [
    ['the whole gives cash and fee back', 0n, 10_000n, [credit(10_000n), vault(-9_750n), fee(-250n)]],
    ['a part gives cash back only', 0n, 4_000n, [credit(4_000n), vault(-4_000n)]],
    ['all the cash is still a part', 0n, 9_750n, [credit(9_750n), vault(-9_750n)]],
    ['a part may not reach into the fee', 0n, 9_751n, '483'],
    ['a further part may not either', 4_000n, 5_751n, '483'],
    ['the rest gives the rest and the fee back', 4_000n, 6_000n, [credit(6_000n), vault(-5_750n), fee(-250n)]],
    ['the rest may be the fee alone', 9_750n, 250n, [credit(250n), fee(-250n)]],
  ]
  for (const [title, before, part, expected] of JOURNALS) {
    test(title, () => {
      const taken = original({ reversedMinor: before })
      const read = books({ accounts: [account()], originals: [taken] })
      const decision = decideCashWithdrawalReversal(order(part), presented(), read)
      if (expected === '483') {
        assert.deepEqual(decision, { kind: 'decline', code: '483' })
        return
      }
      assert.ok(decision.kind === 'post')
      assert.deepEqual(decision.entries, expected)
      assert.deepEqual(decision.reverses, { original: taken, amountMinor: part })
    })
  }

  test('the cash goes back to the vault it came from, even when another terminal reverses', () => {
    const at = presented({ terminal: { terminalId: 'ATM2' }, terminalId: 'ATM2' })
    const read = books({ accounts: [account()], originals: [original()] })
    const decision = decideCashWithdrawalReversal(order(1_000n), at, read)
    assert.deepEqual('entries' in decision && decision.entries[1], vault(-1_000n))
  })
})

describe('what declines a reversal', () => {
  const CASES: [code: string, title: string, held: Partial<BankAccount>, at?: Parameters<typeof presented>[0]][] = [
    ['912', 'a suspended institution', {}, { institution: { status: 'SUSPENDED' } }],
    ['940', 'an unknown terminal', {}, { terminalId: 'ATM2' }],
    ['114', 'another account', { accountId: 'B' }],
    ['182', 'a closed account', { status: 'CLOSED' }],
    ['000', 'not a frozen one', { status: 'FROZEN' }],
    ['000', 'not an account under suspicion', { riskFlag: 'SUSPECTED_FRAUD' }],
    ['000', 'not a capability taken away', { txnCapability: 'NONE' }],
    ['000', 'not a terminal out of service', {}, { terminal: { status: 'INACTIVE' } }],
    ['000', 'not a service switched off', {}, { institution: { services: new Set() } }],
    ['000', 'not a terminal left unsaid', {}, { terminalId: undefined }],
    ['111', 'a card number that is none', {}, { pan: '4000000000000011', panHash: 'NOSUCH' }],
  ]
  for (const [code, title, held, at] of CASES) {
    test(`${code}: ${title}`, () => {
      const read = books({ accounts: [account(held)], originals: [original()] })
      const decision = decideCashWithdrawalReversal(order(), presented(at), read)
      assert.equal(decision.kind === 'decline' ? decision.code : '000', code)
    })
  }

  test('a named original that has not arrived leaves a tombstone', () => {
    const decision = decideCashWithdrawalReversal(order(), presented(), books({ accounts: [account()] }))
    assert.deepEqual(decision, { kind: 'tombstone', originalRrn: '000000000001' })
  })
})

describe('usage given back to the daily limits', () => {
  const usage = { date: TODAY, minor: 30_000n, count: 3 }
  const limited = { terminal: { limits: { countPerDay: 9 } } }

  function decide(part: bigint, taken: Partial<Original>, read: Parameters<typeof books>[0] = {}, at = {}) {
    const decision = decideCashWithdrawalReversal(
      order(part),
      presented(at),
      books({ accounts: [account({ usage })], originals: [original(taken)], ...read }),
    )
    assert.ok(decision.kind === 'post')
    return { locked: decision.usage ?? [], elsewhere: decision.usageGivenBack ?? [] }
  }

  test('a full reversal gives amount and count back to the account', () => {
    assert.deepEqual(decide(10_000n, {}), { locked: [{ of: usage, minor: -10_000n, count: -1 }], elsewhere: [] })
  })

  test('a partial reversal gives back the amount only', () => {
    assert.deepEqual(decide(4_000n, {}).locked, [{ of: usage, minor: -4_000n, count: 0 }])
  })

  test('a currency other than the base is counted but not summed, and gives back the count only', () => {
    const inYen = { accounts: [account({ currency: 'JPY', usage })] }
    assert.deepEqual(decide(10_000n, { currency: 'JPY' }, inYen, limited), {
      locked: [{ of: usage, minor: 0n, count: -1 }],
      elsewhere: [{ of: { terminalId: 'ATM1' }, date: TODAY, minor: 0n, count: 1 }],
    })
    assert.deepEqual(decide(10_000n, { currency: 'JPY', panHash: 'HASH' }, inYen).elsewhere, [
      { of: { panHash: 'HASH' }, date: TODAY, minor: 0n, count: 1 },
    ])
  })

  test('another day gives nothing back', () => {
    assert.deepEqual(decide(10_000n, { businessDate: YESTERDAY }, {}, limited), { locked: [], elsewhere: [] })
  })

  test('a card locked by the batch gets it in memory', () => {
    const shown = card({ usage })
    assert.deepEqual(decide(10_000n, { panHash: 'HASH' }, { cards: [shown] }), {
      locked: [{ of: shown.usage, minor: -10_000n, count: -1 }],
      elsewhere: [],
    })
  })

  test('another card is decremented in place', () => {
    assert.deepEqual(decide(10_000n, { panHash: 'HASH' }), {
      locked: [],
      elsewhere: [{ of: { panHash: 'HASH' }, date: TODAY, minor: 10_000n, count: 1 }],
    })
  })

  test('a limited terminal is decremented in place', () => {
    assert.deepEqual(decide(10_000n, {}, {}, limited).elsewhere, [
      { of: { terminalId: 'ATM1' }, date: TODAY, minor: 10_000n, count: 1 },
    ])
  })

  test('a limited terminal locked by the batch gets it in memory, so that the next order of the batch sees it', () => {
    const ofTerminal = { date: TODAY, minor: 50_000n, count: 5 }
    const read = { terminalUsage: [{ terminalId: 'ATM1', usage: ofTerminal }] }
    const { locked, elsewhere } = decide(10_000n, {}, read, limited)
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(locked, [
      { of: usage, minor: -10_000n, count: -1 },
      { of: ofTerminal, minor: -10_000n, count: -1 },
    ])
  })
})
