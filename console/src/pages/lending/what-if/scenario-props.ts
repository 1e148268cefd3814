// What every scenario starts from.

import type { Loan } from '../loans/loan-states.ts'

export interface ScenarioProps {
  readonly partnerId: string
  readonly loan: Loan
  readonly businessDate: string
}
