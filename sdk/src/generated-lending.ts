// Made by sdk/generate.ts from contract/lending.json; do not edit. `npm run sdk` makes it anew.
// Lending 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

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

/** Every operation of the contract, over a way to send them. */
export interface LendingOperations {
  /**
   * Look up the rate for a loan
   *
   * Of the rates in force, the one whose band names the most of what is asked; then the lowest. What is not asked
   * excludes nothing. `indicativeApr` is that of a loan of this amount and term.
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
}

export function lendingOperations(send: Send): LendingOperations {
  return {
    getRateQuote: (parameters, options) =>
      send({ operationId: 'GetRateQuote', method: 'GET', path: '/v1/lending/rates', query: { productCode: parameters.productCode, amount: parameters.amount, termMonths: parameters.termMonths, riskGrade: parameters.riskGrade, asOf: parameters.asOf } }, undefined, options),
    searchRates: (parameters, body, options) =>
      send({ operationId: 'SearchRates', method: 'POST', path: '/v1/lending/rates/search', query: { page: parameters?.page, size: parameters?.size } }, body, options),
    getRate: (parameters, options) =>
      send({ operationId: 'GetRate', method: 'GET', path: '/v1/lending/rates/{rateId}', inPath: { rateId: parameters.rateId } }, undefined, options),
  }
}
