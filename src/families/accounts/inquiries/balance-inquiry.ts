// Balance inquiry: the balances of an account. It moves nothing and is never deduplicated.

import { type Static, Type } from 'typebox'
import type { Outcome } from '../../../channels/core/outcome.ts'
import { accountOperation } from '../desk/account-operation.ts'
import { asked, replyWith } from '../orders/orders.ts'
import { BRANCH, balancesExample, CHECKING, example, INSTITUTION, TERMINAL_REQUEST } from '../shapes/examples.ts'
import { balancesOf, branchOf, echo, statusOf } from '../shapes/outcome-echo.ts'
import { balanceReply } from '../shapes/reply-shapes.ts'
import * as shape from '../shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('BALANCEINQUIRY'),
  paymentInstrument: shape.paymentInstrument,
})

const TRANSACTION = { rrn: '260115000002', date: '20260115', type: 'BALANCEINQUIRY' }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION }

export const balanceInquiry = accountOperation({
  id: 'BalanceInquiry',
  route: 'POST /accounts/balance',
  basis: 'given',
  tag: 'Account Management',
  summary: 'Balances of an account',
  description:
    '`Available` is what can be spent; `Balance` is what is booked. Loan accounts show the principal outstanding as ' +
    '`Balance` and have a `PaymentDue` with its `dueDate`. Moves nothing.',
  body,
  reply: balanceReply,
  requestExamples: [
    example('checking', 'A checking account', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
    }),
  ],
  replyExamples: [
    example('approved', 'Balances', {
      ...ECHO,
      branch: BRANCH,
      balances: balancesExample(2500),
      status: { responseCode: '000', authId: 'K3M9QX' },
    }),
    example('loan', 'A loan', {
      ...ECHO,
      branch: BRANCH,
      balances: [
        { type: 'Available', amount: 0, currencyCode: 'USD' },
        { type: 'Balance', amount: 7450, currencyCode: 'USD' },
        { type: 'PaymentDue', amount: 215.33, currencyCode: 'USD', dueDate: '20260201' },
      ],
      status: { responseCode: '000', authId: 'P0W4ZT' },
    }),
    example('noSuchAccount', 'Declined', { ...ECHO, status: { responseCode: '114' } }),
  ],
  async handle(ask) {
    const { account, card } = ask.body.paymentInstrument
    const outcome = await ask.services.channelOf(ask.body.institution.id).inquireBalance({
      ...asked(ask, ask.body),
      accountId: account.id,
      ...(card === undefined ? {} : { pan: card.pan }),
    })
    return replyWith(ask, outcome.code, inquiryReply(ask.body, outcome))
  },
})

function inquiryReply(sent: Static<typeof body>, outcome: Outcome) {
  return {
    ...echo(sent, outcome),
    branch: branchOf(outcome),
    balances: balancesOf(outcome),
    status: statusOf(outcome),
  }
}
