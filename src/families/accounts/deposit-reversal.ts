// Deposit reversal: the deposit is reversed and the account debited. If the funds are gone the bank declines (110),
// unless the institution forces such reversals.

import { Type } from 'typebox'
import { accountOperation } from './desk/account-operation.ts'
import { replyTo } from './orders/orders.ts'
import { checkReversal, reversalOrder } from './orders/reversal-order.ts'
import { balancesExample, CHECKING, example, INSTITUTION } from './shapes/examples.ts'
import { reversalText } from './shapes/outcome-echo.ts'
import { reversalReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.reversalRequest,
  transaction: shape.transaction('CASHDEPOSITREVERSAL', 'CHECKDEPOSITREVERSAL', 'CASHCHECKDEPOSITREVERSAL'),
  paymentInstrument: shape.paymentInstrument,
  amount: shape.amount,
  reverseInfo: shape.reverseInfo,
})

const TRANSACTION = { rrn: '260115000006', date: '20260115', type: 'CASHDEPOSITREVERSAL' }
const AMOUNT = { amount: 200, currencyCode: 'USD' }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION, amount: AMOUNT }

export const depositReversal = accountOperation({
  id: 'CreditsReverse',
  route: 'POST /transactions/credits/reverse',
  basis: 'given',
  tag: 'Credit Transactions',
  summary: 'Reverse a deposit',
  description:
    'Debits the account for `reverseInfo.amount`. The type says which kind of deposit the original was. A card or ' +
    'terminal that is sent must be known, but its state (blocked, expired, inactive) is no obstacle. After a 504 ' +
    'repeat it under the same RRN.',
  replays: true,
  body,
  rules: checkReversal,
  reply: reversalReply,
  requestExamples: [
    example('cash', 'A cash deposit', {
      institution: INSTITUTION,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      amount: AMOUNT,
      reverseInfo: { reasonCode: 'JAM', amount: 200, authId: 'B2C5HN' },
    }),
  ],
  replyExamples: [
    example('approved', 'Debited', {
      ...ECHO,
      balances: balancesExample(2500),
      status: { responseCode: '000', authId: 'B2C5HO' },
    }),
    example('insufficientFunds', 'The funds are gone', { ...ECHO, status: { responseCode: '110' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    const order = reversalOrder(ask, [], (outcome) => reversalText(ask.body, outcome))
    return replyTo(ask, await channel.reverseDeposit(order))
  },
})
