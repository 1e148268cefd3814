// The operations on billers.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseBillers } from './browse-billers.ts'
import { createBiller } from './create-biller.ts'
import { deleteBiller } from './delete-biller.ts'
import { getBiller } from './get-biller.ts'
import { listBillers } from './list-billers.ts'
import { setBillerActivation } from './set-biller-activation.ts'
import { updateBiller } from './update-biller.ts'

export const BILLER_OPERATIONS: readonly OnboardingOperation[] = [
  createBiller,
  browseBillers,
  listBillers,
  getBiller,
  updateBiller,
  deleteBiller,
  setBillerActivation,
]
