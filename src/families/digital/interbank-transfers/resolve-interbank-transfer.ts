// Resolution of a transfer in two phases: the committer commits it; the committer or the payee aborts it.

import { Type } from 'typebox'
import { freeText, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { MAY_APPROVE } from '../shapes/movement.ts'
import { EXAMPLE_ABORTED_TRANSFER, PARTNER_ID } from '../shapes/movement-examples.ts'
import { request } from '../shapes/request.ts'
import { shownTransfer, transfer, wireTransfer } from '../shapes/transfer.ts'

const RESOLUTION_TYPE = 'INTERBANK_TRANSFER_RESOLUTION'

export const resolveInterbankTransfer = digitalOperation({
  id: 'ResolveInterbankTransfer',
  route: 'POST /interbank-transfers/:transferId/resolution',
  access: MAY_APPROVE,
  basis: 'chosen',
  tag: 'Interbank transfers',
  summary: 'Commit or abort a transfer',
  description:
    'Decides a RESERVED transfer once. COMMIT is for the committer, ABORT for the committer or the payee. The same decision ' +
    'again is answered with the transfer as it is; the opposite one is 409, and so is one at or after `expiresAt`.',
  errors: [
    'C-NOT_RESOLVER',
    'C-TRANSFER_NOT_FOUND',
    'C-TRANSFER_NOT_RESERVED',
    'C-TRANSFER_ALREADY_COMMITTED',
    'C-TRANSFER_ALREADY_ABORTED',
    'C-TRANSFER_EXPIRED',
  ],
  body: request(RESOLUTION_TYPE, {
    resolution: chosen(
      Type.Object({
        action: oneOf('What is decided', ['COMMIT', 'ABORT']),
        reason: Type.Optional(freeText('Why')),
      }),
    ),
  }),
  reply: transfer,
  requestExamples: [
    {
      name: 'abort',
      summary: 'Abort',
      value: {
        transaction: { ref: 'resolution-0001', type: RESOLUTION_TYPE },
        channelInfo: { type: 'MOBILE_APP' },
        resolution: { action: 'ABORT', reason: 'Wrong invoice' },
      },
    },
  ],
  replyExamples: [
    {
      name: 'aborted',
      summary: 'The tokens are free again',
      value: wireTransfer(EXAMPLE_ABORTED_TRANSFER, PARTNER_ID),
    },
  ],
  async handle(ask) {
    const { services, partnerId, actor, reference, call, body } = ask
    const moved = await services.tokenMovements.resolve({
      reference,
      actor,
      transferId: call.params.transferId ?? '',
      action: body.resolution.action,
    })
    return reply(ask, await shownTransfer(services.tokenMovements, moved.movement, partnerId), moved)
  },
})
