// Transfer reversal: the source is credited back and the destination debited. The reply shows the source's balances.

import { type Static, Type } from 'typebox'
import type { Findings } from '../../edge/http/body/validation.ts'
import { accountOperation } from './desk/account-operation.ts'
import { replyTo } from './orders/orders.ts'
import { checkReversal, reversalOrder } from './orders/reversal-order.ts'
import { balancesExample, CHECKING, example, INSTITUTION, SAVINGS } from './shapes/examples.ts'
import { reversalText } from './shapes/outcome-echo.ts'
import { reversalReply } from './shapes/reply-shapes.ts'
import * as shape from './shapes/shapes.ts'
import { checkBeneficiary } from './transfer.ts'

const body = Type.Object({
  ...shape.reversalRequest,
  transaction: shape.transaction('TRANSFERREVERSAL'),
  paymentInstrument: shape.paymentInstrument,
  beneficiary: shape.beneficiary,
  beneficiaryInstrument: shape.beneficiaryInstrument,
  amount: shape.amountOfOriginal,
  reverseInfo: shape.reverseInfo,
})

const TRANSACTION = { rrn: '260115000008', date: '20260115', type: 'TRANSFERREVERSAL' }
const ECHO = {
  transaction: TRANSACTION,
  paymentInstrument: CHECKING,
  institution: INSTITUTION,
  amount: { amount: 250, currencyCode: 'USD' },
}

export const transferReversal = accountOperation({
  id: 'TransfersReverse',
  route: 'POST /transactions/transfers/reverse',
  basis: 'given',
  tag: 'Transfers',
  summary: 'Reverse a transfer',
  description:
    "Credits the original's source and debits its destination. `balances` is the flat list of the source account. " +
    "Without `amount.currencyCode` the original's currency holds. A card or terminal that is sent must be known, " +
    'but its state (blocked, expired, inactive) is no obstacle. After a 504 repeat it under the same RRN.',
  replays: true,
  body,
  rules: withinOneInstitution,
  reply: reversalReply,
  requestExamples: [
    example('full', 'Taken back in full', {
      institution: INSTITUTION,
      transaction: TRANSACTION,
      paymentInstrument: CHECKING,
      beneficiary: { institutionId: 'FI001' },
      beneficiaryInstrument: SAVINGS,
      amount: { amount: 250 },
      reverseInfo: { reasonCode: 'CUSTOMER', amount: 250, authId: 'T8N2LC' },
    }),
  ],
  replyExamples: [
    example('approved', 'Taken back', {
      ...ECHO,
      balances: balancesExample(2500),
      status: { responseCode: '000', authId: 'T8N2LD' },
    }),
    example('alreadyReversed', 'Declined', { ...ECHO, status: { responseCode: '480' } }),
  ],
  async handle(ask) {
    const { beneficiary, beneficiaryInstrument, institution } = ask.body
    const beneficiaryAccountId = beneficiaryInstrument.account.id
    const content = [beneficiaryAccountId, beneficiary.institutionId]
    const order = reversalOrder(ask, content, (outcome) => reversalText(ask.body, outcome))
    const channel = ask.services.channelOf(institution.id)
    return replyTo(ask, await channel.reverseTransfer({ ...order, beneficiaryAccountId }))
  },
})

function withinOneInstitution(sent: Static<typeof body>, found: Findings): void {
  checkReversal(sent, found)
  checkBeneficiary(sent, found)
}
