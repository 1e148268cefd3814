import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, card, loan, presented } from '../../../../test/support/bank/books.ts'
import { decideTransfer } from '../../../../test/support/bank/decisions.ts'
import { customer } from '../../../ledger/journal.ts'
import type { TransferOrder } from '../core.ts'
import type { BankAccount } from './books/bank-account.ts'

function order(changes: Partial<TransferOrder> = {}): TransferOrder {
  const amount = { minor: 6_000n, currency: 'USD' }
  return { ...asked(), type: 'TRANSFER', amount, beneficiaryAccountId: 'B', ...changes }
}

/** The bounds make it a loan, not the name of its type. */
const LOAN = { accountType: 'MORTGAGE', overdraftMinor: null, ceilingMinor: 0n }
const other = (changes: Partial<BankAccount> = {}) => account({ accountId: 'B', ...changes })

test('a transfer debits the source and credits the destination', () => {
  const decision = decideTransfer(order(), presented(), books({ accounts: [account(), other()] }))
  assert.deepEqual(decision, {
    kind: 'post',
    entries: [customer('A', 'USD', -6_000n), customer('B', 'USD', 6_000n)],
  })
})

test('a transfer to a loan is a payment of it', () => {
  const decision = decideTransfer(
    order({ beneficiaryAccountId: 'L' }),
    presented(),
    books({ accounts: [account(), loan()] }),
  )
  assert.deepEqual(decision, {
    kind: 'post',
    entries: [customer('A', 'USD', -6_000n), customer('L', 'USD', 6_000n)],
    loanPayment: { accountId: 'L', amountMinor: 6_000n },
  })
})

describe('single rules of a transfer', () => {
  const capabilities = { SEND: { transferFrom: true }, TAKE: { transferTo: true } }
  const accountTypes = { OFF: { isActive: false }, GONE: undefined }
  const CASES: [code: string, title: string, source: Partial<BankAccount>, destination: Partial<BankAccount>][] = [
    ['000', 'capability to send and to receive', { txnCapability: 'SEND' }, { txnCapability: 'TAKE' }],
    ['119', 'no capability to send', { txnCapability: 'TAKE' }, {}],
    ['119', 'no capability to receive', {}, { txnCapability: 'SEND' }],
    ['119', 'a loan may not send, whatever its capability', { ...LOAN, balanceMinor: -1n }, {}],
    ['119', 'a source of an inactive type', { accountType: 'OFF' }, {}],
    ['119', 'a destination of an inactive type', {}, { accountType: 'OFF' }],
    ['119', 'a source whose type has no record', { accountType: 'GONE' }, {}],
    ['182', 'a dormant source', { status: 'DORMANT' }, { status: 'CLOSED' }],
    ['183', 'a dormant destination', {}, { status: 'DORMANT' }],
    ['181', 'a source in another currency', { currency: 'EUR' }, {}],
    ['181', 'a destination in another currency', {}, { currency: 'EUR' }],
    ['000', 'a loan paid off', {}, { ...LOAN, balanceMinor: -6_000n }],
    ['180', 'a loan overpaid', {}, { ...LOAN, balanceMinor: -5_999n }],
    ['000', 'a balance just within what a JSON number holds exactly', {}, { balanceMinor: 999_999_999_994_000n }],
    ['180', 'a balance beyond it', {}, { balanceMinor: 999_999_999_994_001n }],
    ['100', 'a source not to be honoured', { riskFlag: 'DO_NOT_HONOUR' }, { riskFlag: 'SUSPECTED_FRAUD' }],
    ['102', 'a destination under suspicion', {}, { riskFlag: 'SUSPECTED_FRAUD' }],
    ['000', 'all that is there', { balanceMinor: 6_000n }, {}],
    ['110', 'a unit more than is there', { balanceMinor: 5_999n }, {}],
    ['110', 'what is held', { balanceMinor: 6_000n, heldMinor: 1n }, {}],
    ['000', 'an overdraft', { balanceMinor: 0n, overdraftMinor: 6_000n }, {}],
  ]
  for (const [code, title, source, destination] of CASES) {
    test(`${code}: ${title}`, () => {
      const read = books({ accounts: [account(source), other(destination)] })
      const decision = decideTransfer(order(), presented({ capabilities, accountTypes }), read)
      assert.equal(decision.kind === 'decline' ? decision.code : '000', code)
    })
  }
})

describe('of several reasons to decline a transfer, the first of the contract is given', () => {
  const STEPS = ['912', '115', '940', '120', '209', '114', '182', '183', '119', '181', '180', '102', '110']
  for (const [step, code] of STEPS.entries()) {
    test(code, () => assert.deepEqual(attempt(step), { kind: 'decline', code }))
  }
  test('approved when all is well', () => assert.equal(attempt(STEPS.length).kind, 'post'))

  function attempt(mended: number) {
    const well = (code: string) => STEPS.indexOf(code) < mended
    const at = presented({
      institution: {
        status: well('912') ? 'ACTIVE' : 'SUSPENDED',
        services: new Set(well('115') ? ['TRANSFER'] : []),
      },
      terminal: { status: well('120') ? 'ACTIVE' : 'DECOMMISSIONED' },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: '4000000000000010',
      panHash: 'HASH',
    })
    const from = account({
      status: well('182') ? 'OPEN' : 'FROZEN',
      txnCapability: well('119') ? 'ALL' : 'NONE',
      balanceMinor: well('110') ? 6_000n : 0n,
    })
    const to = loan({
      accountId: 'B',
      status: well('183') ? 'OPEN' : 'CLOSED',
      currency: well('181') ? 'USD' : 'EUR',
      balanceMinor: well('180') ? -6_000n : 0n,
      riskFlag: well('102') ? null : 'SUSPECTED_FRAUD',
    })
    const shown = card({ status: well('209') ? 'ACTIVE' : 'STOLEN' })
    return decideTransfer(order(), at, books({ accounts: well('114') ? [from, to] : [from], cards: [shown] }))
  }

  test('190 comes after the state of the account and before its capability', () => {
    const toItself = (changes: Partial<BankAccount>) =>
      decideTransfer(order({ beneficiaryAccountId: 'A' }), presented(), books({ accounts: [account(changes)] }))
    assert.deepEqual(toItself({ status: 'FROZEN' }), { kind: 'decline', code: '182' })
    assert.deepEqual(toItself({ txnCapability: 'NONE' }), { kind: 'decline', code: '190' })
  })

  test('114: the source must be an account of the card; the destination may be any account', () => {
    const at = presented({ pan: '4000000000000010', panHash: 'HASH' })
    const decide = (accountIds: string[]) =>
      decideTransfer(order(), at, books({ accounts: [account(), other()], cards: [card({ accountIds })] }))
    assert.deepEqual(decide(['B']), { kind: 'decline', code: '114' })
    assert.equal(decide(['A']).kind, 'post')
  })
})
