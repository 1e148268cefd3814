// Made by sdk/generate.ts from contract/lending.json; do not edit. `npm run sdk` makes it again.
// Lending 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type AcceptOfferRequest = {
  /** Who accepts it; the caller when left out. Must be 1 to 120 characters without control characters and card numbers. */
  acceptedBy?: string
  /** Where it is accepted. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  channel?: string
  /** What is consented to. Must have 0 to 200 items. */
  consents?: string[]
}

export type AgingBucket = {
  /** Its name. */
  name: string
  /** The first day past due. */
  from: number
  /** The last day past due; absent: no end. */
  to?: number
  /** What is overdue in it. */
  amount: number
  /** Each by its own age. */
  instalments: number[]
}

/** The parts of an amount, which sum to it. */
export type Alloc = {
  /** Penalties. */
  penalties: number
  /** Fees. */
  fees: number
  /** Interest. */
  interest: number
  /** Principal. */
  principal: number
  /** Beyond what is owed. */
  overpayment: number
}

export type AmendLoanRequest = {
  /** The version that was read. Must be a whole number from 1 to 2147483647. */
  version?: number
  /** The caller's own reference. Must be 1 to 255 characters without control characters. */
  externalReference?: string
  /** How the borrower is reached; kept as it came, up to 16 KiB. */
  contact?: Record<string, unknown>
  /** The day of the month; a shorter month uses its last day. Must be a whole number from 1 to 31. */
  dueDay?: number
  /** Percent per year. Must be a number from 0 with at most 10 decimals. */
  interestRate?: number
  loanTerm?: Term
  /** The first due date. Must be a real date, YYYY-MM-DD. */
  firstDueDate?: string
}

/** Who borrows. Other fields are kept as they came, up to 16 KiB in all. */
export type Applicant = {
  /** Given name. Must be 1 to 120 characters without control characters and card numbers. */
  firstName: string
  /** Family name. Must be 1 to 120 characters without control characters and card numbers. */
  lastName: string
}

export type Application = {
  /** The application. */
  applicationId: string
  /** The product. */
  productCode: string
  /** The product's institution. */
  institutionId: string
  /** ISO 4217 code. */
  currency: string
  /** What is asked for. */
  requestedAmount: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  applicant: Applicant
  /** The caller's own reference. */
  externalReference?: string
  /** Where it stands. Must be one of SUBMITTED, UNDER_REVIEW, REFERRED, APPROVED, DECLINED, WITHDRAWN, OFFERED, ACCEPTED, CONVERTED, EXPIRED. */
  status: 'SUBMITTED' | 'UNDER_REVIEW' | 'REFERRED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'OFFERED' | 'ACCEPTED' | 'CONVERTED' | 'EXPIRED'
  /** The latest decision. */
  decisionId?: string
  /** When the approval ends. */
  expiresAt?: string
  /** Its offers, oldest first. Must have 0 to 200 items. */
  offerIds: string[]
  /** What happened to it, oldest first. */
  history: ApplicationHistoryEntry[]
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it: a client, or the address of an operator. */
  createdBy: string
}

export type ApplicationDetail = {
  /** The application. */
  applicationId: string
  /** The product. */
  productCode: string
  /** The product's institution. */
  institutionId: string
  /** ISO 4217 code. */
  currency: string
  /** What is asked for. */
  requestedAmount: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  applicant: Applicant
  /** The caller's own reference. */
  externalReference?: string
  /** Where it stands. Must be one of SUBMITTED, UNDER_REVIEW, REFERRED, APPROVED, DECLINED, WITHDRAWN, OFFERED, ACCEPTED, CONVERTED, EXPIRED. */
  status: 'SUBMITTED' | 'UNDER_REVIEW' | 'REFERRED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'OFFERED' | 'ACCEPTED' | 'CONVERTED' | 'EXPIRED'
  /** The latest decision. */
  decisionId?: string
  /** When the approval ends. */
  expiresAt?: string
  /** Its offers, oldest first. Must have 0 to 200 items. */
  offerIds: string[]
  /** What happened to it, oldest first. */
  history: ApplicationHistoryEntry[]
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it: a client, or the address of an operator. */
  createdBy: string
  /** Oldest first. */
  riskSignals: RiskSignals[]
  decision?: Decision
}

export type ApplicationHistoryEntry = {
  /** What happened. Must be one of SUBMIT, SIGNALS, APPROVE, DECLINE, WITHDRAW, REFER, OFFER, ACCEPT, CONVERT, EXPIRE. */
  event: 'SUBMIT' | 'SIGNALS' | 'APPROVE' | 'DECLINE' | 'WITHDRAW' | 'REFER' | 'OFFER' | 'ACCEPT' | 'CONVERT' | 'EXPIRE'
  /** The status after it. Must be one of SUBMITTED, UNDER_REVIEW, REFERRED, APPROVED, DECLINED, WITHDRAWN, OFFERED, ACCEPTED, CONVERTED, EXPIRED. */
  status: 'SUBMITTED' | 'UNDER_REVIEW' | 'REFERRED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'OFFERED' | 'ACCEPTED' | 'CONVERTED' | 'EXPIRED'
  /** When. */
  at: string
  /** Who. */
  by: string
  /** The risk signals, decision, offer or loan of the event. */
  resourceId?: string
}

export type ArrangeHardshipReply = {
  /** Its id. */
  arrangementId: string
  /** Where it stands. Must be one of ACTIVE, COMPLETED, BROKEN, CANCELLED. */
  status: 'ACTIVE' | 'COMPLETED' | 'BROKEN' | 'CANCELLED'
  /** What is asked for meanwhile. Must be one of PAYMENT_HOLIDAY, REDUCED_PAYMENT, TERM_EXTENSION, INTEREST_ONLY. */
  type: 'PAYMENT_HOLIDAY' | 'REDUCED_PAYMENT' | 'TERM_EXTENSION' | 'INTEREST_ONLY'
  /** Rows due from here on. */
  startDate: string
  /** The last due date that it covers. */
  endDate: string
  /** Rows that it covers. */
  instalments: number
  /** What each of them asks for. */
  reducedAmount?: number
  /** Interest that is not asked for. Must be one of ACCRUE, CAPITALISE, WAIVE. */
  interestTreatment: 'ACCRUE' | 'CAPITALISE' | 'WAIVE'
  /** Whether the term grows. Must be one of EXTEND_TERM, SAME_TERM. */
  atEnd: 'EXTEND_TERM' | 'SAME_TERM'
  /** Why. */
  reason?: string
  /** The planned rows. */
  schedule: Instalment[]
  before: PlannedSchedule
  after: PlannedSchedule
  delta: ScheduleDelta
}

export type ArrangeHardshipRequest = {
  /** What is asked for meanwhile. Must be one of PAYMENT_HOLIDAY, REDUCED_PAYMENT, TERM_EXTENSION, INTEREST_ONLY. */
  type?: 'PAYMENT_HOLIDAY' | 'REDUCED_PAYMENT' | 'TERM_EXTENSION' | 'INTEREST_ONLY'
  /** From the first row due on this day or later that is not fully paid; may be past. Must be a real date, YYYY-MM-DD. */
  startDate?: string
  /** Rows that it covers. Must be a whole number from 1 to 120. */
  instalments?: number
  /** For REDUCED_PAYMENT: what each row asks for. Must be a number above 0. */
  reducedAmount?: number
  /** Interest that is not asked for. Must be one of ACCRUE, CAPITALISE, WAIVE. */
  interestTreatment?: 'ACCRUE' | 'CAPITALISE' | 'WAIVE'
  /** Whether the term grows. Must be one of EXTEND_TERM, SAME_TERM. */
  atEnd?: 'EXTEND_TERM' | 'SAME_TERM'
  /** Why. Must be 1 to 255 characters without control characters and card numbers. */
  reason?: string
  /** Answers what would happen, and does nothing. */
  preview?: boolean
  /** Ends a running arrangement. Must be one of END. */
  action?: 'END'
  /** The arrangement to end. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  arrangementId?: string
}

export type Arrangement = {
  /** Its id. */
  arrangementId: string
  /** Where it stands. Must be one of ACTIVE, COMPLETED, BROKEN, CANCELLED. */
  status: 'ACTIVE' | 'COMPLETED' | 'BROKEN' | 'CANCELLED'
  /** What is asked for meanwhile. Must be one of PAYMENT_HOLIDAY, REDUCED_PAYMENT, TERM_EXTENSION, INTEREST_ONLY. */
  type: 'PAYMENT_HOLIDAY' | 'REDUCED_PAYMENT' | 'TERM_EXTENSION' | 'INTEREST_ONLY'
  /** Rows due from here on. */
  startDate: string
  /** The last due date that it covers. */
  endDate: string
  /** Rows that it covers. */
  instalments: number
  /** What each of them asks for. */
  reducedAmount?: number
  /** Interest that is not asked for. Must be one of ACCRUE, CAPITALISE, WAIVE. */
  interestTreatment: 'ACCRUE' | 'CAPITALISE' | 'WAIVE'
  /** Whether the term grows. Must be one of EXTEND_TERM, SAME_TERM. */
  atEnd: 'EXTEND_TERM' | 'SAME_TERM'
  /** Why. */
  reason?: string
}

export type Balances = {
  /** Principal that is owed. */
  principal: number
  /** Interest of the running row, up to the day. */
  interestAccrued: number
  /** Interest of rows that are due. */
  interestDue: number
  /** Fees that are owed. */
  fees: number
  /** Penalties that are owed. */
  penalties: number
  /** All of it, without later interest. */
  totalOutstanding: number
  /** What is past its due date. */
  totalOverdue: number
  /** What was paid beyond what was owed. */
  overpayment: number
  /** What settles the loan on the day. */
  payoffAmount: number
  /** The interest of the next day. */
  perDiem: number
  /** Principal paid out. */
  disbursed: number
  repaid: Alloc
}

export type ChargeFeeRequest = {
  /** What it is for. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  code?: string
  /** Fee or penalty; a fee by default. Must be one of FEE, PENALTY. */
  kind?: 'FEE' | 'PENALTY'
  /** How much. Must be a number above 0. */
  amount?: number
  /** Percentage of the base, in place of an amount. Must be a number from 0 with at most 10 decimals. */
  percent?: number
  /** What a percentage is taken of. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
  base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
  /** When it is due; by default the value date. Must be a real date, YYYY-MM-DD. */
  dueDate?: string
  /** From when it stands; by default a due date that is past, else the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
  /** Why. Must be 1 to 255 characters without control characters and card numbers. */
  reason?: string
  /** WAIVE takes back what is unpaid of a fee. Must be one of WAIVE. */
  action?: 'WAIVE'
  /** The fee to waive. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  feeId?: string
}

export type CloseLoanReply = {
  /** The loan. */
  loanId: string
  /** The application it comes from. */
  applicationId?: string
  /** The offer it comes from. */
  offerId?: string
  /** The product. */
  productCode: string
  /** ISO 4217 code. */
  currency: string
  /** The product's institution, in whose books the loan is. */
  institutionId: string
  /** When it was agreed. */
  agreementDate: string
  /** The account that account services show, from the first disbursement on. */
  accountId?: string
  /** The customer whose account it is. */
  customerId?: string
  /** The caller's own reference. */
  externalReference?: string
  /** As it was sent. */
  contact?: Record<string, unknown>
  /** What may be paid out. */
  principalApproved: number
  /** What was paid out. */
  principalDisbursed: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  terms: Terms
  applicant: Applicant
  /** Where it stands. Must be one of APPROVED, ACTIVE, IN_ARREARS, OVERPAID, CLOSED, CANCELLED, CHARGED_OFF, WRITTEN_OFF. */
  status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
  /** HARDSHIP while an arrangement runs. Must be one of HARDSHIP. */
  subStatus?: 'HARDSHIP'
  /** The first disbursement. */
  disbursedOn?: string
  /** The last due date. */
  maturityDate: string
  balances: Balances
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** The product's bucket for them. */
  bucket: string
  /** The newest schedule; the plan before the first disbursement is version 1. */
  scheduleVersion: number
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  closingTxn?: Txn
}

export type CloseLoanRequest = {
  /** Why. Must be one of OBLIGATIONS_MET, CANCELLED, WRITTEN_OFF, SETTLED_SHORT, CHARGED_OFF. */
  reason: 'OBLIGATIONS_MET' | 'CANCELLED' | 'WRITTEN_OFF' | 'SETTLED_SHORT' | 'CHARGED_OFF'
  /** Today or earlier; by default the business date. Must be a real date, YYYY-MM-DD. */
  effectiveDate?: string
  /** For people. Must be 1 to 255 characters without control characters and card numbers. */
  note?: string
  /** Where an overpayment goes: the id of an account, or an object with `accountId`. */
  refundAccount?: string | {
    /** An account of the product's institution in the loan's currency. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    accountId: string
    /** The product's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
  }
}

export type CreateApplicationRequest = {
  /** The product. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  productCode: string
  /** What is asked for, in major units. Must be a number above 0. */
  requestedAmount: number
  /** Percent per year; the product's when left out. Must be a number from 0 with at most 10 decimals. */
  interestRate?: number
  loanTerm: Term
  applicant: Applicant
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currency?: string
  /** The caller's own reference. Must be 1 to 255 characters without control characters. */
  externalReference?: string
}

export type CreateLoanReply = {
  /** The loan. */
  loanId: string
  /** The application it comes from. */
  applicationId?: string
  /** The offer it comes from. */
  offerId?: string
  /** The product. */
  productCode: string
  /** ISO 4217 code. */
  currency: string
  /** The product's institution, in whose books the loan is. */
  institutionId: string
  /** When it was agreed. */
  agreementDate: string
  /** The account that account services show, from the first disbursement on. */
  accountId?: string
  /** The customer whose account it is. */
  customerId?: string
  /** The caller's own reference. */
  externalReference?: string
  /** As it was sent. */
  contact?: Record<string, unknown>
  /** What may be paid out. */
  principalApproved: number
  /** What was paid out. */
  principalDisbursed: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  terms: Terms
  applicant: Applicant
  /** Where it stands. Must be one of APPROVED, ACTIVE, IN_ARREARS, OVERPAID, CLOSED, CANCELLED, CHARGED_OFF, WRITTEN_OFF. */
  status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
  /** HARDSHIP while an arrangement runs. Must be one of HARDSHIP. */
  subStatus?: 'HARDSHIP'
  /** The first disbursement. */
  disbursedOn?: string
  /** The last due date. */
  maturityDate: string
  balances: Balances
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** The product's bucket for them. */
  bucket: string
  /** The newest schedule; the plan before the first disbursement is version 1. */
  scheduleVersion: number
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** The planned rows. */
  schedulePreview: Instalment[]
}

export type CreateLoanRequest = {
  /** An accepted offer; without it the loan is made directly from the product. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  offerId?: string
  /** The product. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** What may be paid out. Must be a number above 0. */
  principal?: number
  /** Percent per year. Must be a number from 0 with at most 10 decimals. */
  interestRate?: number
  loanTerm?: Term
  applicant?: Applicant
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currency?: string
  terms?: Terms
  /** The day that the plan starts on; by default the agreement date. Must be a real date, YYYY-MM-DD. */
  expectedDisbursementDate?: string
  /** When it was agreed, today or earlier; by default the business date. Must be a real date, YYYY-MM-DD. */
  agreementDate?: string
  /** The customer who gets a loan account with the first disbursement. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** The caller's own reference. Must be 1 to 255 characters without control characters. */
  externalReference?: string
}

export type CreateOfferReply = {
  /** The application. */
  applicationId: string
  /** The product. */
  productCode: string
  /** The product's institution. */
  institutionId: string
  /** ISO 4217 code. */
  currency: string
  /** What is offered. */
  amount: number
  /** What the loan is of: the amount and financed fees. */
  principal: number
  /** Percent per year. */
  interestRate: number
  /** The quoted rate it comes from. */
  rateId?: string
  loanTerm: Term
  terms: Terms
  /** What is charged besides interest. Must have 0 to 200 items. */
  fees: OfferFee[]
  /** When the first instalment is due if the loan is disbursed on the day of the offer. */
  firstDueDate: string
  /** The first instalment after a down payment and after grace. */
  instalmentAmount: number
  /** Without a down payment. */
  numberOfInstalments: number
  /** Interest of all rows. */
  totalInterest: number
  /** All fees. */
  totalFees: number
  /** The principal less all fees: what the applicant gets. */
  amountFinanced: number
  /** Interest and all fees. */
  financeCharge: number
  /** All rows: amountFinanced and financeCharge. */
  totalRepayable: number
  /** Annual percentage rate. */
  apr: number
  /** How it is computed. Must be one of REG_Z_ACTUARIAL, EU_EFFECTIVE. */
  aprMethod: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE'
  /** From then on it cannot be accepted. */
  expiresAt: string
  /** The offer. */
  offerId?: string
  /** Where it stands. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status?: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** When it was accepted. */
  acceptedAt?: string
  /** Who accepted it. */
  acceptedBy?: string
  /** Where it was accepted. */
  channel?: string
  /** What was consented to. Must have 0 to 200 items. */
  consents?: string[]
  /** The siblings that its acceptance has superseded. Must have 0 to 200 items. */
  supersededOfferIds?: string[]
  /** The sibling whose acceptance has superseded it. */
  supersededBy?: string
  /** The loan from it. */
  loanId?: string
  /** Counts the changes. */
  version?: number
  /** When it was made. */
  createdAt?: string
  /** When it was last changed. */
  updatedAt?: string
  /** Who made it. */
  createdBy?: string
  /** Every row of the plan. */
  schedulePreview: OfferScheduleRow[]
}

export type CreateOfferRequest = {
  /** The application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId: string
  /** At most what was approved, which is the default. Must be a number above 0. */
  amount?: number
  /** The approved rate when left out. Must be a number from 0 with at most 10 decimals. */
  interestRate?: number
  /** A rate of the product, in place of interestRate. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  rateId?: string
  loanTerm?: Term
  terms?: Terms
  /** What is charged besides interest. Must have 0 to 200 items. */
  fees?: {
    /** The fee. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    code: string
    /** In major units. Must be a number above 0. */
    amount?: number
    /** Percentage of the amount offered, in place of an amount. Must be a number from 0 with at most 10 decimals. */
    percent?: number
    /** Added to the principal; by default it is paid in advance. */
    financed?: boolean
  }[]
  /** The first due date; by default one period after today. Must be a real date, YYYY-MM-DD. */
  firstDueDate?: string
  /** In 14 days when left out; the end of the approval at the latest. Must be a real instant in ISO 8601 with its zone. */
  expiresAt?: string
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

export type Decision = {
  /** The decision. */
  decisionId: string
  /** The application. */
  applicationId: string
  /** What was decided. Must be one of APPROVE, DECLINE, REFER. */
  decision: 'APPROVE' | 'DECLINE' | 'REFER'
  /** Where it stands. Must be one of RECORDED, SUPERSEDED, EXPIRED, CONSUMED. */
  status: 'RECORDED' | 'SUPERSEDED' | 'EXPIRED' | 'CONSUMED'
  /** Why. Must have 0 to 200 items. */
  reasonCodes: string[]
  /** What may be lent at most. */
  approvedAmount?: number
  /** Percent per year. */
  approvedRate?: number
  approvedTerm?: Term
  /** What the approval depends on. Must have 0 to 200 items. */
  conditions: string[]
  /** When the approval ends. */
  expiresAt?: string
  /** Who decided. */
  decidedBy: string
  /** The referral before it. */
  supersedes?: string
  /** The status of the application now. */
  applicationStatus: string
  /** Counts the changes. */
  version: number
  /** When it was recorded. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who recorded it. */
  createdBy: string
}

export type DisburseLoanRequest = {
  /** Principal to pay out. Must be a number above 0. */
  amount: number
  /** From when interest runs; by default the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
  destination?: {
    /** The account to credit. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    accountId: string
    /** Its institution; by default the product's. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
  }
  /** Keep back the fees of the offer that are not financed; true by default, and the first one counts. */
  deductFees?: boolean
}

export type Disbursement = {
  /** Its id. */
  disbursementId: string
  /** The principal that it adds. */
  amount: number
  /** What was paid out. */
  netAmount: number
  /** Fees kept back. */
  feesDeducted: number
  /** From when interest runs. */
  valueDate: string
  /** When it was booked. */
  bookedAt: string
  destination?: {
    /** The account that received it. */
    accountId: string
    /** Its institution. */
    institutionId: string
  }
  /** Where it stands. Must be one of PENDING, COMPLETED, FAILED, REVERSED. */
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'REVERSED'
  loan: Loan
  /** The planned rows. */
  schedule: Instalment[]
}

export type Fee = {
  /** Its id. */
  feeId: string
  /** What it is for; LATE_FEE for those that the clock brings. */
  code: string
  /** Fee or penalty. Must be one of FEE, PENALTY. */
  kind: 'FEE' | 'PENALTY'
  /** What was assessed, on all instalments together. */
  amount: number
  /** What was paid of it. */
  paid: number
  /** What was waived of it. */
  waived: number
  /** What is left. */
  outstanding: number
  /** When it is due; the first date, when it is on several instalments. */
  dueDate: string
  /** The instalment that collects it; the first of several. */
  instalment: number
  /** Where it stands. Must be one of OUTSTANDING, PARTIAL, PAID, WAIVED. */
  status: 'OUTSTANDING' | 'PARTIAL' | 'PAID' | 'WAIVED'
  /** A late fee that the clock has brought. */
  automatic: boolean
}

/** Totals of the fees that match, on all pages. */
export type FeeTotals = {
  /** All amounts. */
  assessed: number
  /** What was paid. */
  paid: number
  /** What was waived. */
  waived: number
  /** What is left. */
  outstanding: number
}

export type GetLoanAgingReply = {
  /** The loan. */
  loanId: string
  /** The day. */
  asOf: string
  /** ISO 4217 code. */
  currency: string
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** The bucket of the loan. */
  bucket: string
  buckets: AgingBucket[]
  /** What is past its due date. */
  totalOverdue: number
  /** The oldest due date that is past and unpaid. */
  oldestDueDate?: string
}

export type GetLoanBalancesReply = {
  /** The loan. */
  loanId: string
  /** The day. */
  asOf: string
  /** ISO 4217 code. */
  currency: string
  /** Principal that is owed. */
  principal: number
  /** Interest of the running row, up to the day. */
  interestAccrued: number
  /** Interest of rows that are due. */
  interestDue: number
  /** Fees that are owed. */
  fees: number
  /** Penalties that are owed. */
  penalties: number
  /** All of it, without later interest. */
  totalOutstanding: number
  /** What is past its due date. */
  totalOverdue: number
  /** What was paid beyond what was owed. */
  overpayment: number
  /** What settles the loan on the day. */
  payoffAmount: number
  /** The interest of the next day. */
  perDiem: number
  /** Principal paid out. */
  disbursed: number
  repaid: Alloc
}

export type GetLoanCollectionsReply = {
  /** The loan. */
  loanId: string
  /** The day. */
  asOf: string
  /** ISO 4217 code. */
  currency: string
  /** The stage. Must be one of NONE, PRE, EARLY, LATE, LEGAL, CHARGED_OFF. */
  stage: 'NONE' | 'PRE' | 'EARLY' | 'LATE' | 'LEGAL' | 'CHARGED_OFF'
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** What is past its due date. */
  overdueAmount: number
  /** Late fees that are not paid. */
  lateFees: number
  arrangements: Arrangement[]
  /** What to do next. Must be one of NONE, REMIND, CONTACT, DEMAND, LEGAL_ACTION, RECOVER, MONITOR. */
  nextAction: 'NONE' | 'REMIND' | 'CONTACT' | 'DEMAND' | 'LEGAL_ACTION' | 'RECOVER' | 'MONITOR'
  /** The end of the running arrangement. */
  protectedUntil?: string
}

export type GetLoanNextDueReply = {
  /** The loan. */
  loanId: string
  /** The day. */
  asOf: string
  /** ISO 4217 code. */
  currency: string
  /** The instalment. */
  n?: number
  /** When it is due. */
  dueDate?: string
  /** What is left to pay of it. */
  amount?: number
  /** Principal of that. */
  principal?: number
  /** Interest of that. */
  interest?: number
  /** Fees of that. */
  fees?: number
  /** Penalties of that. */
  penalties?: number
  /** Days from now. */
  daysUntilDue?: number
  /** What is past its due date. */
  overdueAmount: number
  /** Everything that has to be paid by that date. */
  totalToPay: number
  /** What has to be paid today: arrears and what falls due today; when that is nothing, the amount. */
  payNow: number
  /** Nothing more falls due. */
  nextDue?: null
}

export type GetLoanReply = {
  /** The loan. */
  loanId: string
  /** The application it comes from. */
  applicationId?: string
  /** The offer it comes from. */
  offerId?: string
  /** The product. */
  productCode: string
  /** ISO 4217 code. */
  currency: string
  /** The product's institution, in whose books the loan is. */
  institutionId: string
  /** When it was agreed. */
  agreementDate: string
  /** The account that account services show, from the first disbursement on. */
  accountId?: string
  /** The customer whose account it is. */
  customerId?: string
  /** The caller's own reference. */
  externalReference?: string
  /** As it was sent. */
  contact?: Record<string, unknown>
  /** What may be paid out. */
  principalApproved: number
  /** What was paid out. */
  principalDisbursed: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  terms: Terms
  applicant: Applicant
  /** Where it stands. Must be one of APPROVED, ACTIVE, IN_ARREARS, OVERPAID, CLOSED, CANCELLED, CHARGED_OFF, WRITTEN_OFF. */
  status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
  /** HARDSHIP while an arrangement runs. Must be one of HARDSHIP. */
  subStatus?: 'HARDSHIP'
  /** The first disbursement. */
  disbursedOn?: string
  /** The last due date. */
  maturityDate: string
  balances: Balances
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** The product's bucket for them. */
  bucket: string
  /** The newest schedule; the plan before the first disbursement is version 1. */
  scheduleVersion: number
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  transactions?: Txn[]
  restructures?: Restructure[]
  historyPage?: LoanHistoryPage
}

export type GetLoanScheduleReply = {
  /** The loan. */
  loanId: string
  /** The day. */
  asOf: string
  /** ISO 4217 code. */
  currency: string
  /** Counts the schedules of the loan. */
  version: number
  /** What made it: PLAN, DISBURSEMENT, RATE_CHANGE, HARDSHIP …. */
  reason: string
  instalments: Instalment[]
  totals: ScheduleTotals
}

export type Instalment = {
  /** From 1; a down payment is 0. */
  n: number
  /** When it is due. */
  dueDate: string
  /** Days of its period. */
  days: number
  /** Principal. */
  principal: number
  /** Interest. */
  interest: number
  /** Fees. */
  fees: number
  /** Penalties. */
  penalties: number
  /** All of it. */
  total: number
  /** Paid so far. */
  paid: number
  /** Paid before its due date. */
  paidInAdvance: number
  /** Paid after its due date. */
  paidLate: number
  /** Not paid yet. */
  outstanding: number
  /** Principal left after it. */
  balance: number
  /** Where it stands. Must be one of FUTURE, DUE, PARTIAL, OVERDUE, PAID. */
  status: 'FUTURE' | 'DUE' | 'PARTIAL' | 'OVERDUE' | 'PAID'
  /** How its interest came about. */
  explain: InterestStretch[]
}

/** What an amount paid of one instalment. */
export type InstalmentAlloc = {
  /** The instalment. */
  n: number
  /** Penalties. */
  penalties: number
  /** Fees. */
  fees: number
  /** Interest. */
  interest: number
  /** Principal. */
  principal: number
  /** Beyond what is owed. */
  overpayment: number
}

/** Days with one balance. */
export type InterestStretch = {
  /** The balance that interest was computed on. */
  balance: number
  /** Percent per year. */
  rate: number
  /** Days with this balance. */
  days: number
  /** Their interest. */
  interest: number
}

export type ListApplicationsReply = {
  content: Application[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type ListFeesReply = {
  content: Fee[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  totals: FeeTotals
}

export type ListLoansReply = {
  content: Loan[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type ListOffersReply = {
  content: ListedOffer[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type ListedOffer = {
  /** The application. */
  applicationId: string
  /** The product. */
  productCode: string
  /** The product's institution. */
  institutionId: string
  /** ISO 4217 code. */
  currency: string
  /** What is offered. */
  amount: number
  /** What the loan is of: the amount and financed fees. */
  principal: number
  /** Percent per year. */
  interestRate: number
  /** The quoted rate it comes from. */
  rateId?: string
  loanTerm: Term
  terms: Terms
  /** What is charged besides interest. Must have 0 to 200 items. */
  fees: OfferFee[]
  /** When the first instalment is due if the loan is disbursed on the day of the offer. */
  firstDueDate: string
  /** The first instalment after a down payment and after grace. */
  instalmentAmount: number
  /** Without a down payment. */
  numberOfInstalments: number
  /** Interest of all rows. */
  totalInterest: number
  /** All fees. */
  totalFees: number
  /** The principal less all fees: what the applicant gets. */
  amountFinanced: number
  /** Interest and all fees. */
  financeCharge: number
  /** All rows: amountFinanced and financeCharge. */
  totalRepayable: number
  /** Annual percentage rate. */
  apr: number
  /** How it is computed. Must be one of REG_Z_ACTUARIAL, EU_EFFECTIVE. */
  aprMethod: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE'
  /** From then on it cannot be accepted. */
  expiresAt: string
  /** The offer. */
  offerId: string
  /** Where it stands. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** When it was accepted. */
  acceptedAt?: string
  /** Who accepted it. */
  acceptedBy?: string
  /** Where it was accepted. */
  channel?: string
  /** What was consented to. Must have 0 to 200 items. */
  consents?: string[]
  /** The siblings that its acceptance has superseded. Must have 0 to 200 items. */
  supersededOfferIds: string[]
  /** The sibling whose acceptance has superseded it. */
  supersededBy?: string
  /** The loan from it. */
  loanId?: string
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
}

export type Loan = {
  /** The loan. */
  loanId: string
  /** The application it comes from. */
  applicationId?: string
  /** The offer it comes from. */
  offerId?: string
  /** The product. */
  productCode: string
  /** ISO 4217 code. */
  currency: string
  /** The product's institution, in whose books the loan is. */
  institutionId: string
  /** When it was agreed. */
  agreementDate: string
  /** The account that account services show, from the first disbursement on. */
  accountId?: string
  /** The customer whose account it is. */
  customerId?: string
  /** The caller's own reference. */
  externalReference?: string
  /** As it was sent. */
  contact?: Record<string, unknown>
  /** What may be paid out. */
  principalApproved: number
  /** What was paid out. */
  principalDisbursed: number
  /** Percent per year. */
  interestRate: number
  loanTerm: Term
  terms: Terms
  applicant: Applicant
  /** Where it stands. Must be one of APPROVED, ACTIVE, IN_ARREARS, OVERPAID, CLOSED, CANCELLED, CHARGED_OFF, WRITTEN_OFF. */
  status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
  /** HARDSHIP while an arrangement runs. Must be one of HARDSHIP. */
  subStatus?: 'HARDSHIP'
  /** The first disbursement. */
  disbursedOn?: string
  /** The last due date. */
  maturityDate: string
  balances: Balances
  /** Days since the oldest unpaid due date. */
  daysPastDue: number
  /** The product's bucket for them. */
  bucket: string
  /** The newest schedule; the plan before the first disbursement is version 1. */
  scheduleVersion: number
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
}

export type LoanHistoryPage = {
  /** The page; the first has the newest. */
  page: number
  /** How many of each a page has. */
  size: number
  /** On all pages. */
  totalTransactions: number
  /** On all pages. */
  totalRestructures: number
  /** Pages until both are complete. */
  totalPages: number
}

export type NextDue = {
  /** The instalment. */
  n: number
  /** When it is due. */
  dueDate: string
  /** What is left to pay of it. */
  amount: number
  /** Principal of that. */
  principal: number
  /** Interest of that. */
  interest: number
  /** Fees of that. */
  fees: number
  /** Penalties of that. */
  penalties: number
  /** What is past its due date. */
  overdueAmount: number
  /** Everything that has to be paid by that date. */
  totalToPay: number
  /** What has to be paid today: arrears and what falls due today; when that is nothing, the amount. */
  payNow: number
  /** Days from now. */
  daysUntilDue: number
}

export type Offer = {
  /** The application. */
  applicationId: string
  /** The product. */
  productCode: string
  /** The product's institution. */
  institutionId: string
  /** ISO 4217 code. */
  currency: string
  /** What is offered. */
  amount: number
  /** What the loan is of: the amount and financed fees. */
  principal: number
  /** Percent per year. */
  interestRate: number
  /** The quoted rate it comes from. */
  rateId?: string
  loanTerm: Term
  terms: Terms
  /** What is charged besides interest. Must have 0 to 200 items. */
  fees: OfferFee[]
  /** When the first instalment is due if the loan is disbursed on the day of the offer. */
  firstDueDate: string
  /** The first instalment after a down payment and after grace. */
  instalmentAmount: number
  /** Without a down payment. */
  numberOfInstalments: number
  /** Interest of all rows. */
  totalInterest: number
  /** All fees. */
  totalFees: number
  /** The principal less all fees: what the applicant gets. */
  amountFinanced: number
  /** Interest and all fees. */
  financeCharge: number
  /** All rows: amountFinanced and financeCharge. */
  totalRepayable: number
  /** Annual percentage rate. */
  apr: number
  /** How it is computed. Must be one of REG_Z_ACTUARIAL, EU_EFFECTIVE. */
  aprMethod: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE'
  /** From then on it cannot be accepted. */
  expiresAt: string
  /** The offer. */
  offerId: string
  /** Where it stands. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** When it was accepted. */
  acceptedAt?: string
  /** Who accepted it. */
  acceptedBy?: string
  /** Where it was accepted. */
  channel?: string
  /** What was consented to. Must have 0 to 200 items. */
  consents?: string[]
  /** The siblings that its acceptance has superseded. Must have 0 to 200 items. */
  supersededOfferIds: string[]
  /** The sibling whose acceptance has superseded it. */
  supersededBy?: string
  /** The loan from it. */
  loanId?: string
  /** Counts the changes. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Every row of the plan. */
  schedulePreview: OfferScheduleRow[]
}

export type OfferFee = {
  /** The fee. */
  code: string
  /** In major units. */
  amount: number
  /** Percentage of the amount offered, when it was sent as one. */
  percent?: number
  /** Added to the principal; otherwise paid in advance. */
  financed: boolean
}

export type OfferScheduleRow = {
  /** From 1; a down payment is 0. */
  n: number
  /** When it is due. */
  dueDate: string
  /** Days of its period. */
  days: number
  /** Principal. */
  principal: number
  /** Interest. */
  interest: number
  /** Both. */
  total: number
  /** Principal left after it. */
  balance: number
}

export type PlannedSchedule = {
  schedule: Instalment[]
  totals: ScheduleTotals
}

export type PrepayLoanReply = {
  /** Its id. */
  transactionId?: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status?: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** The transaction that this one reverses. */
  reversalOf?: string
  /** Interest that is no longer asked for. */
  interestSaved: number
  /** Instalments that are no longer due. */
  instalmentsSaved: number
  /** The last due date; of a settled loan the value date. */
  newMaturity: string
  /** What the next full instalment asks for; 0 when none is left. */
  newInstalment: number
  before: PlannedSchedule
  after: PlannedSchedule
  /** What settles the loan on the value date; with settle. */
  payoffAmount?: number
  /** What a day later adds to it; with settle. */
  perDiem?: number
  /** The last day on which the payoff amount is the same; with settle. */
  goodUntil?: string
  loan?: Loan
}

export type PrepayLoanRequest = {
  /** What is paid. Must be a number above 0. */
  amount?: number
  /** Pay the payoff amount of the value date, in place of an amount. */
  settle?: boolean
  /** When it takes effect; by default the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
  /** What money beyond what is due does to later rows. Must be one of REDUCE_INSTALMENT, REDUCE_TERM, PAY_NEXT_INSTALMENTS, ADJUST_LAST. */
  strategy?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST'
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

export type ProblemDetails = {
  /** `urn:tillgate:problem:` and the code in kebab case. */
  type: string
  /** The code in a few words. */
  title: string
  /** The HTTP status. */
  status: number
  /** What happened, for people. */
  detail: string
  /** The path of the request. */
  instance: string
  /** Stable: what programs decide by. */
  code: 'VALIDATION_FAILED' | 'INVALID_JSON' | 'INVALID_AMOUNT' | 'INVALID_PAGE' | 'MISSING_HEADER' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'PARTNER_NOT_ALLOWED' | 'ROUTE_NOT_FOUND' | 'APPLICATION_NOT_FOUND' | 'OFFER_NOT_FOUND' | 'LOAN_NOT_FOUND' | 'DISBURSEMENT_NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'FEE_NOT_FOUND' | 'ARRANGEMENT_NOT_FOUND' | 'RATE_NOT_FOUND' | 'NO_RATE' | 'SCHEDULE_VERSION_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'INVALID_STATE' | 'VERSION_CONFLICT' | 'IDEMPOTENCY_KEY_REUSED' | 'APPLICATION_CLOSED' | 'ALREADY_DECIDED' | 'RISK_SIGNALS_MISSING' | 'NOT_APPROVED' | 'DECISION_EXPIRED' | 'OFFER_EXPIRED' | 'OFFER_NOT_OPEN' | 'SIBLING_ACCEPTED' | 'OFFER_NOT_ACCEPTED' | 'LOAN_EXISTS_FOR_OFFER' | 'TERMS_LOCKED' | 'OUTSTANDING_BALANCE' | 'ALREADY_CLOSED' | 'LOAN_CLOSED' | 'CHARGED_OFF' | 'ARRANGEMENT_ACTIVE' | 'ALREADY_REVERSED' | 'HAS_LATER_TRANSACTIONS' | 'TOO_MANY_EVENTS' | 'FEE_PAID' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TERMS_INVALID' | 'PRODUCT_UNKNOWN' | 'AMOUNT_OUT_OF_RANGE' | 'TERM_OUT_OF_RANGE' | 'RATE_OUT_OF_RANGE' | 'CURRENCY_NOT_OFFERED' | 'APPROVED_AMOUNT_EXCEEDS_REQUEST' | 'REASON_REQUIRED' | 'AMOUNT_EXCEEDS_APPROVED' | 'REFUND_REQUIRED' | 'NOTHING_TO_RESTRUCTURE' | 'EXCEEDS_APPROVED' | 'BEFORE_CREATION' | 'BEFORE_DISBURSEMENT' | 'FUTURE_DATED' | 'DESTINATION_INVALID' | 'LESS_THAN_DUE' | 'NOT_PARTIAL' | 'OVERPAYMENT_NOT_ALLOWED' | 'INSUFFICIENT_FUNDS' | 'ALLOCATION_MISMATCH' | 'ALLOCATION_EXCEEDS_DUE' | 'ARREARS_FIRST' | 'EXCEEDS_PAYOFF' | 'PAYMENT_BELOW_MINIMUM' | 'FEE_CAP_EXCEEDED' | 'STOPPED' | 'LIMIT_EXCEEDED' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'CORE_UNAVAILABLE' | 'RULES_UNAVAILABLE' | 'GATEWAY_TIMEOUT'
  correlationId: string
  timestamp: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** ISO 20022 reason. */
  isoReason?: string
  transaction?: {
    /** As sent. */
    ref?: string
    /** As sent. */
    type?: string
  }
  resource?: {
    /** What it is. */
    type: string
    /** Its id. */
    id: string
    /** Its state. */
    state?: string
  }
  errors?: {
    /** JSON pointer to the field; of a parameter or header its name. */
    pointer: string
    /** The rule that it breaks. */
    code: string
    /** What is wrong with it. */
    message: string
  }[]
  candidates?: {
    /** Its id. */
    id: string
    /** Its label. */
    label?: string
  }[]
}

export type Rate = {
  /** The rate. */
  rateId: string
  /** The product. */
  productCode: string
  /** Percent per year; of an INDEXED rate, index and spread together. */
  nominalRate: number
  /** The APR of a loan at this rate without fees. */
  indicativeApr: number
  /** FIXED, or INDEXED: an index and a spread. Must be one of FIXED, INDEXED. */
  type: 'FIXED' | 'INDEXED'
  /** The name of the index; INDEXED rates only. */
  index?: string
  /** Added to the index; INDEXED rates only. */
  spread?: number
  /** The first day of the rate. */
  effectiveFrom: string
  /** The last day of the rate; null: until further notice. */
  effectiveTo: string | null
  /** What the rate is quoted for: any of these; none: everything. */
  bands: RateBand[]
}

/** What is left out is no restriction. */
export type RateBand = {
  /** Amounts, in the product's currency. */
  amount?: {
    /** The smallest. */
    min?: number
    /** The largest. */
    max?: number
  }
  /** Terms, in months. */
  termMonths?: {
    /** The shortest. */
    min?: number
    /** The longest. */
    max?: number
  }
  /** Risk grades of applicants. */
  riskGrades?: string[]
}

export type RecordDecisionRequest = {
  /** The application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId: string
  /** What is decided. Must be one of APPROVE, DECLINE, REFER. */
  decision: 'APPROVE' | 'DECLINE' | 'REFER'
  /** Why; required unless APPROVE. APPLICANT_WITHDREW withdraws the application. Must have 0 to 200 items. */
  reasonCodes?: string[]
  /** At most what was asked for, which is the default; APPROVE only. Must be a number above 0. */
  approvedAmount?: number
  /** The rate that was asked for when left out; APPROVE only. Must be a number from 0 with at most 10 decimals. */
  approvedRate?: number
  approvedTerm?: Term
  /** What the approval depends on. Must have 0 to 200 items. */
  conditions?: string[]
  /** When the approval ends; in 30 days when left out; APPROVE only. Must be a real instant in ISO 8601 with its zone. */
  expiresAt?: string
  /** Who decided; of an operator always the operator. Must be 1 to 120 characters without control characters and card numbers. */
  decidedBy?: string
}

export type RecordRiskSignalsRequest = {
  /** The application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId: string
  /** What was observed. Must have 1 to 200 items. */
  signals: Signal[]
}

export type RepayLoanManuallyReply = {
  /** Its id. */
  transactionId?: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status?: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** The transaction that this one reverses. */
  reversalOf?: string
  /** Transactions that were allocated again. */
  replayedTransactions: ReplayedTxn[]
  loan?: Loan
}

export type RepayLoanManuallyRequest = {
  /** What is paid. Must be a number above 0. */
  amount?: number
  /** The parts of the amount, which sum to it; what is left out is 0. */
  allocation?: {
    /** Penalties. Must be a number from 0. */
    penalties?: number
    /** Fees. Must be a number from 0. */
    fees?: number
    /** Interest. Must be a number from 0. */
    interest?: number
    /** Principal. Must be a number from 0. */
    principal?: number
    /** Beyond what is owed. Must be a number from 0. */
    overpayment?: number
  }
  /** The repayment to take back, in place of an amount. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  reversalOf?: string
  /** When it takes effect. Must be a real date, YYYY-MM-DD. */
  valueDate: string
  /** Why. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** Who decided it. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  operatorId: string
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

export type RepayLoanPartiallyReply = {
  /** Its id. */
  transactionId?: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status?: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** The transaction that this one reverses. */
  reversalOf?: string
  /** What is still due. */
  remainingDue: number
  loan?: Loan
}

export type RepayLoanPartiallyRequest = {
  /** What is paid. Must be a number above 0. */
  amount: number
  /** When it takes effect; by default the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
  /** Why it is not all. Must be 1 to 255 characters without control characters and card numbers. */
  reason?: string
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

export type RepayLoanReply = {
  /** Its id. */
  transactionId?: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status?: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** The transaction that this one reverses. */
  reversalOf?: string
  nextDue: NextDue | null
  loan?: Loan
}

export type RepayLoanRequest = {
  /** What is paid. Must be a number above 0. */
  amount: number
  /** When it takes effect; by default the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
  /** Where it was paid. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  channel?: string
  paymentReference?: {
    /** The account to debit, of the product's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    accountId?: string
    /** The payer's reference. Must be 1 to 255 characters without control characters. */
    reference?: string
  }
  /** What money beyond what is due does to later rows. Must be one of REDUCE_INSTALMENT, REDUCE_TERM, PAY_NEXT_INSTALMENTS, ADJUST_LAST. */
  prepayment?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST'
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

/** A transaction that was allocated again. */
export type ReplayedTxn = {
  /** Its id. */
  transactionId: string
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** The transaction that this one reverses. */
  reversalOf?: string
  previousAllocation: Alloc
}

export type Restructure = {
  /** Its id. */
  restructureId: string
  /** What it changes. Must be one of RATE_CHANGE, TERM_EXTENSION, DUE_DATE_CHANGE, PAYMENT_HOLIDAY, REAMORTISE, REAGE, CAPITALISE. */
  type: 'RATE_CHANGE' | 'TERM_EXTENSION' | 'DUE_DATE_CHANGE' | 'PAYMENT_HOLIDAY' | 'REAMORTISE' | 'REAGE' | 'CAPITALISE'
  /** Rows due after it change. */
  effectiveDate: string
  /** Percent per year. */
  newRate?: number
  /** Rows that were added. */
  extraInstalments?: number
  /** The next due date. */
  newDueDate?: string
  /** Rows without principal. */
  graceOnPrincipal?: number
  /** Rows without interest. */
  graceOnInterest?: number
  /** The first new due date. */
  startDate?: string
  /** Rows. */
  instalments?: number
  frequency?: {
    /** How many of the unit. */
    every: number
    /** The unit. Must be one of Days, Weeks, Months, Years. */
    unit: 'Days' | 'Weeks' | 'Months' | 'Years'
  }
  /** Whether it stands. Must be one of POSTED, REVERSED. */
  status: 'POSTED' | 'REVERSED'
  /** When it was booked. */
  bookedAt: string
  /** Who asked for it. */
  createdBy: string
}

export type RestructureLoanReply = {
  /** Its id; absent in a preview. */
  restructureId?: string
  loan: Loan
  before: PlannedSchedule
  after: PlannedSchedule
  delta: ScheduleDelta
}

export type RestructureLoanRequest = {
  /** Rows due after it change; it may lie ahead. Must be a real date, YYYY-MM-DD. */
  effectiveDate: string
  /** What changes. Must be one of RATE_CHANGE, TERM_EXTENSION, DUE_DATE_CHANGE, PAYMENT_HOLIDAY, REAMORTISE, REAGE, CAPITALISE. */
  type: 'RATE_CHANGE' | 'TERM_EXTENSION' | 'DUE_DATE_CHANGE' | 'PAYMENT_HOLIDAY' | 'REAMORTISE' | 'REAGE' | 'CAPITALISE'
  /** For RATE_CHANGE: percent per year from the effective date. Must be a number from 0 with at most 10 decimals. */
  newRate?: number
  /** For TERM_EXTENSION: rows to add. Must be a whole number from 1 to 1200. */
  extraInstalments?: number
  /** For DUE_DATE_CHANGE: the next due date; the others follow. Must be a real date, YYYY-MM-DD. */
  newDueDate?: string
  /** For PAYMENT_HOLIDAY: rows without principal. Must be a whole number from 1 to 1200. */
  graceOnPrincipal?: number
  /** For PAYMENT_HOLIDAY: rows without interest either. Must be a whole number from 1 to 1200. */
  graceOnInterest?: number
  /** For REAGE: the first new due date. Must be a real date, YYYY-MM-DD. */
  startDate?: string
  /** For REAGE and PAYMENT_HOLIDAY: how many rows. Must be a whole number from 1 to 1200. */
  instalments?: number
  /** For REAGE: between due dates. */
  frequency?: {
    /** How many of the unit. Must be a whole number from 1 to 1000. */
    every: number
    /** The unit. Must be one of Days, Weeks, Months, Years. */
    unit: 'Days' | 'Weeks' | 'Months' | 'Years'
  }
  /** Answers what would happen, and does nothing. */
  preview?: boolean
}

export type ReverseDisbursementRequest = {
  /** Why. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  reasonCode: string
  /** By default the business date. Must be a real date, YYYY-MM-DD. */
  valueDate?: string
}

export type RiskSignals = {
  /** These signals. */
  riskSignalId: string
  /** The application. */
  applicationId: string
  /** As they were sent. Must have 0 to 200 items. */
  signals: Signal[]
  /** A is the best, letters that come later are worse; UNRATED when the table gives none. */
  riskGrade: string
  /** Monthly debt as a share of monthly income. */
  dti?: number
  /** What the table recommends. Must be one of APPROVE, DECLINE, REFER. */
  recommendation: 'APPROVE' | 'DECLINE' | 'REFER'
  /** Why. Must have 0 to 200 items. */
  reasons: string[]
  /** The status of the application now. */
  applicationStatus: string
  /** When they were recorded. */
  createdAt: string
  /** Who recorded them. */
  createdBy: string
}

/** After minus before. */
export type ScheduleDelta = {
  /** Principal. */
  principal: number
  /** Interest. */
  interest: number
  /** Fees. */
  fees: number
  /** Penalties. */
  penalties: number
  /** All of it. */
  total: number
  /** Rows. */
  instalments: number
  /** Days by which the last due date moves. */
  maturityDays: number
}

/** What the rows sum to. */
export type ScheduleTotals = {
  /** Principal. */
  principal: number
  /** Interest. */
  interest: number
  /** Fees. */
  fees: number
  /** Penalties. */
  penalties: number
  /** All of it. */
  total: number
  /** Paid so far. */
  paid: number
  /** Not paid yet. */
  outstanding: number
}

export type SearchOffersReply = {
  content: ListedOffer[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type SearchOffersRequest = {
  /** Only offers for this application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId?: string
  /** Only offers of this product. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** One of these; none is any. Must have 0 to 200 items. */
  status?: ('OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED')[]
  /** The highest APR. Must be a number from 0 with at most 10 decimals. */
  aprMax?: number
  /** The highest instalment, in major units. Must be a number from 0 with at most 10 decimals. */
  instalmentMax?: number
  amount?: {
    /** From this amount, in major units. Must be a number from 0 with at most 10 decimals. */
    min?: number
    /** Up to this amount, in major units. Must be a number from 0 with at most 10 decimals. */
    max?: number
  }
  termMonths?: {
    /** From this term. Must be a whole number from 0 to 1200000. */
    min?: number
    /** Up to this term. Must be a whole number from 0 to 1200000. */
    max?: number
  }
  /** One of createdAt, expiresAt, apr, instalmentAmount, amount, termMonths, then :asc (default) or :desc; newest first when left out. Must be one of createdAt, expiresAt, apr, instalmentAmount, amount, termMonths, then :asc, :desc or nothing. */
  sort?: string
}

export type SearchRatesReply = {
  content: Rate[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type SearchRatesRequest = {
  /** One of these products; none is any. Must have 0 to 200 items. */
  productCodes?: string[]
  /** The nominal rate, in percent per year. Must be a range. */
  rate?: {
    /** At least. Must be a number from 0 with at most 10 decimals. */
    min?: number
    /** At most. Must be a number from 0 with at most 10 decimals. */
    max?: number
  }
  /** Quoted for this term in months. Must be a whole number from 1 to 1200. */
  termMonths?: number
  /** FIXED, or INDEXED: an index and a spread. Must be one of FIXED, INDEXED. */
  type?: 'FIXED' | 'INDEXED'
  /** In force on this day. Must be a real date, YYYY-MM-DD. */
  activeOn?: string
}

export type Signal = {
  /** CREDIT_SCORE, MONTHLY_INCOME, ANNUAL_INCOME, MONTHLY_DEBT, DELINQUENCIES (numbers from 0), BANKRUPTCY, FRAUD_ALERT, IDENTITY_VERIFIED (flags), or one of your own for your own table. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  type: string
  /** A number, a flag or a text, as its type has it. Must be a number, a boolean, or a text of 1 to 255 characters without control characters and card numbers. */
  value: number | boolean | string
  /** Who reports it. Must be 1 to 120 characters without control characters and card numbers. */
  provider?: string
  /** When it was observed. Must be a real instant in ISO 8601 with its zone. */
  observedAt?: string
}

/** A duration. */
export type Term = {
  /** How many of the unit. Must be a whole number from 1 to 100000. */
  termCount: number
  /** The unit. Must be one of Days, Weeks, Months, Years. */
  termUnit: 'Days' | 'Weeks' | 'Months' | 'Years'
}

/** What a schedule is computed from. */
export type Terms = {
  /** How the principal is repaid. Must be one of ANNUITY, EQUAL_PRINCIPAL, INTEREST_ONLY, BULLET, FLAT. */
  method?: 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT'
  /** How days are counted. Must be one of 30/360, 30E/360, ACT/360, ACT/364, ACT/365F, ACT/ACT-ISDA, ACT/ACT-ICMA. */
  dayCount?: '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA'
  /** Units between due dates; 1 by default. Must be a whole number from 1 to 10000. */
  repaymentEvery?: number
  /** The unit. Must be one of Days, Weeks, Months, Years. */
  repaymentUnit?: 'Days' | 'Weeks' | 'Months' | 'Years'
  /** The first due date; by default one period after the disbursement. Must be a real date, YYYY-MM-DD. */
  firstDueDate?: string
  /** Rows of interest only at the beginning. Must be a whole number from 0 to 10000. */
  graceOnPrincipal?: number
  /** Rows without interest at the beginning; the next row collects it. Must be a whole number from 0 to 10000. */
  graceOnInterest?: number
  /** Principal left for the last row. Must be a number from 0. */
  balloon?: number
  downPayment?: {
    /** Percentage of the principal. Must be a number from 0 with at most 10 decimals. */
    percent: number
    /** It is paid with the disbursement; false by default. */
    auto?: boolean
  }
  /** Instalments are rounded to a multiple of it. Must be a number above 0. */
  instalmentMultipleOf?: number
  /** The principal that instalments are levelled for. Must be one of DISBURSED, APPROVED. */
  instalmentBasis?: 'DISBURSED' | 'APPROVED'
  /** How money is rounded. Must be one of HALF_EVEN, HALF_UP, UP, DOWN. */
  rounding?: 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN'
  /** The rates that an annuity is levelled with. Must be one of PER_PERIOD, FIRST_PERIOD. */
  annuityRate?: 'PER_PERIOD' | 'FIRST_PERIOD'
  /** Row by row, or component by component. Must be one of HORIZONTAL, VERTICAL. */
  allocation?: 'HORIZONTAL' | 'VERTICAL'
  allocationOrder?: {
    /** All four components, first paid first. Must be penalties, fees, interest and principal in some order. */
    due: ('penalties' | 'fees' | 'interest' | 'principal' | 'PENALTIES' | 'FEES' | 'INTEREST' | 'PRINCIPAL' | 'PENALTY' | 'FEE')[]
    /** All four components, first paid first. Must be penalties, fees, interest and principal in some order. */
    inAdvance: ('penalties' | 'fees' | 'interest' | 'principal' | 'PENALTIES' | 'FEES' | 'INTEREST' | 'PRINCIPAL' | 'PENALTY' | 'FEE')[]
  }
  /** What money beyond what is due does to later rows. Must be one of REDUCE_INSTALMENT, REDUCE_TERM, PAY_NEXT_INSTALMENTS, ADJUST_LAST. */
  prepaymentDefault?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST'
  /** Interest of a settlement. Must be one of TO_DATE, TO_PERIOD_END. */
  settlementInterest?: 'TO_DATE' | 'TO_PERIOD_END'
  /** Charged once for each overdue row. */
  lateFee?: {
    /** Percentage of the base. Must be a number from 0 with at most 10 decimals. */
    percent?: number
    /** Instead of a percentage. Must be a number above 0. */
    amount?: number
    /** What a percentage is taken of. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
    base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
    /** Days after the due date without a fee; 0 by default. Must be a whole number from 0 to 3650. */
    graceDays?: number
  }
}

export type Txn = {
  /** Its id. */
  transactionId: string
  /** DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …. */
  type: string
  /** What moved. */
  amount: number
  /** When it takes effect. */
  valueDate: string
  /** When it was booked; absent while only the clock has caused it. */
  bookedAt?: string
  allocation: Alloc
  /** What it paid of each instalment. */
  perInstalment: InstalmentAlloc[]
  balancesAfter: Balances
  /** Where it stands. Must be one of POSTED, REVERSED, PENDING, FAILED. */
  status: 'POSTED' | 'REVERSED' | 'PENDING' | 'FAILED'
  /** The transaction that this one reverses. */
  reversalOf?: string
}

export type ListApplicationsParameters = {
  /** The status now; EXPIRED is by the clock. Must be one of SUBMITTED, UNDER_REVIEW, REFERRED, APPROVED, DECLINED, WITHDRAWN, OFFERED, ACCEPTED, CONVERTED, EXPIRED. */
  status?: 'SUBMITTED' | 'UNDER_REVIEW' | 'REFERRED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'OFFERED' | 'ACCEPTED' | 'CONVERTED' | 'EXPIRED'
  /** The product. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** Each word begins a word of the applicant's name; case and accents make no difference. Must be 1 to 120 characters without control characters. */
  applicantName?: string
  /** Made on this day (UTC) or later, or from this instant on. Must be a real date, YYYY-MM-DD, or an instant in ISO 8601 with its zone. */
  from?: string
  /** Made on this day (UTC) or earlier, or up to this instant. Must be a real date, YYYY-MM-DD, or an instant in ISO 8601 with its zone. */
  to?: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListApplicationsAnswer =
  | Reply<200, ListApplicationsReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type CreateApplicationAnswer =
  | Reply<200, Application>
  | Reply<400 | 401 | 403 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetApplicationParameters = {
  applicationId: string
}

export type GetApplicationAnswer =
  | Reply<200, ApplicationDetail>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type RecordRiskSignalsAnswer =
  | Reply<200, RiskSignals>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type RecordDecisionAnswer =
  | Reply<200, Decision>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type ListOffersParameters = {
  /** Only offers for this application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId?: string
  /** The status now; EXPIRED is by the clock. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status?: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListOffersAnswer =
  | Reply<200, ListOffersReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type CreateOfferAnswer =
  | Reply<200, CreateOfferReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type SearchOffersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type SearchOffersAnswer =
  | Reply<200, SearchOffersReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetOfferParameters = {
  offerId: string
}

export type GetOfferAnswer =
  | Reply<200, Offer>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type AcceptOfferParameters = {
  offerId: string
}

export type AcceptOfferAnswer =
  | Reply<200, Offer>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ListLoansParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Where they stand. Must be one of APPROVED, ACTIVE, IN_ARREARS, OVERPAID, CLOSED, CANCELLED, CHARGED_OFF, WRITTEN_OFF. */
  status?: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
  /** Only loans of this product. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** Only the loan of this application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId?: string
  /** In one of the product's buckets. Must be 1 to 120 characters without control characters. */
  bucket?: string
  /** At least so many days past due. Must be a whole number from 0 to 100000. */
  dpdMin?: number
  /** Each word begins a word of the applicant's name; case and accents make no difference. Must be 1 to 120 characters without control characters. */
  applicantName?: string
  /** Only loans of this customer. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** With this loan account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  accountId?: string
  /** With this reference of the caller's own. Must be 1 to 255 characters without control characters. */
  externalReference?: string
}

export type ListLoansAnswer =
  | Reply<200, ListLoansReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type CreateLoanAnswer =
  | Reply<200, CreateLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
  /** What to add. Must be one of history. */
  include?: 'history'
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type GetLoanAnswer =
  | Reply<200, GetLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type AmendLoanParameters = {
  loanId: string
}

export type AmendLoanAnswer =
  | Reply<200, Loan>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type CloseLoanParameters = {
  loanId: string
}

export type CloseLoanAnswer =
  | Reply<200, CloseLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type RestructureLoanParameters = {
  loanId: string
}

export type RestructureLoanAnswer =
  | Reply<200, RestructureLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type DisburseLoanParameters = {
  loanId: string
}

export type DisburseLoanAnswer =
  | Reply<200, Disbursement>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type ReverseDisbursementParameters = {
  loanId: string
  disbursementId: string
}

export type ReverseDisbursementAnswer =
  | Reply<200, Disbursement>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type RepayLoanParameters = {
  loanId: string
}

export type RepayLoanAnswer =
  | Reply<200, RepayLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type RepayLoanManuallyParameters = {
  loanId: string
}

export type RepayLoanManuallyAnswer =
  | Reply<200, RepayLoanManuallyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type RepayLoanPartiallyParameters = {
  loanId: string
}

export type RepayLoanPartiallyAnswer =
  | Reply<200, RepayLoanPartiallyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type PrepayLoanParameters = {
  loanId: string
}

export type PrepayLoanAnswer =
  | Reply<200, PrepayLoanReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanBalancesParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
}

export type GetLoanBalancesAnswer =
  | Reply<200, GetLoanBalancesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanNextDueParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
}

export type GetLoanNextDueAnswer =
  | Reply<200, GetLoanNextDueReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanScheduleParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
  /** One version. Must be a whole number from 1 to 2147483647. */
  version?: number
}

export type GetLoanScheduleAnswer =
  | Reply<200, GetLoanScheduleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanAgingParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
}

export type GetLoanAgingAnswer =
  | Reply<200, GetLoanAgingReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetLoanCollectionsParameters = {
  loanId: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
}

export type GetLoanCollectionsAnswer =
  | Reply<200, GetLoanCollectionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ArrangeHardshipParameters = {
  loanId: string
}

export type ArrangeHardshipAnswer =
  | Reply<200, ArrangeHardshipReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetRateQuoteParameters = {
  /** The product. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode: string
  /** In the product's currency. Must be a number above 0. */
  amount?: number
  /** The term in months. Must be a whole number from 1 to 1200. */
  termMonths?: number
  /** The risk grade of the applicant. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  riskGrade?: string
  /** The day that is answered for; by default the business date. Must be a real date, YYYY-MM-DD. */
  asOf?: string
}

export type GetRateQuoteAnswer =
  | Reply<200, Rate>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type SearchRatesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type SearchRatesAnswer =
  | Reply<200, SearchRatesReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetRateParameters = {
  rateId: string
}

export type GetRateAnswer =
  | Reply<200, Rate>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ListFeesParameters = {
  loanId: string
  /** Only these. Must be one of OUTSTANDING, PARTIAL, PAID, WAIVED. */
  status?: 'OUTSTANDING' | 'PARTIAL' | 'PAID' | 'WAIVED'
  /** Only these. Must be one of FEE, PENALTY. */
  kind?: 'FEE' | 'PENALTY'
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListFeesAnswer =
  | Reply<200, ListFeesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ChargeFeeParameters = {
  loanId: string
}

export type ChargeFeeAnswer =
  | Reply<200, Fee>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

/** Every operation of the contract, over a way to send them. */
export interface LendingOperations {
  /**
   * List applications
   *
   * Newest first. What is left out makes no difference.
   *
   * An operator needs `VIEW` on `LOAN_ORIGINATION`.
   */
  listApplications(parameters?: ListApplicationsParameters, options?: CallOptions): Promise<ListApplicationsAnswer>
  /**
   * Submit an application
   *
   * The product supplies rate and currency when they are left out. Every field of `applicant` is kept and returned.
   *
   * An operator needs `CREATE` on `LOAN_ORIGINATION`.
   */
  createApplication(body: CreateApplicationRequest, options?: CallOptions): Promise<CreateApplicationAnswer>
  /**
   * Read an application
   *
   * With its history, its risk signals and its latest decision.
   *
   * An operator needs `VIEW` on `LOAN_ORIGINATION`.
   */
  getApplication(parameters: GetApplicationParameters, options?: CallOptions): Promise<GetApplicationAnswer>
  /**
   * Record risk signals
   *
   * Graded by the decision table `lending-decision` together with all earlier signals of the application; a later
   * signal of a type replaces the earlier one. The recommendation decides nothing: record a decision. Without the
   * table nothing is recorded: 503.
   *
   * An operator needs `CREATE` on `LOAN_ORIGINATION`.
   */
  recordRiskSignals(body: RecordRiskSignalsRequest, options?: CallOptions): Promise<RecordRiskSignalsAnswer>
  /**
   * Record a decision
   *
   * APPROVE and DECLINE are final; a decision after a REFER supersedes it. A product may ask for risk signals before
   * an approval.
   *
   * An operator needs `APPROVE` on `LOAN_ORIGINATION`.
   */
  recordDecision(body: RecordDecisionRequest, options?: CallOptions): Promise<RecordDecisionAnswer>
  /**
   * List offers
   *
   * Newest first, without their schedules.
   *
   * An operator needs `VIEW` on `LOAN_ORIGINATION`.
   */
  listOffers(parameters?: ListOffersParameters, options?: CallOptions): Promise<ListOffersAnswer>
  /**
   * Make an offer
   *
   * Amount, rate and term are the approved ones when they are left out, terms the product’s. Financed fees are added
   * to the principal; others are prepaid. `amountFinanced` is the principal less all fees, and `amountFinanced` +
   * `financeCharge` = `totalRepayable`, the sum of the rows. An application can have several offers. A preview
   * answers the same figures and schedule without `offerId`, `status`, `version` and what else only an offer has
   * that was made.
   *
   * An operator needs `CREATE` on `LOAN_ORIGINATION`.
   */
  createOffer(body: CreateOfferRequest, options?: CallOptions): Promise<CreateOfferAnswer>
  /**
   * Search offers
   *
   * What is left out makes no difference. Amounts compare in major units of each offer’s own currency; a term in
   * days or weeks counts 12/365 of a month a day. Without their schedules.
   *
   * An operator needs `VIEW` on `LOAN_ORIGINATION`.
   */
  searchOffers(parameters?: SearchOffersParameters, body?: SearchOffersRequest, options?: CallOptions): Promise<SearchOffersAnswer>
  /**
   * Read an offer
   *
   * Its figures and its schedule stay as they were when it was made.
   *
   * An operator needs `VIEW` on `LOAN_ORIGINATION`.
   */
  getOffer(parameters: GetOfferParameters, options?: CallOptions): Promise<GetOfferAnswer>
  /**
   * Accept an offer
   *
   * Its open siblings are superseded. Accepting it again returns it unchanged.
   *
   * An operator needs `UPDATE` on `LOAN_ORIGINATION`.
   */
  acceptOffer(parameters: AcceptOfferParameters, body?: AcceptOfferRequest, options?: CallOptions): Promise<AcceptOfferAnswer>
  /**
   * List loans
   *
   * Newest first, as they stand on the business date of their institution.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  listLoans(parameters?: ListLoansParameters, options?: CallOptions): Promise<ListLoansAnswer>
  /**
   * Make a loan
   *
   * From an accepted offer, or directly from a product with what an offer would say. The loan is APPROVED; nothing
   * is paid out yet. What the request leaves out of the terms is the product’s.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  createLoan(body: CreateLoanRequest, options?: CallOptions): Promise<CreateLoanAnswer>
  /**
   * Read a loan
   *
   * As it stands on a day. With `include=history` also its transactions and restructures up to that day, the newest
   * 100 of each unless `page` and `size` ask for others; a page has the oldest first. Reversed transactions keep the
   * allocation that they had.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoan(parameters: GetLoanParameters, options?: CallOptions): Promise<GetLoanAnswer>
  /**
   * Amend a loan
   *
   * Absent fields stay as they are. Rate, term and first due date change only before the first disbursement.
   * `dueDay` moves the due dates to that day of the month, as a restructure of type DUE_DATE_CHANGE does.
   *
   * An operator needs `UPDATE` on `LOAN_SERVICING`.
   */
  amendLoan(parameters: AmendLoanParameters, body: AmendLoanRequest, options?: CallOptions): Promise<AmendLoanAnswer>
  /**
   * Close a loan
   *
   * OBLIGATIONS_MET pays an overpayment back; a loan without a balance has closed by itself. CANCELLED needs a loan
   * without a disbursement. CHARGED_OFF stops accrual, and what is owed stays repayable. WRITTEN_OFF is final.
   * SETTLED_SHORT accepts what was paid. An operator needs `APPROVE` for the last three.
   *
   * An operator needs `UPDATE` on `LOAN_SERVICING`.
   */
  closeLoan(parameters: CloseLoanParameters, body: CloseLoanRequest, options?: CallOptions): Promise<CloseLoanAnswer>
  /**
   * Restructure a loan
   *
   * Rows due up to the effective date stay as they are, later ones change, and the schedule gets a new version. With
   * `preview` the answer says what would change, and nothing does.
   *
   * An operator needs `UPDATE` on `LOAN_SERVICING`.
   */
  restructureLoan(parameters: RestructureLoanParameters, body: RestructureLoanRequest, options?: CallOptions): Promise<RestructureLoanAnswer>
  /**
   * Pay out
   *
   * The first disbursement makes the loan ACTIVE and fixes its schedule; further ones level the rows that follow.
   * `destination` is credited: an account of the product's institution in the loan's currency; without it the money
   * goes to clearing. Financed fees of the offer are kept back. Its other fees are kept back too, from the next
   * disbursement what the first cannot cover; with `deductFees: false` at the first one they are charges due that
   * day, in the first row. While a remote core has not answered, the disbursement is PENDING.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  disburseLoan(parameters: DisburseLoanParameters, body: DisburseLoanRequest, options?: CallOptions): Promise<DisburseLoanAnswer>
  /**
   * Take a disbursement back
   *
   * The money returns from the account that received it, or from clearing. Without its only disbursement the loan is
   * APPROVED again. Later events are run again; when one of them cannot stand, nothing changes.
   *
   * An operator needs `UPDATE` on `LOAN_SERVICING`.
   */
  reverseDisbursement(parameters: ReverseDisbursementParameters, body: ReverseDisbursementRequest, options?: CallOptions): Promise<ReverseDisbursementAnswer>
  /**
   * Repay what is due
   *
   * Covers at least what is due on the value date: arrears and the row of that day, or the next row when nothing is
   * due. `paymentReference.accountId` is debited; without it the money comes from clearing. What is left lowers the
   * balance from that day, and `prepayment` says what it does to later rows. A preview answers the same without
   * `transactionId`, `bookedAt`, `status` and `loan`, and also refuses when the account could not pay now.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  repayLoan(parameters: RepayLoanParameters, body: RepayLoanRequest, options?: CallOptions): Promise<RepayLoanAnswer>
  /**
   * Book a repayment by hand, or reverse one
   *
   * With `amount`: any amount, allocated by the rules or as `allocation` says. After a write-off it is a recovery.
   * With `reversalOf`: the repayment becomes REVERSED and later ones are allocated again; one that closed the loan
   * reopens it. `replayedTransactions` are those whose allocation has changed. An operator who reverses also needs
   * `UPDATE`. A preview answers the same without `transactionId`, `bookedAt`, `status` and `loan`.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  repayLoanManually(parameters: RepayLoanManuallyParameters, body: RepayLoanManuallyRequest, options?: CallOptions): Promise<RepayLoanManuallyAnswer>
  /**
   * Repay a part of what is due
   *
   * For an amount that does not cover what is due. `remainingDue` is what is still due on the value date. A preview
   * answers the same without `transactionId`, `bookedAt`, `status` and `loan`.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  repayLoanPartially(parameters: RepayLoanPartiallyParameters, body: RepayLoanPartiallyRequest, options?: CallOptions): Promise<RepayLoanPartiallyAnswer>
  /**
   * Prepay or settle
   *
   * Arrears are paid first, the rest lowers the principal of the running row, and `strategy` says what that does to
   * later rows; by default the terms' `prepaymentDefault`. `settle` pays everything. A preview answers the same
   * without `transactionId`, `bookedAt`, `status` and `loan`.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  prepayLoan(parameters: PrepayLoanParameters, body: PrepayLoanRequest, options?: CallOptions): Promise<PrepayLoanAnswer>
  /**
   * Read the balances of a loan
   *
   * From the events up to the day, and no payment after them. Before the first disbursement everything is 0.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoanBalances(parameters: GetLoanBalancesParameters, options?: CallOptions): Promise<GetLoanBalancesAnswer>
  /**
   * Read what is due next
   *
   * The first row that is due from the day on and has something to pay, with what is overdue. `payNow` is the least
   * that a repayment takes on the day; less is a partial one. When no row is left, `nextDue` is null and the fields
   * of the row are absent.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoanNextDue(parameters: GetLoanNextDueParameters, options?: CallOptions): Promise<GetLoanNextDueAnswer>
  /**
   * Read the repayment schedule
   *
   * The rows as they stand on the day. With `version`, the rows as that version was made. Before the first
   * disbursement version 1 is the plan. `explain` says how the interest of a row came about.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoanSchedule(parameters: GetLoanScheduleParameters, options?: CallOptions): Promise<GetLoanScheduleAnswer>
  /**
   * Read the aging of a loan
   *
   * Days past due count from the oldest unpaid due date; each instalment is in the bucket of its own age.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoanAging(parameters: GetLoanAgingParameters, options?: CallOptions): Promise<GetLoanAgingAnswer>
  /**
   * Read the collections status
   *
   * PRE from 5 days before a due date, EARLY 1 to 30 days past due, LATE 31 to 90, then LEGAL. While a hardship
   * arrangement is kept, days past due, late fees and charge-off pause.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  getLoanCollections(parameters: GetLoanCollectionsParameters, options?: CallOptions): Promise<GetLoanCollectionsAnswer>
  /**
   * Start or end a hardship arrangement
   *
   * For some rows nothing, only interest, or a reduced amount is asked for. One arrangement runs at a time; it is
   * BROKEN when a payment under it is 15 days late, counted from the day it was asked for at the earliest. `action`
   * END with `arrangementId` ends it early: its rows to come are full again and rows that it added go. With
   * `preview` nothing is done.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  arrangeHardship(parameters: ArrangeHardshipParameters, body: ArrangeHardshipRequest, options?: CallOptions): Promise<ArrangeHardshipAnswer>
  /**
   * Look up the rate for a loan
   *
   * Answers the rate in force whose band names the most of what is asked; then the lowest. An amount or a term that
   * is not asked excludes nothing; without a risk grade the rate is one without a grade, where the product has one.
   * `indicativeApr` is that of a loan of this amount and term.
   *
   * An operator needs `VIEW` on `LOAN_PRODUCTS`.
   */
  getRateQuote(parameters: GetRateQuoteParameters, options?: CallOptions): Promise<GetRateQuoteAnswer>
  /**
   * Search rates
   *
   * By product, then the lowest first. What is left out of the filter makes no difference.
   *
   * An operator needs `VIEW` on `LOAN_PRODUCTS`.
   */
  searchRates(parameters?: SearchRatesParameters, body?: SearchRatesRequest, options?: CallOptions): Promise<SearchRatesAnswer>
  /**
   * Read a rate
   *
   * A rate of a product that is offered, also before its first and after its last day.
   *
   * An operator needs `VIEW` on `LOAN_PRODUCTS`.
   */
  getRate(parameters: GetRateParameters, options?: CallOptions): Promise<GetRateAnswer>
  /**
   * List fees
   *
   * On the business date, late fees included, in the order in which they were assessed.
   *
   * An operator needs `VIEW` on `LOAN_SERVICING`.
   */
  listFees(parameters: ListFeesParameters, options?: CallOptions): Promise<ListFeesAnswer>
  /**
   * Assess or waive a fee
   *
   * A fee is due by its own date, in the first instalment due from then. A percentage of `INSTALMENT` without
   * `dueDate` is on every unpaid instalment. All fees together stay within the product's cap. With `action` WAIVE
   * and `feeId` what is unpaid of a fee is waived, late fees too; an operator also needs `UPDATE` for that.
   *
   * An operator needs `CREATE` on `LOAN_SERVICING`.
   */
  chargeFee(parameters: ChargeFeeParameters, body: ChargeFeeRequest, options?: CallOptions): Promise<ChargeFeeAnswer>
}

export function lendingOperations(send: Send): LendingOperations {
  return {
    listApplications: (parameters, options) =>
      send({ operationId: 'ListApplications', method: 'GET', path: '/v1/lending/applications', query: { status: parameters?.status, productCode: parameters?.productCode, applicantName: parameters?.applicantName, from: parameters?.from, to: parameters?.to, page: parameters?.page, size: parameters?.size } }, undefined, options),
    createApplication: (body, options) =>
      send({ operationId: 'CreateApplication', method: 'POST', path: '/v1/lending/applications' }, body, options),
    getApplication: (parameters, options) =>
      send({ operationId: 'GetApplication', method: 'GET', path: '/v1/lending/applications/{applicationId}', inPath: { applicationId: parameters.applicationId } }, undefined, options),
    recordRiskSignals: (body, options) =>
      send({ operationId: 'RecordRiskSignals', method: 'POST', path: '/v1/lending/risk-signals' }, body, options),
    recordDecision: (body, options) =>
      send({ operationId: 'RecordDecision', method: 'POST', path: '/v1/lending/decisions' }, body, options),
    listOffers: (parameters, options) =>
      send({ operationId: 'ListOffers', method: 'GET', path: '/v1/lending/offers', query: { applicationId: parameters?.applicationId, status: parameters?.status, page: parameters?.page, size: parameters?.size } }, undefined, options),
    createOffer: (body, options) =>
      send({ operationId: 'CreateOffer', method: 'POST', path: '/v1/lending/offers' }, body, options),
    searchOffers: (parameters, body, options) =>
      send({ operationId: 'SearchOffers', method: 'POST', path: '/v1/lending/offers/search', query: { page: parameters?.page, size: parameters?.size } }, body, options),
    getOffer: (parameters, options) =>
      send({ operationId: 'GetOffer', method: 'GET', path: '/v1/lending/offers/{offerId}', inPath: { offerId: parameters.offerId } }, undefined, options),
    acceptOffer: (parameters, body, options) =>
      send({ operationId: 'AcceptOffer', method: 'POST', path: '/v1/lending/offers/{offerId}/accept', inPath: { offerId: parameters.offerId } }, body, options),
    listLoans: (parameters, options) =>
      send({ operationId: 'ListLoans', method: 'GET', path: '/v1/lending/loans', query: { page: parameters?.page, size: parameters?.size, status: parameters?.status, productCode: parameters?.productCode, applicationId: parameters?.applicationId, bucket: parameters?.bucket, dpdMin: parameters?.dpdMin, applicantName: parameters?.applicantName, customerId: parameters?.customerId, accountId: parameters?.accountId, externalReference: parameters?.externalReference } }, undefined, options),
    createLoan: (body, options) =>
      send({ operationId: 'CreateLoan', method: 'POST', path: '/v1/lending/loans' }, body, options),
    getLoan: (parameters, options) =>
      send({ operationId: 'GetLoan', method: 'GET', path: '/v1/lending/loans/{loanId}', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf, include: parameters.include, page: parameters.page, size: parameters.size } }, undefined, options),
    amendLoan: (parameters, body, options) =>
      send({ operationId: 'AmendLoan', method: 'PATCH', path: '/v1/lending/loans/{loanId}', inPath: { loanId: parameters.loanId } }, body, options),
    closeLoan: (parameters, body, options) =>
      send({ operationId: 'CloseLoan', method: 'POST', path: '/v1/lending/loans/{loanId}/close', inPath: { loanId: parameters.loanId } }, body, options),
    restructureLoan: (parameters, body, options) =>
      send({ operationId: 'RestructureLoan', method: 'POST', path: '/v1/lending/loans/{loanId}/restructure', inPath: { loanId: parameters.loanId } }, body, options),
    disburseLoan: (parameters, body, options) =>
      send({ operationId: 'DisburseLoan', method: 'POST', path: '/v1/lending/loans/{loanId}/disbursements', inPath: { loanId: parameters.loanId } }, body, options),
    reverseDisbursement: (parameters, body, options) =>
      send({ operationId: 'ReverseDisbursement', method: 'POST', path: '/v1/lending/loans/{loanId}/disbursements/{disbursementId}/reverse', inPath: { loanId: parameters.loanId, disbursementId: parameters.disbursementId } }, body, options),
    repayLoan: (parameters, body, options) =>
      send({ operationId: 'RepayLoan', method: 'POST', path: '/v1/lending/loans/{loanId}/repayments', inPath: { loanId: parameters.loanId } }, body, options),
    repayLoanManually: (parameters, body, options) =>
      send({ operationId: 'RepayLoanManually', method: 'POST', path: '/v1/lending/loans/{loanId}/repayments/manual', inPath: { loanId: parameters.loanId } }, body, options),
    repayLoanPartially: (parameters, body, options) =>
      send({ operationId: 'RepayLoanPartially', method: 'POST', path: '/v1/lending/loans/{loanId}/repayments/partial', inPath: { loanId: parameters.loanId } }, body, options),
    prepayLoan: (parameters, body, options) =>
      send({ operationId: 'PrepayLoan', method: 'POST', path: '/v1/lending/loans/{loanId}/repayments/prepayment', inPath: { loanId: parameters.loanId } }, body, options),
    getLoanBalances: (parameters, options) =>
      send({ operationId: 'GetLoanBalances', method: 'GET', path: '/v1/lending/loans/{loanId}/balances', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf } }, undefined, options),
    getLoanNextDue: (parameters, options) =>
      send({ operationId: 'GetLoanNextDue', method: 'GET', path: '/v1/lending/loans/{loanId}/next-due', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf } }, undefined, options),
    getLoanSchedule: (parameters, options) =>
      send({ operationId: 'GetLoanSchedule', method: 'GET', path: '/v1/lending/loans/{loanId}/repayment-schedule', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf, version: parameters.version } }, undefined, options),
    getLoanAging: (parameters, options) =>
      send({ operationId: 'GetLoanAging', method: 'GET', path: '/v1/lending/loans/{loanId}/aging', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf } }, undefined, options),
    getLoanCollections: (parameters, options) =>
      send({ operationId: 'GetLoanCollections', method: 'GET', path: '/v1/lending/loans/{loanId}/collections', inPath: { loanId: parameters.loanId }, query: { asOf: parameters.asOf } }, undefined, options),
    arrangeHardship: (parameters, body, options) =>
      send({ operationId: 'ArrangeHardship', method: 'POST', path: '/v1/lending/loans/{loanId}/hardship-arrangements', inPath: { loanId: parameters.loanId } }, body, options),
    getRateQuote: (parameters, options) =>
      send({ operationId: 'GetRateQuote', method: 'GET', path: '/v1/lending/rates', query: { productCode: parameters.productCode, amount: parameters.amount, termMonths: parameters.termMonths, riskGrade: parameters.riskGrade, asOf: parameters.asOf } }, undefined, options),
    searchRates: (parameters, body, options) =>
      send({ operationId: 'SearchRates', method: 'POST', path: '/v1/lending/rates/search', query: { page: parameters?.page, size: parameters?.size } }, body, options),
    getRate: (parameters, options) =>
      send({ operationId: 'GetRate', method: 'GET', path: '/v1/lending/rates/{rateId}', inPath: { rateId: parameters.rateId } }, undefined, options),
    listFees: (parameters, options) =>
      send({ operationId: 'ListFees', method: 'GET', path: '/v1/lending/loans/{loanId}/fees', inPath: { loanId: parameters.loanId }, query: { status: parameters.status, kind: parameters.kind, page: parameters.page, size: parameters.size } }, undefined, options),
    chargeFee: (parameters, body, options) =>
      send({ operationId: 'ChargeFee', method: 'POST', path: '/v1/lending/loans/{loanId}/fees', inPath: { loanId: parameters.loanId } }, body, options),
  }
}
