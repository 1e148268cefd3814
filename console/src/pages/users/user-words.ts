// What is said about users in words.

import type { onboarding } from '@tillgate/sdk'

export type UserStatus = onboarding.User['status']

export const USER_STATUSES: readonly { value: UserStatus; label: string }[] = [
  { value: 'INVITED', label: 'Invited' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INACTIVE', label: 'Inactive' },
  { value: 'LOCKED', label: 'Locked' },
]

export function secondFactorOf({ mfaEnable, mfaRegistered }: onboarding.User): string {
  if (!mfaEnable) return mfaRegistered ? 'Registered, not asked for' : 'Not asked for'
  return mfaRegistered ? 'Registered' : 'Not registered yet'
}

/** The field that a conflict is about. */
export function takenField({ status, message }: { status: number; message: string }): 'mailID' | undefined {
  return status === 409 && /mail id/i.test(message) ? 'mailID' : undefined
}
