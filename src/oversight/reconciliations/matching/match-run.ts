// One run of the comparison of a file.

import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Upload } from '../staged-lines.ts'

export interface MatchRun extends Upload {
  readonly run: number
  readonly source: string
  readonly businessDate: BusinessDate
  /** How many lines the file had. */
  readonly lines: number
}
