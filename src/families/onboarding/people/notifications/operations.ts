// The operations on notifications.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { browseNotifications } from './browse-notifications.ts'
import { countNotifications } from './count-notifications.ts'
import { readNotifications } from './read-notifications.ts'

export const NOTIFICATION_OPERATIONS: readonly OnboardingOperation[] = [
  browseNotifications,
  countNotifications,
  readNotifications,
]
