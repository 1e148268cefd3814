// One offer with its schedule.

import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { OFFER } from './offer-example.ts'
import { offer, wireOffer } from './offer-shapes.ts'

export const getOffer = lendingOperation({
  id: 'GetOffer',
  route: 'GET /offers/:offerId',
  basis: 'chosen',
  access: { module: 'LOAN_ORIGINATION', action: 'VIEW' },
  errors: ['D-OFFER_NOT_FOUND'],
  tag: 'Offers',
  summary: 'Read an offer',
  description: 'Its figures and its schedule stay as they were when it was made.',
  reply: offer,
  replyExamples: [{ name: 'open', summary: 'It can be accepted', value: OFFER }],
  async handle(ask) {
    const { offerId = '' } = ask.call.params
    return reply(ask, wireOffer(await ask.services.offers.find(originationCaller(ask), offerId)))
  },
})
