// How institutions and users move through their states. Any other move is refused.
//
//   institution  PENDING_REVIEW → ACTIVE | REJECTED        ACTIVE ⇄ SUSPENDED   both → OFFBOARDED
//   user         PENDING_VERIFICATION → ACTIVE | REJECTED  ACTIVE ⇄ SUSPENDED   both → CLOSED

import type { InstitutionState } from './digital-institution.ts'
import type { UserState } from './digital-user.ts'

export const INSTITUTION_TARGETS = ['ACTIVE', 'SUSPENDED', 'REJECTED', 'OFFBOARDED'] as const
export type InstitutionTarget = (typeof INSTITUTION_TARGETS)[number]

export const INSTITUTION_MOVES: Readonly<Record<InstitutionState, readonly InstitutionTarget[]>> = {
  PENDING_REVIEW: ['ACTIVE', 'REJECTED'],
  ACTIVE: ['SUSPENDED', 'OFFBOARDED'],
  SUSPENDED: ['ACTIVE', 'OFFBOARDED'],
  REJECTED: [],
  OFFBOARDED: [],
}

export const USER_TARGETS = ['ACTIVE', 'SUSPENDED', 'REJECTED', 'CLOSED'] as const
export type UserTarget = (typeof USER_TARGETS)[number]

export const USER_MOVES: Readonly<Record<UserState, readonly UserTarget[]>> = {
  PENDING_VERIFICATION: ['ACTIVE', 'REJECTED'],
  ACTIVE: ['SUSPENDED', 'CLOSED'],
  SUSPENDED: ['ACTIVE', 'CLOSED'],
  REJECTED: [],
  CLOSED: [],
}
