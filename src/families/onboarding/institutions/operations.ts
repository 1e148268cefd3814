// The operations on financial institutions.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseInstitutions } from './browse-institutions.ts'
import { createInstitution } from './create-institution.ts'
import { deleteInstitution } from './delete-institution.ts'
import { getInstitution } from './get-institution.ts'
import { getInstitutionHistory } from './get-institution-history.ts'
import { getInstitutionReadiness } from './get-institution-readiness.ts'
import { listInstitutions } from './list-institutions.ts'
import { MOVE_OPERATIONS } from './move-institution.ts'
import { updateInstitution } from './update-institution.ts'

export const INSTITUTION_OPERATIONS: readonly OnboardingOperation[] = [
  createInstitution,
  browseInstitutions,
  listInstitutions,
  getInstitution,
  updateInstitution,
  deleteInstitution,
  ...MOVE_OPERATIONS,
  getInstitutionReadiness,
  getInstitutionHistory,
]
