// Made by sdk/generate.ts from contract/digital.json; do not edit. `npm run sdk` makes it anew.
// Digital banking 1.0.0

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
  code: 'INVALID_JSON' | 'VALIDATION_FAILED' | 'MISSING_HEADER' | 'INVALID_TRANSACTION_TYPE' | 'INVALID_AMOUNT' | 'INVALID_PAGE' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'PARTNER_NOT_ALLOWED' | 'NOT_RESOLVER' | 'ROUTE_NOT_FOUND' | 'INSTITUTION_NOT_FOUND' | 'USER_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'DEPOSIT_NOT_FOUND' | 'REDEMPTION_NOT_FOUND' | 'TRANSFER_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REFERENCE_REUSED' | 'INSTITUTION_EXISTS' | 'USER_EXISTS' | 'DEFAULT_ACCOUNT_EXISTS' | 'INVALID_STATE_TRANSITION' | 'VERSION_CONFLICT' | 'OPEN_OBLIGATIONS' | 'ACCOUNT_NOT_EMPTY' | 'TRANSFER_NOT_RESERVED' | 'TRANSFER_ALREADY_COMMITTED' | 'TRANSFER_ALREADY_ABORTED' | 'TRANSFER_EXPIRED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOKEN_TYPE_NOT_SUPPORTED' | 'SEARCH_FILTER_UNSUPPORTED' | 'REDEMPTION_ACCOUNT_UNRESOLVED' | 'REDEMPTION_ACCOUNT_AMBIGUOUS' | 'INSTITUTION_NOT_ACTIVE' | 'USER_NOT_ACTIVE' | 'ACCOUNT_CLOSED' | 'ACCOUNT_FROZEN' | 'ACCOUNT_NOT_ACTIVE' | 'SAME_ACCOUNT' | 'SAME_INSTITUTION' | 'BENEFICIARY_NOT_FOUND' | 'BENEFICIARY_CLOSED' | 'BENEFICIARY_CANNOT_RECEIVE' | 'CURRENCY_NOT_SUPPORTED' | 'CURRENCY_MISMATCH' | 'LINKED_ACCOUNT_INVALID' | 'LIMIT_EXCEEDED' | 'INSUFFICIENT_AVAILABLE_TOKENS' | 'INSUFFICIENT_LINKED_FUNDS' | 'INSUFFICIENT_SETTLEMENT_LIQUIDITY' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'LEDGER_UNAVAILABLE' | 'CORE_UNAVAILABLE' | 'GATEWAY_TIMEOUT'
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
export interface DigitalOperations {
}

export function digitalOperations(send: Send): DigitalOperations {
  return {
  }
}
