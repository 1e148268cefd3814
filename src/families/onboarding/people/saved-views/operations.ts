// The operations on saved views.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { createSavedView, deleteSavedView, getSavedView, updateSavedView } from './keep-saved-views.ts'
import { browseSavedViews, listSavedViews } from './list-saved-views.ts'

export const SAVED_VIEW_OPERATIONS: readonly OnboardingOperation[] = [
  createSavedView,
  browseSavedViews,
  listSavedViews,
  getSavedView,
  updateSavedView,
  deleteSavedView,
]
