import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, card, presented } from '../../../../test/support/bank/books.ts'
import { decideBillPayment } from '../../../../test/support/bank/decisions.ts'
import { customer, general } from '../../../ledger/journal.ts'
import type { BillPaymentOrder } from '../core.ts'

const BILLERS = [
  { billerId: 'POWER', bin: '510000', isActive: true },
  { billerId: 'GONE', bin: '510009', isActive: false },
]

function order(changes: Partial<BillPaymentOrder> = {}): BillPaymentOrder {
  const amount = { minor: 6_000n, currency: 'USD' }
  return { ...asked(), type: 'BILLPAYMENT', amount, billerId: 'POWER', billerBin: '510000', ...changes }
}

test('a bill payment credits the settlement account of the biller', () => {
  const decision = decideBillPayment(order(), presented({ billers: BILLERS }), books({ accounts: [account()] }))
  assert.deepEqual(decision, {
    kind: 'post',
    entries: [customer('A', 'USD', -6_000n), general('settlement:POWER', 'USD', 6_000n)],
  })
})

describe('billers', () => {
  test('an unregistered one refuses the order, so that nothing is recorded', () => {
    const decision = decideBillPayment(
      order({ billerId: 'NOBODY' }),
      presented({ billers: BILLERS }),
      books({ accounts: [account()] }),
    )
    assert.ok(decision.kind === 'refuse')
    assert.equal(decision.problem.reason, 'core.unknown-biller')
    assert.equal(decision.problem.httpStatus, 404)
  })

  const UNUSABLE: [title: string, changes: Partial<BillPaymentOrder>][] = [
    ['an inactive one', { billerId: 'GONE', billerBin: '510009' }],
    ['another’s BIN', { billerBin: '510009' }],
    ['part of its BIN', { billerBin: '51000' }],
  ]
  for (const [title, changes] of UNUSABLE) {
    test(`185: ${title}`, () => {
      const at = presented({ billers: BILLERS })
      assert.deepEqual(decideBillPayment(order(changes), at, books({ accounts: [account()] })), {
        kind: 'decline',
        code: '185',
      })
    })
  }
})

describe('of several reasons to decline a bill payment, the first of the contract is given', () => {
  const STEPS = ['912', '115', '940', '120', '208', '114', '182', 'refuse', '185', '119', '181', '102', '110']
  for (const [step, code] of STEPS.entries()) {
    test(code, () => {
      const decision = attempt(step)
      assert.equal(decision.kind === 'decline' ? decision.code : decision.kind, code)
    })
  }
  test('approved when all is well', () => assert.equal(attempt(STEPS.length).kind, 'post'))

  function attempt(mended: number) {
    const well = (code: string) => STEPS.indexOf(code) < mended
    const at = presented({
      institution: {
        status: well('912') ? 'ACTIVE' : 'SUSPENDED',
        services: new Set(well('115') ? ['BILL_PAYMENT'] : []),
      },
      terminal: { services: new Set(well('120') ? ['BILL_PAYMENT'] : []) },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: '4000000000000010',
      panHash: 'HASH',
      billers: BILLERS,
    })
    const payer = account({
      status: well('182') ? 'OPEN' : 'CLOSED',
      txnCapability: well('119') ? 'ALL' : 'NONE',
      currency: well('181') ? 'USD' : 'EUR',
      riskFlag: well('102') ? null : 'SUSPECTED_FRAUD',
      balanceMinor: well('110') ? 6_000n : 5_999n,
    })
    const shown = card({ status: well('208') ? 'ACTIVE' : 'LOST', accountIds: well('114') ? ['A'] : ['B'] })
    const paying = order({
      billerId: well('refuse') ? 'POWER' : 'NOBODY',
      billerBin: well('185') ? '510000' : '999999',
    })
    return decideBillPayment(paying, at, books({ accounts: [payer], cards: [shown] }))
  }
})
