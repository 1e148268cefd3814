// Bill payment: an account pays a biller that the institution has registered. It has no reversal endpoint. An
// unregistered biller is HTTP 404, the only business answer that is not 200.

import { type Static, Type } from 'typebox'
import type { Outcome } from '../../channels/core/outcome.ts'
import { type AskWith, accountOperation } from './desk/account-operation.ts'
import { orderOf, replyTo } from './orders/orders.ts'
import { checkAmount, minorOf } from './shapes/amounts.ts'
import { BRANCH, balancesExample, CHECKING, example, INSTITUTION, TERMINAL_REQUEST } from './shapes/examples.ts'
import { financialText } from './shapes/outcome-echo.ts'
import { financialReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('BILLPAYMENT'),
  paymentInstrument: shape.paymentInstrument,
  biller: shape.biller,
  amount: shape.amount,
})

const TRANSACTION = { rrn: '260115000009', date: '20260115', type: 'BILLPAYMENT' }
const BILLER = { institutionId: 'BILLER01', bin: '510000' }
const AMOUNT = { amount: 84.12, currencyCode: 'USD' }
const ECHO = {
  transaction: TRANSACTION,
  paymentInstrument: CHECKING,
  institution: INSTITUTION,
  biller: BILLER,
  amount: AMOUNT,
}

export const billPayment = accountOperation({
  id: 'BillPayments',
  route: 'POST /transactions/billpayments',
  basis: 'given',
  tag: 'Bill Payments',
  summary: 'Pay a registered biller',
  description:
    'Since 1.0.5 `biller.bin` is required. A biller that is not registered gives 404; one that is inactive, or whose ' +
    'BIN is another, declines with 185. There is no reversal.',
  replays: true,
  body,
  rules: checkAmount,
  reply: financialReply({ biller: shape.biller }),
  requestExamples: [
    example('cityPower', 'A power bill', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      biller: BILLER,
      amount: AMOUNT,
    }),
  ],
  replyExamples: [
    example('approved', 'Paid', {
      ...ECHO,
      branch: BRANCH,
      balances: balancesExample(2415.88),
      status: { responseCode: '000', authId: 'X5J7VE' },
    }),
    example('insufficientFunds', 'Declined', { ...ECHO, status: { responseCode: '110' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    return replyTo(ask, await channel.payBill(paymentOrder(ask)))
  },
})

function paymentOrder(ask: AskWith<typeof body>) {
  const { amount, currencyCode } = ask.body.amount
  const { institutionId, bin } = ask.body.biller
  const minor = minorOf(amount, currencyCode)
  return {
    ...orderOf(ask, ask.body, [minor, currencyCode, institutionId, bin]),
    amount: { minor, currency: currencyCode },
    billerId: institutionId,
    billerBin: bin,
    render: (outcome: Outcome) => paymentReply(ask.body, outcome),
  }
}

function paymentReply(sent: Static<typeof body>, outcome: Outcome): string {
  const { institutionId, bin } = sent.biller
  return financialText(sent, outcome, { particular: { biller: { institutionId, bin } } })
}
