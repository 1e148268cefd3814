import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, loan, original, presented } from '../../../../../test/support/bank/books.ts'
import { decideTransferReversal } from '../../../../../test/support/bank/decisions.ts'
import { customer } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Original } from '../../original.ts'
import type { BankAccount } from '../books/bank-account.ts'

function transfer(changes: Partial<Original> = {}): Original {
  return original({ type: 'TRANSFER', beneficiaryAccountId: 'B', feeMinor: 0n, cashMinor: 0n, ...changes })
}

function order(part = 10_000n, changes: Partial<ReversalOrder> = {}): ReversalOrder {
  return {
    ...asked(),
    type: 'TRANSFERREVERSAL',
    originalType: 'TRANSFER',
    originalRrn: '000000000001',
    beneficiaryAccountId: 'B',
    reasonCode: '4000',
    amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: part }),
    ...changes,
  }
}

const other = (changes: Partial<BankAccount> = {}) => account({ accountId: 'B', ...changes })

test('a transfer’s reversal credits the source and debits the destination', () => {
  const taken = transfer()
  const read = books({ accounts: [account(), other()], originals: [taken] })
  assert.deepEqual(decideTransferReversal(order(4_000n), presented(), read), {
    kind: 'post',
    entries: [customer('A', 'USD', 4_000n), customer('B', 'USD', -4_000n)],
    reverses: { original: taken, amountMinor: 4_000n },
    forced: false,
  })
})

test('a reversed loan payment is owed again, whatever the loan', () => {
  const read = books({ accounts: [account(), loan()], originals: [transfer({ beneficiaryAccountId: 'L' })] })
  const decision = decideTransferReversal(order(10_000n, { beneficiaryAccountId: 'L' }), presented(), read)
  assert.ok(decision.kind === 'post')
  assert.deepEqual(decision.loanPayment, { accountId: 'L', amountMinor: -10_000n })
  assert.equal(decision.forced, false)
})

describe('what declines the reversal of a transfer', () => {
  type Case = [
    code: string,
    title: string,
    source: Partial<BankAccount>,
    destination: Partial<BankAccount>,
    force?: boolean,
  ]
  const CASES: Case[] = [
    ['000', 'nothing', {}, {}],
    ['182', 'a closed source', { status: 'CLOSED' }, { status: 'CLOSED' }],
    ['183', 'a closed destination', {}, { status: 'CLOSED' }],
    ['000', 'not frozen accounts', { status: 'FROZEN' }, { status: 'FROZEN' }],
    ['000', 'not a poor source', { balanceMinor: 0n }, {}],
    ['110', 'a destination that has spent it', {}, { balanceMinor: 9_999n }],
    ['110', 'a destination whose money is held', {}, { balanceMinor: 10_000n, heldMinor: 1n }],
    ['forced', 'not where the institution forces it', {}, { balanceMinor: 0n }, true],
    ['114', 'an unknown destination', {}, { accountId: 'C' }],
    ['114', 'an unknown source', { accountId: 'C' }, {}],
  ]
  for (const [code, title, source, destination, reversalForce = false] of CASES) {
    test(`${code}: ${title}`, () => {
      const read = books({ accounts: [account(source), other(destination)], originals: [transfer()] })
      const decision = decideTransferReversal(order(), presented({ institution: { reversalForce } }), read)
      const result =
        decision.kind === 'decline' ? decision.code : 'forced' in decision && decision.forced ? 'forced' : '000'
      assert.equal(result, code)
    })
  }

  test('a named transfer that has not arrived leaves a tombstone', () => {
    const decision = decideTransferReversal(order(), presented(), books({ accounts: [account(), other()] }))
    assert.deepEqual(decision, { kind: 'tombstone', originalRrn: '000000000001' })
  })
})
