// Made by sdk/generate.ts from contract/digital.json; do not edit. `npm run sdk` makes it anew.
// Digital banking 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type ChangeInstitutionStatusRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be FI_ONBOARDING_STATUS. */
    type: 'FI_ONBOARDING_STATUS'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  status: {
    /** The state to move to. Must be one of ACTIVE, SUSPENDED, REJECTED, OFFBOARDED. */
    target: 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'OFFBOARDED'
    /** Why. Must be 1 to 255 characters without control characters. */
    reason: string
  }
  /** The version that the caller has seen: another one is 409. Must be a whole number from 1. */
  expectedVersion?: number
}

export type ChangeUserStatusRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be USER_ONBOARDING_STATUS. */
    type: 'USER_ONBOARDING_STATUS'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  status: {
    /** The state to move to. Must be one of ACTIVE, SUSPENDED, REJECTED, CLOSED. */
    target: 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'CLOSED'
    /** Why. Must be 1 to 255 characters without control characters. */
    reason: string
  }
  /** The version that the caller has seen: another one is 409. Must be a whole number from 1. */
  expectedVersion?: number
}

export type DigitalInstitution = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PENDING_REVIEW, ACTIVE, SUSPENDED, REJECTED, OFFBOARDED. */
  state: 'PENDING_REVIEW' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'OFFBOARDED'
  /** 1, and one more with every change. */
  version: number
  transaction: {
    /** The reference of the request that made it. */
    ref: string
    /** The type of that request. */
    type: string
  }
  channelInfo: {
    /** Where that request came from. */
    type: string
  }
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  institution: {
    /** Its id. */
    id: string
    /** Its name. */
    name: string
    /** ISO 3166. */
    country: string
    /** In which it issues tokens. */
    currencies: string[]
    /** ISO 9362. */
    bic?: string
    /** ISO 17442. */
    lei?: string
    /** The institution of account services whose accounts can be linked. */
    externalId?: string
  }
}

export type DigitalInstitutionDetail = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PENDING_REVIEW, ACTIVE, SUSPENDED, REJECTED, OFFBOARDED. */
  state: 'PENDING_REVIEW' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'OFFBOARDED'
  /** 1, and one more with every change. */
  version?: number
  transaction?: {
    /** The reference of the request that made it. */
    ref: string
    /** The type of that request. */
    type: string
  }
  channelInfo?: {
    /** Where that request came from. */
    type: string
  }
  /** When it was made. */
  createdAt?: string
  /** When it was last changed. */
  updatedAt?: string
  institution: {
    /** Its id. */
    id: string
    /** Its name. */
    name: string
    /** ISO 3166. */
    country: string
    /** In which it issues tokens. */
    currencies: string[]
    /** ISO 9362. */
    bic?: string
    /** ISO 17442. */
    lei?: string
    /** The institution of account services whose accounts can be linked. */
    externalId?: string
  }
  /** One for each of its currencies. */
  positions?: {
    /** ISO 4217 code. */
    currency: string
    /** Tokens in circulation. */
    supply: number
    /** Money that backs them. */
    backing: number
    /** To other institutions, for transfers; negative: they owe. */
    owed: number
    /** Open transfers out. */
    reserved: number
  }[]
}

export type DigitalUser = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PENDING_VERIFICATION, ACTIVE, SUSPENDED, REJECTED, CLOSED. */
  state: 'PENDING_VERIFICATION' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'CLOSED'
  /** 1, and one more with every change. */
  version: number
  transaction: {
    /** The reference of the request that made it. */
    ref: string
    /** The type of that request. */
    type: string
  }
  channelInfo: {
    /** Where that request came from. */
    type: string
  }
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  institution: {
    /** The institution whose customer the user is. */
    id: string
  }
  user: {
    /** Its id. */
    id: string
    /** A person or a business. Must be one of INDIVIDUAL, BUSINESS. */
    type: 'INDIVIDUAL' | 'BUSINESS'
    /** Of a person. */
    firstName?: string
    /** Of a person. */
    lastName?: string
    /** Of a business. */
    legalName?: string
    /** The partner's own id of the user. */
    externalId?: string
    /** E-mail address, masked. */
    email?: string
    /** Telephone number, masked. */
    phone?: string
    /** ISO 3166. */
    country?: string
  }
}

export type OnboardInstitutionRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be FI_ONBOARDING. */
    type: 'FI_ONBOARDING'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  institution: {
    /** Its name. Must be 1 to 120 characters without control characters. */
    name: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    country: string
    /** In which it issues tokens. Must be 1 to 200 ISO 4217 currency codes, each once. */
    currencies: string[]
    /** ISO 9362; no other institution may have it. Must be a BIC of 8 or 11 characters. */
    bic?: string
    /** ISO 17442; no other institution may have it. Must be an LEI: 18 capitals or digits, then 2 digits. */
    lei?: string
    /** The institution of account services whose accounts can be linked; the partner must work for it. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    externalId?: string
  }
}

export type OnboardUserRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be USER_ONBOARDING. */
    type: 'USER_ONBOARDING'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  institution: {
    /** The institution whose customer the user is. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  user: {
    /** A person or a business. Must be one of INDIVIDUAL, BUSINESS. */
    type?: 'INDIVIDUAL' | 'BUSINESS'
    /** Of a person; required then. Must be 1 to 120 characters without control characters. */
    firstName?: string
    /** Of a person; required then. Must be 1 to 120 characters without control characters. */
    lastName?: string
    /** Of a business; required then. Must be 1 to 120 characters without control characters. */
    legalName?: string
    /** The partner's own id of the user, unique at the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    externalId?: string
    /** E-mail address; shown masked. Must be an e-mail address. */
    email?: string
    /** Telephone number, E.164; shown masked. Must be a telephone number in E.164 form such as +15550001234. */
    phone?: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    country?: string
  }
  /** Kept, and never returned. */
  kyc?: {
    /** Of the check of identity. Must be 1 to 255 characters without control characters. */
    reference?: string
    /** How far it went. Must be 1 to 255 characters without control characters. */
    level?: string
  }
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

export type OnboardInstitutionAnswer =
  | Reply<200, DigitalInstitution>
  | Reply<400 | 401 | 403 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetInstitutionParameters = {
  institutionId: string
}

export type GetInstitutionAnswer =
  | Reply<200, DigitalInstitutionDetail>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ChangeInstitutionStatusParameters = {
  institutionId: string
}

export type ChangeInstitutionStatusAnswer =
  | Reply<200, DigitalInstitution>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type OnboardUserAnswer =
  | Reply<200, DigitalUser>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetUserParameters = {
  userId: string
}

export type GetUserAnswer =
  | Reply<200, DigitalUser>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ChangeUserStatusParameters = {
  userId: string
}

export type ChangeUserStatusAnswer =
  | Reply<200, DigitalUser>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

/** Every operation of the contract, over a way to send them. */
export interface DigitalOperations {
  /**
   * Onboard an institution
   *
   * It is `ACTIVE` at once, or `PENDING_REVIEW` when the property `onboarding.institutions` is `MANUAL`. `bic`,
   * `lei` and `externalId` are unique until it is `REJECTED` or `OFFBOARDED`. `externalId` names an institution of
   * account services that the partner works for; its accounts can be linked.
   *
   * An operator needs `CREATE` on `DIGITAL_PARTIES`.
   */
  onboardInstitution(body: OnboardInstitutionRequest, options?: CallOptions): Promise<OnboardInstitutionAnswer>
  /**
   * Read an institution
   *
   * The partner's own institutions come with their positions. Of another partner's institution, while it is `ACTIVE`
   * or `SUSPENDED`, only what identifies it is shown.
   *
   * An operator needs `VIEW` on `DIGITAL_PARTIES`.
   */
  getInstitution(parameters: GetInstitutionParameters, options?: CallOptions): Promise<GetInstitutionAnswer>
  /**
   * Change the state of an institution
   *
   * `PENDING_REVIEW` becomes `ACTIVE` or `REJECTED`; `ACTIVE` and `SUSPENDED` become each other; both become
   * `OFFBOARDED` once no tokens and no backing are left and nothing is open. A suspended institution takes no new
   * users, accounts, deposits or transfers; what is under way finishes, and its users can redeem.
   *
   * An operator needs `UPDATE` on `DIGITAL_PARTIES`.
   */
  changeInstitutionStatus(parameters: ChangeInstitutionStatusParameters, body: ChangeInstitutionStatusRequest, options?: CallOptions): Promise<ChangeInstitutionStatusAnswer>
  /**
   * Onboard a user
   *
   * A person has `firstName` and `lastName`, a business `legalName`. The user is `ACTIVE` at once, or
   * `PENDING_VERIFICATION` when the property `onboarding.users` is `MANUAL`. `externalId` is unique at the
   * institution until the user is `REJECTED` or `CLOSED`. E-mail address and telephone number are shown masked,
   * `kyc` never.
   *
   * An operator needs `CREATE` on `DIGITAL_PARTIES`.
   */
  onboardUser(body: OnboardUserRequest, options?: CallOptions): Promise<OnboardUserAnswer>
  /**
   * Read a user
   *
   * E-mail address and telephone number are masked.
   *
   * An operator needs `VIEW` on `DIGITAL_PARTIES`.
   */
  getUser(parameters: GetUserParameters, options?: CallOptions): Promise<GetUserAnswer>
  /**
   * Change the state of a user
   *
   * `PENDING_VERIFICATION` becomes `ACTIVE` or `REJECTED`; `ACTIVE` and `SUSPENDED` become each other; both become
   * `CLOSED` once all accounts of the user are closed. A suspended user only receives.
   *
   * An operator needs `UPDATE` on `DIGITAL_PARTIES`.
   */
  changeUserStatus(parameters: ChangeUserStatusParameters, body: ChangeUserStatusRequest, options?: CallOptions): Promise<ChangeUserStatusAnswer>
}

export function digitalOperations(send: Send): DigitalOperations {
  return {
    onboardInstitution: (body, options) =>
      send({ operationId: 'OnboardInstitution', method: 'POST', path: '/api/digital/v1/institutions' }, body, options),
    getInstitution: (parameters, options) =>
      send({ operationId: 'GetInstitution', method: 'GET', path: '/api/digital/v1/institutions/{institutionId}', inPath: { institutionId: parameters.institutionId } }, undefined, options),
    changeInstitutionStatus: (parameters, body, options) =>
      send({ operationId: 'ChangeInstitutionStatus', method: 'POST', path: '/api/digital/v1/institutions/{institutionId}/status', inPath: { institutionId: parameters.institutionId } }, body, options),
    onboardUser: (body, options) =>
      send({ operationId: 'OnboardUser', method: 'POST', path: '/api/digital/v1/users' }, body, options),
    getUser: (parameters, options) =>
      send({ operationId: 'GetUser', method: 'GET', path: '/api/digital/v1/users/{userId}', inPath: { userId: parameters.userId } }, undefined, options),
    changeUserStatus: (parameters, body, options) =>
      send({ operationId: 'ChangeUserStatus', method: 'POST', path: '/api/digital/v1/users/{userId}/status', inPath: { userId: parameters.userId } }, body, options),
  }
}
