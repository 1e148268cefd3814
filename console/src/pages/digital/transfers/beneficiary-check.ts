// What the platform said about a beneficiary, before a transfer is sent.

import type { digital as model } from '@tillgate/sdk'
import type { AccountQuestion } from '../accounts/account-check.tsx'

export interface BeneficiaryCheck {
  readonly asked: AccountQuestion
  /** Absent when the user may not ask. */
  readonly result: model.AccountValidation | undefined
}
