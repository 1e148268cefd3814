// Loan products: what institutions lend, and on which terms.

import { resource } from '../../onboarding-operation.ts'
import {
  LOAN_PRODUCT,
  loanProduct,
  loanProductChange,
  loanProductFilter,
  NEW_LOAN_PRODUCT,
  newLoanProduct,
  newProductOf,
  productChangeOf,
  replyOf,
} from './loan-product-shapes.ts'

export const LOAN_PRODUCT_OPERATIONS = resource({
  path: '/loan-products',
  tag: 'Loan products',
  module: 'LOAN_PRODUCTS',
  noun: 'loan product',
  exampleName: 'loan-product',
  shape: loanProduct,
  example: LOAN_PRODUCT,
  reply: replyOf,
  sorts: ['institutionId', 'productCode', 'name', 'createdAt', 'updatedAt'],
  records: (services) => services.loanProducts,

  create: {
    id: 'CreateLoanProduct',
    summary: 'Make a loan product',
    description:
      'Its code is unique on the platform, because applications name the product alone. Amounts are in major units and must ' +
      'exist in each of its currencies. Lending offers it on every gateway when the answer arrives.',
    body: newLoanProduct,
    example: { name: 'loan-product', summary: 'Loans for boats', value: NEW_LOAN_PRODUCT },
    run: (ask) => ask.services.loanProducts.create(ask, newProductOf(ask.body)),
  },
  browse: {
    id: 'BrowseLoanProducts',
    summary: 'List loan products',
    description: 'Newest first, or as `sort` says. Users of an institution see its own.',
  },
  list: {
    id: 'ListLoanProducts',
    summary: 'Find loan products',
    description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
    filter: loanProductFilter,
    example: { summary: 'What is offered in USD', value: { currency: 'USD', isActive: true } },
  },
  get: {
    id: 'GetLoanProduct',
    summary: 'Read a loan product',
    description: 'What applications for it may ask, and the terms of its loans.',
  },
  change: {
    id: 'UpdateLoanProduct',
    summary: 'Change a loan product',
    description:
      'What is left out stays as it is; null gives a field, or one of the terms, its default again. New applications follow ' +
      'the change; loans keep what they were made with. A range of rates that excludes a rate of the product: 409.',
    body: loanProductChange,
    example: { name: 'default-rate', summary: 'Another interest rate', value: { version: 1, defaultRate: 7.75 } },
    run: (ask, id) => ask.services.loanProducts.update(ask, id, productChangeOf(ask.body)),
  },
  delete: {
    id: 'DeleteLoanProduct',
    summary: 'Remove a loan product',
    description: 'One that is active, or has rates, applications or loans, is in use: 409.',
    run: (ask, id) => ask.services.loanProducts.delete(ask, id),
  },
  activate: {
    id: 'SetLoanProductActivation',
    summary: 'Activate or deactivate a loan product',
    description: 'New applications do not know an inactive product, and its rates are not quoted; its loans go on.',
    flagDescription: 'Whether it is offered',
    example: { name: 'deactivated', summary: 'It is not offered any more', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.loanProducts.setActive(ask, id, isActive),
  },
})
