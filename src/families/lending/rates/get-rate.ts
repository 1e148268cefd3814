// One rate.

import { loanProblem } from '../../../loans/loan-problems.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { productFor, RATE, rate, wireRate } from './rate-shapes.ts'

export const getRate = lendingOperation({
  id: 'GetRate',
  route: 'GET /rates/:rateId',
  access: { module: 'LOAN_PRODUCTS', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Rates',
  summary: 'Read a rate',
  description: 'A rate of a product that is offered, also before its first and after its last day.',
  errors: ['D-RATE_NOT_FOUND'],
  reply: rate,
  replyExamples: [{ name: 'rate', summary: 'The rate', value: RATE }],
  async handle(ask) {
    const quoted = ask.services.loanCatalogue.rates.find((ask.call.params.rateId ?? '').toLowerCase())
    const product = quoted && productFor(ask, quoted.productCode)
    if (quoted === undefined || product === undefined) throw loanProblem('rate-not-found', 'there is no such rate')
    return reply(ask, wireRate(product, quoted))
  },
})
