// The operations on loan products.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseLoanProducts } from './browse-loan-products.ts'
import { createLoanProduct } from './create-loan-product.ts'
import { deleteLoanProduct } from './delete-loan-product.ts'
import { getLoanProduct } from './get-loan-product.ts'
import { listLoanProducts } from './list-loan-products.ts'
import { setLoanProductActivation } from './set-loan-product-activation.ts'
import { updateLoanProduct } from './update-loan-product.ts'

export const LOAN_PRODUCT_OPERATIONS: readonly OnboardingOperation[] = [
  createLoanProduct,
  browseLoanProducts,
  listLoanProducts,
  getLoanProduct,
  updateLoanProduct,
  deleteLoanProduct,
  setLoanProductActivation,
]
