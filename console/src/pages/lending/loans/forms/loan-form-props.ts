import type { Loan } from '../loan-states.ts'

export interface LoanFormProps {
  readonly partnerId: string
  readonly loan: Loan
  /** Closes the dialog. */
  onDone(): void
}
