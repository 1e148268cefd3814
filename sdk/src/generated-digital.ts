// Made by sdk/generate.ts from contract/digital.json; do not edit. `npm run sdk` makes it anew.
// Digital banking 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type CreateInterbankTransferRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be INTERBANK_TRANSFER. */
    type: 'INTERBANK_TRANSFER'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  tokenAmount: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currency: string
    /** How many, in units of the currency, with its decimals. Must be a number above 0. */
    tokens: number
    /** Only TOKENIZED_DEPOSIT exists. Must be TOKENIZED_DEPOSIT. */
    tokenType: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  beneficiary: {
    /** The beneficiary's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
    digitalAssetAccount: {
      /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      id: string
    }
    /** The beneficiary's name: kept, not checked. Must be 1 to 120 characters without control characters. */
    name?: string
  }
  settlement?: {
    /** IMMEDIATE: at once. TWO_PHASE: reserved, until it is committed, aborted or expires. Must be one of IMMEDIATE, TWO_PHASE. */
    mode?: 'IMMEDIATE' | 'TWO_PHASE'
    /** TWO_PHASE only: how long it waits, from its creation; 60 by default. Must be a whole number from 5 to 86400. */
    expiresInSeconds?: number
    /** Who commits a transfer in two phases. Must be one of PAYER, PAYEE. */
    committer?: 'PAYER' | 'PAYEE'
  }
  remittance?: {
    /** What it is for. Must be 1 to 140 characters without control characters. */
    info?: string
    /** The payer's own reference, passed on to the payee. Must be 1 to 35 characters without control characters. */
    endToEndId?: string
  }
}

export type CreateTokenRedemptionRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be TOKEN_REDEMPTION. */
    type: 'TOKEN_REDEMPTION'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  tokenAmount: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currency: string
    /** How many, in units of the currency, with its decimals. Must be a number above 0. */
    tokens: number
    /** Only TOKENIZED_DEPOSIT exists. Must be TOKENIZED_DEPOSIT. */
    tokenType: string
  }
  digitalAssetAccount?: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  linkedAccount?: {
    /** The account's own linked account; another one is refused. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id?: string
  }
  /** A deposit of the partner: its account is meant. */
  tokenizedDeposit?: {
    /** Its id. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id?: string
    /** The reference of the request that made it. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref?: string
  }
}

export type CreateTokenizedDepositRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be TOKENIZED_DEPOSIT. */
    type: 'TOKENIZED_DEPOSIT'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  tokenAmount: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currency: string
    /** How many, in units of the currency, with its decimals. Must be a number above 0. */
    tokens: number
    /** Only TOKENIZED_DEPOSIT exists. Must be TOKENIZED_DEPOSIT. */
    tokenType: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  linkedAccount?: {
    /** The account's own linked account; another one is refused. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id?: string
  }
}

export type InterbankTransfer = {
  /** Its id. */
  id: string
  /** Its state. Must be one of RECEIVED, RESERVED, COMMITTING, COMMITTED, RELEASING, ABORTED, EXPIRED, REJECTED. */
  state: 'RECEIVED' | 'RESERVED' | 'COMMITTING' | 'COMMITTED' | 'RELEASING' | 'ABORTED' | 'EXPIRED' | 'REJECTED'
  /** 1, and one more with every change. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
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
  tokenAmount: {
    /** ISO 4217 code. */
    currency: string
    /** How many. */
    tokens: number
    /** What they are. */
    tokenType: 'TOKENIZED_DEPOSIT'
  }
  issuer: {
    /** The institution whose tokens they are. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
  settlement: {
    /** FINAL once it cannot change any more. Must be one of PENDING, FINAL. */
    finality: 'PENDING' | 'FINAL'
    /** Since when. */
    finalAt?: string
    /** IMMEDIATE: at once. TWO_PHASE: reserved, until it is committed, aborted or expires. Must be one of IMMEDIATE, TWO_PHASE. */
    mode: 'IMMEDIATE' | 'TWO_PHASE'
    /** Who commits a transfer in two phases. Must be one of PAYER, PAYEE. */
    committer?: 'PAYER' | 'PAYEE'
  }
  outcome?: {
    /** A code of the table of errors. */
    reasonCode: string
    /** ISO 20022 reason. */
    isoReason?: string
  }
  digitalAssetAccount?: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  payer: {
    /** The payer's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
  beneficiary: {
    /** The beneficiary's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
    digitalAssetAccount: {
      /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      id: string
    }
    /** The beneficiary's name: kept, not checked. Must be 1 to 120 characters without control characters. */
    name?: string
  }
  remittance?: {
    /** What it is for. Must be 1 to 140 characters without control characters. */
    info?: string
    /** The payer's own reference, passed on to the payee. Must be 1 to 35 characters without control characters. */
    endToEndId?: string
  }
  /** When a transfer in two phases expires. */
  expiresAt?: string
  decision?: {
    /** What was decided. Must be one of COMMIT, ABORT, EXPIRE. */
    action: 'COMMIT' | 'ABORT' | 'EXPIRE'
    /** When. */
    at: string
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

export type ResolveInterbankTransferRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be INTERBANK_TRANSFER_RESOLUTION. */
    type: 'INTERBANK_TRANSFER_RESOLUTION'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  resolution: {
    /** What is decided. Must be one of COMMIT, ABORT. */
    action: 'COMMIT' | 'ABORT'
    /** Why. Must be 1 to 255 characters without control characters. */
    reason?: string
  }
}

export type TokenRedemption = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PENDING, LOCKED, BURNING, BURNED, CREDIT_RETRY, COMPLETED, RETURNING, RETURNED, FAILED. */
  state: 'PENDING' | 'LOCKED' | 'BURNING' | 'BURNED' | 'CREDIT_RETRY' | 'COMPLETED' | 'RETURNING' | 'RETURNED' | 'FAILED'
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
  tokenAmount: {
    /** ISO 4217 code. */
    currency: string
    /** How many. */
    tokens: number
    /** What they are. */
    tokenType: 'TOKENIZED_DEPOSIT'
  }
  issuer: {
    /** The institution whose tokens they are. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
  settlement: {
    /** FINAL once it cannot change any more. Must be one of PENDING, FINAL. */
    finality: 'PENDING' | 'FINAL'
    /** Since when. */
    finalAt?: string
  }
  outcome?: {
    /** A code of the table of errors. */
    reasonCode: string
    /** ISO 20022 reason. */
    isoReason?: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  linkedAccount: {
    /** The account that the money comes from or goes to. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  /** How its account was found. Must be one of REQUEST, DEPOSIT, PARTNER_DEFAULT, SOLE_ACCOUNT. */
  resolvedBy: 'REQUEST' | 'DEPOSIT' | 'PARTNER_DEFAULT' | 'SOLE_ACCOUNT'
}

export type TokenizedDeposit = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PENDING, FUNDS_DEBITED, MINTING, ISSUED, COMPENSATING, FAILED. */
  state: 'PENDING' | 'FUNDS_DEBITED' | 'MINTING' | 'ISSUED' | 'COMPENSATING' | 'FAILED'
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
  tokenAmount: {
    /** ISO 4217 code. */
    currency: string
    /** How many. */
    tokens: number
    /** What they are. */
    tokenType: 'TOKENIZED_DEPOSIT'
  }
  issuer: {
    /** The institution whose tokens they are. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
  settlement: {
    /** FINAL once it cannot change any more. Must be one of PENDING, FINAL. */
    finality: 'PENDING' | 'FINAL'
    /** Since when. */
    finalAt?: string
  }
  outcome?: {
    /** A code of the table of errors. */
    reasonCode: string
    /** ISO 20022 reason. */
    isoReason?: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  linkedAccount: {
    /** The account that the money comes from or goes to. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
}

export type CreateTokenizedDepositAnswer =
  | Reply<200, TokenizedDeposit>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetTokenizedDepositParameters = {
  depositId: string
}

export type GetTokenizedDepositAnswer =
  | Reply<200, TokenizedDeposit>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type CreateTokenRedemptionAnswer =
  | Reply<200, TokenRedemption>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetTokenRedemptionParameters = {
  redemptionId: string
}

export type GetTokenRedemptionAnswer =
  | Reply<200, TokenRedemption>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type CreateInterbankTransferAnswer =
  | Reply<200, InterbankTransfer>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetInterbankTransferParameters = {
  transferId: string
}

export type GetInterbankTransferAnswer =
  | Reply<200, InterbankTransfer>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ResolveInterbankTransferParameters = {
  transferId: string
}

export type ResolveInterbankTransferAnswer =
  | Reply<200, InterbankTransfer>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

/** Every operation of the contract, over a way to send them. */
export interface DigitalOperations {
  /**
   * Turn money into tokens
   *
   * Debits the account's linked account and issues as many tokens to the account. The reply waits a moment for the
   * end: `ISSUED`, or `FAILED` with an `outcome`, when the money has been given back. Another `state` means that it
   * goes on: read it again, or repeat the request.
   *
   * An operator needs `CREATE` on `DIGITAL_MONEY`.
   */
  createTokenizedDeposit(body: CreateTokenizedDepositRequest, options?: CallOptions): Promise<CreateTokenizedDepositAnswer>
  /**
   * Read a tokenized deposit
   *
   * As it now stands.
   *
   * An operator needs `VIEW` on `DIGITAL_MONEY`.
   */
  getTokenizedDeposit(parameters: GetTokenizedDepositParameters, options?: CallOptions): Promise<GetTokenizedDepositAnswer>
  /**
   * Turn tokens into money
   *
   * Burns tokens of an account and credits its linked account. The account is the one that is named; else that of
   * the named deposit; else the partner's default account in the currency; else the partner's only active one.
   * `resolvedBy` says which. Several active ones are a 422 with `candidates`. When the linked account refuses the
   * money, the tokens come back: `RETURNED`.
   *
   * An operator needs `CREATE` on `DIGITAL_MONEY`.
   */
  createTokenRedemption(body: CreateTokenRedemptionRequest, options?: CallOptions): Promise<CreateTokenRedemptionAnswer>
  /**
   * Read a token redemption
   *
   * As it now stands.
   *
   * An operator needs `VIEW` on `DIGITAL_MONEY`.
   */
  getTokenRedemption(parameters: GetTokenRedemptionParameters, options?: CallOptions): Promise<GetTokenRedemptionAnswer>
  /**
   * Move tokens to another institution
   *
   * IMMEDIATE settles at once. TWO_PHASE reserves the tokens: the committer, by default the payer, commits or aborts
   * the transfer, the payee may abort it, and at `expiresAt` it expires. The beneficiary may be an account of
   * another partner, which sees the transfer from RESERVED on. The beneficiary's name is kept and not checked;
   * account validation does that.
   *
   * An operator needs `CREATE` on `DIGITAL_MONEY`.
   */
  createInterbankTransfer(body: CreateInterbankTransferRequest, options?: CallOptions): Promise<CreateInterbankTransferAnswer>
  /**
   * Read an interbank transfer
   *
   * As it now stands. From RESERVED on the partner of the payee's account sees it too, without `transaction`,
   * `channelInfo` and `digitalAssetAccount`.
   *
   * An operator needs `VIEW` on `DIGITAL_MONEY`.
   */
  getInterbankTransfer(parameters: GetInterbankTransferParameters, options?: CallOptions): Promise<GetInterbankTransferAnswer>
  /**
   * Commit or abort a transfer
   *
   * Decides a RESERVED transfer once. COMMIT is for the committer, ABORT for the committer or the payee. The same
   * decision again is answered with the transfer as it is; the opposite one is 409, and so is one at or after
   * `expiresAt`.
   *
   * An operator needs `APPROVE` on `DIGITAL_MONEY`.
   */
  resolveInterbankTransfer(parameters: ResolveInterbankTransferParameters, body: ResolveInterbankTransferRequest, options?: CallOptions): Promise<ResolveInterbankTransferAnswer>
}

export function digitalOperations(send: Send): DigitalOperations {
  return {
    createTokenizedDeposit: (body, options) =>
      send({ operationId: 'CreateTokenizedDeposit', method: 'POST', path: '/api/digital/v1/tokenized-deposits' }, body, options),
    getTokenizedDeposit: (parameters, options) =>
      send({ operationId: 'GetTokenizedDeposit', method: 'GET', path: '/api/digital/v1/tokenized-deposits/{depositId}', inPath: { depositId: parameters.depositId } }, undefined, options),
    createTokenRedemption: (body, options) =>
      send({ operationId: 'CreateTokenRedemption', method: 'POST', path: '/api/digital/v1/token-redemptions' }, body, options),
    getTokenRedemption: (parameters, options) =>
      send({ operationId: 'GetTokenRedemption', method: 'GET', path: '/api/digital/v1/token-redemptions/{redemptionId}', inPath: { redemptionId: parameters.redemptionId } }, undefined, options),
    createInterbankTransfer: (body, options) =>
      send({ operationId: 'CreateInterbankTransfer', method: 'POST', path: '/api/digital/v1/interbank-transfers' }, body, options),
    getInterbankTransfer: (parameters, options) =>
      send({ operationId: 'GetInterbankTransfer', method: 'GET', path: '/api/digital/v1/interbank-transfers/{transferId}', inPath: { transferId: parameters.transferId } }, undefined, options),
    resolveInterbankTransfer: (parameters, body, options) =>
      send({ operationId: 'ResolveInterbankTransfer', method: 'POST', path: '/api/digital/v1/interbank-transfers/{transferId}/resolution', inPath: { transferId: parameters.transferId } }, body, options),
  }
}
