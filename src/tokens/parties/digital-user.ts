// A user of digital banking: a customer of a digital institution, a person or a business.

import type { Made } from './digital-institution.ts'

export const USER_STATES = ['PENDING_VERIFICATION', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'CLOSED'] as const
export type UserState = (typeof USER_STATES)[number]

export const USER_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const
export type UserType = (typeof USER_TYPES)[number]

export interface DigitalUser {
  readonly userId: string
  readonly institutionId: string
  readonly partnerId: string
  readonly type: UserType
  /** Persons only. */
  readonly firstName?: string
  readonly lastName?: string
  /** Businesses only. */
  readonly legalName?: string
  readonly externalId?: string
  readonly email?: string
  readonly phone?: string
  readonly country?: string
  readonly state: UserState
  readonly made: Made
}
