// One interbank transfer, for the payer's partner and, from RESERVED on, for the payee's.

import { digitalOperation, reply } from '../digital-operation.ts'
import { MAY_VIEW } from '../shapes/movement.ts'
import { EXAMPLE_RESERVED_TRANSFER, EXAMPLE_TRANSFER, PARTNER_ID } from '../shapes/movement-examples.ts'
import { shownTransfer, transfer, wireTransfer } from '../shapes/transfer.ts'

export const getInterbankTransfer = digitalOperation({
  id: 'GetInterbankTransfer',
  route: 'GET /interbank-transfers/:transferId',
  access: MAY_VIEW,
  basis: 'chosen',
  tag: 'Interbank transfers',
  summary: 'Read an interbank transfer',
  description:
    "As it now stands. From RESERVED on the partner of the payee's account sees it too, without `transaction`, " +
    '`channelInfo` and `digitalAssetAccount`. Of a return the beneficiary is shown without its account. `returned` is what ' +
    'returns have given back of it.',
  errors: ['C-TRANSFER_NOT_FOUND'],
  reply: transfer,
  replyExamples: [
    { name: 'payer', summary: 'As the payer sees it', value: wireTransfer(EXAMPLE_TRANSFER, PARTNER_ID) },
    {
      name: 'payee',
      summary: 'As the payee sees it',
      value: wireTransfer(EXAMPLE_RESERVED_TRANSFER, EXAMPLE_RESERVED_TRANSFER.payee.partnerId),
    },
  ],
  async handle(ask) {
    const { services, partnerId, call } = ask
    const found = await services.tokenMovements.find('TRANSFER', partnerId, call.params.transferId ?? '')
    return reply(ask, await shownTransfer(services.tokenMovements, found, partnerId))
  },
})
