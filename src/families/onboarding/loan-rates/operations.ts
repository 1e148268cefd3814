// The operations on rates of loan products.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseLoanRates } from './browse-loan-rates.ts'
import { createLoanRate } from './create-loan-rate.ts'
import { deleteLoanRate } from './delete-loan-rate.ts'
import { getLoanRate } from './get-loan-rate.ts'
import { listLoanRates } from './list-loan-rates.ts'
import { setLoanRateActivation } from './set-loan-rate-activation.ts'
import { updateLoanRate } from './update-loan-rate.ts'

export const LOAN_RATE_OPERATIONS: readonly OnboardingOperation[] = [
  createLoanRate,
  browseLoanRates,
  listLoanRates,
  getLoanRate,
  updateLoanRate,
  deleteLoanRate,
  setLoanRateActivation,
]
