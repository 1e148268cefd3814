// What a scenario would change: the schedule before and after.

import type { lending as api } from '@tillgate/sdk'
import type { ReactNode } from 'react'

export interface Outcome {
  readonly before: api.PlannedSchedule
  readonly after: api.PlannedSchedule
  /** As the gateway says it, where it does. */
  readonly newInstalment?: number
  readonly newMaturity?: string
  /** What only this scenario says. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}
