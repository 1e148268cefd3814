import type { DigitalOperation } from '../digital-operation.ts'
import { changeAccountStatus } from './change-account-status.ts'
import { getAccount } from './get-account.ts'
import { openAccount } from './open-account.ts'

export const ACCOUNT_OPERATIONS: readonly DigitalOperation[] = [openAccount, getAccount, changeAccountStatus]
