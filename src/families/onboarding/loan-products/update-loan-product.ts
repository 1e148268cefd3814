// Changes a loan product.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { LOAN_PRODUCT, loanProduct, loanProductChange, loanProducts, productChangeOf } from './loan-product-shapes.ts'

export const updateLoanProduct = onboardingOperation({
  id: 'UpdateLoanProduct',
  route: 'PATCH /loan-products/:id',
  access: may(loanProducts.module, 'UPDATE'),
  basis: 'chosen',
  tag: loanProducts.tag,
  summary: 'Change a loan product',
  description:
    'What is left out stays as it is; null gives a field, or one of the terms, its default again. New applications follow ' +
    'the change; loans keep what they were made with. A range of rates that excludes a rate of the product: 409.',
  body: loanProductChange,
  reply: loanProduct,
  requestExamples: [
    { name: 'default-rate', summary: 'Another interest rate', value: { version: 1, defaultRate: 7.75 } },
  ],
  replyExamples: [
    { name: 'loan-product', summary: 'As it is now', value: { ...LOAN_PRODUCT, version: 2, defaultRate: 7.75 } },
  ],
  async handle(ask) {
    const product = await ask.services.loanProducts.update(ask, idOf(ask), productChangeOf(ask.body))
    return envelope(ask, loanProducts.reply(product))
  },
})
