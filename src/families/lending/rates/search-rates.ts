// Rates that match a filter, a page at a time.

import { type Static, Type } from 'typebox'
import { date, list } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { searchRates as search } from '../../../loans/products/rates/choose-rate.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { code, decimalOf, percent, whole } from '../shapes/values.ts'
import { productFor, RATE, rate, rateType, wireRate } from './rate-shapes.ts'

const filter = Type.Object({
  productCodes: Type.Optional(list(code('A product'), 'One of these products; none is any')),
  rate: Type.Optional(
    chosen(
      Type.Object(
        { min: Type.Optional(percent('At least')), max: Type.Optional(percent('At most')) },
        { description: 'The nominal rate, in percent per year', expected: 'must be a range' },
      ),
    ),
  ),
  termMonths: Type.Optional(whole('Quoted for this term in months', 1, 1_200)),
  type: Type.Optional(rateType),
  activeOn: Type.Optional(date('In force on this day')),
})

export const searchRates = lendingOperation({
  id: 'SearchRates',
  route: 'POST /rates/search',
  access: { module: 'LOAN_PRODUCTS', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Rates',
  summary: 'Search rates',
  description: 'By product, then the lowest first. What is left out of the filter makes no difference.',
  errors: [],
  query: Type.Object(paging),
  body: filter,
  optionalBody: true,
  replays: false,
  rules({ rate: range }, found) {
    const { min, max } = range ?? {}
    if (min !== undefined && max !== undefined && found.areValid('rate') && min > max) {
      found.add('rate.max', 'must not be below rate.min')
    }
  },
  reply: pageShape(rate),
  requestExamples: [
    { name: 'filter', summary: 'Low rates for four years', value: { rate: { max: 10 }, termMonths: 48 } },
  ],
  replyExamples: [{ name: 'page', summary: 'One rate', value: pageExample(RATE) }],
  async handle(ask) {
    const request = pageOf(ask.query)
    const { rates } = ask.services.loanCatalogue
    const found = search(rates.list(), filterOf(ask.body)).flatMap((quoted) => {
      const product = productFor(ask, quoted.productCode)
      return product === undefined ? [] : [{ product, quoted }]
    })
    const first = (request.page - 1) * request.size
    const items = found.slice(first, first + request.size).map(({ product, quoted }) => wireRate(product, quoted))
    return reply(ask, pageBody(request, { items, total: found.length }))
  },
})

function filterOf({ rate: range, ...sent }: Static<typeof filter>) {
  const { min, max } = range ?? {}
  return {
    ...sent,
    rate: {
      ...(min !== undefined && { min: decimalOf(min) }),
      ...(max !== undefined && { max: decimalOf(max) }),
    },
  }
}
