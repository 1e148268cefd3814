// What the steps of a batch's second round trip have in common.

import type { BusinessDate } from '../../kernel/clock.ts'
import type { Statement, Step } from '../../storage/database.ts'

/** What is the same in every row of a batch. */
export interface BatchHead {
  readonly institutionId: string
  readonly batchId: string
  readonly businessDate: BusinessDate
  readonly nowMs: number
  readonly recordedAt: string
}

/** A statement on rows of the batch's institution, which is the first of its values. */
export function step({ institutionId }: BatchHead, statement: Statement, ...values: string[]): Step {
  return { statement, values: [institutionId, ...values] }
}
