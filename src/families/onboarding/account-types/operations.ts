// The operations on account types.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseAccountTypes } from './browse-account-types.ts'
import { createAccountType } from './create-account-type.ts'
import { deleteAccountType } from './delete-account-type.ts'
import { getAccountType } from './get-account-type.ts'
import { listAccountTypes } from './list-account-types.ts'
import { setAccountTypeActivation } from './set-account-type-activation.ts'
import { updateAccountType } from './update-account-type.ts'

export const ACCOUNT_TYPE_OPERATIONS: readonly OnboardingOperation[] = [
  createAccountType,
  browseAccountTypes,
  listAccountTypes,
  getAccountType,
  updateAccountType,
  deleteAccountType,
  setAccountTypeActivation,
]
