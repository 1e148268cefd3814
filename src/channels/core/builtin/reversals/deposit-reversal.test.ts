import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, loan, original, presented } from '../../../../../test/support/bank/books.ts'
import { decideDepositReversal } from '../../../../../test/support/bank/decisions.ts'
import type { InstitutionStatus } from '../../../../administration/institutions/directory.ts'
import { customer, type Entry, general } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Original } from '../../original.ts'
import type { BankAccount } from '../books/bank-account.ts'
import { depositReversalEntries } from './deposit-reversal.ts'

// A mixed deposit of 100.00: 40.00 in cash, 60.00 in checks.
function deposit(changes: Partial<Original> = {}): Original {
  return original({ type: 'CASHCHECKDEPOSIT', feeMinor: 0n, cashMinor: 4_000n, ...changes })
}

function order(part = 10_000n, changes: Partial<ReversalOrder> = {}): ReversalOrder {
  return {
    ...asked(),
    type: 'CASHCHECKDEPOSITREVERSAL',
    originalType: 'CASHCHECKDEPOSIT',
    originalRrn: '000000000001',
    reasonCode: '4000',
    amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: part }),
    ...changes,
  }
}

describe('the journal of a deposit’s reversal takes the checks back before the cash', () => {
  const JOURNALS: [before: bigint, part: bigint, cash: bigint, checks: bigint][] = [
    [0n, 10_000n, 4_000n, 6_000n],
    [0n, 1_000n, 0n, 1_000n],
    [0n, 6_000n, 0n, 6_000n],
    [0n, 6_001n, 1n, 6_000n],
    [5_000n, 2_000n, 1_000n, 1_000n],
    [6_000n, 4_000n, 4_000n, 0n],
    [7_000n, 3_000n, 3_000n, 0n],
  ]
  for (const [before, part, cash, checks] of JOURNALS) {
    test(`${part} after ${before}: ${cash} in cash, ${checks} in checks`, () => {
      const entries: Entry[] = [customer('A', 'USD', -part)]
      if (cash > 0n) entries.push(general('vault:ATM1', 'USD', cash))
      if (checks > 0n) entries.push(general('clearing:checks', 'USD', checks))
      assert.deepEqual(depositReversalEntries(deposit({ reversedMinor: before }), part), entries)
    })
  }
})

describe('a deposit can be reversed', () => {
  interface Situation {
    readonly held?: Partial<BankAccount>
    /** Still held of this deposit. */
    readonly hold?: bigint
    readonly part?: bigint
    readonly force?: boolean
  }
  const CASES: [title: string, situation: Situation, expected: '110' | { unhold?: bigint; forced: boolean }][] = [
    ['when the money is there', { held: { balanceMinor: 10_000n } }, { forced: false }],
    ['not when a unit is missing', { held: { balanceMinor: 9_999n } }, '110'],
    ['not from what other deposits hold', { held: { balanceMinor: 15_000n, heldMinor: 5_001n } }, '110'],
    [
      'from what it holds itself, which is let go first',
      { held: { balanceMinor: 10_000n, heldMinor: 6_000n }, hold: 6_000n },
      { unhold: 6_000n, forced: false },
    ],
    [
      'letting go no more than is taken back',
      { held: { balanceMinor: 10_000n, heldMinor: 6_000n }, hold: 6_000n, part: 2_000n },
      { unhold: 2_000n, forced: false },
    ],
    ['not from what was spent of the rest', { held: { balanceMinor: 9_999n, heldMinor: 6_000n }, hold: 6_000n }, '110'],
    ['from an overdraft', { held: { balanceMinor: 0n, overdraftMinor: 10_000n } }, { forced: false }],
    ['by force, where the institution says so', { held: { balanceMinor: 1n }, force: true }, { forced: true }],
    ['without force when none is needed', { held: { balanceMinor: 10_000n }, force: true }, { forced: false }],
  ]
  for (const [title, { held, hold, part = 10_000n, force = false }, expected] of CASES) {
    test(title, () => {
      const taken = deposit()
      const { transactionId } = taken
      const holds =
        hold === undefined
          ? []
          : [
              {
                holdId: 'H',
                accountId: 'A',
                journalId: transactionId,
                amountMinor: hold,
                releaseOn: '20260312',
                released: false,
              },
            ]
      const read = books({ accounts: [account(held)], originals: [taken], holds })
      const decision = decideDepositReversal(order(part), presented({ institution: { reversalForce: force } }), read)
      if (expected === '110') {
        assert.deepEqual(decision, { kind: 'decline', code: '110' })
        return
      }
      assert.ok(decision.kind === 'post')
      assert.equal(decision.forced, expected.forced)
      assert.deepEqual(
        decision.unhold,
        expected.unhold && { accountId: 'A', transactionId, amountMinor: expected.unhold },
      )
    })
  }

  test('from a loan always: it is owed again', () => {
    const read = books({ accounts: [loan()], originals: [deposit({ accountId: 'L' })] })
    const decision = decideDepositReversal(order(10_000n, { accountId: 'L' }), presented(), read)
    assert.ok(decision.kind === 'post')
    assert.equal(decision.forced, false)
    assert.deepEqual(decision.loanPayment, { accountId: 'L', amountMinor: -10_000n })
  })

  const DECLINES: [code: string, title: string, accounts: BankAccount[], status: InstitutionStatus][] = [
    ['912', 'not at a suspended institution', [account()], 'SUSPENDED'],
    ['114', 'not from an unknown account', [], 'ACTIVE'],
    ['182', 'not from a closed account', [account({ status: 'CLOSED' })], 'ACTIVE'],
  ]
  for (const [code, title, accounts, status] of DECLINES) {
    test(`${title}: ${code}`, () => {
      const read = books({ accounts, originals: [deposit()] })
      const decision = decideDepositReversal(order(), presented({ institution: { status } }), read)
      assert.deepEqual(decision, { kind: 'decline', code })
    })
  }
})
