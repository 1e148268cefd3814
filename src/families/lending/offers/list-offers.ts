// The offers of a partner, a page at a time.

import { Type } from 'typebox'
import { id, oneOf } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'

import { LISTED_OFFER } from './offer-example.ts'
import { listedOffer, OFFER_STATUSES, wireListedOffer } from './offer-shapes.ts'

const query = Type.Object({
  applicationId: Type.Optional(id('Only offers for this application')),
  status: Type.Optional(oneOf('The status now; EXPIRED is by the clock', [...OFFER_STATUSES])),
  ...paging,
})

export const listOffers = lendingOperation({
  id: 'ListOffers',
  route: 'GET /offers',
  basis: 'chosen',
  access: { module: 'LOAN_ORIGINATION', action: 'VIEW' },
  errors: [],
  tag: 'Offers',
  summary: 'List offers',
  description: 'Newest first, without their schedules.',
  query,
  reply: pageShape(listedOffer),
  replyExamples: [{ name: 'page', summary: 'One offer', value: pageExample(LISTED_OFFER) }],
  async handle(ask) {
    const { applicationId, status } = ask.query
    const page = pageOf(ask.query)
    const filter = { applicationId, states: status === undefined ? undefined : [status] }
    const { items, total } = await ask.services.offers.list(originationCaller(ask), filter, page)
    return reply(ask, pageBody(page, { items: items.map(wireListedOffer), total }))
  },
})
