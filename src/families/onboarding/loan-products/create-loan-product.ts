// A new loan product of an institution.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import {
  LOAN_PRODUCT,
  loanProduct,
  loanProducts,
  NEW_LOAN_PRODUCT,
  newLoanProduct,
  newProductOf,
} from './loan-product-shapes.ts'

export const createLoanProduct = onboardingOperation({
  id: 'CreateLoanProduct',
  route: 'POST /loan-products',
  access: may(loanProducts.module, 'CREATE'),
  basis: 'chosen',
  tag: loanProducts.tag,
  summary: 'Make a loan product',
  description:
    'Its code is unique on the platform, because applications name the product alone. Amounts are in major units and must ' +
    'exist in each of its currencies. Lending offers it on every gateway when the answer arrives.',
  status: 201,
  body: newLoanProduct,
  reply: loanProduct,
  requestExamples: [{ name: 'loan-product', summary: 'Loans for boats', value: NEW_LOAN_PRODUCT }],
  replyExamples: [{ name: 'loan-product', summary: 'The loan product', value: LOAN_PRODUCT }],
  async handle(ask) {
    const product = await ask.services.loanProducts.create(ask, newProductOf(ask.body))
    return created(ask, loanProducts.reply(product))
  },
})
