import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, card, loan, presented } from '../../../../test/support/bank/books.ts'
import { decideDeposit } from '../../../../test/support/bank/decisions.ts'
import { customer, general } from '../../../ledger/journal.ts'
import type { DepositOrder } from '../core.ts'
import type { BankAccount } from './books/bank-account.ts'

function order(cashMinor: bigint, checkMinor = 0n, checkAvailableMinor = 0n, changes: Partial<DepositOrder> = {}) {
  const amount = { minor: cashMinor + checkMinor, currency: 'USD' }
  return { ...asked(), type: 'CASHCHECKDEPOSIT', amount, cashMinor, checkMinor, checkAvailableMinor, ...changes }
}

describe('the journal of a deposit', () => {
  const JOURNALS: [title: string, order: DepositOrder, entries: unknown[]][] = [
    [
      'cash goes into the vault of the terminal',
      order(6_000n),
      [customer('A', 'USD', 6_000n), general('vault:ATM1', 'USD', -6_000n)],
    ],
    [
      'checks go to clearing',
      order(0n, 6_000n, 6_000n),
      [customer('A', 'USD', 6_000n), general('clearing:checks', 'USD', -6_000n)],
    ],
    [
      'a mixed deposit does both',
      order(2_000n, 4_000n, 4_000n),
      [customer('A', 'USD', 6_000n), general('vault:ATM1', 'USD', -2_000n), general('clearing:checks', 'USD', -4_000n)],
    ],
  ]
  for (const [title, asking, entries] of JOURNALS) {
    test(title, () => {
      const decision = decideDeposit(asking, presented(), books({ accounts: [account()] }))
      assert.deepEqual('entries' in decision && decision.entries, entries)
    })
  }
})

describe('a deposit at a terminal that holds another currency', () => {
  const CASES: [title: string, order: DepositOrder, code: string | undefined][] = [
    ['of cash', order(6_000n), '181'],
    ['of cash and checks', order(1_000n, 5_000n), '181'],
    ['of checks alone', order(0n, 6_000n), undefined],
  ]
  for (const [title, asking, code] of CASES) {
    test(`${title}: ${code ?? 'approved'}`, () => {
      const at = presented({ terminal: { currencies: new Set(['JPY']) } })
      const decision = decideDeposit(asking, at, books({ accounts: [account()] }))
      assert.equal('code' in decision ? decision.code : undefined, code)
    })
  }
})

describe('the held part of a deposit', () => {
  type Hold = { amountMinor: bigint; releaseOn: string } | undefined
  const HOLDS: [title: string, order: DepositOrder, holdDays: number, hold: Hold][] = [
    ['nothing of cash', order(6_000n), 2, undefined],
    ['nothing of checks that are available in full', order(0n, 6_000n, 6_000n), 2, undefined],
    ['the rest of the checks, for the hold days', order(0n, 6_000n, 1_000n), 2, held(5_000n, '20260312')],
    ['all of them', order(0n, 6_000n, 0n), 30, held(6_000n, '20260409')],
    ['the checks only, when there is cash too', order(2_000n, 4_000n, 1_000n), 2, held(3_000n, '20260312')],
    ['nothing where the institution holds for no days', order(0n, 6_000n, 0n), 0, undefined],
  ]
  for (const [title, asking, holdDays, hold] of HOLDS) {
    test(title, () => {
      const decision = decideDeposit(asking, presented({ institution: { holdDays } }), books({ accounts: [account()] }))
      assert.ok(decision.kind === 'post')
      assert.deepEqual(decision.hold, hold && { accountId: 'A', ...hold })
    })
  }

  function held(amountMinor: bigint, releaseOn: string) {
    return { amountMinor, releaseOn }
  }
})

describe('a deposit to a loan', () => {
  const DECISIONS: [title: string, minor: bigint, code: string | undefined][] = [
    ['is a payment', 10_000n, undefined],
    ['may pay it off', 50_000n, undefined],
    ['may not pay more than is owed', 50_001n, '180'],
  ]
  for (const [title, minor, code] of DECISIONS) {
    test(title, () => {
      const asking = order(0n, minor, 0n, { accountId: 'L' })
      const decision = decideDeposit(asking, presented(), books({ accounts: [loan()] }))
      if (code !== undefined) {
        assert.deepEqual(decision, { kind: 'decline', code })
        return
      }
      assert.ok(decision.kind === 'post')
      assert.deepEqual(decision.loanPayment, { accountId: 'L', amountMinor: minor })
      assert.equal(decision.hold, undefined, 'nothing can be drawn from a loan, so nothing is held')
    })
  }
})

describe('a deposit must leave a balance that a JSON number holds exactly', () => {
  const BALANCES: [balanceMinor: bigint, code: string][] = [
    [999_999_999_994_000n, '000'],
    [999_999_999_994_001n, '180'],
  ]
  for (const [balanceMinor, code] of BALANCES) {
    test(`${code}: 60.00 on top of ${balanceMinor}`, () => {
      const decision = decideDeposit(order(6_000n), presented(), books({ accounts: [account({ balanceMinor })] }))
      assert.equal(decision.kind === 'decline' ? decision.code : '000', code)
    })
  }
})

// As for withdrawals: starts with every fault, corrected step by step in the contract's order.
describe('of several reasons to decline a deposit, the first of the contract is given', () => {
  const STEPS = ['912', '115', '940', '120', '118', '125', '114', '183', '119', '181', '180', '100']
  for (const [step, code] of STEPS.entries()) {
    test(code, () => assert.deepEqual(attempt(step), { kind: 'decline', code }))
  }
  test('approved when all is well', () => assert.equal(attempt(STEPS.length).kind, 'post'))

  function attempt(mended: number) {
    const well = (code: string) => STEPS.indexOf(code) < mended
    const at = presented({
      institution: {
        status: well('912') ? 'ACTIVE' : 'TERMINATED',
        services: new Set(well('115') ? ['DEPOSIT'] : []),
      },
      terminal: { services: new Set(well('120') ? ['DEPOSIT'] : ['WITHDRAWAL']) },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: '4000000000000010',
      panHash: 'HASH',
    })
    const into: BankAccount = loan({
      accountId: 'A',
      status: well('183') ? 'OPEN' : 'FROZEN',
      txnCapability: well('119') ? 'ALL' : 'NONE',
      currency: well('181') ? 'USD' : 'EUR',
      balanceMinor: well('180') ? -6_000n : -5_999n,
      riskFlag: well('100') ? null : 'DO_NOT_HONOUR',
    })
    const shown = card({ status: well('125') ? 'ACTIVE' : 'NOT_ACTIVE', accountIds: well('114') ? ['A'] : [] })
    return decideDeposit(order(6_000n), at, books({ accounts: [into], cards: well('118') ? [shown] : [] }))
  }
})
