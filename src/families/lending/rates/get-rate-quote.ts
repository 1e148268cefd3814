// The rate that is quoted for a product, an amount, a term and a risk grade.

import { Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanProduct } from '../../../loans/products/loan-product.ts'
import { chooseRate } from '../../../loans/products/rates/choose-rate.ts'
import { loanDate } from '../../../loans/servicing/loan-dates.ts'
import { decimalFromMinor } from '../../../platform/kernel/money/money.ts'
import { businessDateAt } from '../../../platform/kernel/time/clock.ts'
import { type LendingServices, lendingOperation, reply } from '../lending-operation.ts'
import { amount, asOf, code, minorOf, whole } from '../shapes/values.ts'
import { noRate, productFor, RATE, rate, wireRate } from './rate-shapes.ts'

export const getRateQuote = lendingOperation({
  id: 'GetRateQuote',
  route: 'GET /rates',
  access: { module: 'LOAN_PRODUCTS', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Rates',
  summary: 'Look up the rate for a loan',
  description:
    'Answers the rate in force whose band names the most of what is asked; then the lowest. An amount or a term that is ' +
    'not asked excludes nothing; without a risk grade the rate is one without a grade, where the product has one. ' +
    '`indicativeApr` is that of a loan of this amount and term.',
  errors: ['D-NO_RATE'],
  query: Type.Object({
    productCode: code('The product'),
    amount: Type.Optional(amount("In the product's currency")),
    termMonths: Type.Optional(whole('The term in months', 1, 1_200)),
    riskGrade: Type.Optional(chosen(code('The risk grade of the applicant'))),
    asOf,
  }),
  reply: rate,
  replyExamples: [{ name: 'rate', summary: 'The rate for a good risk', value: RATE }],
  async handle(ask) {
    const { productCode, amount: sent, termMonths, riskGrade, asOf: day } = ask.query
    const product = productFor(ask, productCode)
    if (product === undefined) throw noRate()
    const { currency } = product
    const asked = sent === undefined ? undefined : decimalFromMinor(minorOf(sent, currency, 'amount'), currency)
    const quoted = chooseRate(ask.services.loanCatalogue.rates.ofProduct(productCode), {
      amount: asked,
      termMonths,
      riskGrade,
      asOf: day ?? today(ask.services, product),
    })
    if (quoted === undefined) throw noRate()
    return reply(ask, wireRate(product, quoted, { amount: asked, termMonths }))
  },
})

/** The business date of the product's institution. */
function today({ directory, clock }: LendingServices, { institutionId }: LoanProduct): string {
  const institution = directory.institution(institutionId)
  if (institution === undefined) throw noRate()
  return loanDate(businessDateAt(clock.now(), institution))
}
