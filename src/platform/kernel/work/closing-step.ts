// Work at the end of a business day. Any concept may contribute some; business-days/end-of-day.ts runs it.

import type { BusinessDate } from '../time/clock.ts'

export interface ClosingStep {
  /** Shown of a day that it keeps from being closed. */
  readonly name: string
  run(institutionId: string, date: BusinessDate): Promise<unknown>
  /** The days from `first` to `last` with work; all days if absent. The last day always runs. */
  daysWithWork?(institutionId: string, first: BusinessDate, last: BusinessDate): Promise<Iterable<BusinessDate>>
}
