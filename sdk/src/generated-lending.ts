// Made by sdk/generate.ts from contract/lending.json; do not edit. `npm run sdk` makes it anew.
// Lending 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type AcceptOfferRequest = {
  /** Who accepts it; the caller when left out. Must be 1 to 120 characters without control characters. */
  acceptedBy?: string
  /** Where it is accepted. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  channel?: string
  /** What is consented to. Must have 0 to 200 items. */
  consents?: string[]
}

/** Who borrows. Other fields are kept as they came, up to 16 KiB in all. */
export type Applicant = {
  /** Given name. Must be 1 to 120 characters without control characters. */
  firstName: string
  /** Family name. Must be 1 to 120 characters without control characters. */
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
    /** Of the amount, in place of an amount. Must be a number from 0 with at most 10 decimals. */
    percent?: number
    /** Added to the principal; by default it is paid in advance. */
    financed?: boolean
  }[]
  /** The first due date; by default one period after today. Must be a real date, YYYY-MM-DD. */
  firstDueDate?: string
  /** In 14 days when left out; the end of the approval at the latest. Must be a real instant in ISO 8601 with its zone. */
  expiresAt?: string
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

export type ListApplicationsReply = {
  content: Application[]
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
  /** The offer. */
  offerId: string
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
  /** Where it stands. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** From then on it cannot be accepted. */
  expiresAt: string
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

export type Offer = {
  /** The offer. */
  offerId: string
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
  /** Where it stands. Must be one of OPEN, ACCEPTED, SUPERSEDED, CONVERTED, EXPIRED. */
  status: 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
  /** From then on it cannot be accepted. */
  expiresAt: string
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
  /** Of the amount, when it was sent as a percentage. */
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
  code: 'VALIDATION_FAILED' | 'INVALID_JSON' | 'INVALID_AMOUNT' | 'INVALID_PAGE' | 'MISSING_HEADER' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'PARTNER_NOT_ALLOWED' | 'ROUTE_NOT_FOUND' | 'APPLICATION_NOT_FOUND' | 'OFFER_NOT_FOUND' | 'LOAN_NOT_FOUND' | 'DISBURSEMENT_NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'FEE_NOT_FOUND' | 'ARRANGEMENT_NOT_FOUND' | 'RATE_NOT_FOUND' | 'NO_RATE' | 'SCHEDULE_VERSION_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'INVALID_STATE' | 'VERSION_CONFLICT' | 'IDEMPOTENCY_KEY_REUSED' | 'APPLICATION_CLOSED' | 'ALREADY_DECIDED' | 'RISK_SIGNALS_MISSING' | 'NOT_APPROVED' | 'DECISION_EXPIRED' | 'OFFER_EXPIRED' | 'OFFER_NOT_OPEN' | 'SIBLING_ACCEPTED' | 'OFFER_NOT_ACCEPTED' | 'LOAN_EXISTS_FOR_OFFER' | 'TERMS_LOCKED' | 'OUTSTANDING_BALANCE' | 'ALREADY_CLOSED' | 'LOAN_CLOSED' | 'CHARGED_OFF' | 'ARRANGEMENT_ACTIVE' | 'ALREADY_REVERSED' | 'HAS_LATER_TRANSACTIONS' | 'FEE_PAID' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TERMS_INVALID' | 'PRODUCT_UNKNOWN' | 'AMOUNT_OUT_OF_RANGE' | 'TERM_OUT_OF_RANGE' | 'RATE_OUT_OF_RANGE' | 'CURRENCY_NOT_OFFERED' | 'APPROVED_AMOUNT_EXCEEDS_REQUEST' | 'REASON_REQUIRED' | 'AMOUNT_EXCEEDS_APPROVED' | 'REFUND_REQUIRED' | 'NOTHING_TO_RESTRUCTURE' | 'EXCEEDS_APPROVED' | 'BEFORE_CREATION' | 'BEFORE_DISBURSEMENT' | 'FUTURE_DATED' | 'DESTINATION_INVALID' | 'LESS_THAN_DUE' | 'NOT_PARTIAL' | 'OVERPAYMENT_NOT_ALLOWED' | 'INSUFFICIENT_FUNDS' | 'ALLOCATION_MISMATCH' | 'ALLOCATION_EXCEEDS_DUE' | 'ARREARS_FIRST' | 'EXCEEDS_PAYOFF' | 'PAYMENT_BELOW_MINIMUM' | 'FEE_CAP_EXCEEDED' | 'LIMIT_EXCEEDED' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'CORE_UNAVAILABLE' | 'RULES_UNAVAILABLE' | 'GATEWAY_TIMEOUT'
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
  /** Who decided; of an operator always the operator. Must be 1 to 120 characters without control characters. */
  decidedBy?: string
}

export type RecordRiskSignalsRequest = {
  /** The application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId: string
  /** What was observed. Must have 1 to 200 items. */
  signals: Signal[]
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

export type SearchOffersReply = {
  content: ListedOffer[]
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export type SearchOffersRequest = {
  /** Of this application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  applicationId?: string
  /** Of this product. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
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

export type Signal = {
  /** CREDIT_SCORE, MONTHLY_INCOME, ANNUAL_INCOME, MONTHLY_DEBT, DELINQUENCIES (numbers from 0), BANKRUPTCY, FRAUD_ALERT, IDENTITY_VERIFIED (flags), or one of your own for your own table. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  type: string
  /** A number, a flag or a text, as its type has it. Must be a number, a boolean, or a text of 1 to 255 characters without control characters. */
  value: number | boolean | string
  /** Who reports it. Must be 1 to 120 characters without control characters. */
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
    /** Of the principal. Must be a number from 0 with at most 10 decimals. */
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
    /** Of the base. Must be a number from 0 with at most 10 decimals. */
    percent?: number
    /** Instead of a percentage. Must be a number above 0. */
    amount?: number
    /** What a percentage is taken of. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
    base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
    /** Days after the due date without a fee; 0 by default. Must be a whole number from 0 to 3650. */
    graceDays?: number
  }
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
  /** Of this application. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
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
  | Reply<200, Offer>
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
   * `financeCharge` = `totalRepayable`, the sum of the rows. An application can have several offers.
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
  }
}
