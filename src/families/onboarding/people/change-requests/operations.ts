// The operations on change requests.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { approveChangeRequest } from './approve-change-request.ts'
import { breakGlass } from './break-glass.ts'
import { browseChangeRequests } from './browse-change-requests.ts'
import { getChangeRequest } from './get-change-request.ts'
import { listChangeRequests } from './list-change-requests.ts'
import { rejectChangeRequest } from './reject-change-request.ts'
import { reviewChangeRequest } from './review-change-request.ts'
import { withdrawChangeRequest } from './withdraw-change-request.ts'

export const CHANGE_REQUEST_OPERATIONS: readonly OnboardingOperation[] = [
  browseChangeRequests,
  listChangeRequests,
  getChangeRequest,
  approveChangeRequest,
  rejectChangeRequest,
  withdrawChangeRequest,
  breakGlass,
  reviewChangeRequest,
]
