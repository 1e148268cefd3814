import type { DigitalOperation } from '../digital-operation.ts'
import { changeInstitutionStatus } from './change-institution-status.ts'
import { getInstitution } from './get-institution.ts'
import { onboardInstitution } from './onboard-institution.ts'

export const INSTITUTION_OPERATIONS: readonly DigitalOperation[] = [
  onboardInstitution,
  getInstitution,
  changeInstitutionStatus,
]
