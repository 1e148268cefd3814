import type { DigitalOperation } from '../digital-operation.ts'
import { changeUserStatus } from './change-user-status.ts'
import { getUser } from './get-user.ts'
import { onboardUser } from './onboard-user.ts'

export const USER_OPERATIONS: readonly DigitalOperation[] = [onboardUser, getUser, changeUserStatus]
