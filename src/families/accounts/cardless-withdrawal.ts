// Cardless withdrawal: an app created a token, the terminal scanned it, and cash is dispensed without a card. It has no
// reversal endpoint.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../edge/http/body/validation.ts'
import { accountOperation } from './desk/account-operation.ts'
import { replyTo } from './orders/orders.ts'
import { checkWithdrawalAmounts, withdrawalOrder } from './orders/withdrawal-order.ts'
import { BRANCH, balancesExample, CHECKING, example, INSTITUTION, TERMINAL_REQUEST } from './shapes/examples.ts'
import { financialReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'

const body = Type.Object({
  ...shape.terminalRequest,
  transaction: shape.transaction('CARDLESSWITHDRAWAL'),
  paymentInstrument: shape.cardlessInstrument,
  amount: shape.amountWithFee,
  cash: Type.Optional(shape.cash),
})

const TRANSACTION = { rrn: '260115000011', date: '20260115', type: 'CARDLESSWITHDRAWAL' }
const AMOUNT = { amount: 60, currencyCode: 'USD' }
const ECHO = { transaction: TRANSACTION, paymentInstrument: CHECKING, institution: INSTITUTION, amount: AMOUNT }

export const cardlessWithdrawal = accountOperation({
  id: 'CardlessWithdrawal',
  route: 'POST /transactions/cardless',
  basis: 'given',
  tag: 'Cardless Withdrawal',
  summary: 'Cardless withdrawal',
  description:
    'Started by an app with a QR code or NFC token. `paymentInstrument.card.pan` must not be sent. Amounts as for a ' +
    'cash withdrawal. `000`: hand the cash out.',
  replays: true,
  body,
  rules: withoutCard,
  reply: financialReply({}),
  requestExamples: [
    example('cardless', '60.00 without a card', {
      ...TERMINAL_REQUEST,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      amount: AMOUNT,
    }),
  ],
  replyExamples: [
    example('approved', 'Approved', {
      ...ECHO,
      branch: BRANCH,
      balances: balancesExample(2440),
      status: { responseCode: '000', authId: 'R7T1BD' },
    }),
    example('insufficientFunds', 'Declined', { ...ECHO, status: { responseCode: '110' } }),
  ],
  async handle(ask) {
    const channel = ask.services.channelOf(ask.body.institution.id)
    return replyTo(ask, await channel.withdrawCardless(withdrawalOrder(ask)))
  },
})

function withoutCard(sent: Static<typeof body>, found: Findings): void {
  // The schema does not define the card, so it would be ignored like any unknown field.
  const { card } = (sent.paymentInstrument ?? {}) as { card?: { pan?: unknown } | null }
  if (card?.pan !== undefined) found.add('paymentInstrument.card.pan', 'must not be sent')
  checkWithdrawalAmounts(sent, found)
}
