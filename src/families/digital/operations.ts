// The operations of digital banking, by domain, in the order of the contract.

import { validateAccount } from './account-validation/validate-account.ts'
import { changeAccountStatus } from './asset-accounts/change-account-status.ts'
import { getAccount } from './asset-accounts/get-account.ts'
import { openAccount } from './asset-accounts/open-account.ts'
import { inquireBalance } from './balance-inquiry/inquire-balance.ts'
import type { DigitalOperation } from './digital-operation.ts'
import { changeInstitutionStatus } from './institutions/change-institution-status.ts'
import { getInstitution } from './institutions/get-institution.ts'
import { onboardInstitution } from './institutions/onboard-institution.ts'
import { createInterbankTransfer } from './interbank-transfers/create-interbank-transfer.ts'
import { getInterbankTransfer } from './interbank-transfers/get-interbank-transfer.ts'
import { resolveInterbankTransfer } from './interbank-transfers/resolve-interbank-transfer.ts'
import { createTokenRedemption } from './redemptions/create-token-redemption.ts'
import { getTokenRedemption } from './redemptions/get-token-redemption.ts'
import { searchPlatform } from './search/search-platform.ts'
import { createTokenizedDeposit } from './tokenized-deposits/create-tokenized-deposit.ts'
import { getTokenizedDeposit } from './tokenized-deposits/get-tokenized-deposit.ts'
import { changeUserStatus } from './users/change-user-status.ts'
import { getUser } from './users/get-user.ts'
import { onboardUser } from './users/onboard-user.ts'

export const DIGITAL_OPERATIONS: readonly DigitalOperation[] = [
  onboardInstitution,
  getInstitution,
  changeInstitutionStatus,
  onboardUser,
  getUser,
  changeUserStatus,
  openAccount,
  getAccount,
  changeAccountStatus,
  createTokenizedDeposit,
  getTokenizedDeposit,
  createTokenRedemption,
  getTokenRedemption,
  createInterbankTransfer,
  getInterbankTransfer,
  resolveInterbankTransfer,
  validateAccount,
  inquireBalance,
  searchPlatform,
]
