// Reversals of cardless withdrawals and bill payments. Switches alone send them, so they have no route and are in no document.

import { type Static, Type } from 'typebox'
import type { Channel } from '../../../channels/channel/channel.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { type AccountOperation, accountOperation } from '../desk/account-operation.ts'
import { reversalText } from '../shapes/outcome-echo.ts'
import { reversalReply } from '../shapes/reply-shapes.ts'
import * as shape from '../shapes/shapes.ts'
import { replyTo } from './orders.ts'
import { checkReversal, reversalOrder } from './reversal-order.ts'
import { checkAccessFee } from './withdrawal-order.ts'

function switchReversal(
  id: string,
  type: string,
  reverse: (
    channel: Channel,
    ...order: Parameters<Channel['reverseCardless']>
  ) => ReturnType<Channel['reverseCardless']>,
): AccountOperation {
  const body = Type.Object({
    ...shape.reversalRequest,
    transaction: shape.transaction(type),
    paymentInstrument: shape.paymentInstrument,
    amount: shape.amountWithFee,
    reverseInfo: shape.reverseInfo,
  })
  return accountOperation({
    id,
    route: 'POST /iso8583',
    basis: 'chosen',
    tag: 'Switches',
    summary: `Take back what a switch advises (${type})`,
    description: 'Not offered by REST.',
    replays: true,
    body,
    rules: (sent: Static<typeof body>, found: Findings) => {
      checkReversal(sent, found)
      checkAccessFee(sent, found)
    },
    reply: reversalReply,
    requestExamples: [],
    replyExamples: [],
    async handle(ask) {
      const channel = ask.services.channelOf(ask.body.institution.id)
      const order = reversalOrder(ask, [], (outcome) => reversalText(ask.body, outcome))
      return replyTo(ask, await reverse(channel, order))
    },
  })
}

export const SWITCH_REVERSALS: readonly AccountOperation[] = [
  switchReversal('CardlessWithdrawalReverse', 'CARDLESSREVERSAL', (channel, order) => channel.reverseCardless(order)),
  switchReversal('BillPaymentsReverse', 'BILLPAYMENTREVERSAL', (channel, order) => channel.reverseBillPayment(order)),
]
