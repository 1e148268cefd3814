// Quotes a rate, or stops quoting it.

import { activationOperation } from '../record-operations.ts'
import { loanRates } from './loan-rate-shapes.ts'

export const setLoanRateActivation = activationOperation(loanRates, {
  id: 'SetLoanRateActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a loan rate',
  description: 'Lending does not find an inactive rate.',
  flag: 'isActive',
  flagDescription: 'Whether it is quoted',
  example: { name: 'deactivated', summary: 'It is not quoted any more', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.loanRates.setActive(ask, id, isActive),
})
