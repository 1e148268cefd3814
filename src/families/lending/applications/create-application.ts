// Submits an application for a loan.

import { Type } from 'typebox'
import { currency, id, ownReference } from '../../../edge/http/body/fields.ts'
import { given } from '../../../edge/http/operation.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { applicant } from '../shapes/applicant.ts'
import { term, termOf } from '../shapes/terms.ts'
import { amount, decimalOf, minorOf, percent } from '../shapes/values.ts'
import { APPLICATION, application, NEW_APPLICATION, wireApplication } from './application-shapes.ts'

const body = Type.Object({
  productCode: given(id('The product')),
  requestedAmount: given(amount('What is asked for, in major units')),
  interestRate: Type.Optional(given(percent("Percent per year; the product's when left out"))),
  loanTerm: term,
  applicant,
  currency: Type.Optional(currency),
  externalReference: Type.Optional(ownReference("The caller's own reference")),
})

export const createApplication = lendingOperation({
  id: 'CreateApplication',
  route: 'POST /applications',
  basis: 'given',
  access: { module: 'LOAN_ORIGINATION', action: 'CREATE' },
  errors: [
    'D-PARTNER_NOT_ALLOWED',
    'D-PRODUCT_UNKNOWN',
    'D-CURRENCY_NOT_OFFERED',
    'D-AMOUNT_OUT_OF_RANGE',
    'D-TERM_OUT_OF_RANGE',
    'D-RATE_OUT_OF_RANGE',
  ],
  tag: 'Applications',
  summary: 'Submit an application',
  description:
    'The product supplies rate and currency when they are left out. Every field of `applicant` is kept and returned.',
  body,
  reply: application,
  requestExamples: [{ name: 'application', summary: 'A personal loan', value: NEW_APPLICATION }],
  replyExamples: [{ name: 'submitted', summary: 'It is submitted', value: APPLICATION }],
  async handle(ask) {
    const sent = ask.body
    const { result, replayed } = await ask.services.applications.submit(
      originationCaller(ask),
      sent.productCode,
      (product) => ({
        currency: sent.currency,
        requestedMinor: minorOf(sent.requestedAmount, sent.currency ?? product.currency, 'requestedAmount'),
        interestRate: sent.interestRate === undefined ? undefined : decimalOf(sent.interestRate),
        term: termOf(sent.loanTerm),
        applicant: sent.applicant,
        externalReference: sent.externalReference,
      }),
      ask.key,
    )
    return reply(ask, wireApplication(result), { replayed })
  },
})
