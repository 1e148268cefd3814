// The form of a rate, new or changed. Offers and loans keep the rate that they were made with.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { formPages } from '../../../kit/form/resource-form.tsx'
import { RateFields } from './rate-fields.tsx'
import { checkRate, NEW_RATE, RATE_FIELD_NAMES, type RateValues, requestOfRate, valuesOfRate } from './rate-values.ts'

export const { NewPage, EditPage } = formPages<RateValues, onboarding.LoanRate>({
  list: ['Loan rates', '/lending/rates'],
  cacheKey: 'loan-rates',
  newPage: { title: 'New rate', submit: 'Create the rate' },
  editDescription: 'Offers and loans keep the rate that they were made with.',
  newValues: () => NEW_RATE,
  valuesOf: valuesOfRate,
  load: (id) => ask(admin.getLoanRate({ id })),
  create: (values) => ask(admin.createLoanRate({ productCode: values.productCode, ...requestOfRate(values) })),
  change: ({ id, version }, values) => ask(admin.updateLoanRate({ id }, { version, ...requestOfRate(values) })),
  validate: checkRate,
  fieldNames: RATE_FIELD_NAMES,
  nameOf: ({ productCode }) => `rate of ${productCode}`,
  savedText: (_, isNew) => (isNew ? 'The rate is made and quoted.' : 'The rate is saved.'),
  Fields: RateFields,
  hasSections: true,
})
