// One token redemption.

import { digitalOperation, reply } from '../digital-operation.ts'
import { redemption, wireRedemption } from '../shapes/deposit.ts'
import { MAY_VIEW } from '../shapes/movement.ts'
import { EXAMPLE_REDEMPTION } from '../shapes/movement-examples.ts'

export const getTokenRedemption = digitalOperation({
  id: 'GetTokenRedemption',
  route: 'GET /token-redemptions/:redemptionId',
  access: MAY_VIEW,
  basis: 'chosen',
  tag: 'Token redemptions',
  summary: 'Read a token redemption',
  description: 'As it now stands.',
  errors: ['C-REDEMPTION_NOT_FOUND'],
  reply: redemption,
  replyExamples: [{ name: 'redemption', summary: 'The redemption', value: wireRedemption(EXAMPLE_REDEMPTION) }],
  async handle(ask) {
    const { services, partnerId, call } = ask
    const found = await services.tokenMovements.find('REDEMPTION', partnerId, call.params.redemptionId ?? '')
    return reply(ask, wireRedemption(found))
  },
})
