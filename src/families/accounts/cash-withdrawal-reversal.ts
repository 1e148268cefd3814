// Cash withdrawal reversal: some or all of the cash was not dispensed, and the account is credited back. A reversal has
// its own RRN; only a retry after a 504 reuses it.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../edge/http/body/validation.ts'
import { accountOperation } from './desk/account-operation.ts'
import { replyTo } from './orders/orders.ts'
import { checkReversal, reversalOrder } from './orders/reversal-order.ts'
import { checkAccessFee } from './orders/withdrawal-order.ts'
import { balancesExample, CHECKING, example, INSTITUTION } from './shapes/examples.ts'
import { reversalText } from './shapes/outcome-echo.ts'
import { reversalReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.reversalRequest,
  transaction: shape.transaction('CASHWITHDRAWALREVERSAL'),
  paymentInstrument: shape.paymentInstrument,
  amount: shape.amountWithFee,
  reverseInfo: shape.reverseInfo,
})

const TRANSACTION = { rrn: '260115000004', date: '20260115', type: 'CASHWITHDRAWALREVERSAL' }
const AMOUNT = { amount: 102.5, currencyCode: 'USD', accessFee: 2.5 }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION, amount: AMOUNT }

export const cashWithdrawalReversal = accountOperation({
  id: 'DebitsReverse',
  route: 'POST /transactions/debits/reverse',
  basis: 'given',
  tag: 'Debit Transactions',
  summary: 'Reverse a cash withdrawal',
  description:
    'Credits the account. The original is found by `reverseInfo.authId`, else by `reverseInfo.originalRrn`, else it is ' +
    'the newest of the same account and amount. `amount.amount` is the amount of the original, `reverseInfo.amount` ' +
    'what is taken back; taken back in full, the fee is returned too. A card or terminal that is sent must be ' +
    'known, but its state (blocked, expired, inactive) is no obstacle. After a 504 repeat it under the same RRN.',
  replays: true,
  body,
  rules: amountsAreExact,
  reply: reversalReply,
  requestExamples: [
    example('full', 'No cash was handed out', {
      institution: INSTITUTION,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      amount: AMOUNT,
      reverseInfo: { reasonCode: 'NOCASH', amount: 102.5, authId: 'K3M9QX' },
    }),
  ],
  replyExamples: [
    example('approved', 'Credited back', {
      ...ECHO,
      balances: balancesExample(2500),
      status: { responseCode: '000', authId: 'K3M9QY' },
    }),
    example('originalNotFound', 'Nothing to reverse', { ...ECHO, status: { responseCode: '914' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    const order = reversalOrder(ask, [], (outcome) => reversalText(ask.body, outcome))
    return replyTo(ask, await channel.reverseCashWithdrawal(order))
  },
})

function amountsAreExact(sent: Static<typeof body>, found: Findings): void {
  checkReversal(sent, found)
  checkAccessFee(sent, found)
}
