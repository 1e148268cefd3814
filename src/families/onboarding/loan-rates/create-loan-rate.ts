// A new rate of a loan product.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { LOAN_RATE, loanRate, loanRates, NEW_LOAN_RATE, newLoanRate, newRateOf } from './loan-rate-shapes.ts'

export const createLoanRate = onboardingOperation({
  id: 'CreateLoanRate',
  route: 'POST /loan-rates',
  access: may(loanRates.module, 'CREATE'),
  basis: 'chosen',
  tag: loanRates.tag,
  summary: 'Make a loan rate',
  description:
    "It lies within the product's range of rates. Of rates of one product with the same bands the newest that is in force is " +
    'quoted.',
  status: 201,
  body: newLoanRate,
  reply: loanRate,
  requestExamples: [{ name: 'loan-rate', summary: 'For good risks and short terms', value: NEW_LOAN_RATE }],
  replyExamples: [{ name: 'loan-rate', summary: 'The rate', value: LOAN_RATE }],
  async handle(ask) {
    return created(ask, loanRates.reply(await ask.services.loanRates.create(ask, newRateOf(ask.body))))
  },
})
