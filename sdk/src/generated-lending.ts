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

/** Every operation of the contract, over a way to send them. */
export interface LendingOperations {
}

export function lendingOperations(send: Send): LendingOperations {
  return {
  }
}
