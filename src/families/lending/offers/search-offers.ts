// Offers that match a filter, sorted, a page at a time.

import { type Static, Type } from 'typebox'
import { id, list, oneOf } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { OFFER_SORTS, type OfferFilter } from '../../../loans/origination/offers/offer-records.ts'
import type { Sort } from '../../../platform/storage/statements/list-query.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { decimalOf, percent, whole } from '../shapes/values.ts'
import { LISTED_OFFER } from './offer-example.ts'
import { listedOffer, OFFER_STATUSES, wireListedOffer } from './offer-shapes.ts'

/** Longer than any term. */
const MAX_MONTHS = 1_200_000

const body = Type.Object({
  applicationId: Type.Optional(id('Only offers for this application')),
  productCode: Type.Optional(id('Only offers of this product')),
  status: Type.Optional(list(oneOf('A status', [...OFFER_STATUSES]), 'One of these; none is any')),
  aprMax: Type.Optional(percent('The highest APR')),
  instalmentMax: Type.Optional(percent('The highest instalment, in major units')),
  amount: Type.Optional(
    chosen(
      Type.Object({
        min: Type.Optional(percent('From this amount, in major units')),
        max: Type.Optional(percent('Up to this amount, in major units')),
      }),
    ),
  ),
  termMonths: Type.Optional(
    chosen(
      Type.Object({
        min: Type.Optional(whole('From this term', 0, MAX_MONTHS)),
        max: Type.Optional(whole('Up to this term', 0, MAX_MONTHS)),
      }),
    ),
  ),
  sort: Type.Optional(
    chosen(
      Type.String({
        description: `One of ${OFFER_SORTS.join(', ')}, then :asc (default) or :desc; newest first when left out`,
        pattern: `^(${OFFER_SORTS.join('|')})(:(asc|desc))?$`,
        expected: `must be one of ${OFFER_SORTS.join(', ')}, then :asc, :desc or nothing`,
      }),
    ),
  ),
})

export const searchOffers = lendingOperation({
  id: 'SearchOffers',
  route: 'POST /offers/search',
  basis: 'chosen',
  access: { module: 'LOAN_ORIGINATION', action: 'VIEW' },
  errors: [],
  tag: 'Offers',
  summary: 'Search offers',
  description:
    'What is left out makes no difference. Amounts compare in major units of each offer’s own currency; a term in days or ' +
    'weeks counts 12/365 of a month a day. Without their schedules.',
  query: Type.Object(paging),
  body,
  optionalBody: true,
  replays: false,
  reply: pageShape(listedOffer),
  requestExamples: [
    {
      name: 'search',
      summary: 'Open offers, the cheapest first',
      value: { status: ['OPEN'], aprMax: 20, amount: { min: 500, max: 5000 }, sort: 'apr:asc' },
    },
  ],
  replyExamples: [{ name: 'page', summary: 'One offer', value: pageExample(LISTED_OFFER) }],
  async handle(ask) {
    const { sort } = ask.body
    const page = pageOf(ask.query)
    const request = { ...page, ...(sort !== undefined && { sort: sortOf(sort) }) }
    const { items, total } = await ask.services.offers.list(originationCaller(ask), filterOf(ask.body), request)
    return reply(ask, pageBody(page, { items: items.map(wireListedOffer), total }))
  },
})

function filterOf({
  applicationId,
  productCode,
  status,
  aprMax,
  instalmentMax,
  amount,
  termMonths,
}: Static<typeof body>): OfferFilter {
  return {
    applicationId,
    productCode,
    states: status,
    aprMax: decimal(aprMax),
    instalmentMax: decimal(instalmentMax),
    amount: amount && { min: decimal(amount.min), max: decimal(amount.max) },
    termMonths,
  }
}

function decimal(value: number | undefined): string | undefined {
  return value === undefined ? undefined : decimalOf(value)
}

function sortOf(text: string): Sort {
  const [field = '', direction] = text.split(':')
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' }
}
