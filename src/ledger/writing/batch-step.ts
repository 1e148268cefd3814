// Shared by the steps of a batch's second round trip.

import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'

/** Values shared by every row of a batch. */
export interface BatchHead {
  readonly institutionId: string
  readonly batchId: string
  readonly businessDate: BusinessDate
  readonly nowMs: number
  readonly recordedAt: string
}

/** A statement on rows of the batch's institution; the institution id is its first value. */
export function step({ institutionId }: BatchHead, statement: Statement, ...values: string[]): Step {
  return { statement, values: [institutionId, ...values] }
}
