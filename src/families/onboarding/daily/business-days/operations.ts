// The operations on business days.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { browseBusinessDays } from './browse-business-days.ts'
import { getBusinessDay } from './get-business-day.ts'
import { holdBusinessDay } from './hold-business-day.ts'
import { closeBusinessDay, releaseBusinessDay, retryBusinessDay } from './move-business-day.ts'
import { getReconciliationFile, makeReconciliationFile } from './reconciliation-file.ts'

export const BUSINESS_DAY_OPERATIONS: readonly OnboardingOperation[] = [
  browseBusinessDays,
  getBusinessDay,
  getReconciliationFile,
  makeReconciliationFile,
  holdBusinessDay,
  releaseBusinessDay,
  closeBusinessDay,
  retryBusinessDay,
]
