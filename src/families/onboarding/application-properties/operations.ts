// The operations on application properties.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseProperties } from './browse-properties.ts'
import { createProperty } from './create-property.ts'
import { deleteProperty } from './delete-property.ts'
import { getEffectiveProperties } from './get-effective-properties.ts'
import { getProperty } from './get-property.ts'
import { getPropertyHistory } from './get-property-history.ts'
import { listProperties } from './list-properties.ts'
import { promoteProperties } from './promote-properties.ts'
import { rollbackProperty } from './rollback-property.ts'
import { updateProperty } from './update-property.ts'

export const PROPERTY_OPERATIONS: readonly OnboardingOperation[] = [
  createProperty,
  browseProperties,
  listProperties,
  getEffectiveProperties,
  promoteProperties,
  getProperty,
  updateProperty,
  deleteProperty,
  getPropertyHistory,
  rollbackProperty,
]
