// An event or a term that the rules of lending do not allow. `code` is the contract's, `field` what to correct.

export type LoanRule =
  | 'TERMS_INVALID'
  | 'BEFORE_DISBURSEMENT'
  | 'NOTHING_TO_RESTRUCTURE'
  | 'PAYMENT_BELOW_MINIMUM'
  | 'ALLOCATION_EXCEEDS_DUE'
  | 'CHARGED_OFF'
  | 'ARRANGEMENT_ACTIVE'
  | 'LOAN_CLOSED'
  | 'FEE_PAID'

export class LoanRuleViolation extends Error {
  readonly code: LoanRule
  readonly field: string | undefined

  constructor(code: LoanRule, message: string, field?: string) {
    super(message)
    this.name = 'LoanRuleViolation'
    this.code = code
    this.field = field
  }
}
