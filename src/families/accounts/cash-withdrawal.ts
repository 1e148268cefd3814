// Cash withdrawal: a terminal asks to debit one account and dispense cash. Every business answer is HTTP 200;
// `status.responseCode` says approved or not.

import { Type } from 'typebox'
import { accountOperation } from './desk/account-operation.ts'
import { replyTo } from './orders/orders.ts'
import { checkWithdrawalAmounts, withdrawalOrder } from './orders/withdrawal-order.ts'
import { BRANCH, balancesExample, CARD, CHECKING, example, INSTITUTION, TERMINAL_REQUEST } from './shapes/examples.ts'
import { financialReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('CASHWITHDRAWAL'),
  paymentInstrument: shape.paymentInstrument,
  amount: shape.amountWithFee,
  cash: Type.Optional(shape.cash),
})

const TRANSACTION = { rrn: '260115000003', date: '20260115', type: 'CASHWITHDRAWAL' }
const AMOUNT = { amount: 102.5, currencyCode: 'USD', accessFee: 2.5 }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION, amount: AMOUNT }

export const cashWithdrawal = accountOperation({
  id: 'Debits',
  route: 'POST /transactions/debits',
  basis: 'given',
  tag: 'Debit Transactions',
  summary: 'Cash withdrawal',
  description:
    '`amount.amount` is debited, the fee included; the cash handed out is `amount.amount` − `amount.accessFee`, and ' +
    '`cash.amount`, when sent, must equal that. `000`: hand the cash out. Keep `status.authId` for a reversal.',
  replays: true,
  body,
  rules: checkWithdrawalAmounts,
  reply: financialReply({}),
  requestExamples: [
    example('withFee', '100.00 in cash and a fee of 2.50', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      paymentInstrument: { ...CHECKING, card: CARD },
      amount: AMOUNT,
      cash: { amount: 100 },
    }),
  ],
  replyExamples: [
    example('approved', 'Approved', {
      ...ECHO,
      branch: BRANCH,
      balances: balancesExample(2397.5),
      status: { responseCode: '000', authId: 'K3M9QX' },
    }),
    example('insufficientFunds', 'Declined', { ...ECHO, status: { responseCode: '110' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    return replyTo(ask, await channel.withdrawCash(withdrawalOrder(ask)))
  },
})
