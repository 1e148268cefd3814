// Made by sdk/generate.ts from contract/digital.json; do not edit. `npm run sdk` makes it again.
// Digital banking 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type AccountEntry = {
  /** Its id. */
  id: string
  /** When it was posted. */
  at: string
  /** ISO 4217 code. */
  currency: string
  /** Tokens; negative when they have left the account. */
  amount: number
  /** What the account holds after it. */
  asset: number
  movement: {
    /** What has posted it. Must be one of TOKENIZED_DEPOSIT, TOKEN_REDEMPTION, INTERBANK_TRANSFER. */
    type: 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER'
    /** Its id. */
    id: string
    /** `transaction.ref` of the request that made it; only of own ones. */
    ref?: string
  }
  remittance?: {
    /** What it is for. Must be 1 to 140 characters without control characters and card numbers. */
    info?: string
    /** The payer's own reference, passed on to the payee. Must be 1 to 35 characters without control characters. */
    endToEndId?: string
  }
  counterparty?: {
    /** The institution of the other side of a transfer. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
  }
}

export type AccountValidation = {
  /** The account can receive, and the name matches or none was sent. */
  verified: boolean
  /** State of the account. Must be one of PROVISIONING, ACTIVE, FROZEN, CLOSED, FAILED. */
  accountStatus?: 'PROVISIONING' | 'ACTIVE' | 'FROZEN' | 'CLOSED' | 'FAILED'
  /** Match, close match, no match, or not compared. Must be one of MTCH, CMTC, NMTC, NOAP. */
  nameMatch: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP'
  /** The holder's name, for a close match. */
  suggestedName?: string
  /** Whether a transfer in the currency would be taken. */
  canReceive: boolean
  /** ISO 20022 reason. Must be one of AC01, AG11, AC07, AC06, AG01, AC11, BE01. */
  reason?: 'AC01' | 'AG11' | 'AC07' | 'AC06' | 'AG01' | 'AC11' | 'BE01'
}

export type BalanceInquiryReply = {
  /** One per currency. Must have 0 to 200 items. */
  balances: {
    /** ISO 4217 code. */
    currency: string
    /** What the account holds. */
    asset: number
    /** What can be redeemed or transferred: held and not locked. */
    available: number
    /** Debits that are not final yet. */
    locked: number
    /** Credits that are not final yet; not held. */
    pending: number
  }[]
  /** One per issuer and currency. Must have 0 to 200 items. */
  tokenizedDepositHoldings: {
    issuer: {
      /** The institution that has issued the tokens. */
      institutionId: string
    }
    /** ISO 4217 code. */
    currency: string
    /** What they are. Must be one of TOKENIZED_DEPOSIT. */
    tokenType: 'TOKENIZED_DEPOSIT'
    /** What the account holds. */
    tokens: number
    /** What can be redeemed or transferred: held and not locked. */
    available: number
    /** Debits that are not final yet. */
    locked: number
    /** Credits that are not final yet; not held. */
    pending: number
  }[]
  /** State of the account. Must be one of PROVISIONING, ACTIVE, FROZEN, CLOSED, FAILED. */
  accountStatus: 'PROVISIONING' | 'ACTIVE' | 'FROZEN' | 'CLOSED' | 'FAILED'
  /** When it was read. */
  asOf: string
}

export type ChangeDigitalAssetAccountStatusRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be DIGITAL_ASSET_ACCOUNT_STATUS. */
    type: 'DIGITAL_ASSET_ACCOUNT_STATUS'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  status?: {
    /** The state to move to. Must be one of ACTIVE, FROZEN, CLOSED. */
    target: 'ACTIVE' | 'FROZEN' | 'CLOSED'
    /** Why. Must be 1 to 255 characters without control characters and card numbers. */
    reason: string
    /** Only for `FROZEN`; `NO_DEBIT` when absent. Must have 1 to 2 different items. */
    restrictions?: ('NO_DEBIT' | 'NO_CREDIT')[]
  }
  linkedAccount?: {
    /** The account that deposits debit and redemptions credit from now on. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  account?: {
    /** How the partner calls it. Must be 1 to 120 characters without control characters and card numbers. */
    label?: string
    /** Whether it is the partner's default account in the currency. */
    default?: boolean
  }
  /** The version that the caller has seen: another one is 409. Must be a whole number from 1. */
  expectedVersion?: number
}

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
  status?: {
    /** The state to move to. Must be one of ACTIVE, SUSPENDED, REJECTED, OFFBOARDED. */
    target: 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'OFFBOARDED'
    /** Why. Must be 1 to 255 characters without control characters and card numbers. */
    reason: string
  }
  institution?: {
    /** In which it issues tokens. Must be 1 to 200 ISO 4217 currency codes, each once. */
    currencies?: string[]
    /** ISO 9362; no other institution may have it. Must be a BIC of 8 or 11 characters. */
    bic?: string
    /** ISO 17442; no other institution may have it. Must be an LEI: 18 capitals or digits, then the 2 check digits that belong to them. */
    lei?: string
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
    /** Why. Must be 1 to 255 characters without control characters and card numbers. */
    reason: string
  }
  /** The version that the caller has seen: another one is 409. Must be a whole number from 1. */
  expectedVersion?: number
}

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
    /** Only TOKENIZED_DEPOSIT exists. Must be 1 to 64 characters without control characters. */
    tokenType: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  beneficiary?: {
    /** The beneficiary's institution. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId: string
    digitalAssetAccount: {
      /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      id: string
    }
    /** The beneficiary's name: kept, not checked. Must be 1 to 120 characters without control characters and card numbers. */
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
    /** What it is for. Must be 1 to 140 characters without control characters and card numbers. */
    info?: string
    /** The payer's own reference, passed on to the payee. Must be 1 to 35 characters without control characters. */
    endToEndId?: string
  }
  returnOf?: {
    /** The transfer whose tokens go back to its payer. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
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
    /** Only TOKENIZED_DEPOSIT exists. Must be 1 to 64 characters without control characters. */
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
    /** Only TOKENIZED_DEPOSIT exists. Must be 1 to 64 characters without control characters. */
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

export type DigitalAssetAccount = {
  /** Its id. */
  id: string
  /** Its state. Must be one of PROVISIONING, ACTIVE, FROZEN, CLOSED, FAILED. */
  state: 'PROVISIONING' | 'ACTIVE' | 'FROZEN' | 'CLOSED' | 'FAILED'
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
    /** The institution that issues the tokens. */
    id: string
  }
  user: {
    /** The user who holds them. */
    id: string
  }
  account: {
    /** Its id. */
    id: string
    /** ISO 4217 code. */
    currency: string
    /** How the partner calls it. */
    label?: string
    /** Whether it is the partner's default account in the currency. */
    default: boolean
    /** What a `FROZEN` account does not allow. Must have 0 to 200 items. */
    restrictions?: ('NO_DEBIT' | 'NO_CREDIT')[]
  }
  linkedAccount: {
    /** The account that deposits debit and redemptions credit. */
    id: string
    /** Type of the linked account. Must be one of DDA, SDA. */
    type?: 'DDA' | 'SDA'
  }
  outcome?: {
    /** A code of the table of errors. */
    reasonCode: string
    /** ISO 20022 reason. */
    isoReason?: string
  }
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
    /** Open transfers to other institutions. */
    reserved: number
    /** Money that could be neither turned into tokens nor given back. */
    unclaimed: number
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
    /** First name of a person. */
    firstName?: string
    /** Last name of a person. */
    lastName?: string
    /** Legal name of a business. */
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

export type InquireBalanceRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be BALANCE_INQUIRY. */
    type: 'BALANCE_INQUIRY'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currency?: string
}

export type InterbankTransfer = {
  /** Its id. */
  id: string
  /** Its state. Must be one of RECEIVED, RESERVED, COMMITTING, COMMITTED, RELEASING, ABORTED, EXPIRED, REJECTED, RETURNING, RETURNED. */
  state: 'RECEIVED' | 'RESERVED' | 'COMMITTING' | 'COMMITTED' | 'RELEASING' | 'ABORTED' | 'EXPIRED' | 'REJECTED' | 'RETURNING' | 'RETURNED'
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
    digitalAssetAccount?: {
      /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      id: string
    }
    /** The beneficiary's name: kept, not checked. Must be 1 to 120 characters without control characters and card numbers. */
    name?: string
  }
  remittance?: {
    /** What it is for. Must be 1 to 140 characters without control characters and card numbers. */
    info?: string
    /** The payer's own reference, passed on to the payee. Must be 1 to 35 characters without control characters. */
    endToEndId?: string
  }
  /** When a transfer in two phases expires. */
  expiresAt?: string
  returnOf?: {
    /** The transfer whose tokens go back to its payer. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  /** Tokens that COMMITTED returns have given back; absent when there are none. */
  returned?: number
  decision?: {
    /** What was decided. Must be one of COMMIT, ABORT, EXPIRE. */
    action: 'COMMIT' | 'ABORT' | 'EXPIRE'
    /** When. */
    at: string
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
    /** Its name. Must be 1 to 120 characters without control characters and card numbers. */
    name: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    country: string
    /** In which it issues tokens. Must be 1 to 200 ISO 4217 currency codes, each once. */
    currencies: string[]
    /** ISO 9362; no other institution may have it. Must be a BIC of 8 or 11 characters. */
    bic?: string
    /** ISO 17442; no other institution may have it. Must be an LEI: 18 capitals or digits, then the 2 check digits that belong to them. */
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
    /** First name of a person; required for one. Must be 1 to 120 characters without control characters and card numbers. */
    firstName?: string
    /** Last name of a person; required for one. Must be 1 to 120 characters without control characters and card numbers. */
    lastName?: string
    /** Legal name of a business; required for one. Must be 1 to 120 characters without control characters and card numbers. */
    legalName?: string
    /** The partner's own id of the user, unique at the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    externalId?: string
    /** E-mail address; shown masked. Must be an e-mail address. */
    email?: string
    /** Telephone number; shown masked. Must be a telephone number of 6 to 15 digits such as +1 555 000 1234. */
    phone?: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    country?: string
  }
  /** Kept, and never returned. */
  kyc?: {
    /** Reference of the identity check. Must be 1 to 255 characters without control characters. */
    reference?: string
    /** How far it went. Must be 1 to 255 characters without control characters and card numbers. */
    level?: string
  }
}

export type OpenDigitalAssetAccountRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be DIGITAL_ASSET_ACCOUNT. */
    type: 'DIGITAL_ASSET_ACCOUNT'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  institution: {
    /** The institution that issues the tokens. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  user: {
    /** The user of that institution who holds them. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  account: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currency: string
    /** How the partner calls it. Must be 1 to 120 characters without control characters and card numbers. */
    label?: string
    /** Whether it is the partner's default account in the currency; false when absent. */
    default?: boolean
  }
  linkedAccount: {
    /** The account that deposits debit and redemptions credit. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    id: string
    /** Type of the linked account. Must be one of DDA, SDA. */
    type?: 'DDA' | 'SDA'
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
  code: 'INVALID_JSON' | 'VALIDATION_FAILED' | 'MISSING_HEADER' | 'INVALID_TRANSACTION_TYPE' | 'INVALID_AMOUNT' | 'INVALID_PAGE' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'PARTNER_NOT_ALLOWED' | 'NOT_RESOLVER' | 'ROUTE_NOT_FOUND' | 'INSTITUTION_NOT_FOUND' | 'USER_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'DEPOSIT_NOT_FOUND' | 'REDEMPTION_NOT_FOUND' | 'TRANSFER_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REFERENCE_REUSED' | 'INSTITUTION_EXISTS' | 'USER_EXISTS' | 'DEFAULT_ACCOUNT_EXISTS' | 'INVALID_STATE_TRANSITION' | 'VERSION_CONFLICT' | 'OPEN_OBLIGATIONS' | 'ACCOUNT_NOT_EMPTY' | 'TRANSFER_NOT_RESERVED' | 'TRANSFER_ALREADY_COMMITTED' | 'TRANSFER_ALREADY_ABORTED' | 'TRANSFER_EXPIRED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOKEN_TYPE_NOT_SUPPORTED' | 'SEARCH_FILTER_UNSUPPORTED' | 'REDEMPTION_ACCOUNT_UNRESOLVED' | 'REDEMPTION_ACCOUNT_AMBIGUOUS' | 'INSTITUTION_NOT_ACTIVE' | 'USER_NOT_ACTIVE' | 'ACCOUNT_CLOSED' | 'ACCOUNT_FROZEN' | 'ACCOUNT_NOT_ACTIVE' | 'SAME_ACCOUNT' | 'RETURN_INVALID' | 'BENEFICIARY_NOT_FOUND' | 'BENEFICIARY_CLOSED' | 'BENEFICIARY_CANNOT_RECEIVE' | 'CURRENCY_NOT_SUPPORTED' | 'CURRENCY_MISMATCH' | 'LINKED_ACCOUNT_INVALID' | 'LIMIT_EXCEEDED' | 'STOPPED' | 'INSUFFICIENT_AVAILABLE_TOKENS' | 'INSUFFICIENT_LINKED_FUNDS' | 'INSUFFICIENT_SETTLEMENT_LIQUIDITY' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'LEDGER_UNAVAILABLE' | 'CORE_UNAVAILABLE' | 'GATEWAY_TIMEOUT'
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
    /** Why. Must be 1 to 255 characters without control characters and card numbers. */
    reason?: string
  }
}

export type SearchPlatformReply = {
  content: (DigitalInstitutionDetail | DigitalUser | DigitalAssetAccount | TokenizedDeposit | TokenRedemption | InterbankTransfer | AccountEntry)[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  /** What was searched. Must be one of INSTITUTION, USER, DIGITAL_ASSET_ACCOUNT, TOKENIZED_DEPOSIT, TOKEN_REDEMPTION, INTERBANK_TRANSFER, ACCOUNT_ENTRY. */
  entity: 'INSTITUTION' | 'USER' | 'DIGITAL_ASSET_ACCOUNT' | 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER' | 'ACCOUNT_ENTRY'
  /** ACCOUNT_ENTRY: entries up to this business date are archived; absent when none are. */
  archivedThrough?: string
}

export type SearchPlatformRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be PLATFORM_SEARCH. */
    type: 'PLATFORM_SEARCH'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  search: {
    /** What to search; ACCOUNT_ENTRY is the statement of one account. Must be one of INSTITUTION, USER, DIGITAL_ASSET_ACCOUNT, TOKENIZED_DEPOSIT, TOKEN_REDEMPTION, INTERBANK_TRANSFER, ACCOUNT_ENTRY. */
    entity: 'INSTITUTION' | 'USER' | 'DIGITAL_ASSET_ACCOUNT' | 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER' | 'ACCOUNT_ENTRY'
    /** Each word begins a word of the name, bic, lei, externalId, label, linked account, reference or endToEndId, case and accents aside. Must be 3 to 120 characters with a letter or digit, without control characters. */
    text?: string
    /** Newest first by this time; createdAt when absent. Must be one of createdAt, updatedAt. */
    sort?: 'createdAt' | 'updatedAt'
    /** Every other name is refused: 422. */
    filters?: {
      /** The resource. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      id?: string
      /** `transaction.ref` of the request that made it. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
      ref?: string
      /** Its state; one of the entity. Must be one of PENDING_REVIEW, ACTIVE, SUSPENDED, REJECTED, OFFBOARDED, PENDING_VERIFICATION, CLOSED, PROVISIONING, FROZEN, FAILED, PENDING, FUNDS_DEBITED, MINTING, ISSUED, COMPENSATING, LOCKED, BURNING, BURNED, CREDIT_RETRY, COMPLETED, RETURNING, RETURNED, RECEIVED, RESERVED, COMMITTING, COMMITTED, RELEASING, ABORTED, EXPIRED. */
      state?: 'PENDING_REVIEW' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'OFFBOARDED' | 'PENDING_VERIFICATION' | 'CLOSED' | 'PROVISIONING' | 'FROZEN' | 'FAILED' | 'PENDING' | 'FUNDS_DEBITED' | 'MINTING' | 'ISSUED' | 'COMPENSATING' | 'LOCKED' | 'BURNING' | 'BURNED' | 'CREDIT_RETRY' | 'COMPLETED' | 'RETURNING' | 'RETURNED' | 'RECEIVED' | 'RESERVED' | 'COMMITTING' | 'COMMITTED' | 'RELEASING' | 'ABORTED' | 'EXPIRED'
      /** Its institution; of transfers either one. Not of INSTITUTION. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      institutionId?: string
      /** Its user. Of DIGITAL_ASSET_ACCOUNT only. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      userId?: string
      /** Its account; of transfers either one. Of deposits, redemptions and transfers; ACCOUNT_ENTRY requires it. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
      accountId?: string
      /** ISO 4217 code. Must be an ISO 4217 currency code. */
      currency?: string
      /** Made at this instant or later. Must be a real instant in ISO 8601 with its zone, or a date YYYY-MM-DD. */
      createdFrom?: string
      /** Made before this instant. Must be a real instant in ISO 8601 with its zone, or a date YYYY-MM-DD. */
      createdTo?: string
      /** Changed at this instant or later. Must be a real instant in ISO 8601 with its zone, or a date YYYY-MM-DD. */
      updatedFrom?: string
      /** Changed before this instant. Must be a real instant in ISO 8601 with its zone, or a date YYYY-MM-DD. */
      updatedTo?: string
    }
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

export type ValidateAccountRequest = {
  transaction: {
    /** The caller's reference: with the partner and the type it names this request for good. Must be 1 to 64 letters, digits, dots, hyphens, underscores or colons. */
    ref: string
    /** Always this. Must be ACCOUNT_VALIDATION. */
    type: 'ACCOUNT_VALIDATION'
  }
  channelInfo: {
    /** Where the request comes from. Must be 2 to 32 capitals, digits or underscores that begin with a capital. */
    type: string
  }
  institution: {
    /** The institution of the account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  digitalAssetAccount: {
    /** The digital asset account. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    id: string
  }
  holder?: {
    /** The holder that the payer means. Must be 1 to 120 characters without control characters and card numbers. */
    name?: string
  }
  tokenAmount?: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currency?: string
    /** Only TOKENIZED_DEPOSIT exists. Must be 1 to 64 characters without control characters. */
    tokenType?: string
  }
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

export type OpenDigitalAssetAccountAnswer =
  | Reply<200, DigitalAssetAccount>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type GetDigitalAssetAccountParameters = {
  accountId: string
}

export type GetDigitalAssetAccountAnswer =
  | Reply<200, DigitalAssetAccount>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type ChangeDigitalAssetAccountStatusParameters = {
  accountId: string
}

export type ChangeDigitalAssetAccountStatusAnswer =
  | Reply<200, DigitalAssetAccount>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

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

export type ValidateAccountAnswer =
  | Reply<200, AccountValidation>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

export type InquireBalanceAnswer =
  | Reply<200, BalanceInquiryReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ProblemDetails>

export type SearchPlatformParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Items on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type SearchPlatformAnswer =
  | Reply<200, SearchPlatformReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 504, ProblemDetails>

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
   * `OFFBOARDED` once no tokens, no backing and no unclaimed money are left, it neither owes other institutions nor
   * is owed by them, and nothing is open. A suspended institution takes no new users, accounts, deposits or
   * transfers; what is under way finishes, and its users can redeem. With `status` or instead of it, `institution`
   * adds currencies, and a BIC or LEI where none is; nothing is taken away or replaced, and nothing is added once it
   * is `REJECTED` or `OFFBOARDED`.
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
  /**
   * Open a digital asset account
   *
   * The linked account is an active DDA or SDA of the institution of family A that `externalId` names, in the
   * currency and open to transfers both ways. An institution without `externalId` links accounts in the sandbox
   * only: a new id opens a synthetic account with 1,000,000 units. The account is `ACTIVE` at once, or
   * `PROVISIONING` while the ledger below takes its time: read it again, or repeat the request. One account per
   * partner and currency can be the `default`.
   *
   * An operator needs `CREATE` on `DIGITAL_PARTIES`.
   */
  openDigitalAssetAccount(body: OpenDigitalAssetAccountRequest, options?: CallOptions): Promise<OpenDigitalAssetAccountAnswer>
  /**
   * Read a digital asset account
   *
   * Its balances are read by the balance inquiry.
   *
   * An operator needs `VIEW` on `DIGITAL_PARTIES`.
   */
  getDigitalAssetAccount(parameters: GetDigitalAssetAccountParameters, options?: CallOptions): Promise<GetDigitalAssetAccountAnswer>
  /**
   * Change the state of a digital asset account
   *
   * `ACTIVE` and `FROZEN` become each other, and `FROZEN` can get other restrictions. Both become `CLOSED` when the
   * account holds no tokens, awaits none, and no deposit, redemption or transfer of it is open. Freezing stops new
   * work only: what has begun finishes, credits included. With `status` or instead of it: `linkedAccount` links
   * another account, when nothing of this one is open, and movements keep the one that they began with; `account`
   * changes label and default. All of it happens or nothing, and nothing once the account is `CLOSED` or `FAILED`.
   *
   * An operator needs `UPDATE` on `DIGITAL_PARTIES`.
   */
  changeDigitalAssetAccountStatus(parameters: ChangeDigitalAssetAccountStatusParameters, body: ChangeDigitalAssetAccountStatusRequest, options?: CallOptions): Promise<ChangeDigitalAssetAccountStatusAnswer>
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
   * Move tokens to another account
   *
   * IMMEDIATE settles at once. TWO_PHASE reserves the tokens: the committer, by default the payer, commits or aborts
   * the transfer, the payee may abort it, and at `expiresAt` it expires. The beneficiary may be an account of
   * another partner, which sees the transfer from RESERVED on. The beneficiary's name is kept and not checked;
   * account validation does that. Within one institution nothing is owed to other banks, and no cap applies.
   * `returnOf` in place of `beneficiary` gives tokens back: it names a COMMITTED transfer in which the account was
   * paid, and goes to its payer; all returns of a transfer together are at most its tokens.
   *
   * An operator needs `CREATE` on `DIGITAL_MONEY`.
   */
  createInterbankTransfer(body: CreateInterbankTransferRequest, options?: CallOptions): Promise<CreateInterbankTransferAnswer>
  /**
   * Read an interbank transfer
   *
   * As it now stands. From RESERVED on the partner of the payee's account sees it too, without `transaction`,
   * `channelInfo` and `digitalAssetAccount`. Of a return the beneficiary is shown without its account. `returned` is
   * what returns have given back of it.
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
  /**
   * Validate an account
   *
   * Asks about an account of any institution before a transfer. An account that is not there is a result, not an
   * error. `reason` is the first that applies: AC01 no such account, AG11 the institution is not active, AC07
   * closed, AC06 frozen for credits, AG01 not active yet, AC11 another currency, BE01 the name is another. Nothing
   * is stored.
   *
   * An operator needs `VIEW` on `DIGITAL_PARTIES`.
   */
  validateAccount(body: ValidateAccountRequest, options?: CallOptions): Promise<ValidateAccountAnswer>
  /**
   * Inquire the balances of an account
   *
   * `asset` is what the account holds, `locked` what open redemptions and transfers will take of it, `available` the
   * rest, and `pending` what open deposits and transfers will add. Another `currency` than the account’s has empty
   * lists. Nothing is stored.
   *
   * An operator needs `VIEW` on `DIGITAL_MONEY`.
   */
  inquireBalance(body: InquireBalanceRequest, options?: CallOptions): Promise<InquireBalanceAnswer>
  /**
   * Search resources
   *
   * The resources of the partner, and transfers that it sees as payee, each as its GET shows it, newest first by
   * `sort`. Institutions of others are found while they are `ACTIVE` or `SUSPENDED`, in the short form.
   * `createdFrom` and `updatedFrom` are inclusive, `createdTo` and `updatedTo` exclusive. `ACCOUNT_ENTRY` is the
   * statement of one account: each posted change of its `asset`, last posted first; besides `accountId` it takes
   * `createdFrom` and `createdTo`, of the posting. Entries of archived months are not listed: `archivedThrough` says
   * up to when. Up to 10,000 resources are counted. Nothing is stored, the reference neither. An operator needs
   * `VIEW` on the module of the entity only: `DIGITAL_PARTIES` for institutions, users and accounts, `DIGITAL_MONEY`
   * for the others.
   *
   * An operator needs `VIEW` on `DIGITAL`.
   */
  searchPlatform(parameters: SearchPlatformParameters, body: SearchPlatformRequest, options?: CallOptions): Promise<SearchPlatformAnswer>
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
    openDigitalAssetAccount: (body, options) =>
      send({ operationId: 'OpenDigitalAssetAccount', method: 'POST', path: '/api/digital/v1/digital-asset-accounts' }, body, options),
    getDigitalAssetAccount: (parameters, options) =>
      send({ operationId: 'GetDigitalAssetAccount', method: 'GET', path: '/api/digital/v1/digital-asset-accounts/{accountId}', inPath: { accountId: parameters.accountId } }, undefined, options),
    changeDigitalAssetAccountStatus: (parameters, body, options) =>
      send({ operationId: 'ChangeDigitalAssetAccountStatus', method: 'POST', path: '/api/digital/v1/digital-asset-accounts/{accountId}/status', inPath: { accountId: parameters.accountId } }, body, options),
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
    validateAccount: (body, options) =>
      send({ operationId: 'ValidateAccount', method: 'POST', path: '/api/digital/v1/accounts/validation' }, body, options),
    inquireBalance: (body, options) =>
      send({ operationId: 'InquireBalance', method: 'POST', path: '/api/digital/v1/accounts/balance-inquiry' }, body, options),
    searchPlatform: (parameters, body, options) =>
      send({ operationId: 'SearchPlatform', method: 'POST', path: '/api/digital/v1/search', query: { page: parameters.page, size: parameters.size } }, body, options),
  }
}
