// Changes a rate of a loan product.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { LOAN_RATE, loanRate, loanRateChange, loanRates, rateChangeOf } from './loan-rate-shapes.ts'

export const updateLoanRate = onboardingOperation({
  id: 'UpdateLoanRate',
  route: 'PATCH /loan-rates/:id',
  access: may(loanRates.module, 'UPDATE'),
  basis: 'chosen',
  tag: loanRates.tag,
  summary: 'Change a loan rate',
  description: 'What is left out stays as it is; null clears. Offers and loans keep the rate that they were made with.',
  body: loanRateChange,
  reply: loanRate,
  requestExamples: [
    { name: 'end', summary: 'It ends with the year', value: { version: 1, effectiveTo: '2026-12-31' } },
  ],
  replyExamples: [
    { name: 'loan-rate', summary: 'As it is now', value: { ...LOAN_RATE, version: 2, effectiveTo: '2026-12-31' } },
  ],
  async handle(ask) {
    const rate = await ask.services.loanRates.update(ask, idOf(ask), rateChangeOf(ask.body))
    return envelope(ask, loanRates.reply(rate))
  },
})
