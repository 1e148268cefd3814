// Made by sdk/generate.ts from contract/events.json; do not edit. `npm run sdk` makes it again.
// Events 1.0.0

import type { Event } from './generated-feed.ts'
import type * as digital from './generated-digital.ts'
import type * as lending from './generated-lending.ts'

export type AlertCleared = {
  /** The alert rule. */
  ruleId: string
  /** Its name. */
  name: string
  /** What it watches. */
  metric: string
  /** RAISED, or OK again. */
  state: 'OK' | 'RAISED'
  /** What was measured. */
  value: number
  /** Raised from here on. */
  threshold: number
  /** What it was measured of: institutions, partners, a user; may be empty. */
  about: string
  /** The institution that the rule is about. */
  institutionId?: string
}

export type AlertRaised = {
  /** The alert rule. */
  ruleId: string
  /** Its name. */
  name: string
  /** What it watches. */
  metric: string
  /** RAISED, or OK again. */
  state: 'OK' | 'RAISED'
  /** What was measured. */
  value: number
  /** Raised from here on. */
  threshold: number
  /** What it was measured of: institutions, partners, a user; may be empty. */
  about: string
  /** The institution that the rule is about. */
  institutionId?: string
}

export type BusinessDayClosed = {
  /** The institution. */
  institutionId: string
  /** The business day. */
  date: string
  /** What the day is now. */
  state: 'CLOSED'
}

export type BusinessDayHeld = {
  /** The institution. */
  institutionId: string
  /** The business day. */
  date: string
  /** What the day is now. */
  state: 'OPEN' | 'CLOSING'
  /** It is not closed before this. */
  heldUntil: string
}

export type ChangeEmergency = {
  /** The change request. */
  changeRequestId: string
  /** The module of what was changed. */
  module: string
  /** The action that the change needs on it. */
  action: string
  /** The operation that made the change. */
  operation: string
  /** What was changed, as the audit log calls it. */
  resource: string
  /** The record; absent when it was made. */
  resourceId?: string
  /** The institution of the record. */
  institutionId?: string
  /** Who made the change. */
  carriedOutBy: string
  /** When. */
  carriedOutAt: string
  /** Why it could not wait. */
  reason: string
  /** When another user should have reviewed it. */
  reviewDueAt: string
}

export type ClientChanged = {
  /** The partner whose client it is. */
  partnerId: string
  /** What the client sends as its id. */
  clientId: string
  /** API families that it may call; `events`: it reads all of the feed. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  /** From then on it is refused. */
  expiresAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ClientCreated = {
  /** The partner whose client it is. */
  partnerId: string
  /** What the client sends as its id. */
  clientId: string
  /** API families that it may call; `events`: it reads all of the feed. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  /** From then on it is refused. */
  expiresAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ClientDeleted = {
  /** The partner whose client it is. */
  partnerId: string
  /** What the client sends as its id. */
  clientId: string
  /** API families that it may call; `events`: it reads all of the feed. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  /** From then on it is refused. */
  expiresAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ClientRotated = {
  /** The partner whose client it is. */
  partnerId: string
  /** What the client sends as its id. */
  clientId: string
  /** API families that it may call; `events`: it reads all of the feed. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  /** From then on it is refused. */
  expiresAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ConnectivityChanged = {
  /** The institution whose core it is. */
  institutionId: string
  /** The environment that uses it. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** How the core is reached. */
  coreType: 'BUILTIN' | 'SANDBOX' | 'REST' | 'ISO8583'
  /** ACTIVE while it is in use. */
  status: 'DRAFT' | 'TESTED' | 'ACTIVE' | 'INACTIVE'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type DepositChanged = digital.TokenizedDeposit

export type DigitalAccountChanged = digital.DigitalAssetAccount

export type DigitalAccountCreated = digital.DigitalAssetAccount

export type DigitalInstitutionChanged = digital.DigitalInstitution

export type DigitalInstitutionCreated = digital.DigitalInstitution

export type DigitalSettlementCreated = {
  /** The settlement. */
  settlementId: string
  /** The digital institution that has paid. */
  payerInstitutionId: string
  /** The one that was paid. */
  payeeInstitutionId: string
  /** In units of the currency. */
  amount: number
  /** ISO 4217. */
  currencyCode: string
  /** The payment outside the platform. */
  externalReference: string
  /** When it was paid. */
  valueDate: string
}

export type DigitalUserChanged = digital.DigitalUser

export type DigitalUserCreated = digital.DigitalUser

export type ExceptionOpened = {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The RRN of the order. */
  rrn: string
  /** What was ordered. */
  transactionType: 'CASHWITHDRAWAL' | 'CARDLESSWITHDRAWAL' | 'BILLPAYMENT' | 'TRANSFER' | 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT' | 'CASHWITHDRAWALREVERSAL' | 'TRANSFERREVERSAL' | 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL' | 'CARDLESSREVERSAL' | 'BILLPAYMENTREVERSAL'
  /** What the order was answered. */
  responseCode: string
  /** In units of the currency. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'SETTLED_OUTSIDE' | 'SETTLED'
    /** When. */
    at: string
  }
} | {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The deposit, redemption or transfer; absent where balances differ. */
  movement?: {
    /** What it is. */
    type: 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER'
    /** Its id. */
    id: string
    /** The partner's reference. */
    ref: string
    /** How far it came. */
    state: string
    /** In units of the currency. */
    amount: number
    /** ISO 4217. */
    currency: string
  }
  /** The account whose balances differ. */
  accountId?: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'RETURN' | 'RELEASED_OUTSIDE' | 'ADJUST_LEDGER' | 'ACCEPT' | 'CANCEL' | 'SETTLED'
    /** When. */
    at: string
  }
} | {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'CASH_DIFFERENCE'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The terminal. */
  terminalId: string
  /** Counted less expected, in units of the currency: below 0 when cash is missing. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** When it was counted. */
  countedAt: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'SETTLED_OUTSIDE' | 'SETTLED'
    /** When. */
    at: string
  }
}

export type ExceptionResolved = {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The RRN of the order. */
  rrn: string
  /** What was ordered. */
  transactionType: 'CASHWITHDRAWAL' | 'CARDLESSWITHDRAWAL' | 'BILLPAYMENT' | 'TRANSFER' | 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT' | 'CASHWITHDRAWALREVERSAL' | 'TRANSFERREVERSAL' | 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL' | 'CARDLESSREVERSAL' | 'BILLPAYMENTREVERSAL'
  /** What the order was answered. */
  responseCode: string
  /** In units of the currency. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'SETTLED_OUTSIDE' | 'SETTLED'
    /** When. */
    at: string
  }
} | {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The deposit, redemption or transfer; absent where balances differ. */
  movement?: {
    /** What it is. */
    type: 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER'
    /** Its id. */
    id: string
    /** The partner's reference. */
    ref: string
    /** How far it came. */
    state: string
    /** In units of the currency. */
    amount: number
    /** ISO 4217. */
    currency: string
  }
  /** The account whose balances differ. */
  accountId?: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'RETURN' | 'RELEASED_OUTSIDE' | 'ADJUST_LEDGER' | 'ACCEPT' | 'CANCEL' | 'SETTLED'
    /** When. */
    at: string
  }
} | {
  /** Its id. */
  exceptionId: string
  /** The institution. */
  institutionId: string
  /** Why it is one. */
  kind: 'CASH_DIFFERENCE'
  /** Whether it still needs a person. */
  state: 'OPEN' | 'RESOLVED'
  /** The terminal. */
  terminalId: string
  /** Counted less expected, in units of the currency: below 0 when cash is missing. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** When it was counted. */
  countedAt: string
  /** Since when it is an exception. */
  openedAt: string
  resolution?: {
    /** How it ended; SETTLED: by itself. */
    action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'SETTLED_OUTSIDE' | 'SETTLED'
    /** When. */
    at: string
  }
}

export type HotCardChanged = {
  /** Its id. */
  hotCardId: string
  /** The institution that issued the card. */
  institutionId: string
  /** The card number: its first six and last four digits. */
  maskedPan: string
  /** Why it is stopped. */
  reason: 'LOST' | 'STOLEN' | 'FRAUD'
  /** When it ends by itself. */
  expiresAt?: string
  /** Orders are declined while it is ACTIVE. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type HotCardCreated = {
  /** Its id. */
  hotCardId: string
  /** The institution that issued the card. */
  institutionId: string
  /** The card number: its first six and last four digits. */
  maskedPan: string
  /** Why it is stopped. */
  reason: 'LOST' | 'STOLEN' | 'FRAUD'
  /** When it ends by itself. */
  expiresAt?: string
  /** Orders are declined while it is ACTIVE. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type InstitutionChanged = {
  /** The institution. */
  institutionId: string
  /** Its name. */
  displayName: string
  /** Orders are taken while it is ACTIVE. */
  status: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'ACTIVE' | 'SUSPENDED' | 'TERMINATED'
  /** ISO 3166-1. */
  countryCode: string
  /** ISO 4217. */
  baseCurrency: string
  /** Currencies of its accounts. */
  currencies: string[]
  /** The time zone of its business day. */
  timezone: string
  /** When its business day ends. */
  cutoverTime: string
  /** Services that it offers. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type LoanApplicationChanged = lending.Application

export type LoanApplicationCreated = lending.Application

export type LoanChanged = {
  loan: lending.Loan
}

export type LoanChargedOff = {
  loan: lending.Loan
}

export type LoanClosed = {
  loan: lending.Loan
  transaction?: lending.Txn
}

export type LoanCreated = {
  loan: lending.Loan
}

export type LoanDecisionRecorded = lending.Decision

export type LoanDisbursed = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanFeeCharged = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanFeeWaived = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanHardshipChanged = {
  loan: lending.Loan
}

export type LoanOfferAccepted = lending.ListedOffer

export type LoanOfferCreated = lending.ListedOffer

export type LoanPaymentFailed = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanRefunded = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanRepaid = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanRestructured = {
  loan: lending.Loan
}

export type LoanReversed = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanSettled = {
  loan: lending.Loan
  transaction: lending.Txn
}

export type LoanStatusChanged = {
  /** The loan. */
  loanId: string
  /** The business day. */
  asOf: string
  before: {
    /** The status. */
    status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
    /** HARDSHIP while an arrangement runs. */
    subStatus?: string
    /** The product's bucket of arrears. */
    bucket: string
    /** Days since the oldest unpaid due date. */
    daysPastDue: number
  }
  after: {
    /** The status. */
    status: 'APPROVED' | 'ACTIVE' | 'IN_ARREARS' | 'OVERPAID' | 'CLOSED' | 'CANCELLED' | 'CHARGED_OFF' | 'WRITTEN_OFF'
    /** HARDSHIP while an arrangement runs. */
    subStatus?: string
    /** The product's bucket of arrears. */
    bucket: string
    /** Days since the oldest unpaid due date. */
    daysPastDue: number
  }
}

export type PartnerChanged = {
  /** The partner. */
  partnerId: string
  /** Its name. */
  name: string
  /** API families that it may call. */
  families: ('accounts' | 'digital' | 'lending')[]
  /** Operations that it may call. */
  operations: string[]
  /** Institutions that it works for. */
  institutionIds: string[]
  /** Requests a second; null is no limit. */
  rateLimit: {
    perSecond: number
  } | null
  /** Whether it may call. */
  isActive: boolean
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type RedemptionChanged = digital.TokenRedemption

export type StopChanged = {
  /** Its id. */
  stopId: string
  /** Orders at this institution. */
  institutionId?: string
  /** Orders of this partner. */
  partnerId?: string
  /** Orders of this client. */
  clientId?: string
  /** Orders at this terminal. */
  terminalId?: string
  /** Orders at terminals of this kind. */
  terminalKind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Services that are stopped; none is all that move money. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders with cards whose number begins so. */
  bin?: string
  /** Orders in this currency. */
  currencyCode?: string
  /** Orders of more than this. */
  amountOver?: number
  /** Why. */
  reason: string
  /** When it ends by itself. */
  expiresAt: string
  /** Orders are declined while it is ACTIVE. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type StopCreated = {
  /** Its id. */
  stopId: string
  /** Orders at this institution. */
  institutionId?: string
  /** Orders of this partner. */
  partnerId?: string
  /** Orders of this client. */
  clientId?: string
  /** Orders at this terminal. */
  terminalId?: string
  /** Orders at terminals of this kind. */
  terminalKind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Services that are stopped; none is all that move money. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders with cards whose number begins so. */
  bin?: string
  /** Orders in this currency. */
  currencyCode?: string
  /** Orders of more than this. */
  amountOver?: number
  /** Why. */
  reason: string
  /** When it ends by itself. */
  expiresAt: string
  /** Orders are declined while it is ACTIVE. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type TerminalChanged = {
  /** The terminal. */
  terminalId: string
  /** Its institution. */
  institutionId: string
  /** Its acceptor. */
  acceptorId: string
  /** What it is. */
  kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. */
  location: string
  /** Its branch. */
  branchId: string
  /** Currencies of cash; empty is any. */
  currencies: string[]
  /** Services that it offers. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders are taken while it is ACTIVE. */
  status: 'REGISTERED' | 'ACTIVE' | 'INACTIVE' | 'DECOMMISSIONED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type TerminalCreated = {
  /** The terminal. */
  terminalId: string
  /** Its institution. */
  institutionId: string
  /** Its acceptor. */
  acceptorId: string
  /** What it is. */
  kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. */
  location: string
  /** Its branch. */
  branchId: string
  /** Currencies of cash; empty is any. */
  currencies: string[]
  /** Services that it offers. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders are taken while it is ACTIVE. */
  status: 'REGISTERED' | 'ACTIVE' | 'INACTIVE' | 'DECOMMISSIONED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type TerminalDeleted = {
  /** The terminal. */
  terminalId: string
  /** Its institution. */
  institutionId: string
  /** Its acceptor. */
  acceptorId: string
  /** What it is. */
  kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. */
  location: string
  /** Its branch. */
  branchId: string
  /** Currencies of cash; empty is any. */
  currencies: string[]
  /** Services that it offers. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders are taken while it is ACTIVE. */
  status: 'REGISTERED' | 'ACTIVE' | 'INACTIVE' | 'DECOMMISSIONED'
  /** Counts the changes of the record. */
  version: number
  /** When it was changed. */
  updatedAt: string
}

export type TransactionReversedLate = {
  /** The transaction that was reversed. */
  transactionId: string
  /** The institution. */
  institutionId: string
  /** Its RRN. */
  rrn: string
  /** The RRN of the reversal that was refused. */
  reversalRrn: string
  /** What was reversed, in units of the currency. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** The posting. */
  journalId: string
}

export type TransferChanged = digital.InterbankTransfer

export type WebhookTest = {
  /** The webhook that is tested. */
  webhookId: string
  /** A greeting. */
  message: string
}

/** What each kind of event tells. */
export interface EventData {
  /** A business day of an institution is closed: its totals and its reconciliation file are final. */
  'business-day.closed': BusinessDayClosed
  /** A business day of an institution is held: it is closed later than at its cutover. */
  'business-day.held': BusinessDayHeld
  /** An institution that the partner works for was changed, or moved to another status. */
  'institution.changed': InstitutionChanged
  /** An institution that the partner works for has a new terminal. */
  'terminal.created': TerminalCreated
  /** A terminal of an institution that the partner works for was changed, or moved to another status. */
  'terminal.changed': TerminalChanged
  /** A terminal of an institution that the partner works for was removed; the data is its last state. */
  'terminal.deleted': TerminalDeleted
  /** A card of an institution that the partner works for is stopped at the gateway. */
  'hot-card.created': HotCardCreated
  /** A hot card was lifted: its orders pass again. */
  'hot-card.changed': HotCardChanged
  /** Orders of the partner, or of an institution that it works for, are stopped. */
  'stop.created': StopCreated
  /** A stop was lengthened or lifted. */
  'stop.changed': StopChanged
  /** The connection to the core of an institution was changed while in use, taken into use, or out of use. */
  'connectivity.changed': ConnectivityChanged
  /** What the partner may do was changed: families, operations, institutions, its rate limit, or whether it may call. */
  'partner.changed': PartnerChanged
  /**
   * Something of the partner needs a person: a reversal that was refused or has no original, an unknown outcome, a
   * movement of tokens that is stuck, or books and ledger that differ.
   */
  'exception.opened': ExceptionOpened
  /** An exception was resolved by an operator, or has settled by itself. */
  'exception.resolved': ExceptionResolved
  /** An operator has reversed a transaction of the partner, whose reversal was refused before. */
  'transaction.reversed-late': TransactionReversedLate
  /** A digital institution was onboarded. */
  'digital-institution.created': DigitalInstitutionCreated
  /** A digital institution has moved to another state, or its terms were changed. */
  'digital-institution.changed': DigitalInstitutionChanged
  /** A user was onboarded. */
  'digital-user.created': DigitalUserCreated
  /** A user has moved to another state. */
  'digital-user.changed': DigitalUserChanged
  /** A digital asset account was opened. */
  'digital-account.created': DigitalAccountCreated
  /** A digital asset account has moved to another state, or was changed. */
  'digital-account.changed': DigitalAccountChanged
  /** What one institution has paid another outside the platform was recorded; the partners of both are told. */
  'digital-settlement.created': DigitalSettlementCreated
  /** A tokenized deposit was made or has moved on; `data.state` says how far. */
  'deposit.changed': DepositChanged
  /** A token redemption was made or has moved on; `data.state` says how far. */
  'redemption.changed': RedemptionChanged
  /**
   * A transfer was made or has moved on; `data.state` says how far. The payee's partner is told from RESERVED on, in
   * the payee's view.
   */
  'transfer.changed': TransferChanged
  /** An application was submitted. */
  'loan-application.created': LoanApplicationCreated
  /** An application has moved on: risk signals, a decision, an offer, an acceptance or a loan. */
  'loan-application.changed': LoanApplicationChanged
  /** An application was approved, declined or referred. */
  'loan-decision.recorded': LoanDecisionRecorded
  /** An offer was made. */
  'loan-offer.created': LoanOfferCreated
  /** An offer was accepted; its siblings are superseded. */
  'loan-offer.accepted': LoanOfferAccepted
  /** A loan was made; nothing is paid out yet. */
  'loan.created': LoanCreated
  /** Money of a loan was paid out. */
  'loan.disbursed': LoanDisbursed
  /** A loan has received a repayment or prepayment. */
  'loan.repaid': LoanRepaid
  /** A loan was paid off early. */
  'loan.settled': LoanSettled
  /** An overpayment was given back. */
  'loan.refunded': LoanRefunded
  /** A disbursement or a repayment was reversed. */
  'loan.reversed': LoanReversed
  /** A fee or penalty was charged. */
  'loan.fee-charged': LoanFeeCharged
  /** A fee or penalty was waived. */
  'loan.fee-waived': LoanFeeWaived
  /** A hardship arrangement has begun or ended. */
  'loan.hardship-changed': LoanHardshipChanged
  /** The plan of a loan was changed by a restructure. */
  'loan.restructured': LoanRestructured
  /**
   * A loan was closed, cancelled or written off, or an operator has charged it off; also by a settlement or by its
   * last repayment.
   */
  'loan.closed': LoanClosed
  /** A loan is charged off: by an operator, or because it is overdue for so long. */
  'loan.charged-off': LoanChargedOff
  /** Terms or contact of a loan were changed. */
  'loan.changed': LoanChanged
  /** The core has refused to move the money of a disbursement or repayment that was pending. */
  'loan.payment-failed': LoanPaymentFailed
  /**
   * A loan has another status, sub-status or arrears bucket than before; told as of the end of the day when only
   * time has passed.
   */
  'loan.status-changed': LoanStatusChanged
  /** The partner has a new client. */
  'client.created': ClientCreated
  /** What a client of the partner may call with, or from where, was changed. */
  'client.changed': ClientChanged
  /** A client of the partner has a new secret; the old one is refused, at once or when its overlap ends. */
  'client.rotated': ClientRotated
  /** A client of the partner was removed. */
  'client.deleted': ClientDeleted
  /** An alert rule was raised. In no feed: only the webhook that the rule names gets it. */
  'alert.raised': AlertRaised
  /** A raised alert is over. In no feed: only the webhook that the rule names gets it. */
  'alert.cleared': AlertCleared
  /**
   * A change of administration was carried out without the approval that it should have waited for. In no feed: only
   * webhooks that name this kind get it.
   */
  'change.emergency': ChangeEmergency
  /** Asked for to try a webhook. Only that webhook gets it; the feed has it too. */
  'webhook.test': WebhookTest
}

export type EventKind = keyof EventData

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = Omit<Event, 'type' | 'data'> & { type: Kind; data: EventData[Kind] }

/** An event of any kind: `type` tells which, and so what `data` is. */
export type PartnerEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind]
