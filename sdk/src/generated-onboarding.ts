// Made by sdk/generate.ts from contract/onboarding.json; do not edit. `npm run sdk` makes it again.
// Onboarding and administration 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type Account = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution that keeps it. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The account number. */
  accountId: string
  /** The customer it belongs to. */
  customerId: string
  /** The code of its type. */
  accountType: string
  /** What customers see it called. */
  description: string
  /** ISO 4217 code. */
  currencyCode: string
  /** Its branch. */
  branchId: string
  /** What may be done with it. */
  txnCapability: string
  /** Orders on an account that is not `OPEN` are declined with 182 or 183. Must be one of OPEN, FROZEN, DORMANT, CLOSED. */
  status: 'OPEN' | 'FROZEN' | 'DORMANT' | 'CLOSED'
  /** Why it has this status, when a person said so. */
  statusReason?: string
  /** How far the balance may fall below zero, in major units; not for loans. Must be an amount of zero or more. */
  overdraft?: number
  /** Set by risk staff: orders are declined with 100 (`DO_NOT_HONOUR`) or 102 (`SUSPECTED_FRAUD`). Must be one of DO_NOT_HONOUR, SUSPECTED_FRAUD. */
  riskFlag?: 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD'
  /** Loans: when the next payment is due. */
  paymentDueDate?: string
  balances: {
    /** As account services call it. */
    type: 'Available' | 'Balance' | 'PaymentDue'
    /** What is owed on a loan is positive, in major units. */
    amount: number
    currencyCode: string
    /** PaymentDue: when. */
    dueDate?: string
  }[]
  holds: {
    /** In the balance, but not available yet, in major units. */
    amount: number
    /** The business date on which it becomes available. */
    releaseOn: string
  }[]
  cards: {
    /** The card. Must be a UUID. */
    id: string
    /** The card number: its first six and last four digits. */
    maskedPan: string
    /** Its status. */
    status: 'ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE'
  }[]
}

export type AccountEntry = {
  /** When it was posted. */
  at: string
  /** The business date it counts for. */
  businessDate: string
  /** The journal. Must be a UUID. */
  journalId: string
  /** The kind of journal, such as `CASHWITHDRAWAL` or `OPENING_BALANCE`. */
  kind: string
  /** In major units; credits are positive. */
  amount: number
  /** Balance of the account after the entry, in major units; what is owed on a loan is negative. */
  balance: number
  /** The transaction it was posted for. Must be a UUID. */
  transactionId?: string
  /** The correction that it was posted by. Must be a UUID. */
  correctionId?: string
}

export type AccountType = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** As accounts name it. */
  code: string
  /** The remote core's own name of the type; null: it uses `code`. Must be null or 1 to 35 characters without control characters. */
  coreCode: string | null
  /** What people call it. */
  description: string
  /** ASSET: loans, which customers owe; LIABILITY: everything else. Must be one of ASSET, LIABILITY. */
  category: 'ASSET' | 'LIABILITY'
  /** The transaction capability of accounts that are loaded without one. Must be two letters or digits. */
  defaultTxnCapability: string
  /** The balances that account services return, as far as an account has them. Must be 1 to 3 balance types. */
  balanceTypes: ('Available' | 'Balance' | 'PaymentDue')[]
  /** False: its accounts are not listed, their orders get 119, reversals pass. */
  isActive: boolean
}

export type AcknowledgeAlertReply = {
  data: AlertRule
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type AcknowledgeAlertRequest = {
  breakGlass?: Emergency
}

export type ActivateInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ActivateInstitutionRequest = {
  breakGlass?: Emergency
}

export type ActivateTerminalKeyReply = {
  data: TerminalKey
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ActivateTerminalKeyRequest = {
  breakGlass?: Emergency
}

export type AgingBucket = {
  /** What it is called. Must be 1 to 35 characters without control characters and card numbers. */
  name: string
  /** The first of its days past due. Must be a whole number from 0 to 36500. */
  from: number
  /** The last; the last bucket has none. Must be a whole number from 0 to 36500. */
  to?: number
}

export type AlertRule = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** Its name, as mails and the console say it. */
  name: string
  /** `exceptions.open`: open exceptions; `exceptions.oldest-minutes`: minutes since the oldest open exception arose; `approval-rate`: percent of orders approved in this and the last clock hour, once there are 20; raised below the threshold; `decline-code`: orders answered with `responseCode` in this and the last clock hour; `core.down`: cores that do not answer; `day.not-closed`: minutes since a business day should have been closed; `webhook.off`: webhooks that the gateway has switched off; `ledger.drift`: differences between books and ledger that are open; `ledger.silent`: ledgers that do not answer about what was sent; `cash.difference`: differences of counted cash that are open; `clock`: seconds by which the clock of the measuring node is off the database's; `changes.waiting`: changes that wait for a second user, to approve them or to review them after an emergency; `reads.unusual`: files downloaded by one user within an hour. Must be a metric. */
  metric: 'exceptions.open' | 'exceptions.oldest-minutes' | 'approval-rate' | 'decline-code' | 'core.down' | 'day.not-closed' | 'webhook.off' | 'ledger.drift' | 'ledger.silent' | 'cash.difference' | 'clock' | 'changes.waiting' | 'reads.unusual'
  /** The institution that it is about. */
  institutionId?: string
  /** Decline-code: the code. */
  responseCode?: string
  /** Raised from here on. Must be from 0 to 1000000000. */
  threshold: number
  /** For how long the threshold must be reached. Must be a whole number from 0 to 1440. */
  forMinutes: number
  /** Who is told: at least one. At most 100 users get a mail. */
  to: {
    /** Users who are told. Must be a list of at most 50 UUIDs. */
    userIds?: string[]
    /** Roles whose users are told, within the scope of the rule. Must be a list of at most 50 UUIDs. */
    roleIds?: string[]
    /** A webhook that gets `alert.raised` and `alert.cleared`. */
    webhookId?: string | null
  }
  /** Whether it is watched. */
  isActive: boolean
  /** RAISED while the threshold is reached. Must be one of OK, RAISED. */
  state: 'OK' | 'RAISED'
  /** What was measured last. */
  value?: number
  /** What it was measured of: institutions, partners, a user. */
  about?: string
  /** When it was raised. */
  raisedAt?: string
  /** When somebody said to be at it. */
  acknowledgedAt?: string
  /** Who is at it. */
  acknowledgedBy?: string
}

export type ApplicationProperty = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application: string
  /** The institution it holds for; none is all. Must be 1 to 35 letters, digits, dots, hyphens or underscores, or the UUID of a digital institution. */
  institutionId?: string
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key: string
  /** The value; ******** when it is secret. */
  value: string
  /** Whether there is a value: true. */
  valueSet: boolean
  /** What the value is; `DURATION` is ISO 8601, such as PT30S. Must be one of STRING, INT, DECIMAL, BOOLEAN, JSON, DURATION. */
  valueType: 'STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION'
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret: boolean
  /** What it is for. */
  description: string
  /** Whether it has effect. */
  isActive: boolean
}

export type ApplicationPropertyVersion = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** The value; ******** when it is secret. */
  value: string
  /** What the value is; `DURATION` is ISO 8601, such as PT30S. Must be one of STRING, INT, DECIMAL, BOOLEAN, JSON, DURATION. */
  valueType: 'STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION'
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret: boolean
  /** What it is for. */
  description: string
  /** Whether it has effect. */
  isActive: boolean
  /** When the version was made. */
  updatedAt: string
  /** Who made it. */
  updatedBy: string
}

export type ApproveChangeRequestReply = {
  data: unknown
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ApproveChangeRequestRequest = {
  /** What to say about it. Must be 1 to 255 characters without control characters and card numbers. */
  comment?: string
}

export type ApproveInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ApproveInstitutionRequest = {
  breakGlass?: Emergency
}

export type AssignExceptionReply = {
  data: TransactionException
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type AssignExceptionRequest = {
  /** A user who may see the exception; null: nobody. */
  assigneeId?: string | null
  /** The priority. Must be one of LOW, NORMAL, HIGH. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH'
  /** When it is to be settled; null: no such time. */
  dueAt?: string | null
  breakGlass?: Emergency
}

export type AssignExceptionsReply = {
  data: {
    /** The job. Must be a UUID. */
    jobId: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type AssignExceptionsRequest = {
  /** These exceptions, at most 500; in place of `filter`. Must be 1 to 500 ids. */
  ids?: string[]
  /** All open exceptions that match, at most 5000; in place of `ids`. */
  filter?: {
    /** A part of the RRN, of the account id, of the reference or id of a movement, or of the terminal of a difference of cash. Must be 1 to 120 characters without control characters and card numbers. */
    search?: string
    /** The institution; a digital one that names none by its own id. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
    /** Kinds: one of these; none is any. Must be at most 200 of the values. */
    kind?: ('UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION' | 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT')[]
    /** Movements of tokens of these types: one of these; none is any. Must be at most 200 of the values. */
    movementType?: ('TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER')[]
    /** States: one of these; none is any. Must be at most 200 of the values. */
    state?: ('OPEN' | 'RESOLVED')[]
    /** Those that this user looks after. Must be a UUID. */
    assigneeId?: string
    /** Whether somebody looks after it. */
    isAssigned?: boolean
    /** Priorities: one of these; none is any. Must be at most 200 of the values. */
    priority?: ('LOW' | 'NORMAL' | 'HIGH')[]
    /** Due before this instant. Must be a timestamp such as 2026-01-31T08:00:00.000Z. */
    dueBefore?: string
  }
  /** Users who get the exceptions in turn. Must be 1 to 50 ids. */
  assigneeIds?: string[]
  /** The priority of all of them. Must be one of LOW, NORMAL, HIGH. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH'
  /** When they are to be settled. Must be a timestamp such as 2026-01-31T08:00:00.000Z. */
  dueAt?: string
  /** What is noted at each. Must be 1 to 255 characters without control characters and card numbers. */
  comment?: string
  breakGlass?: Emergency
}

export type AuditRecord = {
  /** The record. Must be a UUID. */
  id: string
  /** Its place in the chain, from 1. */
  position: number
  /** When it happened. */
  at: string
  actorId: string | null
  actorEmail: string | null
  /** What was done, such as `user.update`. */
  action: string
  /** The kind of record it was done to. */
  resource: string
  resourceId: string | null
  /** The record as it was, or null; secrets are hidden. */
  before: unknown
  /** The record as it became, what else there is to say, or null; secrets are hidden. */
  after: unknown
  /** Whether it was done. */
  outcome: 'SUCCESS' | 'FAILURE'
  ip: string | null
  correlationId: string | null
  institutionId: string | null
  subTenantId: string | null
  /** The hash of the record before; 64 zeros before the first. */
  prevHash: string
  /** SHA-256 of the JSON array [prevHash, position, id, at, actorId, actorEmail, action, resource, resourceId, before, after, outcome, ip, correlationId, institutionId, subTenantId] without white space, `position`, `before` and `after` as JSON in a string. */
  hash: string
}

export type BillerRecord = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution from whose accounts it is paid. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Family A's `biller.institutionId`. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  billerId: string
  /** The biller's BIN; a payment that names another is declined (185). Must be 6 to 8 digits. */
  bin: string
  /** Its name. */
  name: string
  /** Whether it can be paid. */
  isActive: boolean
}

export type BlockAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BlockAccountRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
}

export type BlockCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BlockCardRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** What it is blocked as; `BLOCKED` unless stated. `LOST` and `STOLEN` are final. Must be one of BLOCKED, LOST, STOLEN. */
  status?: 'BLOCKED' | 'LOST' | 'STOLEN'
}

export type BreakGlassReply = {
  data: unknown
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseAccountEntriesReply = {
  /** By page, or by cursor. */
  data: {
    content: AccountEntry[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
    /** Entries up to this business date are archived; absent when none are. */
    archivedThrough?: string
  } | {
    content: AccountEntry[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
    /** Entries up to this business date are archived; absent when none are. */
    archivedThrough?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseAccountTypesReply = {
  data: {
    content: AccountType[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseAccountsReply = {
  /** By page, or by cursor. */
  data: {
    content: Account[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Account[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseAlertRulesReply = {
  data: {
    content: AlertRule[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseApplicationPropertiesReply = {
  data: {
    content: ApplicationProperty[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseAuditLogsReply = {
  data: {
    content: AuditRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseBillersReply = {
  data: {
    content: BillerRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseBusinessDaysReply = {
  data: {
    content: BusinessDay[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseCardsReply = {
  /** By page, or by cursor. */
  data: {
    content: Card[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Card[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseChangeRequestsReply = {
  data: {
    content: ListedChangeRequest[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseCoreConnectivityReply = {
  data: {
    content: CoreConnectivity[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseCorrectionsReply = {
  data: {
    content: Correction[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseDigitalSettlementsReply = {
  data: {
    content: DigitalSettlement[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseExceptionJobsReply = {
  data: {
    content: ExceptionJob[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseExceptionsReply = {
  data: {
    content: TransactionException[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseHotCardsReply = {
  data: {
    content: HotCard[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseInstitutionsReply = {
  data: {
    content: Institution[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseLoanProductsReply = {
  data: {
    content: LoanProduct[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseLoanRatesReply = {
  data: {
    content: LoanRate[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseNotificationsReply = {
  data: {
    content: Notification[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowsePartnersReply = {
  data: {
    content: Partner[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseReconciliationDifferencesReply = {
  data: {
    content: ReconciliationDifference[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseReconciliationsReply = {
  data: {
    content: Reconciliation[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseRolesReply = {
  data: {
    content: Role[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseSavedViewsReply = {
  data: {
    content: SavedView[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseStopsReply = {
  data: {
    content: Stop[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseSubTenantsReply = {
  data: {
    content: SubTenant[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseSuspenseReply = {
  data: {
    content: SuspenseBalance[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseTerminalKeysReply = {
  data: {
    content: TerminalKey[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseTerminalsReply = {
  data: {
    content: Terminal[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseTransactionCapabilitiesReply = {
  data: {
    content: TransactionCapability[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseTransactionExportsReply = {
  data: {
    content: TransactionExport[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseTransactionsReply = {
  /** By page, or by cursor. */
  data: {
    content: Transaction[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Transaction[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseUsersReply = {
  data: {
    content: User[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseWebhookDeliveriesReply = {
  data: {
    content: WebhookDelivery[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseWebhooksReply = {
  data: {
    content: Webhook[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BusinessDay = {
  /** The business date. */
  date: string
  /** `OPEN`: today. `CLOSING`: past or ended by hand, and the end of day has not finished. `CLOSED`: it has. */
  state: 'OPEN' | 'CLOSING' | 'CLOSED'
  /** Totals of what was posted, by terminal and currency, without transfers and bill payments. */
  totals: TerminalTotals[]
  /** It is held: it is not closed before this. */
  heldUntil?: string
  /** Why it is held. */
  holdReason?: string
  /** It should have been closed, and could not be. */
  stuck?: {
    /** What failed: `POSTINGS` that began before the cutover and have not ended, `LOANS`, `HOLDS`, `GENERAL_LEDGER`, `TOTALS`, `CLOSE`, or finding the `WORK` of the day. */
    step: string
    /** How it failed last. */
    error: string
    /** The first attempt that failed. */
    since: string
    /** Attempts that failed. */
    attempts: number
  }
}

export type Card = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution that issued it. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card number: its first six and last four digits. */
  maskedPan: string
  /** The customer it belongs to. */
  customerId: string
  /** The accounts that it can be used with. */
  accountIds: string[]
  /** Orders with a card that is not `ACTIVE` are declined: `BLOCKED` 104, `LOST` 208, `STOLEN` 209, `EXPIRED` 101. Must be one of ACTIVE, BLOCKED, EXPIRED, LOST, STOLEN, NOT_ACTIVE. */
  status: 'ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE'
  /** Why it has this status, when a person said so. */
  statusReason?: string
}

export type CashMovement = {
  /** The movement, and its journal. Must be a UUID. */
  id: string
  /** LOAD: cash was put in. UNLOAD: cash was taken out. COUNT: what is in it was counted. Must be one of LOAD, UNLOAD, COUNT. */
  kind: 'LOAD' | 'UNLOAD' | 'COUNT'
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode: string
  /** What was put in, taken out or counted, in major units. */
  amount: number
  /** What it is known by. */
  reference: string
  /** When it happened. */
  at: string
  /** A note. */
  note?: string
  /** What was expected in the terminal at that time, before the movement, in major units. */
  expected: number
  /** COUNT: what was counted beyond what was expected; absent on the first one, in major units. */
  difference?: number
  /** COUNT: the exception that the difference is. Must be a UUID. */
  exceptionId?: string
  /** The state of that exception. */
  exceptionState?: 'OPEN' | 'RESOLVED'
  /** When it was recorded. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
}

export type ChangeRequest = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The module of what is changed. */
  module: string
  /** The action that the change needs on it. */
  action: 'VIEW' | 'CREATE' | 'UPDATE' | 'DELETE' | 'ACTIVATE' | 'APPROVE' | 'EXPORT' | 'REVEAL' | 'TEST' | 'EMERGENCY'
  /** The operation that makes the change. */
  operation: string
  /** What is changed, as the audit log calls it. */
  resource: string
  /** The record; absent when it is yet to be made. */
  resourceId?: string
  /** What people call the record; absent where it has no name. */
  recordName?: string
  /** The institution of the record. */
  institutionId?: string
  /** The record when the change was requested; null when it is yet to be made. */
  before: Record<string, unknown> | null
  /** The record with the change; null when it is deleted. */
  after: Record<string, unknown> | null
  /** What the user who decided said. */
  comment?: string
  /** FAILED: why it could not be carried out. */
  failure?: string
  /** Who asked for the change. */
  requestedBy: string
  /** Who ended it. */
  decidedBy?: string
  /** When it expires unless it is decided. */
  expiresAt: string
  /** PENDING until it ends; CARRIED_OUT in an emergency until it is reviewed. Must be one of PENDING, APPROVED, REJECTED, WITHDRAWN, EXPIRED, FAILED, CARRIED_OUT, REVIEWED, OBJECTED. */
  state: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'FAILED' | 'CARRIED_OUT' | 'REVIEWED' | 'OBJECTED'
  /** You may approve it while it is pending, or review it after it was carried out in an emergency. */
  waitsForMe: boolean
  /** Why you may not approve or review it, although your role and scope cover it. */
  cannotApprove?: string
  emergency?: EmergencyOfChange
  /** Every record that the change concerns. */
  changes: RequestedChange[]
  /** True: you asked for it, and may carry it out now in an emergency. */
  mayBreakGlass?: boolean
  /** PENDING and CARRIED_OUT: users who could approve or review it, and may not because the two may be one person. */
  excluded?: ExcludedApprover[]
}

export type Client = {
  /** What the client sends as its id. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId: string
  /** API families; of the feed it reads what these cover. Must be 1 to 4 families. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  expiresAt: string | null
  oldSecretUntil: string | null
  /** Where it may call from; empty is anywhere. Must be at most 50 ranges of addresses. */
  addresses: string[]
  lastUsedAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ClientWithSecret = {
  /** What the client sends as its id. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId: string
  /** API families; of the feed it reads what these cover. Must be 1 to 4 families. */
  families: ('accounts' | 'digital' | 'lending' | 'events')[]
  expiresAt: string | null
  oldSecretUntil: string | null
  /** Where it may call from; empty is anywhere. Must be at most 50 ranges of addresses. */
  addresses: string[]
  lastUsedAt: string | null
  /** Whether it may call. */
  isActive: boolean
  /** Shown this once. */
  client_secret: string
}

export type CloseAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CloseAccountRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type CloseBusinessDayReply = {
  data: BusinessDay
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CloseBusinessDayRequest = {
  breakGlass?: Emergency
}

export type CloseCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CloseCardRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type CloseSubTenantReply = {
  data: SubTenant
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CloseSubTenantRequest = {
  breakGlass?: Emergency
}

export type CommentExceptionReply = {
  data: TransactionException
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CommentExceptionRequest = {
  /** What is to be noted. Must be 1 to 255 characters without control characters and card numbers. */
  text: string
  breakGlass?: Emergency
}

export type ConfirmMailReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ConfirmMailRequest = {
  /** The value of the mailed link, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
}

export type CoreConnectivity = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Where it is used. Must be one of sandbox, qa, uat, prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** SANDBOX: the built-in bank with scenario accounts; it is read-only. Must be one of BUILTIN, SANDBOX, REST, ISO8583. */
  coreType: 'BUILTIN' | 'SANDBOX' | 'REST' | 'ISO8583'
  /** What people call it. */
  name: string
  /** The URL of a REST core; https outside the sandbox. Must be null or 1 to 500 characters without control characters. */
  baseUrl: string | null
  /** The host of an ISO 8583 core: a name or an IP address. Must be null or 1 to 253 characters without control characters. */
  host: string | null
  /** The port of an ISO 8583 core. Must be null or a whole number from 1 to 65535. */
  port: number | null
  /** The user of the core: never shown. */
  userName: '********' | null
  /** Whether the user is set. */
  userNameSet: boolean
  /** Their password: never shown. */
  password: '********' | null
  /** Whether the password is set. */
  passwordSet: boolean
  /** The password of the core’s administrator: never shown. */
  adminPassword: '********' | null
  /** Whether the administrator’s password is set. */
  adminPasswordSet: boolean
  /** A core that speaks ISO 8583; null for others. */
  iso8583: {
    /** The name of the dialect, such as iso87-ascii. Must be the name of a dialect. */
    dialect: string
    /** Connections that a gateway keeps open. Must be a whole number from 1 to 32. */
    connections: number
    /** Seconds without a message after which an echo is sent. Must be a whole number from 5 to 3600. */
    echoSeconds: number
    /** DE 32. Must be null or 1 to 11 digits. */
    acquirerId: string | null
    /** DE 33. Must be null or 1 to 11 digits. */
    forwarderId: string | null
    /** DE 42; the terminal when it is not set. Must be null or 1 to 15 characters without control characters. */
    acceptorId: string | null
    /** DE 43, as `name, city, country`. Must be null or 1 to 99 characters without control characters. */
    acceptorName: string | null
    /** Whether the connections use TLS. */
    tls: boolean
    /** Certificates to trust instead of those of the system. Must be null or a certificate in PEM of at most 16384 characters. */
    caCertificates: string | null
    /** The certificate that the gateway shows. Must be null or a certificate in PEM of at most 16384 characters. */
    clientCertificate: string | null
  } | null
  /** The key of the MAC: never shown. */
  macKey: '********' | null
  /** Whether the key of the MAC is set. */
  macKeySet: boolean
  /** The key of the certificate: never shown. */
  clientKey: '********' | null
  /** Whether the key of the certificate is set. */
  clientKeySet: boolean
  /** The longest that a call may take. Must be a whole number from 100 to 60000. */
  timeoutMs: number
  /** Calls that a gateway has under way at once: connections to a REST core, a fifth of what waits for an ISO 8583 core. Must be a whole number from 1 to 1000. */
  maxConnections: number
  circuitBreaker: {
    /** The percentage of failed calls at which the circuit opens. Must be a whole number from 1 to 100. */
    failureRate: number
    /** How long it stays open. Must be a whole number from 100 to 3600000. */
    openMs: number
  }
  /** The last test of these settings. */
  lastTest: {
    /** When it ended. */
    at: string
    /** The result. Must be one of PASSED, FAILED. */
    status: 'PASSED' | 'FAILED'
    /** How long it took. */
    latencyMs: number
    /** What was found. */
    message: string
  } | null
  /** One is ACTIVE per institution and environment. Must be one of DRAFT, TESTED, ACTIVE, INACTIVE. */
  status: 'DRAFT' | 'TESTED' | 'ACTIVE' | 'INACTIVE'
}

export type Correction = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution. */
  institutionId: string
  /** The account of a customer. */
  accountId?: string
  /** The suspense account that it empties. */
  suspenseAccount?: string
  /** The account of the general ledger on the other side. */
  against: string
  /** Of the account. Must be one of CREDIT, DEBIT. */
  direction: 'CREDIT' | 'DEBIT'
  /** In major units. */
  amount: number
  /** ISO 4217. */
  currencyCode: string
  /** Says which account of the general ledger is on the other side. Must be one of GOODWILL, FEE_REFUND, LOST_DEPOSIT, SUSPENSE, ERROR. */
  kind: 'GOODWILL' | 'FEE_REFUND' | 'LOST_DEPOSIT' | 'SUSPENSE' | 'ERROR'
  /** Why. */
  reason: string
  /** The transaction that it corrects. Must be a UUID. */
  transactionId?: string
  /** How much the transaction counts as reversed because of it; below 0 when it takes that back. */
  reversedAmount: number
  /** The exception that it settles. Must be a UUID. */
  exceptionId?: string
  /** The correction that it undoes. Must be a UUID. */
  reverses?: string
  /** The correction that undoes it. Must be a UUID. */
  reversedBy?: string
  /** The business date that it was posted on. */
  businessDate: string
}

export type CorrectionOfTransaction = {
  /** The correction. Must be a UUID. */
  id: string
  /** Its kind. */
  kind: string
  /** `CREDIT` or `DEBIT` of the account. */
  direction: string
  /** The amount, in major units. */
  amount: number
  /** ISO 4217 code. */
  currencyCode: string
  /** Why. */
  reason: string
  /** Its business date. */
  businessDate: string
  /** The correction that undoes it. Must be a UUID. */
  reversedBy?: string
}

export type CountNotificationsReply = {
  data: UnreadNotifications
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CountRecoveryCodesReply = {
  data: {
    /** Codes that were not used. */
    remaining: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateAccountRequest = {
  /** The institution that keeps it; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The account number; unique in the institution, and fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountId: string
  /** The customer it belongs to; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId: string
  /** The code of an active account type of the institution; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountType: string
  /** What customers see it called. Must be 1 to 255 characters without control characters and card numbers. */
  description: string
  /** ISO 4217 code, one of the institution’s currencies; fixed. Must be an ISO 4217 currency code. */
  currencyCode: string
  /** A branch of the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  branchId: string
  /** A transaction capability; the account type's unless stated. */
  txnCapability?: string | null
  /** Orders on an account that is not `OPEN` are declined with 182 or 183. Must be one of OPEN, FROZEN, DORMANT, CLOSED. */
  status?: 'OPEN' | 'FROZEN' | 'DORMANT' | 'CLOSED'
  /** How far the balance may fall below zero, in major units; not for loans. */
  overdraft?: number | null
  /** Set by risk staff: orders are declined with 100 (`DO_NOT_HONOUR`) or 102 (`SUSPECTED_FRAUD`). */
  riskFlag?: 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD' | null
  /** Loans: when the next payment is due. */
  paymentDueDate?: string | null
  breakGlass?: Emergency
}

export type CreateAccountTypeReply = {
  data: AccountType
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateAccountTypeRequest = {
  /** The institution; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** As accounts name it: DDA, SDA, LOAN, MMA, CD or another; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  code: string
  /** The remote core's own name of the type; null: it uses `code`. Must be null or 1 to 35 characters without control characters. */
  coreCode?: string | null
  /** What people call it. Must be 1 to 255 characters without control characters and card numbers. */
  description: string
  /** ASSET: loans, which customers owe; LIABILITY: everything else. Must be one of ASSET, LIABILITY. */
  category: 'ASSET' | 'LIABILITY'
  /** The transaction capability of accounts that are loaded without one. Must be two letters or digits. */
  defaultTxnCapability: string
  /** The balances that account services return, as far as an account has them. Must be 1 to 3 balance types. */
  balanceTypes?: ('Available' | 'Balance' | 'PaymentDue')[]
  /** Whether its accounts may be used; true unless said. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateAlertRuleReply = {
  data: AlertRule
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateAlertRuleRequest = {
  /** Its name, as mails and the console say it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** `exceptions.open`: open exceptions; `exceptions.oldest-minutes`: minutes since the oldest open exception arose; `approval-rate`: percent of orders approved in this and the last clock hour, once there are 20; raised below the threshold; `decline-code`: orders answered with `responseCode` in this and the last clock hour; `core.down`: cores that do not answer; `day.not-closed`: minutes since a business day should have been closed; `webhook.off`: webhooks that the gateway has switched off; `ledger.drift`: differences between books and ledger that are open; `ledger.silent`: ledgers that do not answer about what was sent; `cash.difference`: differences of counted cash that are open; `clock`: seconds by which the clock of the measuring node is off the database's; `changes.waiting`: changes that wait for a second user, to approve them or to review them after an emergency; `reads.unusual`: files downloaded by one user within an hour. Must be a metric. */
  metric: 'exceptions.open' | 'exceptions.oldest-minutes' | 'approval-rate' | 'decline-code' | 'core.down' | 'day.not-closed' | 'webhook.off' | 'ledger.drift' | 'ledger.silent' | 'cash.difference' | 'clock' | 'changes.waiting' | 'reads.unusual'
  /** Watched at this institution only; absent: anywhere. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Decline-code: the code. Must be three digits. */
  responseCode?: string
  /** Raised from here on. Must be from 0 to 1000000000. */
  threshold: number
  /** For how long; 0 unless said. Must be a whole number from 0 to 1440. */
  forMinutes?: number
  /** Who is told: at least one. At most 100 users get a mail. */
  to: {
    /** Users who are told. Must be a list of at most 50 UUIDs. */
    userIds?: string[]
    /** Roles whose users are told, within the scope of the rule. Must be a list of at most 50 UUIDs. */
    roleIds?: string[]
    /** A webhook that gets `alert.raised` and `alert.cleared`. */
    webhookId?: string | null
  }
  /** Whether it is watched; true unless said. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateApplicationPropertyReply = {
  data: ApplicationProperty
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateApplicationPropertyRequest = {
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application: string
  /** The institution it holds for; none is all. */
  institutionId?: string | null
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key: string
  /** The value, as text of its type. Must be at most 8192 characters without control characters other than tabs and line breaks. */
  value: string
  /** What the value is; `DURATION` is ISO 8601, such as PT30S. Must be one of STRING, INT, DECIMAL, BOOLEAN, JSON, DURATION. */
  valueType: 'STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION'
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret?: boolean
  /** What it is for. */
  description?: string | null
  /** Whether it has effect. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateBillerReply = {
  data: BillerRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateBillerRequest = {
  /** The institution from whose accounts it is paid. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Family A's `biller.institutionId`, unique in the institution; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  billerId: string
  /** The biller's BIN; a payment that names another is declined (185). Must be 6 to 8 digits. */
  bin: string
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** Whether it can be paid; true unless said. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateCardRequest = {
  /** The institution that issued it; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card number: 12 to 19 digits of which the last is the check digit. Never returned. Must be a card number: 12 to 19 digits of which the last is the check digit. */
  pan: string
  /** The customer it belongs to; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId: string
  /** The accounts that it can be used with. Must be 1 to 200 account ids. */
  accountIds: string[]
  /** Orders with a card that is not `ACTIVE` are declined: `BLOCKED` 104, `LOST` 208, `STOLEN` 209, `EXPIRED` 101. Must be one of ACTIVE, BLOCKED, EXPIRED, LOST, STOLEN, NOT_ACTIVE. */
  status?: 'ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE'
  breakGlass?: Emergency
}

export type CreateClientReply = {
  data: ClientWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateClientRequest = {
  /** One is made when it is left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId?: string
  /** From then on the client is refused. Must be a timestamp such as 2027-01-31T00:00:00.000Z. */
  expiresAt?: string
  /** API families; of the feed it reads what these cover. Must be 1 to 4 families. */
  families?: ('accounts' | 'digital' | 'lending' | 'events')[]
  /** Where it may call from; empty is anywhere. Must be at most 50 ranges of addresses. */
  addresses?: string[]
}

export type CreateCoreConnectivityReply = {
  data: CoreConnectivity
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateCoreConnectivityRequest = {
  /** The institution; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Where it is used. Must be one of sandbox, qa, uat, prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** BUILTIN: the built-in bank; REST: a core that implements core.json; ISO8583: a host that speaks ISO 8583. Must be one of BUILTIN, REST, ISO8583. */
  coreType: 'BUILTIN' | 'REST' | 'ISO8583'
  /** What people call it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** The URL of a REST core; https outside the sandbox. Must be null or 1 to 500 characters without control characters. */
  baseUrl?: string | null
  /** The host of an ISO 8583 core: a name or an IP address. Must be null or 1 to 253 characters without control characters. */
  host?: string | null
  /** The port of an ISO 8583 core. Must be null or a whole number from 1 to 65535. */
  port?: number | null
  /** The user of the core; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  userName?: string | null
  /** Their password; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  password?: string | null
  /** The password of the core’s administrator; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  adminPassword?: string | null
  /** A core that speaks ISO 8583: what is left out stays, or is a default. */
  iso8583?: {
    /** The name of the dialect, such as iso87-ascii. Must be the name of a dialect. */
    dialect?: string
    /** Connections that a gateway keeps open. Must be a whole number from 1 to 32. */
    connections?: number
    /** Seconds without a message after which an echo is sent. Must be a whole number from 5 to 3600. */
    echoSeconds?: number
    /** DE 32. Must be null or 1 to 11 digits. */
    acquirerId?: string | null
    /** DE 33. Must be null or 1 to 11 digits. */
    forwarderId?: string | null
    /** DE 42; the terminal when it is not set. Must be null or 1 to 15 characters without control characters. */
    acceptorId?: string | null
    /** DE 43, as `name, city, country`. Must be null or 1 to 99 characters without control characters. */
    acceptorName?: string | null
    /** Whether the connections use TLS. */
    tls?: boolean
    /** Certificates to trust instead of those of the system. Must be null or a certificate in PEM of at most 16384 characters. */
    caCertificates?: string | null
    /** The certificate that the gateway shows. Must be null or a certificate in PEM of at most 16384 characters. */
    clientCertificate?: string | null
  } | null
  /** The key of the MAC in hexadecimal digits; write-only. Null clears it, `********` keeps it. Must be null or 32, 48 or 64 hexadecimal digits. */
  macKey?: string | null
  /** The key of the certificate; write-only. `********` keeps it. Must be null or a private key in PEM of at most 16384 characters. */
  clientKey?: string | null
  /** The longest that a call may take. Must be a whole number from 100 to 60000. */
  timeoutMs?: number
  /** Calls that a gateway has under way at once: connections to a REST core, a fifth of what waits for an ISO 8583 core. Must be a whole number from 1 to 1000. */
  maxConnections?: number
  /** When calls are refused at once, because the core fails. */
  circuitBreaker?: {
    /** The percentage of failed calls at which the circuit opens. Must be a whole number from 1 to 100. */
    failureRate?: number
    /** How long it stays open. Must be a whole number from 100 to 3600000. */
    openMs?: number
  }
  breakGlass?: Emergency
}

export type CreateCorrectionReply = {
  data: Correction
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateCorrectionRequest = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The account of a customer, in the built-in core. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountId?: string
  /** In place of accountId: a suspense account that is emptied. Must be one of suspense:cash, suspense:corrections, suspense:exceptions, cash:transit. */
  suspenseAccount?: 'suspense:cash' | 'suspense:corrections' | 'suspense:exceptions' | 'cash:transit'
  /** With suspenseAccount: what it is emptied against. Must be one of suspense:cash, suspense:corrections, suspense:exceptions, cash:transit, expense:losses. */
  against?: 'suspense:cash' | 'suspense:corrections' | 'suspense:exceptions' | 'cash:transit' | 'expense:losses'
  /** Of the account. Must be one of CREDIT, DEBIT. */
  direction?: 'CREDIT' | 'DEBIT'
  /** In major units. Must be a number above 0. */
  amount?: number
  /** ISO 4217. Must be three capital letters. */
  currencyCode?: string
  /** Says which account of the general ledger is on the other side. Must be one of GOODWILL, FEE_REFUND, LOST_DEPOSIT, SUSPENSE, ERROR. */
  kind?: 'GOODWILL' | 'FEE_REFUND' | 'LOST_DEPOSIT' | 'SUSPENSE' | 'ERROR'
  /** Why, for the record and the audit log. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** The transaction that it corrects. Must be a UUID. */
  transactionId?: string
  /** The exception that it settles. Must be a UUID. */
  exceptionId?: string
  /** The correction that it undoes, whole; the other fields follow from that. Must be a UUID. */
  reverses?: string
}

export type CreateDigitalSettlementReply = {
  data: DigitalSettlement
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateDigitalSettlementRequest = {
  /** The digital institution that has paid. Must be a UUID. */
  payerInstitutionId: string
  /** The digital institution that was paid. Must be a UUID. */
  payeeInstitutionId: string
  /** ISO 4217. Must be three capital letters. */
  currencyCode: string
  /** At most what the payer owes and what the payee is owed, when it is posted. Must be a number above 0. */
  amount: number
  /** What the payment is known by where it was made; unique. Must be 1 to 140 characters without control characters. */
  externalReference: string
  /** The value date, not in the future. Must be a date YYYY-MM-DD. */
  valueDate: string
  /** A note. Must be 1 to 255 characters without control characters and card numbers. */
  note?: string
}

export type CreateHotCardReply = {
  data: HotCard
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateHotCardRequest = {
  /** The institution that issued the card. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card number: 12 to 19 digits of which the last is the check digit. Never returned. Must be a card number: 12 to 19 digits of which the last is the check digit. */
  pan: string
  /** Why; its orders are declined with 208 (`LOST`), 209 (`STOLEN`) or 102 (`FRAUD`). Must be one of LOST, STOLEN, FRAUD. */
  reason: 'LOST' | 'STOLEN' | 'FRAUD'
  /** What people should know. Must be 1 to 255 characters without control characters and card numbers. */
  note?: string
  /** When it ends by itself; until it is lifted unless stated. Must be a timestamp such as 2026-02-15T10:00:00Z. */
  expiresAt?: string
}

export type CreateInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateInstitutionRequest = {
  /** Family A's `institution.id`; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores, and neither . nor .. */
  institutionId: string
  /** Its name in law. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  legalName: string
  /** Its name for people. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  displayName: string
  /** What kind of institution it is. Must be one of BANK, CREDIT_UNION, MFI, FINTECH. */
  type: 'BANK' | 'CREDIT_UNION' | 'MFI' | 'FINTECH'
  /** ISO 3166. Must be an ISO 3166 country code such as US. */
  countryCode: string
  /** ISO 4217; limits are in it. It can be changed until the institution is submitted. Must be an ISO 4217 currency code such as USD. */
  baseCurrency: string
  /** IANA time zone; business dates are counted in it. Must be an IANA time zone such as America/New_York. */
  timezone: string
  /** Currencies of its accounts; the base currency unless stated. */
  currencies?: string[] | null
  /** ISO 9362. */
  swiftBic?: string | null
  /** Routing numbers. */
  routingNumbers?: string[] | null
  /** BINs; each belongs to one institution. */
  bins?: string[] | null
  /** Acquirer ids. */
  acquirerIds?: string[] | null
  address?: {
    /** Street and number. Must be 1 to 255 characters without control characters and card numbers. */
    line1?: string
    /** More of the street. */
    line2?: string | null
    /** City. Must be 1 to 120 characters without control characters and card numbers. */
    city?: string
    /** State or province. */
    state?: string | null
    /** Postal code. Must be 1 to 16 letters, digits, blanks or hyphens. */
    postalCode?: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    countryCode?: string
  } | null
  /** Contacts; activation needs a TECHNICAL one. */
  contacts?: InstitutionContact[] | null
  /** Branches. */
  branches?: InstitutionBranch[] | null
  /** Services it offers; all unless stated. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[] | null
  /** Local time at which the next business date begins. */
  cutoverTime?: string | null
  limits?: {
    /** Limit of one withdrawal, in major units of the base currency. */
    perTransaction?: number | null
    /** Limit of the withdrawals of a business day, by card, or by account without one, in major units of the base currency. */
    perDay?: number | null
    /** Withdrawals of a business day. */
    countPerDay?: number | null
    /** Largest access fee, in major units of the base currency. */
    maxAccessFee?: number | null
  } | null
  /** Days for which the uncertain part of a check deposit is held. */
  holdDays?: number | null
  reversal?: {
    /** Hours after which an original can no longer be reversed. */
    windowHours?: number | null
    /** Reversals of credits are posted even when the funds are spent. */
    force?: boolean | null
  } | null
  breakGlass?: Emergency
}

export type CreateLoanProductReply = {
  data: LoanProduct
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateLoanProductRequest = {
  /** The institution that lends; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** As applications name it; unique on the platform, and it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode: string
  /** What people call it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** Currencies of its loans; the first one is used when an application names none. Must be 1 to 200 currency codes. */
  currencies: string[]
  /** The smallest and the largest loan. Must have min and max. */
  amount: {
    /** In major units. Must be an amount from 0 to 1000000000000. */
    min: number
    /** In major units. Must be an amount from 0 to 1000000000000. */
    max: number
  }
  /** The shortest and the longest term. Must have min and max. */
  term: {
    min: LoanTerm
    max: LoanTerm
  }
  /** The lowest and the highest interest rate. Must have min and max. */
  rate: {
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    min: number
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    max: number
  }
  /** The interest rate of an application that names none, in percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
  defaultRate: number
  /** More about it. */
  description?: string | null
  /** What applications need not say; null: the general default. */
  terms?: {
    /** How principal is repaid. */
    method?: 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT' | null
    /** How days of interest are counted. */
    dayCount?: '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA' | null
    /** Repayment units between instalments. */
    repaymentEvery?: number | null
    /** Months, or the unit of the term when that is Weeks or Days. */
    repaymentUnit?: 'Days' | 'Weeks' | 'Months' | 'Years' | null
    /** Instalments at first without principal. */
    graceOnPrincipal?: number | null
    /** Instalments at first without interest, which is collected afterwards. */
    graceOnInterest?: number | null
    /** Principal that is due with the last instalment. */
    balloon?: number | null
    /** Due on the day of disbursement. */
    downPayment?: {
      /** Percentage of the principal. Must be a number from 0 to 100 with at most 6 decimals. */
      percent: number
      /** It counts as paid on the day of disbursement. */
      auto: boolean
    } | null
    /** Instalments are rounded to multiples of this amount. */
    instalmentMultipleOf?: number | null
    /** The principal that instalments are computed from. */
    instalmentBasis?: 'DISBURSED' | 'APPROVED' | null
    /** How amounts are rounded. */
    rounding?: 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN' | null
    /** The period rate that an annuity is levelled with. */
    annuityRate?: 'PER_PERIOD' | 'FIRST_PERIOD' | null
    /** Payments go row by row, or component by component. */
    allocation?: 'HORIZONTAL' | 'VERTICAL' | null
    /** Replaces the order of components. */
    allocationOrder?: {
      /** The order for what is due. Must be penalties, fees, interest, principal in some order. */
      due: ('penalties' | 'fees' | 'interest' | 'principal')[]
      /** The order for what is paid in advance. Must be penalties, fees, interest, principal in some order. */
      inAdvance: ('penalties' | 'fees' | 'interest' | 'principal')[]
    } | null
    /** What a prepayment does to later instalments. */
    prepaymentDefault?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST' | null
    /** Interest of a settlement: to its day, or to the end of the period. */
    settlementInterest?: 'TO_DATE' | 'TO_PERIOD_END' | null
    /** Charged once for each overdue instalment. */
    lateFee?: {
      /** Percentage of the base, in place of an amount. Must be a number from 0 to 100 with at most 6 decimals. */
      percent?: number
      /** Instead of a percentage. Must be an amount from 0 to 1000000000000. */
      amount?: number
      /** What the percentage is taken of; PRINCIPAL unless stated. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
      base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
      /** Days after the due date without a fee; 0 unless stated. Must be a whole number from 0 to 365. */
      graceDays?: number
    } | null
  } | null
  /** Days past due after which a loan is charged off; 180 unless stated. */
  chargeOffDays?: number | null
  /** Ranges of days past due, from 0 and without a gap; the usual seven unless stated. */
  buckets?: AgingBucket[] | null
  /** All fees of a loan together, in percent of its principal; 25 unless stated. */
  feeCapPercent?: number | null
  /** The most instalments of a loan, down payments not counted; 480 unless stated. */
  maxInstalments?: number | null
  /** Instalments may be less than a week apart; false unless stated. */
  dailyRows?: boolean | null
  /** A payment may exceed what is owed; true unless stated. */
  overpaymentAllowed?: boolean | null
  /** A decision needs risk signals; false unless stated. */
  riskSignalsRequired?: boolean | null
  /** How the APR is computed: Regulation Z, or Directive 2008/48/EC. */
  aprMethod?: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE' | null
  /** CASH: income when it is paid; ACCRUAL: receivables at the end of each day. */
  accounting?: 'CASH' | 'ACCRUAL' | null
  /** Whether it is offered; true unless stated. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateLoanRateReply = {
  data: LoanRate
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateLoanRateRequest = {
  /** The product; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode: string
  /** Percent per year; of an INDEXED rate, index and spread together. Must be a number from 0 to 100 with at most 6 decimals. */
  nominalRate: number
  /** FIXED, or INDEXED: an index and a spread. Must be one of FIXED, INDEXED. */
  type: 'FIXED' | 'INDEXED'
  /** The name of the index; INDEXED rates only. */
  index?: string | null
  /** Added to the index, in percent per year; INDEXED rates only. */
  spread?: number | null
  /** The first day of the rate. Must be a date YYYY-MM-DD. */
  effectiveFrom: string
  /** The last day of the rate; null: until further notice. */
  effectiveTo?: string | null
  /** What the rate is quoted for: any of these; none: everything. */
  bands?: LoanRateBand[] | null
  /** Whether it is quoted; true unless stated. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreatePartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreatePartnerRequest = {
  /** What the partner sends as `partnerId`; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** The name of the partner. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** API families. Must be 1 to 3 families. */
  families?: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations?: string[]
  /** Institutions it works for. Must be 1 to 200 institution ids. */
  institutionIds: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy?: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit?: {
    perSecond: number
  } | null
}

export type CreateReconciliationReply = {
  data: Reconciliation
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateReconciliationRequest = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The business date of the institution that the file is about. Must be a date YYYY-MM-DD. */
  businessDate: string
  /** Who made the file: a partner, unless the mapping has a column of partners. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  source: string
  /** CSV with a header, or a statement CAMT.053 of ISO 20022. Must be one of CSV, CAMT053. */
  format: 'CSV' | 'CAMT053'
  /** Which column of the file has what: a name that the header has. One that is left out is looked for by the name it has here; rrn, amount and currencyCode must be there. CAMT053 takes `rrn` only. */
  mapping?: {
    /** Between columns; a comma. Must be one of ,, ;, |, . */
    delimiter?: ',' | ';' | '|' | '	'
    /** Of amounts; a point. Must be one of ., ,. */
    decimalMark?: '.' | ','
    /** Of amounts; MAJOR. Must be one of MAJOR, MINOR. */
    amountUnit?: 'MAJOR' | 'MINOR'
    /** The RRN as the source knows it. CAMT053: EndToEndId (default), InstrId, TxId, AcctSvcrRef or NtryRef. Must be 1 to 120 characters without control characters and card numbers. */
    rrn?: string
    /** The amount, with the access fee. Must be 1 to 120 characters without control characters and card numbers. */
    amount?: string
    /** ISO 4217. Must be 1 to 120 characters without control characters and card numbers. */
    currencyCode?: string
    /** Debit or credit of the customer. Without it the sign follows from the type, or else from the amount: below 0 is a credit. Must be 1 to 120 characters without control characters and card numbers. */
    sign?: string
    /** The partner of each line. Without it `source` is the partner of all. Must be 1 to 120 characters without control characters and card numbers. */
    partnerId?: string
    /** The date of each line: at most a day from the business date. Must be 1 to 120 characters without control characters and card numbers. */
    date?: string
    /** The account, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    accountId?: string
    /** The type of transaction, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    type?: string
    /** The terminal, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    terminalId?: string
    /** Values of the column `sign`; D, DR, DEBIT, DBIT and -. Must be a list of 1 to 20. */
    debitValues?: string[]
    /** Values of the column `sign`; C, CR, CREDIT, CRDT and +. Must be a list of 1 to 20. */
    creditValues?: string[]
  }
}

export type CreateRecoveryCodesReply = {
  data: {
    codes: string[]
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateRoleRequest = {
  /** Its name, unique in any letter case. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  roleName: string
  /** What it grants; what comes twice counts once. Must list at most 200 modules. */
  modules: {
    /** A module; one with sub-modules stands for all of them. */
    moduleId: string
    /** Actions on the module. Must list at most 200 actions. */
    actionId: string[]
  }[]
  /** Taken and not used: the bearer says who makes it. */
  createdBy?: string
  /** What the role is for. Must be at most 255 characters without control characters and card numbers, and not blank. */
  description?: string
  /** Whether it grants anything; true unless said. */
  isEnabled?: boolean
}

export type CreateSavedViewReply = {
  data: SavedView
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateSavedViewRequest = {
  /** The list: the path of its page in the console, such as `/transactions`; with `#` and a word where a page has several. Must be the path of a page, of at most 140 characters. */
  list: string
  /** Its name, unique among your views of the list. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** The filters that are set, each once. Must be a list of at most 40 filters. */
  filters: {
    /** The filter. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    name: string
    /** Its value. Must be 1 to 500 characters without control characters and card numbers. */
    value: string
  }[]
  /** A field and a direction: `createdAt:desc`. */
  sort?: string | null
  /** Shown to all users of exactly your scope; false unless said. */
  isShared?: boolean
}

export type CreateStopReply = {
  data: Stop
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateStopRequest = {
  /** Orders at this institution; of tokens, it is on either side. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Orders of this partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** Orders of this client. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId?: string
  /** Orders at this terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** Orders at terminals of this kind. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  terminalKind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Services of account services; none: all that move money, movements of tokens and disbursements too. Must be different ones of PREFERENCES, LOOKUP, BALANCE, WITHDRAWAL, DEPOSIT, TRANSFER, BILL_PAYMENT, CARDLESS. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders with cards whose number begins so. Must be 6 to 8 digits. */
  bin?: string
  /** Orders in this currency. Must be an ISO 4217 code. */
  currencyCode?: string
  /** Orders of more than this; needs `currencyCode`. Must be a number that is not negative. */
  amountOver?: number
  /** Movements of tokens from this institution of digital banking. Must be a UUID. */
  payerInstitutionId?: string
  /** Movements of tokens to this institution of digital banking. Must be a UUID. */
  payeeInstitutionId?: string
  /** Why. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** What people should know. Must be 1 to 255 characters without control characters and card numbers. */
  note?: string
  /** When it ends by itself; at most 30 days from now. Must be a timestamp such as 2026-01-16T10:00:00Z. */
  expiresAt?: string
}

export type CreateSubTenantReply = {
  data: SubTenant
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateSubTenantRequest = {
  /** The institution it is a part of. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Unique in the institution; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  tenantCode: string
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** Whom to write to. Must be an e-mail address. */
  contactEmail: string
  /** Modules on which its users' roles count; a parent stands for the modules below it. Empty: no cap. */
  allowedModules?: ('DASHBOARD' | 'USER_MGMT' | 'USERS' | 'ROLES' | 'MODULES' | 'FI_MGMT' | 'INSTITUTIONS' | 'SUB_TENANTS' | 'CONFIG' | 'CORE_CONNECTIVITY' | 'ACCOUNT_TYPES' | 'TXN_CAPABILITIES' | 'APP_PROPERTIES' | 'ERROR_CODES' | 'PARTNERS' | 'RULES' | 'TERMINAL_MGMT' | 'TERMINALS' | 'TERMINAL_KEYS' | 'TRANSACTIONS' | 'QUERY' | 'TXN_EXPORT' | 'EXCEPTIONS' | 'CORRECTIONS' | 'CUSTOMERS' | 'ACCOUNTS' | 'CARDS' | 'LENDING' | 'LOAN_ORIGINATION' | 'LOAN_SERVICING' | 'LOAN_PRODUCTS' | 'DIGITAL' | 'DIGITAL_PARTIES' | 'DIGITAL_MONEY' | 'GOVERNANCE' | 'AUDIT' | 'ALERTS' | 'HEALTH')[] | null
  breakGlass?: Emergency
}

export type CreateTerminalKeyReply = {
  data: TerminalKeyWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateTerminalKeyRequest = {
  /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** The institution of the terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** `APP`: of the application; `TMK`, `TPK`, `TAK`: master, PIN and authentication key. Must be one of APP, TMK, TPK, TAK. */
  keyType: 'APP' | 'TMK' | 'TPK' | 'TAK'
  /** `HMAC_SHA256` for `APP` keys only. Must be one of AES256, HMAC_SHA256. */
  algorithm?: 'AES256' | 'HMAC_SHA256'
  breakGlass?: Emergency
}

export type CreateTerminalReply = {
  data: Terminal
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateTerminalRequest = {
  /** What channels send as the terminal's id; unique in the institution, and fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** The institution it belongs to; fixed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card acceptor; not checked. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acceptorId: string
  /** What kind of terminal it is. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. Must be 1 to 255 characters without control characters and card numbers. */
  location: string
  /** The branch it belongs to. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  branchId: string
  /** The sub-tenant it belongs to. */
  subTenantId?: string | null
  /** Currencies of its cash; cash in others is declined with 181. Empty: any. */
  currencies?: string[] | null
  /** What it may be used for; the institution's services unless it has its own. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[] | null
  /** Cash in this currency is paid out in multiples of it; other amounts are declined with 180. */
  smallestNote?: {
    /** In major units. Must be greater than 0. */
    amount: number
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode: string
  } | null
  /** Limits on withdrawals in major units of the institution's base currency; absent: no limit. */
  limits?: {
    /** The most of one withdrawal. */
    perTransaction?: number | null
    /** The most of a business day. */
    perDay?: number | null
    /** Withdrawals of a business day. */
    countPerDay?: number | null
  } | null
  breakGlass?: Emergency
}

export type CreateTransactionCapabilityReply = {
  data: TransactionCapability
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateTransactionCapabilityRequest = {
  /** As accounts name it; it stays as it is. Must be two letters or digits. */
  code: string
  /** What it grants. Must be 1 to 255 characters without control characters and card numbers. */
  description: string
  /** What may be done with an account. */
  flags: {
    /** Balance inquiries. */
    inquiry?: boolean
    /** Cash withdrawals. */
    withdrawal?: boolean
    /** Deposits. */
    deposit?: boolean
    /** Transfers from the account. */
    transferFrom?: boolean
    /** Transfers to the account. */
    transferTo?: boolean
    /** Bill payments. */
    billPayment?: boolean
    /** Cardless withdrawals. */
    cardless?: boolean
  }
  /** Whether it grants anything; true unless said. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type CreateUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateUserRequest = {
  /** First name. Must be 1 to 120 characters without control characters and card numbers. */
  firstName: string
  /** Last name. Must be 1 to 120 characters without control characters and card numbers. */
  lastName: string
  /** The address the invitation goes to; it signs in with it. Unique in any letter case. Must be an e-mail address. */
  mailID: string
  /** The role; it must not grant what you lack. Must be a UUID. */
  roleId: string
  /** When sent, it must be the name of the role. Must be 1 to 120 characters without control characters and card numbers. */
  roleName?: string
  /** Whether the user may sign in; true unless said. Who may not is not invited yet. */
  isActive?: boolean
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
  /** The institution the user sees; none is the whole platform. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The sub-tenant of the institution the user sees. Must be a UUID. */
  subTenantId?: string
}

export type CreateWebhookReply = {
  data: Webhook
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateWebhookRequest = {
  /** The partner whose events it gets. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** Where events are sent: outside the sandbox https, and no address of a private network unless `webhooks.allowed-networks` holds it. Must be a URL such as https://partner.example/events. */
  url: string
  /** Kinds of events that it gets; empty is all, also those of later versions. Must be at most 53 kinds of events. */
  kinds?: ('business-day.closed' | 'business-day.held' | 'institution.changed' | 'terminal.created' | 'terminal.changed' | 'terminal.deleted' | 'hot-card.created' | 'hot-card.changed' | 'stop.created' | 'stop.changed' | 'connectivity.changed' | 'partner.changed' | 'exception.opened' | 'exception.resolved' | 'transaction.reversed-late' | 'digital-institution.created' | 'digital-institution.changed' | 'digital-user.created' | 'digital-user.changed' | 'digital-account.created' | 'digital-account.changed' | 'digital-settlement.created' | 'deposit.changed' | 'redemption.changed' | 'transfer.changed' | 'loan-application.created' | 'loan-application.changed' | 'loan-decision.recorded' | 'loan-offer.created' | 'loan-offer.accepted' | 'loan.created' | 'loan.disbursed' | 'loan.repaid' | 'loan.settled' | 'loan.refunded' | 'loan.reversed' | 'loan.fee-charged' | 'loan.fee-waived' | 'loan.hardship-changed' | 'loan.restructured' | 'loan.closed' | 'loan.charged-off' | 'loan.changed' | 'loan.payment-failed' | 'loan.status-changed' | 'client.created' | 'client.changed' | 'client.rotated' | 'client.deleted' | 'alert.raised' | 'alert.cleared' | 'change.emergency' | 'webhook.test')[]
  /** Institutions whose events it gets; empty is all. What belongs to no institution always comes. Must be at most 200 institution ids. */
  institutionIds?: string[]
  /** Who gets a mail when it is switched off. Must be an e-mail address. */
  contactEmail: string
}

export type Customer = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The customer. */
  customerId: string
  accounts: Account[]
  cards: Card[]
  /** Those of the cards that an operator has stopped. */
  hotCards: HotCard[]
  /** Newest first; with `VIEW` on `LOAN_SERVICING`. */
  loans?: CustomerLoan[]
  /** That pay into an account; with `VIEW` on `DIGITAL_PARTIES`. */
  digitalAccounts?: CustomerDigitalAccount[]
  /** The last 20 of the accounts, newest first, without inquiries; with `VIEW` on `QUERY`. */
  transactions?: Transaction[]
  /** Those that are open; with `VIEW` on `EXCEPTIONS`. */
  exceptions?: TransactionException[]
  /** Parts of which there are more than the 50 that are shown; their own lists have the rest. */
  hasMore: ('accounts' | 'cards' | 'hotCards' | 'loans' | 'digitalAccounts' | 'exceptions')[]
}

export type CustomerDigitalAccount = {
  /** The digital asset account. Must be a UUID. */
  accountId: string
  /** Its partner. */
  partnerId: string
  /** What it is called. */
  label?: string
  /** ISO 4217 code. */
  currencyCode: string
  /** Its state, as family C has it. */
  state: string
  /** The account of the customer that it pays into. */
  linkedAccountId: string
}

export type CustomerLoan = {
  /** The loan. Must be a UUID. */
  loanId: string
  /** The partner that has lent. */
  partnerId: string
  /** Its product. */
  productCode: string
  /** Its status, as family D has it. */
  status: string
  /** What was agreed, in major units. */
  principal: number
  /** ISO 4217 code. */
  currencyCode: string
  /** Its account here; absent before the first disbursement. */
  accountId?: string
  /** The partner's reference. */
  externalReference?: string
  /** When it was made. */
  createdAt: string
}

export type DashboardAmount = {
  /** ISO 4217. */
  currencyCode: string
  /** Sum of the approved transactions. */
  amount: number
  /** What was taken back of them since. */
  reversedAmount: number
}

export type DashboardApplications = {
  /** As family D shows it today. */
  status: string
  /** Applications made in the period. */
  count: number
}

export type DashboardArrears = {
  /** Name of the aging bucket. */
  bucket: string
  /** Days past due that it begins with. */
  fromDays: number
  /** Its last day; null: no end. */
  toDays: number | null
  /** Loans in it as of today, not charged off. */
  loans: number
}

export type DashboardDisbursed = {
  /** ISO 4217. */
  currencyCode: string
  /** Disbursements of the business dates that were not reversed. */
  count: number
  /** What was paid out. */
  amount: number
}

/** The same, of as many days before. */
export type DashboardFigures = {
  /** All transactions, reversals included; inquiries are none. */
  totalTransactions: number
  /** Approved, without reversals. */
  approved: number
  /** Declined, without reversals. */
  declined: number
  /** Approved / (approved + declined), from 0 to 1; null when there were none. */
  approvalRate: number | null
  /** Reversals, whatever came of them. */
  reversals: number
  amountByCurrency: DashboardAmount[]
  /** Half of the transactions were answered within this time; to 5 %. */
  p50Ms: number | null
  /** 95 % were. */
  p95Ms: number | null
  /** 99 % were. */
  p99Ms: number | null
}

export type DashboardInstitution = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** All transactions, reversals included; inquiries are none. */
  totalTransactions: number
  /** Approved, without reversals. */
  approved: number
  /** Declined, without reversals. */
  declined: number
  /** Approved / (approved + declined), from 0 to 1; null when there were none. */
  approvalRate: number | null
  /** Reversals, whatever came of them. */
  reversals: number
}

export type DashboardLatency = {
  /** A business date `YYYY-MM-DD`, or the beginning of an hour in UTC. */
  bucket: string
  /** Half of the transactions were answered within this time; to 5 %. */
  p50Ms: number | null
  /** 95 % were. */
  p95Ms: number | null
  /** 99 % were. */
  p99Ms: number | null
}

export type DashboardLending = {
  /** By status, most first. Days are those of the institution’s time zone. */
  applications: DashboardApplications[]
  disbursed: DashboardDisbursed[]
  /** Loans past due as of today, by days. */
  arrears: DashboardArrears[]
}

export type DashboardResponseCode = {
  /** As family A answered it. */
  responseCode: string
  /** Transactions, reversals included. */
  count: number
}

export type DashboardSummary = {
  /** All transactions, reversals included; inquiries are none. */
  totalTransactions: number
  /** Approved, without reversals. */
  approved: number
  /** Declined, without reversals. */
  declined: number
  /** Approved / (approved + declined), from 0 to 1; null when there were none. */
  approvalRate: number | null
  /** Reversals, whatever came of them. */
  reversals: number
  amountByCurrency: DashboardAmount[]
  /** Half of the transactions were answered within this time; to 5 %. */
  p50Ms: number | null
  /** 95 % were. */
  p95Ms: number | null
  /** 99 % were. */
  p99Ms: number | null
  previous: DashboardFigures
  /** Exceptions that wait for a resolution, as of now. */
  exceptionsOpen: number
  /** How many institutions have which status, as of now. */
  institutionsByStatus: Record<string, unknown>
  /** Users of status ACTIVE, as of now. */
  activeUsers: number
  /** Terminals of status ACTIVE, as of now. */
  terminalsActive: number
}

export type DashboardTokens = {
  /** ISO 4217. */
  currencyCode: string
  /** Tokens in circulation. */
  supply: number
  /** Money behind them. */
  backing: number
  /** Owed by institutions to others. */
  owed: number
  /** Deposits, redemptions and transfers that are under way. */
  openCount: number
  /** Their amounts together. */
  openAmount: number
}

export type DashboardVolume = {
  /** A business date `YYYY-MM-DD`, or the beginning of an hour in UTC. */
  bucket: string
  /** All transactions, reversals included; inquiries are none. */
  totalTransactions: number
  /** Approved, without reversals. */
  approved: number
  /** Declined, without reversals. */
  declined: number
  /** Approved / (approved + declined), from 0 to 1; null when there were none. */
  approvalRate: number | null
  /** Reversals, whatever came of them. */
  reversals: number
  amountByCurrency: DashboardAmount[]
}

export type DecommissionTerminalReply = {
  data: Terminal
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DecommissionTerminalRequest = {
  breakGlass?: Emergency
}

export type DeleteAccountTypeReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteAccountTypeRequest = {
  breakGlass?: Emergency
}

export type DeleteAlertRuleReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteAlertRuleRequest = {
  breakGlass?: Emergency
}

export type DeleteApplicationPropertyReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteApplicationPropertyRequest = {
  breakGlass?: Emergency
}

export type DeleteBillerReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteBillerRequest = {
  breakGlass?: Emergency
}

export type DeleteClientReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteCoreConnectivityReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteCoreConnectivityRequest = {
  breakGlass?: Emergency
}

export type DeleteInstitutionReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteInstitutionRequest = {
  breakGlass?: Emergency
}

export type DeleteLoanProductReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteLoanProductRequest = {
  breakGlass?: Emergency
}

export type DeleteLoanRateReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteLoanRateRequest = {
  breakGlass?: Emergency
}

export type DeletePartnerReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteRoleReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteSavedViewReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteSubTenantReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteSubTenantRequest = {
  breakGlass?: Emergency
}

export type DeleteTerminalReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteTerminalRequest = {
  breakGlass?: Emergency
}

export type DeleteTransactionCapabilityReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteTransactionCapabilityRequest = {
  breakGlass?: Emergency
}

export type DeleteWebhookReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DigitalSettlement = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The digital institution that has paid. Must be a UUID. */
  payerInstitutionId: string
  /** The digital institution that was paid. Must be a UUID. */
  payeeInstitutionId: string
  /** ISO 4217. */
  currencyCode: string
  /** What was paid. */
  amount: number
  /** What the payment is known by where it was made. */
  externalReference: string
  /** The value date. */
  valueDate: string
  /** A note. */
  note?: string
  /** The settlement that this one undoes. Must be a UUID. */
  reverses?: string
  /** The settlement that undoes this one. Must be a UUID. */
  reversedBy?: string
}

export type EffectiveProperty = {
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key: string
  /** The value; ******** when it is secret. */
  value: string
  /** What the value is; `DURATION` is ISO 8601, such as PT30S. Must be one of STRING, INT, DECIMAL, BOOLEAN, JSON, DURATION. */
  valueType: 'STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION'
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret: boolean
  /** What the value holds for. */
  source: 'INSTITUTION' | 'APPLICATION' | 'GLOBAL'
  /** The property that the value comes from. Must be a UUID. */
  id: string
}

export type Emergency = {
  /** Why the change cannot wait; 20 characters or more, without blanks at the ends. Must be 20 to 1000 characters without control characters and card numbers, not counting blanks at the ends. */
  reason: string
}

/** Of a change that was carried out without an approval. */
export type EmergencyOfChange = {
  /** Why it could not wait. */
  reason: string
  /** When it was carried out. */
  at: string
  /** When another user should have reviewed it. */
  reviewDueAt: string
  /** Nobody has reviewed it in time. */
  isOverdue: boolean
  /** Who reviewed it. */
  reviewedBy?: string
  /** When it was reviewed. */
  reviewedAt?: string
  /** What the reviewer said. */
  comment?: string
}

export type EndMySessionReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ErrorCode = {
  /** The code: a letter for the family, then its name. */
  code: string
  /** The family it belongs to. */
  family: 'A' | 'B' | 'C' | 'D'
  /** The HTTP status it comes with. */
  httpStatus: number
  /** As it is sent: `status.responseCode` of account services, `code` of digital banking and lending. */
  responseCode?: string
  /** ISO 20022 reason that comes with it. */
  isoReason?: string
  /** In a few words. */
  title: string
  /** Why it is sent. */
  cause: string
  /** What to do. */
  remedy: string
  /** Whether the same request may succeed later. */
  retryable: boolean
}

export type ErrorEnvelope = {
  data: null
  /** False. */
  success: boolean
  /** The code of the error catalogue, a colon, and what is wrong. */
  message: string
  timestamp: string
}

export type EvaluateRuleReply = {
  data: RuleEvaluation
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type EvaluateRuleRequest = {
  /** For orders: institutionId, partnerId, terminal{id, kind}, type, amount, accessFee, currencyCode, localTime (`2026-01-15 22:30:00`), usedToday{amount, count}. */
  input: Record<string, unknown>
}

export type ExceptionJob = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The action of the resolution, or ASSIGN. */
  action: string
  /** A resolution: why. */
  reason?: string
  /** MATCH of unknown outcomes: what came of the orders. */
  outcome?: string
  /** ASSIGN: who gets them in turn. */
  assigneeIds?: string[]
  /** ASSIGN: the priority. Must be one of LOW, NORMAL, HIGH. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH'
  /** ASSIGN: when they are to be settled. */
  dueAt?: string
  /** ASSIGN: what is noted at each. */
  comment?: string
  /** PENDING: waits for a second user. CANCELLED: the second user or the clock said no. FAILED: its user may not do it any more, or what is left could not be done. Must be one of PENDING, QUEUED, RUNNING, DONE, FAILED, CANCELLED. */
  state: 'PENDING' | 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
  /** The change request that it waits or waited for. Must be a UUID. */
  changeRequestId?: string
  /** Its exceptions. */
  total: number
  /** Those that are done. */
  done: number
  /** Those that had changed since, or did not allow the action. */
  skipped: number
  /** FAILED: why. */
  error?: string
  /** When it ended. */
  finishedAt?: string
}

export type ExceptionJobWithLines = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The action of the resolution, or ASSIGN. */
  action: string
  /** A resolution: why. */
  reason?: string
  /** MATCH of unknown outcomes: what came of the orders. */
  outcome?: string
  /** ASSIGN: who gets them in turn. */
  assigneeIds?: string[]
  /** ASSIGN: the priority. Must be one of LOW, NORMAL, HIGH. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH'
  /** ASSIGN: when they are to be settled. */
  dueAt?: string
  /** ASSIGN: what is noted at each. */
  comment?: string
  /** PENDING: waits for a second user. CANCELLED: the second user or the clock said no. FAILED: its user may not do it any more, or what is left could not be done. Must be one of PENDING, QUEUED, RUNNING, DONE, FAILED, CANCELLED. */
  state: 'PENDING' | 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'
  /** The change request that it waits or waited for. Must be a UUID. */
  changeRequestId?: string
  /** Its exceptions. */
  total: number
  /** Those that are done. */
  done: number
  /** Those that had changed since, or did not allow the action. */
  skipped: number
  /** FAILED: why. */
  error?: string
  /** When it ended. */
  finishedAt?: string
  /** A page of its exceptions, in the order in which they are worked on. */
  lines: {
    content: {
      /** The exception. Must be a UUID. */
      exceptionId: string
      /** Its institution. */
      institutionId: string
      /** Its kind when the job was asked for. */
      kind: string
      /** How far it is. Must be one of PENDING, DONE, SKIPPED. */
      state: 'PENDING' | 'DONE' | 'SKIPPED'
      /** SKIPPED: why. */
      detail?: string
    }[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
}

export type ExcludedApprover = {
  /** The user; absent outside your scope. */
  mailID?: string
  /** What one of the two has done to the other. */
  why: string
}

export type ExportTransactionsReply = {
  data: {
    /** The export. Must be a UUID. */
    exportId: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ExportTransactionsRequest = {
  filter?: {
    /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
    /** From this business date on. Must be a date such as 2026-01-31. */
    dateFrom?: string
    /** Up to and including this business date. Must be a date such as 2026-01-31. */
    dateTo?: string
    /** Recorded at or after this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
    from?: string
    /** Recorded before this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
    to?: string
    /** Retrieval reference number. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    rrn?: string
    /** Authorization id; unique within a business date only. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    authId?: string
    /** One of these. Inquiries are found only when their type is named. Must be at most 200 types. */
    type?: ('CASHWITHDRAWAL' | 'CARDLESSWITHDRAWAL' | 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT' | 'TRANSFER' | 'BILLPAYMENT' | 'CASHWITHDRAWALREVERSAL' | 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL' | 'TRANSFERREVERSAL' | 'CARDLESSREVERSAL' | 'BILLPAYMENTREVERSAL' | 'ACCOUNTLOOKUP' | 'BALANCEINQUIRY')[]
    /** One of these. Must be at most 200 codes. */
    responseCode?: string[]
    /** One of these. Must be at most 200 statuses. */
    status?: ('APPROVED' | 'DECLINED' | 'TIMED_OUT' | 'PARTIALLY_REVERSED' | 'REVERSED')[]
    /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    terminalId?: string
    /** The account that the order names; of a transfer, the source. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    accountId?: string
    /** The last four digits of the card. Must be four digits. */
    panLast4?: string
    /** At least this amount; needs currencyCode. Must be a number of at least 0. */
    amountMin?: number
    /** At most this amount; needs currencyCode. Must be a number of at least 0. */
    amountMax?: number
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode?: string
    /** The partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    partnerId?: string
    /** The request. Must be a UUID. */
    correlationId?: string
  }
  /** The form of the file. Must be one of CSV, XLSX, JSONL. */
  format: 'CSV' | 'XLSX' | 'JSONL'
  breakGlass?: Emergency
}

export type ForgotPasswordReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ForgotPasswordRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
}

export type FoundRecord = {
  /** What it is. */
  kind: 'INSTITUTION' | 'SUB_TENANT' | 'TERMINAL' | 'BILLER' | 'PARTNER' | 'USER' | 'ACCOUNT' | 'CARD' | 'TRANSACTION' | 'CORRECTION' | 'LOAN' | 'LOAN_APPLICATION' | 'LOAN_OFFER' | 'DIGITAL_INSTITUTION' | 'DIGITAL_USER' | 'DIGITAL_ACCOUNT' | 'TOKEN_DEPOSIT' | 'TOKEN_REDEMPTION' | 'TOKEN_TRANSFER'
  /** What its own operations take. */
  id: string
  /** What it is called; never a whole PAN. */
  title: string
  /** Its institution. */
  institutionId?: string
  /** The partner that it belongs to. */
  partnerId?: string
}

export type GenerateOtpReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GenerateOtpRequest = {
  /** Where to send it. Must be an e-mail address. */
  mailID: string
}

export type GetAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetAccountTypeReply = {
  data: AccountType
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetAlertRuleReply = {
  data: AlertRule
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetApplicationPropertyHistoryReply = {
  data: {
    content: ApplicationPropertyVersion[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetApplicationPropertyReply = {
  data: ApplicationProperty
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetAuditLogReply = {
  data: AuditRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetBillerReply = {
  data: BillerRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetBusinessDayReply = {
  data: BusinessDay
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetChangeRequestReply = {
  data: ChangeRequest
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCoreConnectivityReply = {
  data: CoreConnectivity
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCorrectionReply = {
  data: Correction
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCurrentUserReply = {
  data: {
    /** The user. Must be a UUID. */
    id: string
    /** First and last name. */
    userName: string
    /** The mail id. */
    email: string
    /** The name of the role. */
    role: string
    modules: GrantedModule[]
    /** The institution the user sees; none is the whole platform. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
    /** The sub-tenant of the institution the user sees. Must be a UUID. */
    subTenantId?: string
    /** Has registered a device for the second factor. */
    mfaRegistered: boolean
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCustomerReply = {
  data: Customer
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardInstitutionsReply = {
  data: DashboardInstitution[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardLatencyReply = {
  data: DashboardLatency[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardLendingReply = {
  data: DashboardLending
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardResponseCodesReply = {
  data: DashboardResponseCode[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardSummaryReply = {
  data: DashboardSummary
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardTokensReply = {
  data: DashboardTokens[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDashboardVolumeReply = {
  data: DashboardVolume[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetDigitalSettlementReply = {
  data: DigitalSettlement
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetEffectiveApplicationPropertiesReply = {
  data: EffectiveProperty[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetErrorCodeReply = {
  data: ErrorCode
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetExceptionJobReply = {
  data: ExceptionJobWithLines
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetExceptionReply = {
  data: TransactionException
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetHotCardReply = {
  data: HotCard
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetInstitutionHistoryReply = {
  data: {
    content: AuditRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetInstitutionReadinessReply = {
  data: {
    /** Nothing is missing. */
    ready: boolean
    /** What is missing. Must be at most 200 items. */
    missing: ('CORE_CONNECTIVITY' | 'ACCOUNT_TYPE' | 'BIN' | 'TECHNICAL_CONTACT')[]
    /** SUBMITTED: why you may neither approve nor reject it: your own work, or that of a user who may be you. */
    cannotApprove?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetKeysReply = {
  keys: PublicKey[]
}

export type GetLoanProductReply = {
  data: LoanProduct
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetLoanRateReply = {
  data: LoanRate
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetMfaStatusReply = {
  /** The user signs in with a code. */
  MFAEnabled: boolean
  /** A device can be registered now. */
  MFARegistrationEnabled: boolean
  /** The secret in base32, good for 10 minutes; another one each time. */
  encodedSecret?: string
  /** The secret as a QR code: a PNG in base64. */
  qrCode?: string
}

export type GetMfaStatusRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
}

export type GetModuleReply = {
  data: Module
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetModulesReply = {
  data: Module[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetPartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetPlatformStatusReply = {
  data: PlatformStatus
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetReconciliationReply = {
  data: Reconciliation
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetRuleReply = {
  data: RuleWithTable
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetSavedViewReply = {
  data: SavedView
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetStopReply = {
  data: Stop
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetSubTenantReply = {
  data: SubTenant
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTerminalCashReply = {
  data: TerminalCash
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTerminalKeyReply = {
  data: TerminalKey
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTerminalReply = {
  data: Terminal
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTransactionCapabilityReply = {
  data: TransactionCapability
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTransactionExportReply = {
  data: TransactionExport
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetTransactionReply = {
  data: TransactionDetail
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetUserInfoReply = {
  /** The user's id. */
  sub: string
  /** The mail id. */
  email: string
  /** The name of the role. */
  role: string
}

export type GetUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetWebhookReply = {
  data: Webhook
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GrantedModule = {
  /** The module. */
  moduleId: string
  /** Its name for people. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** The actions granted on it. */
  actionId: string[]
}

export type HealthStatusReply = {
  data: {
    status: 'UP' | 'DEGRADED' | 'DOWN'
    services: {
      /** Such as `database` or `core:FI001`. */
      name: string
      status: 'UP' | 'DEGRADED' | 'DOWN'
      /** How long the probe took. */
      latencyMs: number
      /** Null when the service does not tell it. */
      version: string | null
      /** Up to two seconds ago. */
      checkedAt: string
      /** When it is down, or why people have to look at it. */
      error?: string
    }[]
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type HealthStatusRequest = {
  /** True: every service in scope. */
  fetchAllMicroServiceHealth?: boolean
  /** Names of services. */
  services?: string[]
}

export type HoldBusinessDayReply = {
  data: BusinessDay
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type HoldBusinessDayRequest = {
  /** When it ends by itself. Must be a timestamp such as 2026-01-16T10:00:00.000Z. */
  until: string
  /** Why; shown as `holdReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
}

export type HotCard = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution that issued the card. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card number: its first six and last four digits. */
  maskedPan: string
  /** Why; its orders are declined with 208 (`LOST`), 209 (`STOLEN`) or 102 (`FRAUD`). Must be one of LOST, STOLEN, FRAUD. */
  reason: 'LOST' | 'STOLEN' | 'FRAUD'
  /** What people should know. */
  note?: string
  /** When it ends by itself. */
  expiresAt?: string
  /** Orders are declined while it is `ACTIVE`. Must be one of ACTIVE, LIFTED, EXPIRED. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Why it was lifted. */
  liftReason?: string
  /** When it was lifted. */
  liftedAt?: string
}

export type Institution = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** Family A's `institution.id`. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Its name in law. */
  legalName: string
  /** Its name for people. */
  displayName: string
  /** What kind of institution it is. Must be one of BANK, CREDIT_UNION, MFI, FINTECH. */
  type: 'BANK' | 'CREDIT_UNION' | 'MFI' | 'FINTECH'
  /** ISO 3166. Must be an ISO 3166 country code such as US. */
  countryCode: string
  /** ISO 4217; limits are in it. It can be changed until the institution is submitted. Must be an ISO 4217 currency code such as USD. */
  baseCurrency: string
  /** IANA time zone; business dates are counted in it. Must be an IANA time zone such as America/New_York. */
  timezone: string
  /** Currencies of its accounts; the base currency unless stated. Must be at most 200 items. */
  currencies: string[]
  /** ISO 9362. Must be a BIC of 8 or 11 characters. */
  swiftBic?: string
  /** Routing numbers. Must be at most 200 items. */
  routingNumbers: string[]
  /** BINs; each belongs to one institution. Must be at most 200 items. */
  bins: string[]
  /** Acquirer ids. Must be at most 200 items. */
  acquirerIds: string[]
  address?: InstitutionAddress
  /** Contacts; activation needs a TECHNICAL one. Must be at most 200 items. */
  contacts: InstitutionContact[]
  /** Branches. Must be at most 200 items. */
  branches: InstitutionBranch[]
  /** Services it offers; all unless stated. Must be at most 200 items. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Local time at which the next business date begins. Must be a time HH:mm from 00:00 to 23:59. */
  cutoverTime: string
  limits: InstitutionLimits
  /** Days for which the uncertain part of a check deposit is held. Must be a whole number from 0 to 365. */
  holdDays: number
  reversal: InstitutionReversal
  /** Its state; family A serves it while it is ACTIVE. Must be one of DRAFT, SUBMITTED, APPROVED, REJECTED, ACTIVE, SUSPENDED, TERMINATED. */
  status: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'ACTIVE' | 'SUSPENDED' | 'TERMINATED'
  /** Why it was rejected, suspended or terminated. */
  statusReason?: string
  /** Its business date now. */
  businessDate: string
}

export type InstitutionAddress = {
  /** Street and number. Must be 1 to 255 characters without control characters and card numbers. */
  line1: string
  /** More of the street. Must be 1 to 255 characters without control characters and card numbers. */
  line2?: string
  /** City. Must be 1 to 120 characters without control characters and card numbers. */
  city: string
  /** State or province. Must be 1 to 120 characters without control characters and card numbers. */
  state?: string
  /** Postal code. Must be 1 to 16 letters, digits, blanks or hyphens. */
  postalCode: string
  /** ISO 3166. Must be an ISO 3166 country code such as US. */
  countryCode: string
}

export type InstitutionBranch = {
  /** The branch, unique in the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  id: string
  /** Its name. Must be 1 to 120 characters without control characters and card numbers. */
  name: string
  /** Where it is. Must be 1 to 255 characters without control characters and card numbers. */
  address: string
}

export type InstitutionContact = {
  /** Who it is. Must be 1 to 120 characters without control characters and card numbers. */
  name: string
  /** E-mail address. Must be an e-mail address. */
  email: string
  /** Telephone number. Must be a telephone number of 3 to 40 characters. */
  phone: string
  /** What the contact is for. Must be one of PRIMARY, TECHNICAL, COMPLIANCE, SETTLEMENT. */
  kind: 'PRIMARY' | 'TECHNICAL' | 'COMPLIANCE' | 'SETTLEMENT'
}

/** An absent limit is no limit. */
export type InstitutionLimits = {
  /** Limit of one withdrawal, in major units of the base currency. Must be a positive amount. */
  perTransaction?: number
  /** Limit of the withdrawals of a business day, by card, or by account without one, in major units of the base currency. Must be a positive amount. */
  perDay?: number
  /** Withdrawals of a business day. Must be a whole number from 1 to 1000000. */
  countPerDay?: number
  /** Largest access fee, in major units of the base currency. Must be an amount from 0. */
  maxAccessFee?: number
}

export type InstitutionReversal = {
  /** Hours after which an original can no longer be reversed. Must be a whole number from 1 to 8760. */
  windowHours: number
  /** Reversals of credits are posted even when the funds are spent. */
  force: boolean
}

export type InviteUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type IssueTokenReply = {
  /** The access token: a JWT (EdDSA). */
  access_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
}

export type IssueTokenRequest = {
  /** `authorization_code` or `refresh_token`. */
  grant_type?: string
  /** What the OpenID provider sent the browser back with. */
  code?: string
  /** Where it sent the browser back to. */
  redirect_uri?: string
  /** Our client id at the provider; may be left out together with `state`. */
  client_id?: string
  /** Our client secret at the provider, for servers that started the sign-on themselves. */
  client_secret?: string
  /** For a sign-on started by `GET /sso/authorize`: what came back with the code. */
  state?: string
  /** PKCE of a server that started the sign-on itself. */
  code_verifier?: string
  /** The nonce of a server that started the sign-on itself. */
  nonce?: string
  /** For `refresh_token`; the cookie when left out. */
  refresh_token?: string
}

export type LiftHotCardReply = {
  data: HotCard
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type LiftHotCardRequest = {
  /** Why; shown as `liftReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type LiftStopReply = {
  data: Stop
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type LiftStopRequest = {
  /** Why; shown as `liftReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type ListAccountTypesReply = {
  data: {
    content: AccountType[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListAccountTypesRequest = {
  /** A part of the code, the core's code or the description. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Category: one of these; none is any. Must be at most 2 of the values. */
  category?: ('ASSET' | 'LIABILITY')[]
  /** Whether its accounts may be used. */
  isActive?: boolean
}

export type ListAccountsReply = {
  /** By page, or by cursor. */
  data: {
    content: Account[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Account[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListAccountsRequest = {
  /** The beginning of the accountId or the customerId. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The customer. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** The code of an account type, or a list of them; an empty list is any. */
  accountType?: string | string[]
  /** The last four digits of a card. Must be 4 digits. */
  panLast4?: string
  /** The card number: 12 to 19 digits of which the last is the check digit. Never returned. Must be a card number: 12 to 19 digits of which the last is the check digit. */
  pan?: string
  /** Statuses: one of these; none is any. Must be at most 4 of the values. */
  status?: ('OPEN' | 'FROZEN' | 'DORMANT' | 'CLOSED')[]
  /** The same as the parameter. Must be at most 500 characters. */
  cursor?: string
}

export type ListAlertRulesReply = {
  data: {
    content: AlertRule[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListAlertRulesRequest = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Metrics: one of these; none is any. Must be at most 20 of the values. */
  metric?: ('exceptions.open' | 'exceptions.oldest-minutes' | 'approval-rate' | 'decline-code' | 'core.down' | 'day.not-closed' | 'webhook.off' | 'ledger.drift' | 'ledger.silent' | 'cash.difference' | 'clock' | 'changes.waiting' | 'reads.unusual')[]
  /** States: one of these; none is any. Must be at most 20 of the values. */
  state?: ('OK' | 'RAISED')[]
  /** Whether it is watched. */
  isActive?: boolean
}

export type ListApplicationPropertiesReply = {
  data: {
    content: ApplicationProperty[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListApplicationPropertiesRequest = {
  /** A part of the key or the description, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** One of these; none is any. Must be at most 200 environments. */
  environment?: ('sandbox' | 'qa' | 'uat' | 'prod')[]
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores, or the UUID of a digital institution. */
  institutionId?: string
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key?: string
  /** One of these; none is any. Must be at most 200 types. */
  valueType?: ('STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION')[]
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret?: boolean
  /** Whether it has effect. */
  isActive?: boolean
}

export type ListAuditLogsReply = {
  data: {
    content: AuditRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListAuditLogsRequest = {
  /** From this instant on. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  from?: string
  /** Before this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  to?: string
  /** The user who did it. Must be 1 to 255 characters without control characters and card numbers. */
  actorId?: string
  /** Their mail id, in any letter case. Must be 1 to 255 characters without control characters and card numbers. */
  actorEmail?: string
  /** What was done. Must be 1 to 255 characters without control characters and card numbers. */
  action?: string
  /** The kind of record. Must be 1 to 255 characters without control characters and card numbers. */
  resource?: string
  /** Which record. Must be 1 to 255 characters without control characters and card numbers. */
  resourceId?: string
  /** How it ended. Must be SUCCESS or FAILURE. */
  outcome?: 'SUCCESS' | 'FAILURE'
  /** Whose records. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The request. Must be a UUID. */
  correlationId?: string
}

export type ListBillersReply = {
  data: {
    content: BillerRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListBillersRequest = {
  /** A part of the billerId or the name. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Whether it can be paid. */
  isActive?: boolean
}

export type ListCardsReply = {
  /** By page, or by cursor. */
  data: {
    content: Card[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Card[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListCardsRequest = {
  /** The beginning of the accountId or the customerId. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The customer. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** The code of an account type, or a list of them; an empty list is any. */
  accountType?: string | string[]
  /** The last four digits of a card. Must be 4 digits. */
  panLast4?: string
  /** The card number: 12 to 19 digits of which the last is the check digit. Never returned. Must be a card number: 12 to 19 digits of which the last is the check digit. */
  pan?: string
  /** Statuses: one of these; none is any. Must be at most 6 of the values. */
  status?: ('ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE')[]
  /** The same as the parameter. Must be at most 500 characters. */
  cursor?: string
}

export type ListChangeRequestsReply = {
  data: {
    content: ListedChangeRequest[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListChangeRequestsRequest = {
  /** States: one of these; none is any. Must be at most 200 of the values. */
  state?: ('PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'FAILED' | 'CARRIED_OUT' | 'REVIEWED' | 'OBJECTED')[]
  /** Modules: one of these; none is any. Must be at most 200 of the values. */
  module?: ('DASHBOARD' | 'USER_MGMT' | 'USERS' | 'ROLES' | 'MODULES' | 'FI_MGMT' | 'INSTITUTIONS' | 'SUB_TENANTS' | 'CONFIG' | 'CORE_CONNECTIVITY' | 'ACCOUNT_TYPES' | 'TXN_CAPABILITIES' | 'APP_PROPERTIES' | 'ERROR_CODES' | 'PARTNERS' | 'RULES' | 'TERMINAL_MGMT' | 'TERMINALS' | 'TERMINAL_KEYS' | 'TRANSACTIONS' | 'QUERY' | 'TXN_EXPORT' | 'EXCEPTIONS' | 'CORRECTIONS' | 'CUSTOMERS' | 'ACCOUNTS' | 'CARDS' | 'LENDING' | 'LOAN_ORIGINATION' | 'LOAN_SERVICING' | 'LOAN_PRODUCTS' | 'DIGITAL' | 'DIGITAL_PARTIES' | 'DIGITAL_MONEY' | 'GOVERNANCE' | 'AUDIT' | 'ALERTS' | 'HEALTH')[]
  /** Whether you may approve it while it is pending, or review it. */
  waitsForMe?: boolean
}

export type ListCoreConnectivityReply = {
  data: {
    content: CoreConnectivity[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListCoreConnectivityRequest = {
  /** A part of the name, the URL or the host. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Environment: one of these; none is any. Must be at most 4 of the values. */
  environment?: ('sandbox' | 'qa' | 'uat' | 'prod')[]
  /** Core type: one of these; none is any. Must be at most 4 of the values. */
  coreType?: ('BUILTIN' | 'SANDBOX' | 'REST' | 'ISO8583')[]
  /** Status: one of these; none is any. Must be at most 4 of the values. */
  status?: ('DRAFT' | 'TESTED' | 'ACTIVE' | 'INACTIVE')[]
}

export type ListCorrectionsReply = {
  data: {
    content: Correction[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListCorrectionsRequest = {
  /** A part of the reason. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The account of a customer, in the built-in core. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountId?: string
  /** In place of accountId: a suspense account that is emptied. Must be one of suspense:cash, suspense:corrections, suspense:exceptions, cash:transit. */
  suspenseAccount?: 'suspense:cash' | 'suspense:corrections' | 'suspense:exceptions' | 'cash:transit'
  /** The transaction that they correct. Must be a UUID. */
  transactionId?: string
  /** The exception that they settle. Must be a UUID. */
  exceptionId?: string
  /** Kinds: one of these; none is any. Must be at most 5 of the values. */
  kind?: ('GOODWILL' | 'FEE_REFUND' | 'LOST_DEPOSIT' | 'SUSPENSE' | 'ERROR')[]
  /** Of the account. Must be one of CREDIT, DEBIT. */
  direction?: 'CREDIT' | 'DEBIT'
  /** ISO 4217. Must be three capital letters. */
  currencyCode?: string
}

export type ListDigitalSettlementsReply = {
  data: {
    content: DigitalSettlement[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListDigitalSettlementsRequest = {
  /** A part of the external reference or of the note. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Either side: the institution, or a digital one by its id. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The digital institution that has paid. Must be a UUID. */
  payerInstitutionId?: string
  /** The digital institution that was paid. Must be a UUID. */
  payeeInstitutionId?: string
  /** ISO 4217. Must be three capital letters. */
  currencyCode?: string
}

export type ListErrorCodesReply = {
  data: {
    content: ErrorCode[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListExceptionAssigneesReply = {
  data: {
    /** The user. Must be a UUID. */
    userId: string
    /** The mail address. */
    mailID: string
    firstName: string
    lastName: string
  }[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListExceptionsReply = {
  data: {
    content: TransactionException[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListExceptionsRequest = {
  /** A part of the RRN, of the account id, of the reference or id of a movement, or of the terminal of a difference of cash. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution; a digital one that names none by its own id. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Kinds: one of these; none is any. Must be at most 200 of the values. */
  kind?: ('UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION' | 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT')[]
  /** Movements of tokens of these types: one of these; none is any. Must be at most 200 of the values. */
  movementType?: ('TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER')[]
  /** States: one of these; none is any. Must be at most 200 of the values. */
  state?: ('OPEN' | 'RESOLVED')[]
  /** Those that this user looks after. Must be a UUID. */
  assigneeId?: string
  /** Whether somebody looks after it. */
  isAssigned?: boolean
  /** Priorities: one of these; none is any. Must be at most 200 of the values. */
  priority?: ('LOW' | 'NORMAL' | 'HIGH')[]
  /** Due before this instant. Must be a timestamp such as 2026-01-31T08:00:00.000Z. */
  dueBefore?: string
}

export type ListHotCardsReply = {
  data: {
    content: HotCard[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListHotCardsRequest = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Reasons: one of these; none is any. Must be at most 3 of the values. */
  reason?: ('LOST' | 'STOLEN' | 'FRAUD')[]
  /** States: one of these; none is any. Must be at most 3 of the values. */
  state?: ('ACTIVE' | 'LIFTED' | 'EXPIRED')[]
  /** The last four digits of the card. Must be 4 digits. */
  panLast4?: string
  /** The card number: 12 to 19 digits of which the last is the check digit. Never returned. Must be a card number: 12 to 19 digits of which the last is the check digit. */
  pan?: string
}

export type ListInstitutionsReply = {
  data: {
    content: Institution[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListInstitutionsRequest = {
  /** A part of the institutionId or of a name. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** In one of these states; none is any. Must be at most 200 items. */
  status?: ('DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'ACTIVE' | 'SUSPENDED' | 'TERMINATED')[]
  /** Only institutions of these types; all types when empty. Must be at most 200 items. */
  type?: ('BANK' | 'CREDIT_UNION' | 'MFI' | 'FINTECH')[]
  /** ISO 3166. Must be an ISO 3166 country code such as US. */
  countryCode?: string
}

export type ListLoanProductsReply = {
  data: {
    content: LoanProduct[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListLoanProductsRequest = {
  /** A part of the code or the name. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Offered in this currency. Must be an ISO 4217 currency code such as USD. */
  currency?: string
  /** APR method: one of these; none is any. Must be at most 2 of the values. */
  aprMethod?: ('REG_Z_ACTUARIAL' | 'EU_EFFECTIVE')[]
  /** Accounting: one of these; none is any. Must be at most 2 of the values. */
  accounting?: ('CASH' | 'ACCRUAL')[]
  /** Whether it is offered. */
  isActive?: boolean
}

export type ListLoanRatesReply = {
  data: {
    content: LoanRate[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListLoanRatesRequest = {
  /** A part of the product code or the index. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The product. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** Type: one of these; none is any. Must be at most 2 of the values. */
  type?: ('FIXED' | 'INDEXED')[]
  /** Whether it is quoted. */
  isActive?: boolean
}

export type ListMySessionsReply = {
  data: {
    content: Session[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListPartnersReply = {
  data: {
    content: Partner[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListPartnersRequest = {
  /** A part of the partnerId or the name. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Whether it may call. */
  isActive?: boolean
  /** An API family. Must be one of accounts, digital, lending. */
  family?: 'accounts' | 'digital' | 'lending'
  /** An institution it works for. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
}

export type ListReconciliationsReply = {
  data: {
    content: Reconciliation[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListReconciliationsRequest = {
  /** A part of the source. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The source. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  source?: string
  /** From this business date on. Must be a date YYYY-MM-DD. */
  dateFrom?: string
  /** Up to this business date. Must be a date YYYY-MM-DD. */
  dateTo?: string
  /** States: one of these; none is any. Must be at most 8 of the values. */
  state?: ('WAITING' | 'RECEIVING' | 'QUEUED' | 'MATCHING' | 'DONE' | 'FAILED' | 'REPLACED' | 'REPEATED')[]
}

export type ListRolesReply = {
  data: {
    content: Role[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListRolesRequest = {
  /** A part of the name or the description, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Whether it grants anything. */
  isEnabled?: boolean
  /** Whether it came with the platform. */
  isSystem?: boolean
}

export type ListRulesReply = {
  data: {
    content: Rule[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListSandboxMailsReply = {
  data: {
    content: SandboxMail[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListSavedViewsReply = {
  data: {
    content: SavedView[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListSavedViewsRequest = {
  /** The list: the path of its page in the console, such as `/transactions`; with `#` and a word where a page has several. Must be the path of a page, of at most 140 characters. */
  list?: string
  /** Whether they are shared. */
  isShared?: boolean
  /** The user whose they are. Must be a UUID. */
  ownerId?: string
}

export type ListStopsReply = {
  data: {
    content: Stop[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListStopsRequest = {
  /** The institution that it names. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The partner that it names. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** States: one of these; none is any. Must be at most 3 of the values. */
  state?: ('ACTIVE' | 'LIFTED' | 'EXPIRED')[]
}

export type ListSubTenantsReply = {
  data: {
    content: SubTenant[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListSubTenantsRequest = {
  /** A part of the tenantCode, the name or the contactEmail. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** In one of these states; none is any. Must be at most 200 items. */
  status?: ('PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED')[]
}

export type ListTerminalKeysReply = {
  data: {
    content: TerminalKey[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListTerminalKeysRequest = {
  /** A part of the terminalId or of the check value. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** One of these; none is any. Must be at most 200 types. */
  keyType?: ('APP' | 'TMK' | 'TPK' | 'TAK')[]
  /** One of these; none is any. Must be at most 200 algorithms. */
  algorithm?: ('AES256' | 'HMAC_SHA256')[]
  /** One of these; none is any. Must be at most 200 statuses. */
  status?: ('PENDING' | 'ACTIVE' | 'ROTATING' | 'REVOKED' | 'EXPIRED')[]
}

export type ListTerminalsReply = {
  data: {
    content: Terminal[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListTerminalsRequest = {
  /** A part of the terminalId, the acceptorId or the location, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The sub-tenant. Must be a UUID. */
  subTenantId?: string
  /** The branch. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  branchId?: string
  /** One of these; none is any. Must be at most 200 kinds. */
  kind?: ('ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS')[]
  /** One of these; none is any. Must be at most 200 statuses. */
  status?: ('REGISTERED' | 'ACTIVE' | 'INACTIVE' | 'DECOMMISSIONED')[]
}

export type ListTransactionCapabilitiesReply = {
  data: {
    content: TransactionCapability[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListTransactionCapabilitiesRequest = {
  /** A part of the code or the description. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Whether it is part of the platform. */
  isSystem?: boolean
  /** Whether it grants anything. */
  isActive?: boolean
}

export type ListTransactionsReply = {
  /** By page, or by cursor. */
  data: {
    content: Transaction[]
    page: number
    size: number
    /** Counted up to 10000. */
    totalElements: number
    totalPages: number
    /** Only when the search took too long: `content` and `totalElements` are what was found until then, and this cursor goes on from there. */
    nextCursor?: string
  } | {
    content: Transaction[]
    size: number
    /** Where to go on; absent at the end. */
    nextCursor?: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListTransactionsRequest = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** From this business date on. Must be a date such as 2026-01-31. */
  dateFrom?: string
  /** Up to and including this business date. Must be a date such as 2026-01-31. */
  dateTo?: string
  /** Recorded at or after this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  from?: string
  /** Recorded before this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  to?: string
  /** Retrieval reference number. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  rrn?: string
  /** Authorization id; unique within a business date only. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  authId?: string
  /** One of these. Inquiries are found only when their type is named. Must be at most 200 types. */
  type?: ('CASHWITHDRAWAL' | 'CARDLESSWITHDRAWAL' | 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT' | 'TRANSFER' | 'BILLPAYMENT' | 'CASHWITHDRAWALREVERSAL' | 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL' | 'TRANSFERREVERSAL' | 'CARDLESSREVERSAL' | 'BILLPAYMENTREVERSAL' | 'ACCOUNTLOOKUP' | 'BALANCEINQUIRY')[]
  /** One of these. Must be at most 200 codes. */
  responseCode?: string[]
  /** One of these. Must be at most 200 statuses. */
  status?: ('APPROVED' | 'DECLINED' | 'TIMED_OUT' | 'PARTIALLY_REVERSED' | 'REVERSED')[]
  /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** The account that the order names; of a transfer, the source. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountId?: string
  /** The last four digits of the card. Must be four digits. */
  panLast4?: string
  /** At least this amount; needs currencyCode. Must be a number of at least 0. */
  amountMin?: number
  /** At most this amount; needs currencyCode. Must be a number of at least 0. */
  amountMax?: number
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode?: string
  /** The partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** The request. Must be a UUID. */
  correlationId?: string
  /** The same as the parameter. Must be at most 500 characters. */
  cursor?: string
}

export type ListUsersReply = {
  data: {
    content: User[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListUsersRequest = {
  /** A part of the name or of the address, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The role. Must be a UUID. */
  roleId?: string
  /** One of these; none is any. Must be at most 200 statuses. */
  status?: ('INVITED' | 'ACTIVE' | 'INACTIVE' | 'LOCKED')[]
  /** Whether the user may sign in. */
  isActive?: boolean
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
}

export type ListWebhooksReply = {
  data: {
    content: Webhook[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListWebhooksRequest = {
  /** The partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** Whether it gets events. */
  isActive?: boolean
}

export type ListedChangeRequest = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The module of what is changed. */
  module: string
  /** The action that the change needs on it. */
  action: 'VIEW' | 'CREATE' | 'UPDATE' | 'DELETE' | 'ACTIVATE' | 'APPROVE' | 'EXPORT' | 'REVEAL' | 'TEST' | 'EMERGENCY'
  /** The operation that makes the change. */
  operation: string
  /** What is changed, as the audit log calls it. */
  resource: string
  /** The record; absent when it is yet to be made. */
  resourceId?: string
  /** What people call the record; absent where it has no name. */
  recordName?: string
  /** The institution of the record. */
  institutionId?: string
  /** The record when the change was requested; null when it is yet to be made. */
  before: Record<string, unknown> | null
  /** The record with the change; null when it is deleted. */
  after: Record<string, unknown> | null
  /** What the user who decided said. */
  comment?: string
  /** FAILED: why it could not be carried out. */
  failure?: string
  /** Who asked for the change. */
  requestedBy: string
  /** Who ended it. */
  decidedBy?: string
  /** When it expires unless it is decided. */
  expiresAt: string
  /** PENDING until it ends; CARRIED_OUT in an emergency until it is reviewed. Must be one of PENDING, APPROVED, REJECTED, WITHDRAWN, EXPIRED, FAILED, CARRIED_OUT, REVIEWED, OBJECTED. */
  state: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'FAILED' | 'CARRIED_OUT' | 'REVIEWED' | 'OBJECTED'
  /** You may approve it while it is pending, or review it after it was carried out in an emergency. */
  waitsForMe: boolean
  /** Why you may not approve or review it, although your role and scope cover it. */
  cannotApprove?: string
  emergency?: EmergencyOfChange
}

export type LoanProduct = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution that lends. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** As applications name it. */
  productCode: string
  /** What people call it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name: string
  /** Currencies of its loans; the first one is used when an application names none. Must be 1 to 200 currency codes. */
  currencies: string[]
  /** The smallest and the largest loan. Must have min and max. */
  amount: {
    /** In major units. Must be an amount from 0 to 1000000000000. */
    min: number
    /** In major units. Must be an amount from 0 to 1000000000000. */
    max: number
  }
  /** The shortest and the longest term. Must have min and max. */
  term: {
    min: LoanTerm
    max: LoanTerm
  }
  /** The lowest and the highest interest rate. Must have min and max. */
  rate: {
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    min: number
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    max: number
  }
  /** The interest rate of an application that names none, in percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
  defaultRate: number
  terms: LoanProductTerms
  /** More about it. Must be at most 255 characters without control characters and card numbers, and not blank. */
  description: string
  /** Days past due after which a loan is charged off; 180 unless stated. Must be a whole number from 1 to 3650. */
  chargeOffDays: number
  /** Ranges of days past due, from 0 and without a gap; the usual seven unless stated. Must be 1 to 20 buckets. */
  buckets: AgingBucket[]
  /** All fees of a loan together, in percent of its principal; 25 unless stated. Must be a number from 0 to 1000 with at most 6 decimals. */
  feeCapPercent: number
  /** The most instalments of a loan, down payments not counted; 480 unless stated. Must be a whole number from 1 to 2100. */
  maxInstalments: number
  /** Instalments may be less than a week apart; false unless stated. */
  dailyRows: boolean
  /** A payment may exceed what is owed; true unless stated. */
  overpaymentAllowed: boolean
  /** A decision needs risk signals; false unless stated. */
  riskSignalsRequired: boolean
  /** How the APR is computed: Regulation Z, or Directive 2008/48/EC. Must be one of REG_Z_ACTUARIAL, EU_EFFECTIVE. */
  aprMethod: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE'
  /** CASH: income when it is paid; ACCRUAL: receivables at the end of each day. Must be one of CASH, ACCRUAL. */
  accounting: 'CASH' | 'ACCRUAL'
  /** False: unknown to new applications; its loans go on. */
  isActive: boolean
}

/** What applications need not say; an absent term has its general default. */
export type LoanProductTerms = {
  /** How principal is repaid. Must be one of ANNUITY, EQUAL_PRINCIPAL, INTEREST_ONLY, BULLET, FLAT. */
  method?: 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT'
  /** How days of interest are counted. Must be one of 30/360, 30E/360, ACT/360, ACT/364, ACT/365F, ACT/ACT-ISDA, ACT/ACT-ICMA. */
  dayCount?: '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA'
  /** Repayment units between instalments. Must be a whole number from 1 to 366. */
  repaymentEvery?: number
  /** Months, or the unit of the term when that is Weeks or Days. Must be one of Days, Weeks, Months, Years. */
  repaymentUnit?: 'Days' | 'Weeks' | 'Months' | 'Years'
  /** Instalments at first without principal. Must be a whole number from 0 to 480. */
  graceOnPrincipal?: number
  /** Instalments at first without interest, which is collected afterwards. Must be a whole number from 0 to 480. */
  graceOnInterest?: number
  /** Principal that is due with the last instalment. Must be an amount from 0 to 1000000000000. */
  balloon?: number
  /** Due on the day of disbursement. Must have percent and auto. */
  downPayment?: {
    /** Percentage of the principal. Must be a number from 0 to 100 with at most 6 decimals. */
    percent: number
    /** It counts as paid on the day of disbursement. */
    auto: boolean
  }
  /** Instalments are rounded to multiples of this amount. Must be an amount from 0 to 1000000000000. */
  instalmentMultipleOf?: number
  /** The principal that instalments are computed from. Must be one of DISBURSED, APPROVED. */
  instalmentBasis?: 'DISBURSED' | 'APPROVED'
  /** How amounts are rounded. Must be one of HALF_EVEN, HALF_UP, UP, DOWN. */
  rounding?: 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN'
  /** The period rate that an annuity is levelled with. Must be one of PER_PERIOD, FIRST_PERIOD. */
  annuityRate?: 'PER_PERIOD' | 'FIRST_PERIOD'
  /** Payments go row by row, or component by component. Must be one of HORIZONTAL, VERTICAL. */
  allocation?: 'HORIZONTAL' | 'VERTICAL'
  /** Replaces the order of components. Must have due and inAdvance. */
  allocationOrder?: {
    /** The order for what is due. Must be penalties, fees, interest, principal in some order. */
    due: ('penalties' | 'fees' | 'interest' | 'principal')[]
    /** The order for what is paid in advance. Must be penalties, fees, interest, principal in some order. */
    inAdvance: ('penalties' | 'fees' | 'interest' | 'principal')[]
  }
  /** What a prepayment does to later instalments. Must be one of REDUCE_INSTALMENT, REDUCE_TERM, PAY_NEXT_INSTALMENTS, ADJUST_LAST. */
  prepaymentDefault?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST'
  /** Interest of a settlement: to its day, or to the end of the period. Must be one of TO_DATE, TO_PERIOD_END. */
  settlementInterest?: 'TO_DATE' | 'TO_PERIOD_END'
  /** Charged once for each overdue instalment. Must be a late fee. */
  lateFee?: {
    /** Percentage of the base, in place of an amount. Must be a number from 0 to 100 with at most 6 decimals. */
    percent?: number
    /** Instead of a percentage. Must be an amount from 0 to 1000000000000. */
    amount?: number
    /** What the percentage is taken of; PRINCIPAL unless stated. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
    base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
    /** Days after the due date without a fee; 0 unless stated. Must be a whole number from 0 to 365. */
    graceDays?: number
  }
}

export type LoanRate = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The product. */
  productCode: string
  /** Percent per year; of an INDEXED rate, index and spread together. Must be a number from 0 to 100 with at most 6 decimals. */
  nominalRate: number
  /** FIXED, or INDEXED: an index and a spread. Must be one of FIXED, INDEXED. */
  type: 'FIXED' | 'INDEXED'
  /** The name of the index; INDEXED rates only. */
  index: string | null
  /** Added to the index, in percent per year; INDEXED rates only. */
  spread: number | null
  /** The first day of the rate. Must be a date YYYY-MM-DD. */
  effectiveFrom: string
  /** The last day of the rate; null: until further notice. */
  effectiveTo: string | null
  /** What the rate is quoted for: any of these; none: everything. Must be at most 50 bands. */
  bands: LoanRateBand[]
  /** Whether it is quoted. */
  isActive: boolean
  /** The institution of the product. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
}

/** What is left out is no restriction. */
export type LoanRateBand = {
  /** Amounts, in major units of the product's first currency. Must be a range. */
  amount?: {
    /** The smallest. Must be an amount from 0 to 1000000000000. */
    min?: number
    /** The largest. Must be an amount from 0 to 1000000000000. */
    max?: number
  }
  /** Terms, in months. Must be a range. */
  termMonths?: {
    /** The shortest. Must be a whole number from 1 to 1200. */
    min?: number
    /** The longest. Must be a whole number from 1 to 1200. */
    max?: number
  }
  /** Risk grades of applicants. Must be 1 to 20 risk grades. */
  riskGrades?: string[]
}

/** Must have termCount and termUnit. */
export type LoanTerm = {
  /** How many units. Must be a whole number from 1 to 36500. */
  termCount: number
  /** The unit. Must be one of Days, Weeks, Months, Years. */
  termUnit: 'Days' | 'Weeks' | 'Months' | 'Years'
}

export type LoginUserReply = {
  /** The access token: a JWT (EdDSA), good for 15 minutes. */
  data: string
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type LoginUserRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
  /** The code that the authenticator app shows. Must be 6 digits. */
  mfaCode?: string
  /** One of the recovery codes, instead of mfaCode. Must be 1 to 35 characters without control characters. */
  recoveryCode?: string
}

export type LogoutReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Module = {
  /** The module, as roles name it. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** Its place among its siblings, from 1. */
  order: number
  /** True: what is not there yet is not listed. */
  isEnabled: boolean
  /** What a role can grant on it: the actions that some operation asks for. */
  actions: {
    /** The action, as roles name it. */
    actionId: string
    /** Its name. */
    actionName: string
  }[]
  subModules: SubModule[]
}

export type Notification = {
  /** The notification. Must be a UUID. */
  id: string
  /** CHANGE_WAITS: A change waits for your approval; gone when it is decided. CHANGE_ENDED: A change that you asked for was approved, rejected, has failed or has expired. CHANGE_EMERGENCY: A change was carried out in an emergency, and you may review it; gone when it is reviewed. CHANGE_OVERDUE: An emergency change has no review after 24 hours; gone when it is reviewed. CHANGE_REVIEWED: A change that you carried out in an emergency was reviewed, or somebody has objected to one that you could review. EXPORT_ENDED: An export that you asked for is done, or has failed. EXCEPTIONS_GIVEN: You were given an exception, or several by a job. EXCEPTION_JOB_ENDED: A job on many exceptions that you asked for is done, or has failed. ALERT: An alert that you are told of was raised, or is over. */
  kind: 'CHANGE_WAITS' | 'CHANGE_ENDED' | 'CHANGE_EMERGENCY' | 'CHANGE_OVERDUE' | 'CHANGE_REVIEWED' | 'EXPORT_ENDED' | 'EXCEPTIONS_GIVEN' | 'EXCEPTION_JOB_ENDED' | 'ALERT'
  /** What it tells, in English. */
  title: string
  /** What the title is made of: the operation, the name of the record, who asked, the state. */
  details: Record<string, unknown>
  /** What it tells of, as the audit log calls it. */
  resource: string
  /** Its id. */
  resourceId: string
  /** Its institution. */
  institutionId?: string
  /** When it was told. */
  createdAt: string
  /** When it was read; absent while it is unread. */
  readAt?: string
}

export type OAuthError = {
  /** A code of RFC 6749. */
  error: string
  /** For people. */
  error_description: string
}

export type Partner = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** What the partner sends as `partnerId`. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** The name of the partner. */
  name: string
  /** API families. Must be 1 to 3 families. */
  families: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations: string[]
  /** Institutions it works for; a partner of digital banking alone may have none. */
  institutionIds: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit: {
    perSecond: number
  } | null
  /** Whether it may call. */
  isActive: boolean
  clients: Client[]
}

export type PlatformStatus = {
  /** The worst of its items. */
  status: 'UP' | 'DEGRADED' | 'DOWN'
  groups: StatusGroup[]
}

export type PreviewStopReply = {
  data: StopPreview
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type PreviewStopRequest = {
  /** Orders at this institution; of tokens, it is on either side. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Orders of this partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** Orders of this client. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId?: string
  /** Orders at this terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** Orders at terminals of this kind. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  terminalKind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Services of account services; none: all that move money, movements of tokens and disbursements too. Must be different ones of PREFERENCES, LOOKUP, BALANCE, WITHDRAWAL, DEPOSIT, TRANSFER, BILL_PAYMENT, CARDLESS. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders with cards whose number begins so. Must be 6 to 8 digits. */
  bin?: string
  /** Orders in this currency. Must be an ISO 4217 code. */
  currencyCode?: string
  /** Orders of more than this; needs `currencyCode`. Must be a number that is not negative. */
  amountOver?: number
  /** Movements of tokens from this institution of digital banking. Must be a UUID. */
  payerInstitutionId?: string
  /** Movements of tokens to this institution of digital banking. Must be a UUID. */
  payeeInstitutionId?: string
}

export type PromoteApplicationPropertiesReply = {
  data: Promotion
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type PromoteApplicationPropertiesRequest = {
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  from: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  to: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** Must be 1 to 200 keys. */
  keys: string[]
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application?: string
  /** The institution; none is all. */
  institutionId?: string | null
  /** Only says what would change; false unless said. */
  dryRun?: boolean
  breakGlass?: Emergency
}

export type PromotedProperty = {
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key: string
  /** What became of it. */
  action: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  /** What the value is. */
  valueType: string
  /** Then the values are masked. */
  isSecret: boolean
  /** Null: there was none. */
  before: string | null
  /** The value now. */
  after: string
}

export type Promotion = {
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  from: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  to: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores, or the UUID of a digital institution. */
  institutionId?: string
  /** Nothing was changed. */
  dryRun: boolean
  changes: PromotedProperty[]
}

export type PublicKey = {
  /** Names the key in the header of a JWE or JWT. */
  kid: string
  /** `RSA` or `OKP`. */
  kty: string
  /** `enc`: encrypt to it; `sig`: verify with it. */
  use: string
  /** `RSA-OAEP-256` or `EdDSA`. */
  alg: string
  /** Modulus of an RSA key. */
  n?: string
  /** Exponent of an RSA key. */
  e?: string
  /** Curve of the signing key. */
  crv?: string
  /** Public point of the signing key. */
  x?: string
}

export type ReadNotifications = {
  /** How many are unread now. */
  unread: number
}

export type ReadNotificationsReply = {
  data: ReadNotifications
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ReadNotificationsRequest = {
  /** Absent: all. Must be 1 to 200 UUIDs. */
  ids?: string[]
}

export type Reconciliation = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution. */
  institutionId: string
  /** The business date. */
  businessDate: string
  /** The source. */
  source: string
  /** CSV with a header, or a statement CAMT.053 of ISO 20022. Must be one of CSV, CAMT053. */
  format: 'CSV' | 'CAMT053'
  /** Which column of the file has what: a name that the header has. One that is left out is looked for by the name it has here; rrn, amount and currencyCode must be there. CAMT053 takes `rrn` only. */
  mapping: {
    /** Between columns; a comma. Must be one of ,, ;, |, . */
    delimiter?: ',' | ';' | '|' | '	'
    /** Of amounts; a point. Must be one of ., ,. */
    decimalMark?: '.' | ','
    /** Of amounts; MAJOR. Must be one of MAJOR, MINOR. */
    amountUnit?: 'MAJOR' | 'MINOR'
    /** The RRN as the source knows it. CAMT053: EndToEndId (default), InstrId, TxId, AcctSvcrRef or NtryRef. Must be 1 to 120 characters without control characters and card numbers. */
    rrn?: string
    /** The amount, with the access fee. Must be 1 to 120 characters without control characters and card numbers. */
    amount?: string
    /** ISO 4217. Must be 1 to 120 characters without control characters and card numbers. */
    currencyCode?: string
    /** Debit or credit of the customer. Without it the sign follows from the type, or else from the amount: below 0 is a credit. Must be 1 to 120 characters without control characters and card numbers. */
    sign?: string
    /** The partner of each line. Without it `source` is the partner of all. Must be 1 to 120 characters without control characters and card numbers. */
    partnerId?: string
    /** The date of each line: at most a day from the business date. Must be 1 to 120 characters without control characters and card numbers. */
    date?: string
    /** The account, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    accountId?: string
    /** The type of transaction, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    type?: string
    /** The terminal, for what is missing here. Must be 1 to 120 characters without control characters and card numbers. */
    terminalId?: string
    /** Values of the column `sign`; D, DR, DEBIT, DBIT and -. Must be a list of 1 to 20. */
    debitValues?: string[]
    /** Values of the column `sign`; C, CR, CREDIT, CRDT and +. Must be a list of 1 to 20. */
    creditValues?: string[]
  }
  /** WAITING: for its file. RECEIVING, QUEUED, MATCHING: at work. FAILED: takes a file again. REPLACED: by a later file of the source and date. REPEATED: its file was matched before, nothing has changed. Must be one of WAITING, RECEIVING, QUEUED, MATCHING, DONE, FAILED, REPLACED, REPEATED. */
  state: 'WAITING' | 'RECEIVING' | 'QUEUED' | 'MATCHING' | 'DONE' | 'FAILED' | 'REPLACED' | 'REPEATED'
  /** Of the file. */
  bytes: number
  /** Of the file, without its header. */
  lines: number
  /** CAMT053: entries that are not booked yet. */
  leftOut: number
  /** What the comparison has found. */
  result?: {
    /** Orders of the business date that moved money, of the partners that the file names. */
    orders: number
    /** Lines that have their order. */
    matched: number
    /** Among them, those whose order has the business date before or after. */
    otherDate: number
    /** Lines without an order. */
    missingHere: number
    /** Orders without a line. */
    missingThere: number
    /** Lines and orders whose amounts differ. */
    different: number
    /** Lines that the file has already. */
    duplicates: number
    /** By currency. */
    sums: {
      /** ISO 4217. */
      currencyCode: string
      /** Debits of the file. */
      theirDebits: number
      /** Credits of the file. */
      theirCredits: number
      /** Debits of the books. */
      ourDebits: number
      /** Credits of the books. */
      ourCredits: number
      /** Of lines without an order. */
      missingHere: number
      /** Of orders without a line. */
      missingThere: number
      /** What lines have more than their orders. */
      different: number
    }[]
  }
  /** FAILED: why. */
  error?: string
  /** REPEATED: the reconciliation that has the file. Must be a UUID. */
  sameAs?: string
  /** REPLACED: the reconciliation that counts instead. Must be a UUID. */
  replacedBy?: string
  /** When it ended. */
  finishedAt?: string
}

export type ReconciliationDifference = {
  /** Its place. */
  seq: number
  /** MISSING_HERE, MISSING_THERE and DIFFERENT are exceptions. DUPLICATE: a line that the file has already. OTHER_DATE: matched, on the date before or after. Must be one of MISSING_HERE, MISSING_THERE, DIFFERENT, DUPLICATE, OTHER_DATE. */
  kind: 'MISSING_HERE' | 'MISSING_THERE' | 'DIFFERENT' | 'DUPLICATE' | 'OTHER_DATE'
  /** The line of the file. */
  line?: number
  /** The partner. */
  partnerId: string
  /** The RRN as the source knows it. */
  rrn: string
  /** Debit or credit of the customer. Must be one of D, C. */
  sign: 'D' | 'C'
  /** ISO 4217. */
  currencyCode: string
  /** Of the file. */
  theirAmount?: number
  /** Of the books. */
  ourAmount?: number
  /** The order; MISSING_HERE: one that was declined here, or that the line takes back. Must be a UUID. */
  transactionId?: string
  /** The exception that it is. Must be a UUID. */
  exceptionId?: string
}

export type RecordTerminalCashReply = {
  data: CashMovement
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RecordTerminalCashRequest = {
  /** LOAD: cash was put in. UNLOAD: cash was taken out. COUNT: what is in it was counted. Must be one of LOAD, UNLOAD, COUNT. */
  kind: 'LOAD' | 'UNLOAD' | 'COUNT'
  /** ISO 4217 code. Must be an ISO 4217 currency code. */
  currencyCode: string
  /** What was put in, taken out or counted, in major units; above 0 but for a COUNT. Must not be below 0. */
  amount: number
  /** What the movement is known by, unique in the terminal: sent again, it is recorded once. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  reference: string
  /** When it happened: not in the future, within the last 7 days, and not before the last COUNT. Must be a timestamp such as 2026-01-15T08:30:00.000Z. */
  at: string
  /** A note. Must be 1 to 255 characters without control characters and card numbers. */
  note?: string
  breakGlass?: Emergency
}

export type RedeliverEventsReply = {
  data: Redelivery
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RedeliverEventsRequest = {
  /** The first event, by its number in the feed. Must be a whole number from 1. */
  from: number
  /** The last one, at most 1000 events on; the first alone unless stated. Must be a whole number from 1. */
  to?: number
}

export type Redelivery = {
  /** How many are delivered again. */
  deliveries: number
}

export type RefreshTokenReply = {
  /** The access token: a JWT (EdDSA), good for 15 minutes. */
  data: string
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RefreshTokenRequest = {
  /** The refresh token, for callers without cookies; it goes before the cookie. Must be a refresh token. */
  refreshToken?: string
}

export type RegisterMfaReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RegisterMfaRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  username: string
  /** The secret that was offered. Must be a secret in base32. */
  encodedSecret: string
  /** The code that the authenticator app shows. Must be 6 digits. */
  initialCode: string
  /** What the user calls the device. Must be 1 to 120 characters without control characters and card numbers. */
  deviceName?: string
  /** Replace the device there is; needs the bearer token of the user. Must be true or false. */
  overwrite?: boolean
}

export type RejectChangeRequestReply = {
  data: ChangeRequest
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RejectChangeRequestRequest = {
  /** What to say about it. Must be 1 to 255 characters without control characters and card numbers. */
  comment?: string
}

export type RejectInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RejectInstitutionRequest = {
  /** Why; it is kept with the institution and audited. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type ReleaseBusinessDayReply = {
  data: BusinessDay
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ReleaseBusinessDayRequest = {
  breakGlass?: Emergency
}

export type RequestedChange = {
  /** What is changed. */
  resource: string
  /** The record. */
  resourceId?: string
  /** Before. */
  before: Record<string, unknown> | null
  /** After. */
  after: Record<string, unknown> | null
}

export type ResetUserMfaReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ResolveExceptionReply = {
  data: TransactionException
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ResolveExceptionRequest = {
  /** What to do; the actions of another kind: 409. Must be one of MATCH, WRITE_OFF, IGNORE, RETRY, PAY_OUT, SETTLED_OUTSIDE, RETURN, RELEASED_OUTSIDE, ADJUST_LEDGER, ACCEPT, CANCEL. */
  action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'RETURN' | 'RELEASED_OUTSIDE' | 'ADJUST_LEDGER' | 'ACCEPT' | 'CANCEL'
  /** Why, for the audit log. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** MATCH of an unmatched reversal: the transaction that it reverses. MATCH of a difference of cash: the correction, unless it names the exception itself. Must be a UUID. */
  originalId?: string
  /** MATCH of an unknown outcome: what came of the order. Must be one of APPROVED, DECLINED. */
  outcome?: 'APPROVED' | 'DECLINED'
  /** PAY_OUT: the account of the institution that takes the money. MATCH of a RECONCILIATION whose file names no account: the account. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  linkedAccountId?: string
  /** SETTLED_OUTSIDE: what the payment is known by elsewhere. Must be 1 to 140 characters without control characters. */
  externalReference?: string
  breakGlass?: Emergency
}

export type ResolveExceptionsReply = {
  data: {
    /** The job. Must be a UUID. */
    jobId: string
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ResolveExceptionsRequest = {
  /** These exceptions, at most 500; in place of `filter`. Must be 1 to 500 ids. */
  ids?: string[]
  /** All open exceptions that match, at most 5000; in place of `ids`. */
  filter?: {
    /** A part of the RRN, of the account id, of the reference or id of a movement, or of the terminal of a difference of cash. Must be 1 to 120 characters without control characters and card numbers. */
    search?: string
    /** The institution; a digital one that names none by its own id. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
    /** Kinds: one of these; none is any. Must be at most 200 of the values. */
    kind?: ('UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION' | 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT')[]
    /** Movements of tokens of these types: one of these; none is any. Must be at most 200 of the values. */
    movementType?: ('TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER')[]
    /** States: one of these; none is any. Must be at most 200 of the values. */
    state?: ('OPEN' | 'RESOLVED')[]
    /** Those that this user looks after. Must be a UUID. */
    assigneeId?: string
    /** Whether somebody looks after it. */
    isAssigned?: boolean
    /** Priorities: one of these; none is any. Must be at most 200 of the values. */
    priority?: ('LOW' | 'NORMAL' | 'HIGH')[]
    /** Due before this instant. Must be a timestamp such as 2026-01-31T08:00:00.000Z. */
    dueBefore?: string
  }
  /** What to do; the actions of another kind: 409. Must be one of MATCH, WRITE_OFF, IGNORE, RETRY, PAY_OUT, SETTLED_OUTSIDE, RETURN, RELEASED_OUTSIDE, ADJUST_LEDGER, ACCEPT, CANCEL. */
  action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'RETURN' | 'RELEASED_OUTSIDE' | 'ADJUST_LEDGER' | 'ACCEPT' | 'CANCEL'
  /** Why, for the audit log. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  /** MATCH of an unknown outcome: what came of the order. Must be one of APPROVED, DECLINED. */
  outcome?: 'APPROVED' | 'DECLINED'
  /** PAY_OUT: the account of the institution that takes the money. MATCH of a RECONCILIATION whose file names no account: the account. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  linkedAccountId?: string
  /** SETTLED_OUTSIDE: what the payment is known by elsewhere. Must be 1 to 140 characters without control characters. */
  externalReference?: string
  breakGlass?: Emergency
}

export type ResumeInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ResumeInstitutionRequest = {
  breakGlass?: Emergency
}

export type RetryBusinessDayReply = {
  data: BusinessDay
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RetryBusinessDayRequest = {
  breakGlass?: Emergency
}

export type ReverseDigitalSettlementReply = {
  data: DigitalSettlement
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ReverseDigitalSettlementRequest = {
  /** Why, for the record and the audit log. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
}

export type ReviewChangeRequestReply = {
  data: ChangeRequest
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ReviewChangeRequestRequest = {
  /** CONFIRMED: it was right. OBJECTED: it was not; nothing is undone, and all concerned are told. Must be one of CONFIRMED, OBJECTED. */
  verdict: 'CONFIRMED' | 'OBJECTED'
  /** What to say about it. Must be 1 to 255 characters without control characters and card numbers. */
  comment: string
}

export type RevokeTerminalKeyReply = {
  data: TerminalKey
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Role = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** Its name. */
  roleName: string
  /** What it is for. */
  description: string
  /** Whether it grants anything. */
  isEnabled: boolean
  /** It came with the platform and cannot be changed. */
  isSystem: boolean
  /** Whose role it is; none is for everyone. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Users who have it, of those you see. */
  userCount: number
  modules: RoleModule[]
}

export type RoleModule = {
  /** The module. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** What may be done in it. */
  actionId: string[]
}

export type RollbackApplicationPropertyReply = {
  data: ApplicationProperty
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RollbackApplicationPropertyRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  breakGlass?: Emergency
}

export type RotateClientReply = {
  data: ClientWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RotateClientRequest = {
  /** A new end, or none; left out, it stays. Must be null or a timestamp such as 2027-01-31T00:00:00.000Z. */
  expiresAt?: string | null
  /** Until then the present secret is taken too, for at most 90 days; left out, it is refused at once. Must be a timestamp such as 2026-02-15T00:00:00.000Z. */
  oldSecretUntil?: string
}

export type RotateTerminalKeyReply = {
  data: TerminalKeyWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RotateTerminalKeyRequest = {
  breakGlass?: Emergency
}

export type RotateWebhookReply = {
  data: Webhook
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RotateWebhookRequest = {
  /** How long the secret before signs as well; a day unless stated. Must be a whole number of hours from 0 to 168. */
  overlapHours?: number
}

export type Rule = {
  /** The rules; their file is `<name>.json`. */
  name: 'limits' | 'velocity' | 'fees' | 'fraud' | 'lending-decision'
  /** `OFF`: there is no file. `FAILED`: there is one that cannot be used, and no earlier rules are active. */
  state: 'ACTIVE' | 'FAILED' | 'OFF'
  loadedAt: string | null
  /** Why the file could not be used when it was last read. Earlier rules stay active. */
  error?: string
}

export type RuleEvaluation = {
  /** What the table answers: {} when no row matches, a list with hit policy collect. */
  output: Record<string, unknown> | unknown[]
  /** The rows that matched. */
  matched: {
    /** The table. */
    node: string
    /** Its row, counted from 1. */
    row: number
  }[]
}

export type RuleWithTable = {
  /** The rules; their file is `<name>.json`. */
  name: 'limits' | 'velocity' | 'fees' | 'fraud' | 'lending-decision'
  /** `OFF`: there is no file. `FAILED`: there is one that cannot be used, and no earlier rules are active. */
  state: 'ACTIVE' | 'FAILED' | 'OFF'
  loadedAt: string | null
  /** Why the file could not be used when it was last read. Earlier rules stay active. */
  error?: string
  /** The decision table as it runs, in the JSON Decision Model of GoRules; null when none runs. */
  content: Record<string, unknown> | null
}

export type SandboxMail = {
  /** The mail. */
  id: string
  /** To whom it would have gone. */
  to: string
  subject: string
  /** Its text, with the links and codes in it. */
  text: string
  sentAt: string
}

export type SavedView = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The list: the path of its page in the console, such as `/transactions`; with `#` and a word where a page has several. Must be the path of a page, of at most 140 characters. */
  list: string
  /** Its name, unique among your views of the list. */
  name: string
  /** The filters that are set, each once. Must be a list of at most 40 filters. */
  filters: {
    /** The filter. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    name: string
    /** Its value. Must be 1 to 500 characters without control characters and card numbers. */
    value: string
  }[]
  /** A field and a direction. */
  sort?: string
  /** Whether all users of exactly the scope see it. */
  isShared: boolean
  /** The user whose it is. Must be a UUID. */
  ownerId: string
  /** The institution of whose users it is. */
  institutionId?: string
  /** The sub-tenant of whose users it is. Must be a UUID. */
  subTenantId?: string
}

export type SearchRecordsReply = {
  data: FoundRecord[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SearchRecordsRequest = {
  /** What to look for; at least three characters. Must be 1 to 64 characters without control characters. */
  text: string
}

export type SendReconciliationFileReply = {
  data: Reconciliation
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SendWebhookNowReply = {
  data: SentNow
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SendWebhookNowRequest = {
  /** One event, by its number in the feed; what waits first of each subject unless stated. Must be a whole number from 1. */
  sequence?: number
}

export type SentForApproval = {
  /** The change request that keeps the change. Must be a UUID. */
  changeRequestId: string
}

export type SentForApprovalReply = {
  data: SentForApproval
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SentNow = {
  /** How many are tried. */
  deliveries: number
}

export type Session = {
  /** The session. Must be a UUID. */
  id: string
  /** True for the session that is asking. */
  current: boolean
  /** When it was opened. */
  createdAt: string
  /** When its refresh token was last used. */
  lastUsedAt: string
  /** When it ends if it is not refreshed. */
  expiresAt: string
  /** The address it was opened from. */
  ip: string
  /** The program it was opened with. */
  userAgent: string
}

export type SetAccountTypeActivationReply = {
  data: AccountType
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetAccountTypeActivationRequest = {
  breakGlass?: Emergency
}

export type SetAlertRuleActivationReply = {
  data: AlertRule
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetAlertRuleActivationRequest = {
  breakGlass?: Emergency
}

export type SetBillerActivationReply = {
  data: BillerRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetBillerActivationRequest = {
  breakGlass?: Emergency
}

export type SetCoreConnectivityActivationReply = {
  data: CoreConnectivity
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetCoreConnectivityActivationRequest = {
  breakGlass?: Emergency
}

export type SetLoanProductActivationReply = {
  data: LoanProduct
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetLoanProductActivationRequest = {
  breakGlass?: Emergency
}

export type SetLoanRateActivationReply = {
  data: LoanRate
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetLoanRateActivationRequest = {
  breakGlass?: Emergency
}

export type SetPartnerActivationReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetPasswordReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetPasswordRequest = {
  /** The value of the mailed link, or, with their own bearer token, the mail id of the user, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The new password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
}

export type SetRoleActivationReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetSubTenantActivationReply = {
  data: SubTenant
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetSubTenantActivationRequest = {
  breakGlass?: Emergency
}

export type SetTerminalActivationReply = {
  data: Terminal
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetTerminalActivationRequest = {
  breakGlass?: Emergency
}

export type SetTransactionCapabilityActivationReply = {
  data: TransactionCapability
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetTransactionCapabilityActivationRequest = {
  breakGlass?: Emergency
}

export type SetUserActivationReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetWebhookActivationReply = {
  data: Webhook
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type StatusGroup = {
  /** What it is about. */
  group: 'SERVICES' | 'CORES' | 'CHAINS' | 'DAYS' | 'ALERTS' | 'WEBHOOKS' | 'QUEUES' | 'JOBS' | 'SWITCHES' | 'CLOCKS'
  /** The worst of its items. */
  status: 'UP' | 'DEGRADED' | 'DOWN'
  /** DAYS, ALERTS and WEBHOOKS: only what is wrong. */
  items: StatusItem[]
}

export type StatusItem = {
  /** A service, an institution, a queue, a job. */
  name: string
  /** Whether it works. */
  status: 'UP' | 'DEGRADED' | 'DOWN'
  /** What is the matter, or what waits. */
  note?: string
  /** Since when, or when it was looked at. */
  since?: string
}

export type Stop = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** Orders at this institution; of tokens, it is on either side. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Orders of this partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** Orders of this client. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId?: string
  /** Orders at this terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** Orders at terminals of this kind. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  terminalKind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Services of account services; none: all that move money, movements of tokens and disbursements too. Must be different ones of PREFERENCES, LOOKUP, BALANCE, WITHDRAWAL, DEPOSIT, TRANSFER, BILL_PAYMENT, CARDLESS. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Orders with cards whose number begins so. Must be 6 to 8 digits. */
  bin?: string
  /** Orders in this currency. Must be an ISO 4217 code. */
  currencyCode?: string
  /** Orders of more than this; needs `currencyCode`. Must be a number that is not negative. */
  amountOver?: number
  /** Movements of tokens from this institution of digital banking. Must be a UUID. */
  payerInstitutionId?: string
  /** Movements of tokens to this institution of digital banking. Must be a UUID. */
  payeeInstitutionId?: string
  /** Why. */
  reason: string
  /** What people should know. */
  note?: string
  /** When it ends by itself. */
  expiresAt: string
  /** Orders are declined while it is `ACTIVE`. */
  state: 'ACTIVE' | 'LIFTED' | 'EXPIRED'
  /** Why it was lifted. */
  liftReason?: string
  /** When it was lifted. */
  liftedAt?: string
}

export type StopPreview = {
  /** The hour begins. */
  from: string
  /** It ends: now. */
  to: string
  /** Orders and inquiries of account services, also those that were declined. */
  orders: number
  /** Movements of tokens. */
  movements: number
  /** Disbursements of loans. */
  disbursements: number
  /** What they amount to, by currency. */
  amounts: {
    /** ISO 4217 code. */
    currencyCode: string
    /** The sum in the currency. */
    amount: number
  }[]
  /** Fields that the records do not tell, wholly: the stop would stop less than is counted here. */
  ignored: string[]
}

export type StuckDay = {
  /** The institution. */
  institutionId: string
  /** The oldest business day that is not closed. */
  date: string
}

export type SubModule = {
  /** The module, as roles name it. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** Its place among its siblings, from 1. */
  order: number
  /** True: what is not there yet is not listed. */
  isEnabled: boolean
  /** What a role can grant on it: the actions that some operation asks for. */
  actions: {
    /** The action, as roles name it. */
    actionId: string
    /** Its name. */
    actionName: string
  }[]
  /** None. */
  subModules: unknown[]
}

export type SubTenant = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution it is a part of. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** Unique in the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  tenantCode: string
  /** Its name. */
  name: string
  /** Whom to write to. */
  contactEmail: string
  /** Modules on which its users' roles count. */
  allowedModules: string[]
  /** SUSPENDED and CLOSED shut its users out. Must be one of PENDING, ACTIVE, SUSPENDED, CLOSED. */
  status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
}

export type SubmitInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SubmitInstitutionRequest = {
  breakGlass?: Emergency
}

export type SuspendInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SuspendInstitutionRequest = {
  /** Why; it is kept with the institution and audited. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
}

export type SuspenseBalance = {
  /** The institution. */
  institutionId: string
  /** The account of the general ledger. */
  account: string
  /** ISO 4217. */
  currencyCode: string
  /** What stands there; credits are positive, in major units. */
  balance: number
  /** The part of it that is older than the items, or archived, in major units. */
  earlierAmount: number
  /** At most 200, oldest first. */
  items: SuspenseItem[]
}

export type SuspenseItem = {
  /** The journal. Must be a UUID. */
  journalId: string
  /** When it was posted. */
  at: string
  /** The business date it counts for. */
  businessDate: string
  /** Whole days since it was posted. */
  ageDays: number
  /** The kind of journal. */
  kind: string
  /** What it put there; credits are positive, in major units. */
  amount: number
  /** What is left of it: money that leaves the account settles the oldest items first, in major units. */
  openAmount: number
  /** The correction that posted it. Must be a UUID. */
  correctionId?: string
  /** The exception that it settled, or that the correction names. Must be a UUID. */
  exceptionId?: string
  /** The transaction. Must be a UUID. */
  transactionId?: string
}

export type Terminal = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** What channels send as the terminal's id. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** The institution it belongs to. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** The card acceptor. */
  acceptorId: string
  /** What kind of terminal it is. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. */
  location: string
  /** The branch it belongs to. */
  branchId: string
  /** The sub-tenant it belongs to. Must be a UUID. */
  subTenantId?: string
  /** Currencies of its cash; cash in others is declined with 181. Empty: any. Must be at most 200 currency codes. */
  currencies: string[]
  /** What it may be used for; the institution's services unless it has its own. Must be at most 200 services. */
  services: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[]
  /** Cash in this currency is paid out in multiples of it; other amounts are declined with 180. */
  smallestNote?: {
    /** In major units. Must be greater than 0. */
    amount: number
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode: string
  }
  /** Limits on withdrawals in major units of the institution's base currency; absent: no limit. */
  limits?: {
    /** The most of one withdrawal. Must be greater than 0. */
    perTransaction?: number
    /** The most of a business day. Must be greater than 0. */
    perDay?: number
    /** Withdrawals of a business day. Must be a whole number from 1 to 1000000000. */
    countPerDay?: number
  }
  /** Only an `ACTIVE` terminal is served; others are declined with 120. Must be one of REGISTERED, ACTIVE, INACTIVE, DECOMMISSIONED. */
  status: 'REGISTERED' | 'ACTIVE' | 'INACTIVE' | 'DECOMMISSIONED'
}

export type TerminalCash = {
  /** The terminal. */
  terminalId: string
  /** Its institution. */
  institutionId: string
  /** The time that `expected` is of. */
  asOf: string
  /** By currency, of those that movements name. */
  expected: {
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode: string
    /** Loads less unloads, less cash that was paid, and cash that was taken, in major units. */
    amount: number
    /** The last COUNT. */
    lastCountAt?: string
  }[]
  /** Newest first, at most 500. */
  movements: CashMovement[]
  /** There are older ones: ask with an earlier `to`. */
  hasMore: boolean
}

export type TerminalKey = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** The institution of the terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** `APP`: of the application; `TMK`, `TPK`, `TAK`: master, PIN and authentication key. Must be one of APP, TMK, TPK, TAK. */
  keyType: 'APP' | 'TMK' | 'TPK' | 'TAK'
  /** `HMAC_SHA256` for `APP` keys only. Must be one of AES256, HMAC_SHA256. */
  algorithm: 'AES256' | 'HMAC_SHA256'
  /** Check value: 6 hex digits of the MAC of 16 zero bytes, AES-CMAC or HMAC. */
  kcv: string
  /** Counts the keys of this type of the terminal, from 1. */
  keyVersion: number
  /** When it was made. */
  validFrom: string
  /** Its end: a year later, or 24 hours after it was replaced. */
  expiresAt: string
  /** When it was last used. */
  lastUsedAt?: string
  /** `ROTATING`: replaced, and valid for 24 hours more. A key past `expiresAt` is `EXPIRED`. Must be one of PENDING, ACTIVE, ROTATING, REVOKED, EXPIRED. */
  status: 'PENDING' | 'ACTIVE' | 'ROTATING' | 'REVOKED' | 'EXPIRED'
  /** Whether there is a key: true. */
  appKeySet: boolean
  /** Always ********: the key cannot be read. */
  appKey: string
}

export type TerminalKeyWithSecret = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId: string
  /** The institution of the terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** `APP`: of the application; `TMK`, `TPK`, `TAK`: master, PIN and authentication key. Must be one of APP, TMK, TPK, TAK. */
  keyType: 'APP' | 'TMK' | 'TPK' | 'TAK'
  /** `HMAC_SHA256` for `APP` keys only. Must be one of AES256, HMAC_SHA256. */
  algorithm: 'AES256' | 'HMAC_SHA256'
  /** Check value: 6 hex digits of the MAC of 16 zero bytes, AES-CMAC or HMAC. */
  kcv: string
  /** Counts the keys of this type of the terminal, from 1. */
  keyVersion: number
  /** When it was made. */
  validFrom: string
  /** Its end: a year later, or 24 hours after it was replaced. */
  expiresAt: string
  /** When it was last used. */
  lastUsedAt?: string
  /** `ROTATING`: replaced, and valid for 24 hours more. A key past `expiresAt` is `EXPIRED`. Must be one of PENDING, ACTIVE, ROTATING, REVOKED, EXPIRED. */
  status: 'PENDING' | 'ACTIVE' | 'ROTATING' | 'REVOKED' | 'EXPIRED'
  /** Whether there is a key: true. */
  appKeySet: boolean
  /** The key, base64 of 32 bytes; shown this once. */
  appKey: string
}

export type TerminalTotals = {
  /** Null: of transactions that name no terminal. */
  terminalId: string | null
  /** ISO 4217. */
  currencyCode: string
  /** Withdrawals, access fees included. */
  withdrawals: {
    /** How many. */
    count: number
    /** Their sum. */
    amount: number
  }
  /** Deposits of cash and checks. */
  deposits: {
    /** How many. */
    count: number
    /** Their sum. */
    amount: number
  }
  /** Access fees, as far as charged. */
  fees: {
    /** How many. */
    count: number
    /** Their sum. */
    amount: number
  }
  /** Reversals posted on this date, whatever the date of their originals. */
  reversals: {
    /** How many. */
    count: number
    /** Their sum. */
    amount: number
  }
}

export type TerminateInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type TerminateInstitutionRequest = {
  /** Why; it is kept with the institution and audited. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type TestCoreConnectivityReply = {
  data: CoreConnectivity
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type TestCoreConnectivityRequest = {
  breakGlass?: Emergency
}

export type TestEvent = {
  /** The event. Must be a UUID. */
  eventId: string
}

export type TestWebhookReply = {
  data: TestEvent
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Transaction = {
  /** The transaction. Must be a UUID. */
  id: string
  /** Retrieval reference number of the caller. */
  rrn: string
  /** `transaction.type` of account services. */
  type: string
  /** The institution. */
  institutionId: string
  /** The partner that sent it. */
  partnerId: string
  /** The terminal; absent when none was named. */
  terminalId?: string
  /** The account; absent on lookups. */
  accountId?: string
  /** Transfers: the destination. */
  beneficiaryAccountId?: string
  /** Bill payments: the biller. */
  billerId?: string
  /** The card, first six and last four digits. */
  maskedPan?: string
  /** The amount; 0 on inquiries, in major units. */
  amount: number
  /** The part of the amount that is the access fee, in major units. */
  accessFee: number
  /** ISO 4217 code; absent on inquiries. */
  currencyCode?: string
  /** How much of the amount has been reversed. Reversals of unknown outcome (911) do not count, in major units. */
  reversedAmount: number
  /** `000` approved, `911` unknown, any other a decline. */
  responseCode: string
  /** Authorization id of an approval. */
  authId?: string
  /** Reversals: the transaction that is reversed. Must be a UUID. */
  originalId?: string
  /** The institution's business date. */
  businessDate: string
  /** From the arrival of the request to its answer. */
  latencyMs: number
  /** The request. Must be a UUID. */
  correlationId: string
  /** TIMED_OUT: the outcome is not known (911). A reversal is APPROVED, DECLINED or TIMED_OUT; its original becomes REVERSED or PARTIALLY_REVERSED once the reversal is approved, and keeps its status until then. */
  status: 'APPROVED' | 'DECLINED' | 'TIMED_OUT' | 'PARTIALLY_REVERSED' | 'REVERSED'
  /** When it was recorded. */
  createdAt: string
}

export type TransactionCapability = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** As accounts name it. Must be two letters or digits. */
  code: string
  /** What it grants. */
  description: string
  /** What may be done with an account. */
  flags: {
    /** Balance inquiries. */
    inquiry: boolean
    /** Cash withdrawals. */
    withdrawal: boolean
    /** Deposits. */
    deposit: boolean
    /** Transfers from the account. */
    transferFrom: boolean
    /** Transfers to the account. */
    transferTo: boolean
    /** Bill payments. */
    billPayment: boolean
    /** Cardless withdrawals. */
    cardless: boolean
  }
  /** False: it grants nothing. */
  isActive: boolean
  /** Part of the platform: it never changes. */
  isSystem: boolean
}

export type TransactionDetail = {
  /** The transaction. Must be a UUID. */
  id: string
  /** Retrieval reference number of the caller. */
  rrn: string
  /** `transaction.type` of account services. */
  type: string
  /** The institution. */
  institutionId: string
  /** The partner that sent it. */
  partnerId: string
  /** The terminal; absent when none was named. */
  terminalId?: string
  /** The account; absent on lookups. */
  accountId?: string
  /** Transfers: the destination. */
  beneficiaryAccountId?: string
  /** Bill payments: the biller. */
  billerId?: string
  /** The card, first six and last four digits. */
  maskedPan?: string
  /** The amount; 0 on inquiries, in major units. */
  amount: number
  /** The part of the amount that is the access fee, in major units. */
  accessFee: number
  /** ISO 4217 code; absent on inquiries. */
  currencyCode?: string
  /** How much of the amount has been reversed. Reversals of unknown outcome (911) do not count, in major units. */
  reversedAmount: number
  /** `000` approved, `911` unknown, any other a decline. */
  responseCode: string
  /** Authorization id of an approval. */
  authId?: string
  /** Reversals: the transaction that is reversed. Must be a UUID. */
  originalId?: string
  /** The institution's business date. */
  businessDate: string
  /** From the arrival of the request to its answer. */
  latencyMs: number
  /** The request. Must be a UUID. */
  correlationId: string
  /** TIMED_OUT: the outcome is not known (911). A reversal is APPROVED, DECLINED or TIMED_OUT; its original becomes REVERSED or PARTIALLY_REVERSED once the reversal is approved, and keeps its status until then. */
  status: 'APPROVED' | 'DECLINED' | 'TIMED_OUT' | 'PARTIALLY_REVERSED' | 'REVERSED'
  /** When it was recorded. */
  createdAt: string
  /** The response as it was sent; absent while the outcome is unknown, and on inquiries. */
  response?: unknown
  /** The lines of the journal; none when nothing was posted here. */
  postings: {
    /** A customer account, or an account of the general ledger such as `vault:ATM00001`. */
    account: string
    /** Credits are positive, in major units. */
    amount: number
    /** ISO 4217 code. */
    currencyCode: string
  }[]
  original?: Transaction
  /** The stop that it was declined for (115). */
  stopId?: string
  /** Reversals of it, oldest first. */
  reversals: Transaction[]
  /** Corrections that name it, oldest first. */
  corrections: CorrectionOfTransaction[]
}

export type TransactionException = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The institution. */
  institutionId: string
  /** UNMATCHED: a reversal without an original (914), or approved before an original that did not come within the window. LATE: a reversal after the window (188). REFUSED: a reversal that could not be posted (110, 182, 183). UNKNOWN: an order whose outcome has been unknown for 15 minutes. DECLINED_ADVICE: an order that a switch has carried out already and the bank declined, or a reversal of one that was posted by its resolution. ADVICE_PARKED: an order that its host has not taken back within the time of `iso8583.park-after`, or refuses to. HOST_APPROVAL: one that its host has approved late, or not as it was asked, until it has taken it back. CASH_DIFFERENCE: a count of a terminal that found more or less than what was expected. RECONCILIATION: what a file of a source and the books disagree about. Of digital banking: FUNDS_UNCLAIMED: money that could be neither turned into tokens nor given back. LEG_FAILED: a ledger refuses what was decided. LEDGER_DRIFT: the balance of an account, or the supply of a currency of tokens, differs between book and ledger, the ledger has an asset that the platform did not register, or tokens that are to be released were taken there. LEDGER_SILENT: a ledger has neither carried out nor refused an operation for `silent-after`. Must be one of UNMATCHED, LATE, REFUSED, UNKNOWN, DECLINED_ADVICE, ADVICE_PARKED, HOST_APPROVAL, CASH_DIFFERENCE, RECONCILIATION, FUNDS_UNCLAIMED, LEG_FAILED, LEDGER_DRIFT, LEDGER_SILENT. */
  kind: 'UNMATCHED' | 'LATE' | 'REFUSED' | 'UNKNOWN' | 'DECLINED_ADVICE' | 'ADVICE_PARKED' | 'HOST_APPROVAL' | 'CASH_DIFFERENCE' | 'RECONCILIATION' | 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'LEDGER_DRIFT' | 'LEDGER_SILENT'
  transaction?: Transaction
  /** Orders of switches: what the switch knows it by. */
  switchMessage?: {
    /** The switch. */
    switch: string
    /** DE 37 as it was sent. */
    rrn: string
    /** DE 11, the trace number. */
    stan: string
  }
  /** CASH_DIFFERENCE: the count, in place of a transaction. */
  cash?: {
    /** The terminal. */
    terminalId: string
    /** The reference of the count. */
    reference: string
    /** Its currency. */
    currencyCode: string
    /** What was counted. */
    counted: number
    /** What was expected. */
    expected: number
    /** Counted less expected: below 0 when cash is missing. */
    difference: number
    /** When it was counted. */
    at: string
  }
  /** RECONCILIATION: what the file said. */
  reconciled?: {
    /** The reconciliation that found it last. Must be a UUID. */
    reconciliationId: string
    /** The source. */
    source: string
    /** What differs. Must be one of MISSING_HERE, MISSING_THERE, DIFFERENT. */
    difference: 'MISSING_HERE' | 'MISSING_THERE' | 'DIFFERENT'
    /** The RRN as the source knows it. */
    rrn: string
    /** Debit or credit of the customer. Must be one of D, C. */
    sign: 'D' | 'C'
    /** ISO 4217. */
    currencyCode: string
    /** Of the file. */
    theirAmount?: number
    /** Of the books. */
    ourAmount?: number
    /** The line of the file. */
    line?: number
  }
  movement?: {
    /** What moves. Must be one of TOKENIZED_DEPOSIT, TOKEN_REDEMPTION, INTERBANK_TRANSFER. */
    type: 'TOKENIZED_DEPOSIT' | 'TOKEN_REDEMPTION' | 'INTERBANK_TRANSFER'
    /** The movement. Must be a UUID. */
    id: string
    /** The partner's reference. */
    ref: string
    /** The partner. */
    partnerId: string
    /** Its state. */
    state: string
    /** The amount. */
    amount: number
    /** Its currency. */
    currencyCode: string
    /** How often it was tried. */
    attempts: number
    /** Since when it is an exception. */
    since: string
  }
  /** LEDGER_DRIFT: whose balance differs; absent where it is the supply. */
  account?: {
    /** The digital asset account. Must be a UUID. */
    id: string
  }
  /** Digital banking: what happened. */
  detail?: string
  /** A payment or adjustment whose outcome is not known yet; until it is, every other action is refused. */
  pending?: {
    /** What is being done. Must be one of RETRY, PAY_OUT, SETTLED_OUTSIDE, ADJUST_LEDGER. */
    action: 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'ADJUST_LEDGER'
    /** Who asked for it. */
    by: string
    /** When. */
    at: string
    /** The account that is to take the money. */
    linkedAccountId?: string
  }
  /** Who looks after it. Must be a UUID. */
  assigneeId?: string
  /** The mail address of the assignee. */
  assignee?: string
  /** NORMAL until somebody says otherwise. Must be one of LOW, NORMAL, HIGH. */
  priority: 'LOW' | 'NORMAL' | 'HIGH'
  /** When it is to be settled. */
  dueAt?: string
  /** Oldest first. Lists show the last 5. */
  comments: {
    /** When. */
    at: string
    /** Who. */
    by: string
    /** What was noted. */
    text: string
  }[]
  /** How many there are, at most 200. */
  commentCount: number
  /** RESOLVED: by a user, or settled by itself. Must be one of OPEN, RESOLVED. */
  state: 'OPEN' | 'RESOLVED'
  resolution?: {
    /** SETTLED: it resolved itself. Must be one of MATCH, WRITE_OFF, IGNORE, RETRY, PAY_OUT, SETTLED_OUTSIDE, RETURN, RELEASED_OUTSIDE, ADJUST_LEDGER, ACCEPT, CANCEL, SETTLED. */
    action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | 'RETRY' | 'PAY_OUT' | 'SETTLED_OUTSIDE' | 'RETURN' | 'RELEASED_OUTSIDE' | 'ADJUST_LEDGER' | 'ACCEPT' | 'CANCEL' | 'SETTLED'
    /** Why. */
    reason: string
    /** Who resolved it. */
    by: string
    /** When. */
    at: string
    /** What was posted. Must be a UUID. */
    journalId?: string
    /** SETTLED_OUTSIDE: what the payment is known by. */
    externalReference?: string
    /** ACCEPT: what the ledger has more than the book, in minor units. */
    acceptedMinor?: string
  }
}

export type TransactionExport = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The form of the file. Must be one of CSV, XLSX, JSONL. */
  format: 'CSV' | 'XLSX' | 'JSONL'
  filter: {
    /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    institutionId?: string
    /** From this business date on. Must be a date such as 2026-01-31. */
    dateFrom?: string
    /** Up to and including this business date. Must be a date such as 2026-01-31. */
    dateTo?: string
    /** Recorded at or after this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
    from?: string
    /** Recorded before this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
    to?: string
    /** Retrieval reference number. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    rrn?: string
    /** Authorization id; unique within a business date only. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    authId?: string
    /** One of these. Inquiries are found only when their type is named. Must be at most 200 types. */
    type?: ('CASHWITHDRAWAL' | 'CARDLESSWITHDRAWAL' | 'CASHDEPOSIT' | 'CHECKDEPOSIT' | 'CASHCHECKDEPOSIT' | 'TRANSFER' | 'BILLPAYMENT' | 'CASHWITHDRAWALREVERSAL' | 'CASHDEPOSITREVERSAL' | 'CHECKDEPOSITREVERSAL' | 'CASHCHECKDEPOSITREVERSAL' | 'TRANSFERREVERSAL' | 'CARDLESSREVERSAL' | 'BILLPAYMENTREVERSAL' | 'ACCOUNTLOOKUP' | 'BALANCEINQUIRY')[]
    /** One of these. Must be at most 200 codes. */
    responseCode?: string[]
    /** One of these. Must be at most 200 statuses. */
    status?: ('APPROVED' | 'DECLINED' | 'TIMED_OUT' | 'PARTIALLY_REVERSED' | 'REVERSED')[]
    /** The terminal. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    terminalId?: string
    /** The account that the order names; of a transfer, the source. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    accountId?: string
    /** The last four digits of the card. Must be four digits. */
    panLast4?: string
    /** At least this amount; needs currencyCode. Must be a number of at least 0. */
    amountMin?: number
    /** At most this amount; needs currencyCode. Must be a number of at least 0. */
    amountMax?: number
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode?: string
    /** The partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    partnerId?: string
    /** The request. Must be a UUID. */
    correlationId?: string
  }
  /** The file can be read once it is DONE. */
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  /** Transactions written so far. */
  rows: number
  /** An estimate by the time of the rows; 100 when it is done. */
  percent: number
  /** The size of the file, once it is done. */
  bytes?: number
  /** Why it failed. */
  error?: string
  /** When it was done, or failed. */
  finishedAt?: string
}

export type UnblockAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UnblockAccountRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type UnblockCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UnblockCardRequest = {
  /** Why; shown as `statusReason`. Must be 1 to 255 characters without control characters and card numbers. */
  reason: string
  breakGlass?: Emergency
}

export type UnlockUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UnreadNotifications = {
  /** Unread notifications. */
  unread: number
  /** How the services do, as the caller may see them. */
  status: 'UP' | 'DEGRADED' | 'DOWN'
  unreviewed: UnreviewedChanges
  /** Business days that should have been closed ten minutes ago. */
  stuckDays: StuckDay[]
}

/** Emergency changes of the caller's scope that nobody has reviewed; `status` leaves them out. */
export type UnreviewedChanges = {
  /** All of them. */
  count: number
  /** For more than 24 hours. */
  overdue: number
}

export type UpdateAccountReply = {
  data: Account
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateAccountRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  accountType?: string
  /** What customers see it called. Must be 1 to 255 characters without control characters and card numbers. */
  description?: string
  /** Only as it is: it cannot be changed. Must be an ISO 4217 currency code. */
  currencyCode?: string
  /** A branch of the institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  branchId?: string
  /** A transaction capability; the account type's unless stated. */
  txnCapability?: string | null
  /** How far the balance may fall below zero, in major units; not for loans. */
  overdraft?: number | null
  /** Set by risk staff: orders are declined with 100 (`DO_NOT_HONOUR`) or 102 (`SUSPECTED_FRAUD`). */
  riskFlag?: 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD' | null
  breakGlass?: Emergency
}

export type UpdateAccountTypeReply = {
  data: AccountType
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateAccountTypeRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  code?: string
  /** The remote core's own name of the type; null: it uses `code`. Must be null or 1 to 35 characters without control characters. */
  coreCode?: string | null
  /** What people call it. Must be 1 to 255 characters without control characters and card numbers. */
  description?: string
  /** ASSET: loans, which customers owe; LIABILITY: everything else. Must be one of ASSET, LIABILITY. */
  category?: 'ASSET' | 'LIABILITY'
  /** The transaction capability of accounts that are loaded without one. Must be two letters or digits. */
  defaultTxnCapability?: string
  /** The balances that account services return, as far as an account has them. Must be 1 to 3 balance types. */
  balanceTypes?: ('Available' | 'Balance' | 'PaymentDue')[]
  breakGlass?: Emergency
}

export type UpdateAlertRuleReply = {
  data: AlertRule
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateAlertRuleRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Its name, as mails and the console say it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** Only as it is: it cannot be changed. Must be a metric. */
  metric?: 'exceptions.open' | 'exceptions.oldest-minutes' | 'approval-rate' | 'decline-code' | 'core.down' | 'day.not-closed' | 'webhook.off' | 'ledger.drift' | 'ledger.silent' | 'cash.difference' | 'clock' | 'changes.waiting' | 'reads.unusual'
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Decline-code: the code. Must be three digits. */
  responseCode?: string
  /** Raised from here on. Must be from 0 to 1000000000. */
  threshold?: number
  /** For how long; 0 unless said. Must be a whole number from 0 to 1440. */
  forMinutes?: number
  /** Who is told: at least one. At most 100 users get a mail. */
  to?: {
    /** Users who are told. Must be a list of at most 50 UUIDs. */
    userIds?: string[]
    /** Roles whose users are told, within the scope of the rule. Must be a list of at most 50 UUIDs. */
    roleIds?: string[]
    /** A webhook that gets `alert.raised` and `alert.cleared`. */
    webhookId?: string | null
  }
  breakGlass?: Emergency
}

export type UpdateApplicationPropertyReply = {
  data: ApplicationProperty
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateApplicationPropertyRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  environment?: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application?: string
  /** The institution it holds for; none is all. */
  institutionId?: string | null
  /** Its name. Must be 1 to 128 lower-case letters, digits, dots or hyphens. */
  key?: string
  /** The value, as text of its type. Must be at most 8192 characters without control characters other than tabs and line breaks. */
  value?: string
  /** What the value is; `DURATION` is ISO 8601, such as PT30S. Must be one of STRING, INT, DECIMAL, BOOLEAN, JSON, DURATION. */
  valueType?: 'STRING' | 'INT' | 'DECIMAL' | 'BOOLEAN' | 'JSON' | 'DURATION'
  /** The value is stored encrypted and cannot be read; for good. */
  isSecret?: boolean
  /** What it is for. */
  description?: string | null
  /** Whether it has effect. */
  isActive?: boolean
  breakGlass?: Emergency
}

export type UpdateBillerReply = {
  data: BillerRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateBillerRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  billerId?: string
  /** The biller's BIN; a payment that names another is declined (185). Must be 6 to 8 digits. */
  bin?: string
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  breakGlass?: Emergency
}

export type UpdateCardReply = {
  data: Card
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateCardRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  customerId?: string
  /** The accounts that it can be used with. Must be 1 to 200 account ids. */
  accountIds?: string[]
  breakGlass?: Emergency
}

export type UpdateClientReply = {
  data: Client
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateClientRequest = {
  /** Where it may call from; empty is anywhere. Must be at most 50 ranges of addresses. */
  addresses?: string[]
}

export type UpdateCoreConnectivityReply = {
  data: CoreConnectivity
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateCoreConnectivityRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Where it is used. Must be one of sandbox, qa, uat, prod. */
  environment?: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** BUILTIN: the built-in bank; REST: a core that implements core.json; ISO8583: a host that speaks ISO 8583. Must be one of BUILTIN, REST, ISO8583. */
  coreType?: 'BUILTIN' | 'REST' | 'ISO8583'
  /** What people call it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** The URL of a REST core; https outside the sandbox. Must be null or 1 to 500 characters without control characters. */
  baseUrl?: string | null
  /** The host of an ISO 8583 core: a name or an IP address. Must be null or 1 to 253 characters without control characters. */
  host?: string | null
  /** The port of an ISO 8583 core. Must be null or a whole number from 1 to 65535. */
  port?: number | null
  /** The user of the core; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  userName?: string | null
  /** Their password; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  password?: string | null
  /** The password of the core’s administrator; write-only. Null clears it, `********` keeps it. Must be null or 1 to 255 characters without control characters. */
  adminPassword?: string | null
  /** A core that speaks ISO 8583: what is left out stays, or is a default. */
  iso8583?: {
    /** The name of the dialect, such as iso87-ascii. Must be the name of a dialect. */
    dialect?: string
    /** Connections that a gateway keeps open. Must be a whole number from 1 to 32. */
    connections?: number
    /** Seconds without a message after which an echo is sent. Must be a whole number from 5 to 3600. */
    echoSeconds?: number
    /** DE 32. Must be null or 1 to 11 digits. */
    acquirerId?: string | null
    /** DE 33. Must be null or 1 to 11 digits. */
    forwarderId?: string | null
    /** DE 42; the terminal when it is not set. Must be null or 1 to 15 characters without control characters. */
    acceptorId?: string | null
    /** DE 43, as `name, city, country`. Must be null or 1 to 99 characters without control characters. */
    acceptorName?: string | null
    /** Whether the connections use TLS. */
    tls?: boolean
    /** Certificates to trust instead of those of the system. Must be null or a certificate in PEM of at most 16384 characters. */
    caCertificates?: string | null
    /** The certificate that the gateway shows. Must be null or a certificate in PEM of at most 16384 characters. */
    clientCertificate?: string | null
  } | null
  /** The key of the MAC in hexadecimal digits; write-only. Null clears it, `********` keeps it. Must be null or 32, 48 or 64 hexadecimal digits. */
  macKey?: string | null
  /** The key of the certificate; write-only. `********` keeps it. Must be null or a private key in PEM of at most 16384 characters. */
  clientKey?: string | null
  /** The longest that a call may take. Must be a whole number from 100 to 60000. */
  timeoutMs?: number
  /** Calls that a gateway has under way at once: connections to a REST core, a fifth of what waits for an ISO 8583 core. Must be a whole number from 1 to 1000. */
  maxConnections?: number
  /** When calls are refused at once, because the core fails. */
  circuitBreaker?: {
    /** The percentage of failed calls at which the circuit opens. Must be a whole number from 1 to 100. */
    failureRate?: number
    /** How long it stays open. Must be a whole number from 100 to 3600000. */
    openMs?: number
  }
  breakGlass?: Emergency
}

export type UpdateInstitutionReply = {
  data: Institution
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateInstitutionRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores, and neither . nor .. */
  institutionId?: string
  /** Its name in law. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  legalName?: string
  /** Its name for people. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  displayName?: string
  /** What kind of institution it is. Must be one of BANK, CREDIT_UNION, MFI, FINTECH. */
  type?: 'BANK' | 'CREDIT_UNION' | 'MFI' | 'FINTECH'
  /** ISO 3166. Must be an ISO 3166 country code such as US. */
  countryCode?: string
  /** ISO 4217; limits are in it. It can be changed until the institution is submitted. Must be an ISO 4217 currency code such as USD. */
  baseCurrency?: string
  /** IANA time zone; business dates are counted in it. Must be an IANA time zone such as America/New_York. */
  timezone?: string
  /** Currencies of its accounts; the base currency unless stated. */
  currencies?: string[] | null
  /** ISO 9362. */
  swiftBic?: string | null
  /** Routing numbers. */
  routingNumbers?: string[] | null
  /** BINs; each belongs to one institution. */
  bins?: string[] | null
  /** Acquirer ids. */
  acquirerIds?: string[] | null
  address?: {
    /** Street and number. Must be 1 to 255 characters without control characters and card numbers. */
    line1?: string
    /** More of the street. */
    line2?: string | null
    /** City. Must be 1 to 120 characters without control characters and card numbers. */
    city?: string
    /** State or province. */
    state?: string | null
    /** Postal code. Must be 1 to 16 letters, digits, blanks or hyphens. */
    postalCode?: string
    /** ISO 3166. Must be an ISO 3166 country code such as US. */
    countryCode?: string
  } | null
  /** Contacts; activation needs a TECHNICAL one. */
  contacts?: InstitutionContact[] | null
  /** Branches. */
  branches?: InstitutionBranch[] | null
  /** Services it offers; all unless stated. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[] | null
  /** Local time at which the next business date begins. */
  cutoverTime?: string | null
  limits?: {
    /** Limit of one withdrawal, in major units of the base currency. */
    perTransaction?: number | null
    /** Limit of the withdrawals of a business day, by card, or by account without one, in major units of the base currency. */
    perDay?: number | null
    /** Withdrawals of a business day. */
    countPerDay?: number | null
    /** Largest access fee, in major units of the base currency. */
    maxAccessFee?: number | null
  } | null
  /** Days for which the uncertain part of a check deposit is held. */
  holdDays?: number | null
  reversal?: {
    /** Hours after which an original can no longer be reversed. */
    windowHours?: number | null
    /** Reversals of credits are posted even when the funds are spent. */
    force?: boolean | null
  } | null
  breakGlass?: Emergency
}

export type UpdateLoanProductReply = {
  data: LoanProduct
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateLoanProductRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** What people call it. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** Currencies of its loans; the first one is used when an application names none. Must be 1 to 200 currency codes. */
  currencies?: string[]
  /** The smallest and the largest loan. Must have min and max. */
  amount?: {
    /** In major units. Must be an amount from 0 to 1000000000000. */
    min: number
    /** In major units. Must be an amount from 0 to 1000000000000. */
    max: number
  }
  /** The shortest and the longest term. Must have min and max. */
  term?: {
    min: LoanTerm
    max: LoanTerm
  }
  /** The lowest and the highest interest rate. Must have min and max. */
  rate?: {
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    min: number
    /** Percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
    max: number
  }
  /** The interest rate of an application that names none, in percent per year. Must be a number from 0 to 100 with at most 6 decimals. */
  defaultRate?: number
  /** More about it. */
  description?: string | null
  /** What applications need not say; null: the general default. */
  terms?: {
    /** How principal is repaid. */
    method?: 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT' | null
    /** How days of interest are counted. */
    dayCount?: '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA' | null
    /** Repayment units between instalments. */
    repaymentEvery?: number | null
    /** Months, or the unit of the term when that is Weeks or Days. */
    repaymentUnit?: 'Days' | 'Weeks' | 'Months' | 'Years' | null
    /** Instalments at first without principal. */
    graceOnPrincipal?: number | null
    /** Instalments at first without interest, which is collected afterwards. */
    graceOnInterest?: number | null
    /** Principal that is due with the last instalment. */
    balloon?: number | null
    /** Due on the day of disbursement. */
    downPayment?: {
      /** Percentage of the principal. Must be a number from 0 to 100 with at most 6 decimals. */
      percent: number
      /** It counts as paid on the day of disbursement. */
      auto: boolean
    } | null
    /** Instalments are rounded to multiples of this amount. */
    instalmentMultipleOf?: number | null
    /** The principal that instalments are computed from. */
    instalmentBasis?: 'DISBURSED' | 'APPROVED' | null
    /** How amounts are rounded. */
    rounding?: 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN' | null
    /** The period rate that an annuity is levelled with. */
    annuityRate?: 'PER_PERIOD' | 'FIRST_PERIOD' | null
    /** Payments go row by row, or component by component. */
    allocation?: 'HORIZONTAL' | 'VERTICAL' | null
    /** Replaces the order of components. */
    allocationOrder?: {
      /** The order for what is due. Must be penalties, fees, interest, principal in some order. */
      due: ('penalties' | 'fees' | 'interest' | 'principal')[]
      /** The order for what is paid in advance. Must be penalties, fees, interest, principal in some order. */
      inAdvance: ('penalties' | 'fees' | 'interest' | 'principal')[]
    } | null
    /** What a prepayment does to later instalments. */
    prepaymentDefault?: 'REDUCE_INSTALMENT' | 'REDUCE_TERM' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST' | null
    /** Interest of a settlement: to its day, or to the end of the period. */
    settlementInterest?: 'TO_DATE' | 'TO_PERIOD_END' | null
    /** Charged once for each overdue instalment. */
    lateFee?: {
      /** Percentage of the base, in place of an amount. Must be a number from 0 to 100 with at most 6 decimals. */
      percent?: number
      /** Instead of a percentage. Must be an amount from 0 to 1000000000000. */
      amount?: number
      /** What the percentage is taken of; PRINCIPAL unless stated. Must be one of PRINCIPAL, INSTALMENT, OVERDUE_PRINCIPAL, OVERDUE_TOTAL. */
      base?: 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'
      /** Days after the due date without a fee; 0 unless stated. Must be a whole number from 0 to 365. */
      graceDays?: number
    } | null
  } | null
  /** Days past due after which a loan is charged off; 180 unless stated. */
  chargeOffDays?: number | null
  /** Ranges of days past due, from 0 and without a gap; the usual seven unless stated. */
  buckets?: AgingBucket[] | null
  /** All fees of a loan together, in percent of its principal; 25 unless stated. */
  feeCapPercent?: number | null
  /** The most instalments of a loan, down payments not counted; 480 unless stated. */
  maxInstalments?: number | null
  /** Instalments may be less than a week apart; false unless stated. */
  dailyRows?: boolean | null
  /** A payment may exceed what is owed; true unless stated. */
  overpaymentAllowed?: boolean | null
  /** A decision needs risk signals; false unless stated. */
  riskSignalsRequired?: boolean | null
  /** How the APR is computed: Regulation Z, or Directive 2008/48/EC. */
  aprMethod?: 'REG_Z_ACTUARIAL' | 'EU_EFFECTIVE' | null
  /** CASH: income when it is paid; ACCRUAL: receivables at the end of each day. */
  accounting?: 'CASH' | 'ACCRUAL' | null
  breakGlass?: Emergency
}

export type UpdateLoanRateReply = {
  data: LoanRate
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateLoanRateRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  productCode?: string
  /** Percent per year; of an INDEXED rate, index and spread together. Must be a number from 0 to 100 with at most 6 decimals. */
  nominalRate?: number
  /** FIXED, or INDEXED: an index and a spread. Must be one of FIXED, INDEXED. */
  type?: 'FIXED' | 'INDEXED'
  /** The name of the index; INDEXED rates only. */
  index?: string | null
  /** Added to the index, in percent per year; INDEXED rates only. */
  spread?: number | null
  /** The first day of the rate. Must be a date YYYY-MM-DD. */
  effectiveFrom?: string
  /** The last day of the rate; null: until further notice. */
  effectiveTo?: string | null
  /** What the rate is quoted for: any of these; none: everything. */
  bands?: LoanRateBand[] | null
  breakGlass?: Emergency
}

export type UpdatePartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdatePartnerRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** The name of the partner. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** API families. Must be 1 to 3 families. */
  families?: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations?: string[]
  /** Institutions it works for. Must be 1 to 200 institution ids. */
  institutionIds?: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy?: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit?: {
    perSecond: number
  } | null
}

export type UpdateRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateRoleRequest = {
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  roleName?: string
  /** What the role is for. Must be at most 255 characters without control characters and card numbers, and not blank. */
  description?: string
  /** What it grants; what comes twice counts once. Must list at most 200 modules. */
  modules?: {
    /** A module; one with sub-modules stands for all of them. */
    moduleId: string
    /** Actions on the module. Must list at most 200 actions. */
    actionId: string[]
  }[]
  /** Counts the changes. Must be a whole number from 1. */
  version: number
}

export type UpdateSavedViewReply = {
  data: SavedView
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateSavedViewRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be the path of a page, of at most 140 characters. */
  list?: string
  /** Its name, unique among your views of the list. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** The filters that are set, each once. Must be a list of at most 40 filters. */
  filters?: {
    /** The filter. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
    name: string
    /** Its value. Must be 1 to 500 characters without control characters and card numbers. */
    value: string
  }[]
  /** A field and a direction: `createdAt:desc`. */
  sort?: string | null
  /** Shown to all users of exactly your scope; false unless said. */
  isShared?: boolean
}

export type UpdateStopReply = {
  data: Stop
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateStopRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it ends by itself; at most 30 days from now. Must be a timestamp such as 2026-01-16T10:00:00Z. */
  expiresAt: string
}

export type UpdateSubTenantReply = {
  data: SubTenant
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateSubTenantRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  tenantCode?: string
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends. */
  name?: string
  /** Whom to write to. Must be an e-mail address. */
  contactEmail?: string
  /** Modules on which its users' roles count; a parent stands for the modules below it. Empty: no cap. */
  allowedModules?: ('DASHBOARD' | 'USER_MGMT' | 'USERS' | 'ROLES' | 'MODULES' | 'FI_MGMT' | 'INSTITUTIONS' | 'SUB_TENANTS' | 'CONFIG' | 'CORE_CONNECTIVITY' | 'ACCOUNT_TYPES' | 'TXN_CAPABILITIES' | 'APP_PROPERTIES' | 'ERROR_CODES' | 'PARTNERS' | 'RULES' | 'TERMINAL_MGMT' | 'TERMINALS' | 'TERMINAL_KEYS' | 'TRANSACTIONS' | 'QUERY' | 'TXN_EXPORT' | 'EXCEPTIONS' | 'CORRECTIONS' | 'CUSTOMERS' | 'ACCOUNTS' | 'CARDS' | 'LENDING' | 'LOAN_ORIGINATION' | 'LOAN_SERVICING' | 'LOAN_PRODUCTS' | 'DIGITAL' | 'DIGITAL_PARTIES' | 'DIGITAL_MONEY' | 'GOVERNANCE' | 'AUDIT' | 'ALERTS' | 'HEALTH')[] | null
  breakGlass?: Emergency
}

export type UpdateTerminalReply = {
  data: Terminal
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateTerminalRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  terminalId?: string
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The card acceptor; not checked. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  acceptorId?: string
  /** What kind of terminal it is. Must be one of ATM, TELLER, IVR, MOBILE, POS. */
  kind?: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE' | 'POS'
  /** Where it stands. Must be 1 to 255 characters without control characters and card numbers. */
  location?: string
  /** The branch it belongs to. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  branchId?: string
  /** The sub-tenant it belongs to. */
  subTenantId?: string | null
  /** Currencies of its cash; cash in others is declined with 181. Empty: any. */
  currencies?: string[] | null
  /** What it may be used for; the institution's services unless it has its own. */
  services?: ('PREFERENCES' | 'LOOKUP' | 'BALANCE' | 'WITHDRAWAL' | 'DEPOSIT' | 'TRANSFER' | 'BILL_PAYMENT' | 'CARDLESS')[] | null
  /** Cash in this currency is paid out in multiples of it; other amounts are declined with 180. */
  smallestNote?: {
    /** In major units. Must be greater than 0. */
    amount: number
    /** ISO 4217 code. Must be an ISO 4217 currency code. */
    currencyCode: string
  } | null
  /** Limits on withdrawals in major units of the institution's base currency; absent: no limit. */
  limits?: {
    /** The most of one withdrawal. */
    perTransaction?: number | null
    /** The most of a business day. */
    perDay?: number | null
    /** Withdrawals of a business day. */
    countPerDay?: number | null
  } | null
  breakGlass?: Emergency
}

export type UpdateTransactionCapabilityReply = {
  data: TransactionCapability
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateTransactionCapabilityRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be two letters or digits. */
  code?: string
  /** What it grants. Must be 1 to 255 characters without control characters and card numbers. */
  description?: string
  /** What may be done with an account. */
  flags?: {
    /** Balance inquiries. */
    inquiry?: boolean
    /** Cash withdrawals. */
    withdrawal?: boolean
    /** Deposits. */
    deposit?: boolean
    /** Transfers from the account. */
    transferFrom?: boolean
    /** Transfers to the account. */
    transferTo?: boolean
    /** Bill payments. */
    billPayment?: boolean
    /** Cardless withdrawals. */
    cardless?: boolean
  }
  breakGlass?: Emergency
}

export type UpdateUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateUserRequest = {
  /** The user. Must be a UUID. */
  id: string
  /** First name. Must be 1 to 120 characters without control characters and card numbers. */
  firstName?: string
  /** Last name. Must be 1 to 120 characters without control characters and card numbers. */
  lastName?: string
  /** The address. A new one counts once its link is confirmed; the present one gives up one that waits. Must be an e-mail address. */
  mailID?: string
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
  /** The role. Must be a UUID. */
  roleId?: string
  /** Counts the changes. Must be a whole number from 1. */
  version?: number
}

export type UpdateWebhookReply = {
  data: Webhook
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateWebhookRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** Where events are sent: outside the sandbox https, and no address of a private network unless `webhooks.allowed-networks` holds it. Must be a URL such as https://partner.example/events. */
  url?: string
  /** Kinds of events that it gets; empty is all, also those of later versions. Must be at most 53 kinds of events. */
  kinds?: ('business-day.closed' | 'business-day.held' | 'institution.changed' | 'terminal.created' | 'terminal.changed' | 'terminal.deleted' | 'hot-card.created' | 'hot-card.changed' | 'stop.created' | 'stop.changed' | 'connectivity.changed' | 'partner.changed' | 'exception.opened' | 'exception.resolved' | 'transaction.reversed-late' | 'digital-institution.created' | 'digital-institution.changed' | 'digital-user.created' | 'digital-user.changed' | 'digital-account.created' | 'digital-account.changed' | 'digital-settlement.created' | 'deposit.changed' | 'redemption.changed' | 'transfer.changed' | 'loan-application.created' | 'loan-application.changed' | 'loan-decision.recorded' | 'loan-offer.created' | 'loan-offer.accepted' | 'loan.created' | 'loan.disbursed' | 'loan.repaid' | 'loan.settled' | 'loan.refunded' | 'loan.reversed' | 'loan.fee-charged' | 'loan.fee-waived' | 'loan.hardship-changed' | 'loan.restructured' | 'loan.closed' | 'loan.charged-off' | 'loan.changed' | 'loan.payment-failed' | 'loan.status-changed' | 'client.created' | 'client.changed' | 'client.rotated' | 'client.deleted' | 'alert.raised' | 'alert.cleared' | 'change.emergency' | 'webhook.test')[]
  /** Institutions whose events it gets; empty is all. What belongs to no institution always comes. Must be at most 200 institution ids. */
  institutionIds?: string[]
  /** Who gets a mail when it is switched off. Must be an e-mail address. */
  contactEmail?: string
}

export type User = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** First name. */
  firstName: string
  /** Last name. */
  lastName: string
  /** The address. */
  mailID: string
  /** A new address, reserved until its link is confirmed; mailID counts until then. */
  pendingMailID?: string
  /** Until when it can be confirmed. */
  pendingMailUntil?: string
  /** The role. Must be a UUID. */
  roleId: string
  /** The name of the role. */
  roleName: string
  /** Whether the user may sign in. */
  isActive: boolean
  /** Whether a second factor is asked for. */
  mfaEnable: boolean
  /** Whether there is one. */
  mfaRegistered: boolean
  /** INVITED: no password chosen yet. LOCKED: too many wrong ones; it passes. Must be one of INVITED, ACTIVE, INACTIVE, LOCKED. */
  status: 'INVITED' | 'ACTIVE' | 'INACTIVE' | 'LOCKED'
  /** The institution the user sees. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The sub-tenant the user sees. Must be a UUID. */
  subTenantId?: string
  /** The last sign-in. */
  lastLoginAt?: string
  /** The end of the lock, while it lies ahead. */
  lockedUntil?: string
}

export type ValidateOtpReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ValidateOtpRequest = {
  /** Where it was sent. Must be an e-mail address. */
  mailID: string
  /** The code of the mail. Must be 1 to 64 characters. */
  otp: string
}

export type VerifyAuditLogsReply = {
  data: {
    /** The chain is unbroken. */
    valid: boolean
    /** How many records, from the first on, are as they were written. */
    checked?: number
    /** Where the chain ends. Noted elsewhere, it shows later whether all up to here is still the same. */
    head?: {
      position: number
      hash: string
    }
    /** Every record was read at this time or later. */
    checkedSince?: string
    /** Only when it is broken. */
    firstBreak?: {
      /** Where the chain breaks. */
      position: number
      /** The record there, if there is one. Must be a UUID. */
      auditId?: string
      /** What is wrong. */
      reason: string
    }
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type VerifyInviteUrlReply = {
  data: {
    /** The mail id of the user; of a link for a new address, that address. */
    mailID: string
    /** The first name of the user. */
    firstName: string
    /** What the link is for; MAIL: to confirm a new address. */
    purpose: 'INVITE' | 'RESET' | 'MAIL'
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type VerifyInviteUrlRequest = {
  /** The value of the mailed link, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
}

export type Webhook = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** The partner. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** Where events are sent: outside the sandbox https, and no address of a private network unless `webhooks.allowed-networks` holds it. Must be a URL such as https://partner.example/events. */
  url: string
  /** Kinds of events that it gets; empty is all, also those of later versions. Must be at most 53 kinds of events. */
  kinds: ('business-day.closed' | 'business-day.held' | 'institution.changed' | 'terminal.created' | 'terminal.changed' | 'terminal.deleted' | 'hot-card.created' | 'hot-card.changed' | 'stop.created' | 'stop.changed' | 'connectivity.changed' | 'partner.changed' | 'exception.opened' | 'exception.resolved' | 'transaction.reversed-late' | 'digital-institution.created' | 'digital-institution.changed' | 'digital-user.created' | 'digital-user.changed' | 'digital-account.created' | 'digital-account.changed' | 'digital-settlement.created' | 'deposit.changed' | 'redemption.changed' | 'transfer.changed' | 'loan-application.created' | 'loan-application.changed' | 'loan-decision.recorded' | 'loan-offer.created' | 'loan-offer.accepted' | 'loan.created' | 'loan.disbursed' | 'loan.repaid' | 'loan.settled' | 'loan.refunded' | 'loan.reversed' | 'loan.fee-charged' | 'loan.fee-waived' | 'loan.hardship-changed' | 'loan.restructured' | 'loan.closed' | 'loan.charged-off' | 'loan.changed' | 'loan.payment-failed' | 'loan.status-changed' | 'client.created' | 'client.changed' | 'client.rotated' | 'client.deleted' | 'alert.raised' | 'alert.cleared' | 'change.emergency' | 'webhook.test')[]
  /** Institutions whose events it gets; empty is all. What belongs to no institution always comes. Must be at most 200 institution ids. */
  institutionIds: string[]
  /** Who gets a mail when it is switched off. */
  contactEmail: string
  /** Whether it gets events. */
  isActive: boolean
  /** Why the gateway has switched it off. */
  offReason: string | null
  /** Failed attempts since the last success. */
  failures: number
  succeededAt: string | null
  pausedUntil: string | null
  /** Age of the oldest event that it has not taken yet; 0 when there is none. */
  lagSeconds: number
  oldSecretUntil: string | null
  /** Shown when it is made, once: `whsec_…`. */
  secret?: string
}

export type WebhookAttempt = {
  /** When it was sent. */
  at: string
  /** How long it took. */
  durationMs: number
  /** The HTTP status. */
  status?: number
  /** The start of the answer, for users with the right REVEAL. */
  answer?: string
  /** Why there was no answer. */
  error?: string
}

export type WebhookDelivery = {
  /** The number in the feed of the partner. */
  sequence: number
  /** The event; the header `webhook-id`. Must be a UUID. */
  eventId: string
  /** The kind of event. */
  kind: string
  /** What it is about; its events come in their order. */
  resource: string
  /** PENDING until it is accepted with a 2xx, or three days have passed; EXPIRED when its event was removed before. Must be one of PENDING, DELIVERED, FAILED, EXPIRED. */
  state: 'PENDING' | 'DELIVERED' | 'FAILED' | 'EXPIRED'
  nextAttemptAt: string | null
  endedAt: string | null
  attempts: WebhookAttempt[]
}

export type WithdrawChangeRequestReply = {
  data: ChangeRequest
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type LoginUserAnswer =
  | Reply<200, LoginUserReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type LogoutAnswer =
  | Reply<200, LogoutReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RefreshTokenAnswer =
  | Reply<200, RefreshTokenReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetKeysAnswer =
  | Reply<200, GetKeysReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCurrentUserAnswer =
  | Reply<200, GetCurrentUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetUserInfoAnswer =
  | Reply<200, GetUserInfoReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListMySessionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListMySessionsAnswer =
  | Reply<200, ListMySessionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type EndMySessionParameters = {
  sid: string
}

export type EndMySessionAnswer =
  | Reply<200, EndMySessionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetMfaStatusAnswer =
  | Reply<200, GetMfaStatusReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RegisterMfaAnswer =
  | Reply<200, RegisterMfaReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CountRecoveryCodesAnswer =
  | Reply<200, CountRecoveryCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateRecoveryCodesAnswer =
  | Reply<200, CreateRecoveryCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GenerateOtpAnswer =
  | Reply<200, GenerateOtpReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ValidateOtpAnswer =
  | Reply<200, ValidateOtpReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetPasswordAnswer =
  | Reply<200, SetPasswordReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ForgotPasswordAnswer =
  | Reply<200, ForgotPasswordReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type VerifyInviteUrlAnswer =
  | Reply<200, VerifyInviteUrlReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type StartSingleSignOnParameters = {
  /** Where the browser comes back to: an address of this platform, without query or fragment. Must be an address of this platform. */
  redirect_uri: string
}

export type StartSingleSignOnAnswer =
  | Reply<302, unknown>
  | Reply<400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type IssueTokenAnswer =
  | Reply<200, IssueTokenReply>
  | Reply<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503 | 504, OAuthError>
  | Reply<405, ErrorEnvelope>

export type BrowseUsersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseUsersAnswer =
  | Reply<200, BrowseUsersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateUserAnswer =
  | Reply<201, CreateUserReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateUserAnswer =
  | Reply<200, UpdateUserReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListUsersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListUsersAnswer =
  | Reply<200, ListUsersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetUserParameters = {
  id: string
}

export type GetUserAnswer =
  | Reply<200, GetUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetUserActivationParameters = {
  id: string
  /** Whether the user may sign in. */
  isActive: boolean
}

export type SetUserActivationAnswer =
  | Reply<200, SetUserActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type InviteUserParameters = {
  id: string
}

export type InviteUserAnswer =
  | Reply<200, InviteUserReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UnlockUserParameters = {
  id: string
}

export type UnlockUserAnswer =
  | Reply<200, UnlockUserReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ResetUserMfaParameters = {
  id: string
}

export type ResetUserMfaAnswer =
  | Reply<200, ResetUserMfaReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ConfirmMailAnswer =
  | Reply<200, ConfirmMailReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseRolesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseRolesAnswer =
  | Reply<200, BrowseRolesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateRoleAnswer =
  | Reply<201, CreateRoleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListRolesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListRolesAnswer =
  | Reply<200, ListRolesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetRoleParameters = {
  id: string
}

export type GetRoleAnswer =
  | Reply<200, GetRoleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateRoleParameters = {
  id: string
}

export type UpdateRoleAnswer =
  | Reply<200, UpdateRoleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteRoleParameters = {
  id: string
}

export type DeleteRoleAnswer =
  | Reply<200, DeleteRoleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetRoleActivationParameters = {
  id: string
  /** Whether it grants anything. */
  isEnabled: boolean
}

export type SetRoleActivationAnswer =
  | Reply<200, SetRoleActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetModulesAnswer =
  | Reply<200, GetModulesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetModuleParameters = {
  moduleId: string
}

export type GetModuleAnswer =
  | Reply<200, GetModuleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowsePartnersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowsePartnersAnswer =
  | Reply<200, BrowsePartnersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreatePartnerAnswer =
  | Reply<201, CreatePartnerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListPartnersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListPartnersAnswer =
  | Reply<200, ListPartnersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetPartnerParameters = {
  id: string
}

export type GetPartnerAnswer =
  | Reply<200, GetPartnerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdatePartnerParameters = {
  id: string
}

export type UpdatePartnerAnswer =
  | Reply<200, UpdatePartnerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeletePartnerParameters = {
  id: string
}

export type DeletePartnerAnswer =
  | Reply<200, DeletePartnerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetPartnerActivationParameters = {
  id: string
  /** Whether it may call. */
  isActive: boolean
}

export type SetPartnerActivationAnswer =
  | Reply<200, SetPartnerActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateClientParameters = {
  id: string
}

export type CreateClientAnswer =
  | Reply<201, CreateClientReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateClientParameters = {
  id: string
  clientId: string
}

export type UpdateClientAnswer =
  | Reply<200, UpdateClientReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteClientParameters = {
  id: string
  clientId: string
}

export type DeleteClientAnswer =
  | Reply<200, DeleteClientReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RotateClientParameters = {
  id: string
  clientId: string
}

export type RotateClientAnswer =
  | Reply<200, RotateClientReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseWebhooksParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseWebhooksAnswer =
  | Reply<200, BrowseWebhooksReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateWebhookAnswer =
  | Reply<201, CreateWebhookReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListWebhooksParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListWebhooksAnswer =
  | Reply<200, ListWebhooksReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetWebhookParameters = {
  id: string
}

export type GetWebhookAnswer =
  | Reply<200, GetWebhookReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateWebhookParameters = {
  id: string
}

export type UpdateWebhookAnswer =
  | Reply<200, UpdateWebhookReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteWebhookParameters = {
  id: string
}

export type DeleteWebhookAnswer =
  | Reply<200, DeleteWebhookReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetWebhookActivationParameters = {
  id: string
  /** Whether it gets events. */
  isActive: boolean
}

export type SetWebhookActivationAnswer =
  | Reply<200, SetWebhookActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RotateWebhookParameters = {
  id: string
}

export type RotateWebhookAnswer =
  | Reply<200, RotateWebhookReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type TestWebhookParameters = {
  id: string
}

export type TestWebhookAnswer =
  | Reply<200, TestWebhookReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseWebhookDeliveriesParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** PENDING until it is accepted with a 2xx, or three days have passed; EXPIRED when its event was removed before. Must be one of PENDING, DELIVERED, FAILED, EXPIRED. */
  state?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'EXPIRED'
  /** A kind of event. Must be one of business-day.closed, business-day.held, institution.changed, terminal.created, terminal.changed, terminal.deleted, hot-card.created, hot-card.changed, stop.created, stop.changed, connectivity.changed, partner.changed, exception.opened, exception.resolved, transaction.reversed-late, digital-institution.created, digital-institution.changed, digital-user.created, digital-user.changed, digital-account.created, digital-account.changed, digital-settlement.created, deposit.changed, redemption.changed, transfer.changed, loan-application.created, loan-application.changed, loan-decision.recorded, loan-offer.created, loan-offer.accepted, loan.created, loan.disbursed, loan.repaid, loan.settled, loan.refunded, loan.reversed, loan.fee-charged, loan.fee-waived, loan.hardship-changed, loan.restructured, loan.closed, loan.charged-off, loan.changed, loan.payment-failed, loan.status-changed, client.created, client.changed, client.rotated, client.deleted, alert.raised, alert.cleared, change.emergency, webhook.test. */
  kind?: 'business-day.closed' | 'business-day.held' | 'institution.changed' | 'terminal.created' | 'terminal.changed' | 'terminal.deleted' | 'hot-card.created' | 'hot-card.changed' | 'stop.created' | 'stop.changed' | 'connectivity.changed' | 'partner.changed' | 'exception.opened' | 'exception.resolved' | 'transaction.reversed-late' | 'digital-institution.created' | 'digital-institution.changed' | 'digital-user.created' | 'digital-user.changed' | 'digital-account.created' | 'digital-account.changed' | 'digital-settlement.created' | 'deposit.changed' | 'redemption.changed' | 'transfer.changed' | 'loan-application.created' | 'loan-application.changed' | 'loan-decision.recorded' | 'loan-offer.created' | 'loan-offer.accepted' | 'loan.created' | 'loan.disbursed' | 'loan.repaid' | 'loan.settled' | 'loan.refunded' | 'loan.reversed' | 'loan.fee-charged' | 'loan.fee-waived' | 'loan.hardship-changed' | 'loan.restructured' | 'loan.closed' | 'loan.charged-off' | 'loan.changed' | 'loan.payment-failed' | 'loan.status-changed' | 'client.created' | 'client.changed' | 'client.rotated' | 'client.deleted' | 'alert.raised' | 'alert.cleared' | 'change.emergency' | 'webhook.test'
}

export type BrowseWebhookDeliveriesAnswer =
  | Reply<200, BrowseWebhookDeliveriesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RedeliverEventsParameters = {
  id: string
}

export type RedeliverEventsAnswer =
  | Reply<200, RedeliverEventsReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SendWebhookNowParameters = {
  id: string
}

export type SendWebhookNowAnswer =
  | Reply<200, SendWebhookNowReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseInstitutionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, legalName, displayName, type, status, countryCode, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseInstitutionsAnswer =
  | Reply<200, BrowseInstitutionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateInstitutionAnswer =
  | Reply<201, CreateInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListInstitutionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, legalName, displayName, type, status, countryCode, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListInstitutionsAnswer =
  | Reply<200, ListInstitutionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetInstitutionParameters = {
  id: string
}

export type GetInstitutionAnswer =
  | Reply<200, GetInstitutionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateInstitutionParameters = {
  id: string
}

export type UpdateInstitutionAnswer =
  | Reply<200, UpdateInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteInstitutionParameters = {
  id: string
}

export type DeleteInstitutionAnswer =
  | Reply<200, DeleteInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SubmitInstitutionParameters = {
  id: string
}

export type SubmitInstitutionAnswer =
  | Reply<200, SubmitInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ApproveInstitutionParameters = {
  id: string
}

export type ApproveInstitutionAnswer =
  | Reply<200, ApproveInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RejectInstitutionParameters = {
  id: string
}

export type RejectInstitutionAnswer =
  | Reply<200, RejectInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ActivateInstitutionParameters = {
  id: string
}

export type ActivateInstitutionAnswer =
  | Reply<200, ActivateInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SuspendInstitutionParameters = {
  id: string
}

export type SuspendInstitutionAnswer =
  | Reply<200, SuspendInstitutionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ResumeInstitutionParameters = {
  id: string
}

export type ResumeInstitutionAnswer =
  | Reply<200, ResumeInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type TerminateInstitutionParameters = {
  id: string
}

export type TerminateInstitutionAnswer =
  | Reply<200, TerminateInstitutionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetInstitutionReadinessParameters = {
  id: string
}

export type GetInstitutionReadinessAnswer =
  | Reply<200, GetInstitutionReadinessReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetInstitutionHistoryParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type GetInstitutionHistoryAnswer =
  | Reply<200, GetInstitutionHistoryReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseBillersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, billerId, bin, name, isActive, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseBillersAnswer =
  | Reply<200, BrowseBillersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateBillerAnswer =
  | Reply<201, CreateBillerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListBillersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, billerId, bin, name, isActive, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListBillersAnswer =
  | Reply<200, ListBillersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetBillerParameters = {
  id: string
}

export type GetBillerAnswer =
  | Reply<200, GetBillerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateBillerParameters = {
  id: string
}

export type UpdateBillerAnswer =
  | Reply<200, UpdateBillerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteBillerParameters = {
  id: string
}

export type DeleteBillerAnswer =
  | Reply<200, DeleteBillerReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetBillerActivationParameters = {
  id: string
  /** Whether it can be paid. */
  isActive: boolean
}

export type SetBillerActivationAnswer =
  | Reply<200, SetBillerActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseSubTenantsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, tenantCode, name, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseSubTenantsAnswer =
  | Reply<200, BrowseSubTenantsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateSubTenantAnswer =
  | Reply<201, CreateSubTenantReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListSubTenantsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, tenantCode, name, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListSubTenantsAnswer =
  | Reply<200, ListSubTenantsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetSubTenantParameters = {
  id: string
}

export type GetSubTenantAnswer =
  | Reply<200, GetSubTenantReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateSubTenantParameters = {
  id: string
}

export type UpdateSubTenantAnswer =
  | Reply<200, UpdateSubTenantReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteSubTenantParameters = {
  id: string
}

export type DeleteSubTenantAnswer =
  | Reply<200, DeleteSubTenantReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetSubTenantActivationParameters = {
  id: string
  /** True activates, false suspends. */
  isActive: boolean
}

export type SetSubTenantActivationAnswer =
  | Reply<200, SetSubTenantActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CloseSubTenantParameters = {
  id: string
}

export type CloseSubTenantAnswer =
  | Reply<200, CloseSubTenantReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseTerminalsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of terminalId, institutionId, acceptorId, kind, location, branchId, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseTerminalsAnswer =
  | Reply<200, BrowseTerminalsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateTerminalAnswer =
  | Reply<201, CreateTerminalReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListTerminalsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of terminalId, institutionId, acceptorId, kind, location, branchId, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListTerminalsAnswer =
  | Reply<200, ListTerminalsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTerminalParameters = {
  id: string
}

export type GetTerminalAnswer =
  | Reply<200, GetTerminalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateTerminalParameters = {
  id: string
}

export type UpdateTerminalAnswer =
  | Reply<200, UpdateTerminalReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteTerminalParameters = {
  id: string
}

export type DeleteTerminalAnswer =
  | Reply<200, DeleteTerminalReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetTerminalActivationParameters = {
  id: string
  /** Whether it is in service. */
  isActive: boolean
}

export type SetTerminalActivationAnswer =
  | Reply<200, SetTerminalActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DecommissionTerminalParameters = {
  id: string
}

export type DecommissionTerminalAnswer =
  | Reply<200, DecommissionTerminalReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTerminalCashParameters = {
  id: string
  /** Movements at this time or later. Must be a timestamp such as 2026-01-01T00:00:00.000Z. */
  from?: string
  /** Movements before this time. Must be a timestamp such as 2026-02-01T00:00:00.000Z. */
  to?: string
}

export type GetTerminalCashAnswer =
  | Reply<200, GetTerminalCashReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RecordTerminalCashParameters = {
  id: string
}

export type RecordTerminalCashAnswer =
  | Reply<201, RecordTerminalCashReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseTerminalKeysParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of terminalId, institutionId, keyType, algorithm, keyVersion, validFrom, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseTerminalKeysAnswer =
  | Reply<200, BrowseTerminalKeysReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateTerminalKeyAnswer =
  | Reply<201, CreateTerminalKeyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListTerminalKeysParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of terminalId, institutionId, keyType, algorithm, keyVersion, validFrom, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListTerminalKeysAnswer =
  | Reply<200, ListTerminalKeysReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTerminalKeyParameters = {
  id: string
}

export type GetTerminalKeyAnswer =
  | Reply<200, GetTerminalKeyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ActivateTerminalKeyParameters = {
  id: string
}

export type ActivateTerminalKeyAnswer =
  | Reply<200, ActivateTerminalKeyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RotateTerminalKeyParameters = {
  id: string
}

export type RotateTerminalKeyAnswer =
  | Reply<200, RotateTerminalKeyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RevokeTerminalKeyParameters = {
  id: string
}

export type RevokeTerminalKeyAnswer =
  | Reply<200, RevokeTerminalKeyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseCoreConnectivityParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, environment, coreType, name, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseCoreConnectivityAnswer =
  | Reply<200, BrowseCoreConnectivityReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateCoreConnectivityAnswer =
  | Reply<201, CreateCoreConnectivityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListCoreConnectivityParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, environment, coreType, name, status, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListCoreConnectivityAnswer =
  | Reply<200, ListCoreConnectivityReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCoreConnectivityParameters = {
  id: string
}

export type GetCoreConnectivityAnswer =
  | Reply<200, GetCoreConnectivityReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateCoreConnectivityParameters = {
  id: string
}

export type UpdateCoreConnectivityAnswer =
  | Reply<200, UpdateCoreConnectivityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteCoreConnectivityParameters = {
  id: string
}

export type DeleteCoreConnectivityAnswer =
  | Reply<200, DeleteCoreConnectivityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetCoreConnectivityActivationParameters = {
  id: string
  /** Whether it is in use. */
  isActive: boolean
}

export type SetCoreConnectivityActivationAnswer =
  | Reply<200, SetCoreConnectivityActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type TestCoreConnectivityParameters = {
  id: string
}

export type TestCoreConnectivityAnswer =
  | Reply<200, TestCoreConnectivityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAccountTypesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, code, description, category, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseAccountTypesAnswer =
  | Reply<200, BrowseAccountTypesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateAccountTypeAnswer =
  | Reply<201, CreateAccountTypeReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListAccountTypesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, code, description, category, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListAccountTypesAnswer =
  | Reply<200, ListAccountTypesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetAccountTypeParameters = {
  id: string
}

export type GetAccountTypeAnswer =
  | Reply<200, GetAccountTypeReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateAccountTypeParameters = {
  id: string
}

export type UpdateAccountTypeAnswer =
  | Reply<200, UpdateAccountTypeReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteAccountTypeParameters = {
  id: string
}

export type DeleteAccountTypeAnswer =
  | Reply<200, DeleteAccountTypeReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetAccountTypeActivationParameters = {
  id: string
  /** Whether its accounts may be used. */
  isActive: boolean
}

export type SetAccountTypeActivationAnswer =
  | Reply<200, SetAccountTypeActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseTransactionCapabilitiesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of code, description, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseTransactionCapabilitiesAnswer =
  | Reply<200, BrowseTransactionCapabilitiesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateTransactionCapabilityAnswer =
  | Reply<201, CreateTransactionCapabilityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListTransactionCapabilitiesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of code, description, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListTransactionCapabilitiesAnswer =
  | Reply<200, ListTransactionCapabilitiesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTransactionCapabilityParameters = {
  id: string
}

export type GetTransactionCapabilityAnswer =
  | Reply<200, GetTransactionCapabilityReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateTransactionCapabilityParameters = {
  id: string
}

export type UpdateTransactionCapabilityAnswer =
  | Reply<200, UpdateTransactionCapabilityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteTransactionCapabilityParameters = {
  id: string
}

export type DeleteTransactionCapabilityAnswer =
  | Reply<200, DeleteTransactionCapabilityReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetTransactionCapabilityActivationParameters = {
  id: string
  /** Whether it grants anything. */
  isActive: boolean
}

export type SetTransactionCapabilityActivationAnswer =
  | Reply<200, SetTransactionCapabilityActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseApplicationPropertiesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of environment, application, institutionId, key, valueType, isSecret, isActive, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseApplicationPropertiesAnswer =
  | Reply<200, BrowseApplicationPropertiesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateApplicationPropertyAnswer =
  | Reply<201, CreateApplicationPropertyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListApplicationPropertiesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of environment, application, institutionId, key, valueType, isSecret, isActive, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListApplicationPropertiesAnswer =
  | Reply<200, ListApplicationPropertiesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetEffectiveApplicationPropertiesParameters = {
  /** An environment. Must be one of sandbox, qa, uat, prod. */
  environment: 'sandbox' | 'qa' | 'uat' | 'prod'
  /** An application; `*` is all. Must be * or 1 to 35 letters, digits, dots, hyphens or underscores. */
  application?: string
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores, or the UUID of a digital institution. */
  institutionId?: string
}

export type GetEffectiveApplicationPropertiesAnswer =
  | Reply<200, GetEffectiveApplicationPropertiesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type PromoteApplicationPropertiesAnswer =
  | Reply<200, PromoteApplicationPropertiesReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetApplicationPropertyParameters = {
  id: string
}

export type GetApplicationPropertyAnswer =
  | Reply<200, GetApplicationPropertyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateApplicationPropertyParameters = {
  id: string
}

export type UpdateApplicationPropertyAnswer =
  | Reply<200, UpdateApplicationPropertyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteApplicationPropertyParameters = {
  id: string
}

export type DeleteApplicationPropertyAnswer =
  | Reply<200, DeleteApplicationPropertyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetApplicationPropertyHistoryParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type GetApplicationPropertyHistoryAnswer =
  | Reply<200, GetApplicationPropertyHistoryReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RollbackApplicationPropertyParameters = {
  id: string
}

export type RollbackApplicationPropertyAnswer =
  | Reply<200, RollbackApplicationPropertyReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseLoanProductsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, productCode, name, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseLoanProductsAnswer =
  | Reply<200, BrowseLoanProductsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateLoanProductAnswer =
  | Reply<201, CreateLoanProductReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListLoanProductsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, productCode, name, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListLoanProductsAnswer =
  | Reply<200, ListLoanProductsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetLoanProductParameters = {
  id: string
}

export type GetLoanProductAnswer =
  | Reply<200, GetLoanProductReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateLoanProductParameters = {
  id: string
}

export type UpdateLoanProductAnswer =
  | Reply<200, UpdateLoanProductReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteLoanProductParameters = {
  id: string
}

export type DeleteLoanProductAnswer =
  | Reply<200, DeleteLoanProductReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetLoanProductActivationParameters = {
  id: string
  /** Whether it is offered. */
  isActive: boolean
}

export type SetLoanProductActivationAnswer =
  | Reply<200, SetLoanProductActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseLoanRatesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, productCode, nominalRate, effectiveFrom, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseLoanRatesAnswer =
  | Reply<200, BrowseLoanRatesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateLoanRateAnswer =
  | Reply<201, CreateLoanRateReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListLoanRatesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, productCode, nominalRate, effectiveFrom, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListLoanRatesAnswer =
  | Reply<200, ListLoanRatesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetLoanRateParameters = {
  id: string
}

export type GetLoanRateAnswer =
  | Reply<200, GetLoanRateReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateLoanRateParameters = {
  id: string
}

export type UpdateLoanRateAnswer =
  | Reply<200, UpdateLoanRateReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteLoanRateParameters = {
  id: string
}

export type DeleteLoanRateAnswer =
  | Reply<200, DeleteLoanRateReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetLoanRateActivationParameters = {
  id: string
  /** Whether it is quoted. */
  isActive: boolean
}

export type SetLoanRateActivationAnswer =
  | Reply<200, SetLoanRateActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseChangeRequestsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of module, operation, institutionId, requestedBy, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseChangeRequestsAnswer =
  | Reply<200, BrowseChangeRequestsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListChangeRequestsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of module, operation, institutionId, requestedBy, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListChangeRequestsAnswer =
  | Reply<200, ListChangeRequestsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetChangeRequestParameters = {
  id: string
}

export type GetChangeRequestAnswer =
  | Reply<200, GetChangeRequestReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ApproveChangeRequestParameters = {
  id: string
}

export type ApproveChangeRequestAnswer =
  | Reply<200, ApproveChangeRequestReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RejectChangeRequestParameters = {
  id: string
}

export type RejectChangeRequestAnswer =
  | Reply<200, RejectChangeRequestReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type WithdrawChangeRequestParameters = {
  id: string
}

export type WithdrawChangeRequestAnswer =
  | Reply<200, WithdrawChangeRequestReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BreakGlassParameters = {
  id: string
}

export type BreakGlassAnswer =
  | Reply<200, BreakGlassReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ReviewChangeRequestParameters = {
  id: string
}

export type ReviewChangeRequestAnswer =
  | Reply<200, ReviewChangeRequestReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseNotificationsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseNotificationsAnswer =
  | Reply<200, BrowseNotificationsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CountNotificationsAnswer =
  | Reply<200, CountNotificationsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ReadNotificationsAnswer =
  | Reply<200, ReadNotificationsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseSavedViewsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of list, name, isShared, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseSavedViewsAnswer =
  | Reply<200, BrowseSavedViewsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateSavedViewAnswer =
  | Reply<201, CreateSavedViewReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListSavedViewsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of list, name, isShared, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListSavedViewsAnswer =
  | Reply<200, ListSavedViewsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetSavedViewParameters = {
  id: string
}

export type GetSavedViewAnswer =
  | Reply<200, GetSavedViewReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateSavedViewParameters = {
  id: string
}

export type UpdateSavedViewAnswer =
  | Reply<200, UpdateSavedViewReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteSavedViewParameters = {
  id: string
}

export type DeleteSavedViewAnswer =
  | Reply<200, DeleteSavedViewReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseTransactionsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type BrowseTransactionsAnswer =
  | Reply<200, BrowseTransactionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListTransactionsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type ListTransactionsAnswer =
  | Reply<200, ListTransactionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTransactionParameters = {
  id: string
}

export type GetTransactionAnswer =
  | Reply<200, GetTransactionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ExportTransactionsAnswer =
  | Reply<202, ExportTransactionsReply | SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseTransactionExportsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseTransactionExportsAnswer =
  | Reply<200, BrowseTransactionExportsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTransactionExportParameters = {
  id: string
}

export type GetTransactionExportAnswer =
  | Reply<200, GetTransactionExportReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetTransactionExportFileParameters = {
  id: string
}

export type GetTransactionExportFileAnswer =
  | Reply<200, unknown>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseExceptionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of createdAt, kind, state, a colon, and asc or desc. */
  sort?: string
}

export type BrowseExceptionsAnswer =
  | Reply<200, BrowseExceptionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListExceptionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of createdAt, kind, state, a colon, and asc or desc. */
  sort?: string
}

export type ListExceptionsAnswer =
  | Reply<200, ListExceptionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetExceptionParameters = {
  id: string
}

export type GetExceptionAnswer =
  | Reply<200, GetExceptionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ResolveExceptionParameters = {
  id: string
}

export type ResolveExceptionAnswer =
  | Reply<200, ResolveExceptionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type AssignExceptionParameters = {
  id: string
}

export type AssignExceptionAnswer =
  | Reply<200, AssignExceptionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CommentExceptionParameters = {
  id: string
}

export type CommentExceptionAnswer =
  | Reply<200, CommentExceptionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListExceptionAssigneesParameters = {
  /** Users of this institution, and of the platform. Must be 1 to 36 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
}

export type ListExceptionAssigneesAnswer =
  | Reply<200, ListExceptionAssigneesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ResolveExceptionsAnswer =
  | Reply<202, ResolveExceptionsReply | SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type AssignExceptionsAnswer =
  | Reply<202, AssignExceptionsReply | SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseExceptionJobsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseExceptionJobsAnswer =
  | Reply<200, BrowseExceptionJobsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetExceptionJobParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Only lines in this state. Must be one of PENDING, DONE, SKIPPED. */
  state?: 'PENDING' | 'DONE' | 'SKIPPED'
}

export type GetExceptionJobAnswer =
  | Reply<200, GetExceptionJobReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseReconciliationsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, businessDate, source, state, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseReconciliationsAnswer =
  | Reply<200, BrowseReconciliationsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateReconciliationAnswer =
  | Reply<201, CreateReconciliationReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListReconciliationsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, businessDate, source, state, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListReconciliationsAnswer =
  | Reply<200, ListReconciliationsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetReconciliationParameters = {
  id: string
}

export type GetReconciliationAnswer =
  | Reply<200, GetReconciliationReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SendReconciliationFileParameters = {
  id: string
}

export type SendReconciliationFileAnswer =
  | Reply<200, SendReconciliationFileReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseReconciliationDifferencesParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** MISSING_HERE, MISSING_THERE and DIFFERENT are exceptions. DUPLICATE: a line that the file has already. OTHER_DATE: matched, on the date before or after. Must be one of MISSING_HERE, MISSING_THERE, DIFFERENT, DUPLICATE, OTHER_DATE. */
  kind?: 'MISSING_HERE' | 'MISSING_THERE' | 'DIFFERENT' | 'DUPLICATE' | 'OTHER_DATE'
}

export type BrowseReconciliationDifferencesAnswer =
  | Reply<200, BrowseReconciliationDifferencesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseCorrectionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, accountId, suspenseAccount, currencyCode, kind, businessDate, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseCorrectionsAnswer =
  | Reply<200, BrowseCorrectionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateCorrectionAnswer =
  | Reply<201, CreateCorrectionReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListCorrectionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, accountId, suspenseAccount, currencyCode, kind, businessDate, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListCorrectionsAnswer =
  | Reply<200, ListCorrectionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCorrectionParameters = {
  id: string
}

export type GetCorrectionAnswer =
  | Reply<200, GetCorrectionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseSuspenseParameters = {
  /** The institution. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseSuspenseAnswer =
  | Reply<200, BrowseSuspenseReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAccountsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type BrowseAccountsAnswer =
  | Reply<200, BrowseAccountsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateAccountAnswer =
  | Reply<201, CreateAccountReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListAccountsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type ListAccountsAnswer =
  | Reply<200, ListAccountsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetAccountParameters = {
  id: string
}

export type GetAccountAnswer =
  | Reply<200, GetAccountReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateAccountParameters = {
  id: string
}

export type UpdateAccountAnswer =
  | Reply<200, UpdateAccountReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BlockAccountParameters = {
  id: string
}

export type BlockAccountAnswer =
  | Reply<200, BlockAccountReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UnblockAccountParameters = {
  id: string
}

export type UnblockAccountAnswer =
  | Reply<200, UnblockAccountReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CloseAccountParameters = {
  id: string
}

export type CloseAccountAnswer =
  | Reply<200, CloseAccountReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAccountEntriesParameters = {
  id: string
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type BrowseAccountEntriesAnswer =
  | Reply<200, BrowseAccountEntriesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseCardsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type BrowseCardsAnswer =
  | Reply<200, BrowseCardsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateCardAnswer =
  | Reply<201, CreateCardReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListCardsParameters = {
  /** From 1; records are counted up to 10000, and there is no page beyond. Must be a whole number from 1, within the first 10000 records. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not together with `page`. Must be at most 500 characters. */
  cursor?: string
}

export type ListCardsAnswer =
  | Reply<200, ListCardsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCardParameters = {
  id: string
}

export type GetCardAnswer =
  | Reply<200, GetCardReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateCardParameters = {
  id: string
}

export type UpdateCardAnswer =
  | Reply<200, UpdateCardReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BlockCardParameters = {
  id: string
}

export type BlockCardAnswer =
  | Reply<200, BlockCardReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UnblockCardParameters = {
  id: string
}

export type UnblockCardAnswer =
  | Reply<200, UnblockCardReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CloseCardParameters = {
  id: string
}

export type CloseCardAnswer =
  | Reply<200, CloseCardReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseHotCardsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, reason, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseHotCardsAnswer =
  | Reply<200, BrowseHotCardsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateHotCardAnswer =
  | Reply<201, CreateHotCardReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListHotCardsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, reason, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListHotCardsAnswer =
  | Reply<200, ListHotCardsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetHotCardParameters = {
  id: string
}

export type GetHotCardAnswer =
  | Reply<200, GetHotCardReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type LiftHotCardParameters = {
  id: string
}

export type LiftHotCardAnswer =
  | Reply<200, LiftHotCardReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseStopsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, partnerId, reason, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseStopsAnswer =
  | Reply<200, BrowseStopsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateStopAnswer =
  | Reply<201, CreateStopReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type PreviewStopAnswer =
  | Reply<200, PreviewStopReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListStopsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of institutionId, partnerId, reason, expiresAt, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListStopsAnswer =
  | Reply<200, ListStopsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetStopParameters = {
  id: string
}

export type GetStopAnswer =
  | Reply<200, GetStopReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateStopParameters = {
  id: string
}

export type UpdateStopAnswer =
  | Reply<200, UpdateStopReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type LiftStopParameters = {
  id: string
}

export type LiftStopAnswer =
  | Reply<200, LiftStopReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCustomerParameters = {
  institutionId: string
  customerId: string
}

export type GetCustomerAnswer =
  | Reply<200, GetCustomerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseDigitalSettlementsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of payerInstitutionId, payeeInstitutionId, currencyCode, externalReference, valueDate, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseDigitalSettlementsAnswer =
  | Reply<200, BrowseDigitalSettlementsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateDigitalSettlementAnswer =
  | Reply<201, CreateDigitalSettlementReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListDigitalSettlementsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of payerInstitutionId, payeeInstitutionId, currencyCode, externalReference, valueDate, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListDigitalSettlementsAnswer =
  | Reply<200, ListDigitalSettlementsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDigitalSettlementParameters = {
  id: string
}

export type GetDigitalSettlementAnswer =
  | Reply<200, GetDigitalSettlementReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ReverseDigitalSettlementParameters = {
  id: string
}

export type ReverseDigitalSettlementAnswer =
  | Reply<201, ReverseDigitalSettlementReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListErrorCodesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** One family: A, accounts, B, onboarding, C, digital, D, lending. */
  family?: string
  /** A part of the code or of its texts. Must be 1 to 120 characters without control characters. */
  search?: string
}

export type ListErrorCodesAnswer =
  | Reply<200, ListErrorCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetErrorCodeParameters = {
  code: string
}

export type GetErrorCodeAnswer =
  | Reply<200, GetErrorCodeReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListAuditLogsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListAuditLogsAnswer =
  | Reply<200, ListAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAuditLogsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseAuditLogsAnswer =
  | Reply<200, BrowseAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetAuditLogParameters = {
  id: string
}

export type GetAuditLogAnswer =
  | Reply<200, GetAuditLogReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type VerifyAuditLogsAnswer =
  | Reply<200, VerifyAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListRulesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListRulesAnswer =
  | Reply<200, ListRulesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetRuleParameters = {
  name: string
}

export type GetRuleAnswer =
  | Reply<200, GetRuleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type EvaluateRuleParameters = {
  name: string
}

export type EvaluateRuleAnswer =
  | Reply<200, EvaluateRuleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardSummaryParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardSummaryAnswer =
  | Reply<200, GetDashboardSummaryReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardVolumeParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardVolumeAnswer =
  | Reply<200, GetDashboardVolumeReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardResponseCodesParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardResponseCodesAnswer =
  | Reply<200, GetDashboardResponseCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardLatencyParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardLatencyAnswer =
  | Reply<200, GetDashboardLatencyReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardInstitutionsParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardInstitutionsAnswer =
  | Reply<200, GetDashboardInstitutionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardLendingParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardLendingAnswer =
  | Reply<200, GetDashboardLendingReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetDashboardTokensParameters = {
  /** The first business date; today when left out. Must be a date YYYY-MM-DD. */
  from?: string
  /** The last business date; today when left out. At most 400 days, 31 by hour. Must be a date YYYY-MM-DD. */
  to?: string
  /** One institution; all that the caller sees when left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The width of a bucket: a business date, or an hour in UTC. Must be hour or day. */
  granularity?: 'hour' | 'day'
}

export type GetDashboardTokensAnswer =
  | Reply<200, GetDashboardTokensReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseBusinessDaysParameters = {
  id: string
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseBusinessDaysAnswer =
  | Reply<200, BrowseBusinessDaysReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetBusinessDayParameters = {
  id: string
  date: string
}

export type GetBusinessDayAnswer =
  | Reply<200, GetBusinessDayReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetReconciliationFileParameters = {
  id: string
  date: string
}

export type GetReconciliationFileAnswer =
  | Reply<200, unknown>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type MakeReconciliationFileParameters = {
  id: string
  date: string
}

export type MakeReconciliationFileAnswer =
  | Reply<200, unknown>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type HoldBusinessDayParameters = {
  id: string
  date: string
}

export type HoldBusinessDayAnswer =
  | Reply<200, HoldBusinessDayReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ReleaseBusinessDayParameters = {
  id: string
  date: string
}

export type ReleaseBusinessDayAnswer =
  | Reply<200, ReleaseBusinessDayReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CloseBusinessDayParameters = {
  id: string
  date: string
}

export type CloseBusinessDayAnswer =
  | Reply<200, CloseBusinessDayReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RetryBusinessDayParameters = {
  id: string
  date: string
}

export type RetryBusinessDayAnswer =
  | Reply<200, RetryBusinessDayReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAlertRulesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of name, metric, institutionId, isActive, state, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type BrowseAlertRulesAnswer =
  | Reply<200, BrowseAlertRulesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateAlertRuleAnswer =
  | Reply<201, CreateAlertRuleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListAlertRulesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** A field and a direction. Must be one of name, metric, institutionId, isActive, state, createdAt, updatedAt, a colon, and asc or desc. */
  sort?: string
}

export type ListAlertRulesAnswer =
  | Reply<200, ListAlertRulesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetAlertRuleParameters = {
  id: string
}

export type GetAlertRuleAnswer =
  | Reply<200, GetAlertRuleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateAlertRuleParameters = {
  id: string
}

export type UpdateAlertRuleAnswer =
  | Reply<200, UpdateAlertRuleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteAlertRuleParameters = {
  id: string
}

export type DeleteAlertRuleAnswer =
  | Reply<200, DeleteAlertRuleReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetAlertRuleActivationParameters = {
  id: string
  /** Whether it is watched. */
  isActive: boolean
}

export type SetAlertRuleActivationAnswer =
  | Reply<200, SetAlertRuleActivationReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type AcknowledgeAlertParameters = {
  id: string
}

export type AcknowledgeAlertAnswer =
  | Reply<200, AcknowledgeAlertReply>
  | Reply<202, SentForApprovalReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type HealthStatusAnswer =
  | Reply<200, HealthStatusReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetPlatformStatusAnswer =
  | Reply<200, GetPlatformStatusReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListSandboxMailsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** Only mails to this address. */
  to?: string
}

export type ListSandboxMailsAnswer =
  | Reply<200, ListSandboxMailsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SearchRecordsAnswer =
  | Reply<200, SearchRecordsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

/** Every operation of the contract, over a way to send them. */
export interface OnboardingOperations {
  /**
   * Sign in
   *
   * Opens a session. `data` is the access token, good for 15 minutes; the cookie `refresh_token` keeps the session
   * up. A user with a second factor who sends neither `mfaCode` nor `recoveryCode` gets 401 `B-AUTH-004`, with a
   * wrong one 401 `B-AUTH-005`. Every other reason to refuse the sign-in is 401 `B-AUTH-002`. Five wrong passwords,
   * or five wrong codes, within 15 minutes lock the user for 15 minutes, and each time after that twice as long.
   *
   * Needs no bearer token.
   */
  loginUser(body: LoginUserRequest, options?: CallOptions): Promise<LoginUserAnswer>
  /**
   * Sign out
   *
   * Ends the session: its access token and its refresh token are refused from now on. The cookie is cleared.
   *
   * Open to everyone who is signed in.
   */
  logout(options?: CallOptions): Promise<LogoutAnswer>
  /**
   * Renew the access token
   *
   * `data` is the new access token. The refresh token is replaced too: its successor comes in `set-cookie`, also for
   * callers who sent it in the body. The one before stays good for 30 seconds and yields the same successor. Using
   * it later, or an older one, ends the session. A session lasts 12 hours without refresh and 7 days at most.
   *
   * Needs no bearer token.
   */
  refreshToken(body?: RefreshTokenRequest, options?: CallOptions): Promise<RefreshTokenAnswer>
  /**
   * Public keys
   *
   * A JWKS, newest first. Encrypt strings to the first key with `use` = `enc`: a compact JWE (RSA-OAEP-256, A256GCM)
   * with its `kid`, whose plaintext is `{"v": value, "iat": seconds, "jti": unique id}`. It is accepted for 120
   * seconds, once. Keys are replaced from time to time; the ones before are accepted for a while.
   *
   * Needs no bearer token.
   */
  getKeys(options?: CallOptions): Promise<GetKeysAnswer>
  /**
   * Current user
   *
   * Who is signed in, and the actions that the role grants, by module. A disabled role grants none. A user of an
   * institution or a sub-tenant sees its records only; without `institutionId` the user sees the whole platform.
   *
   * Open to everyone who is signed in.
   */
  getCurrentUser(options?: CallOptions): Promise<GetCurrentUserAnswer>
  /**
   * Claims of the current user
   *
   * Who is signed in, as claims and without envelope.
   *
   * Open to everyone who is signed in.
   */
  getUserInfo(options?: CallOptions): Promise<GetUserInfoAnswer>
  /**
   * My sessions
   *
   * The sessions of the current user that are not over, newest first.
   *
   * Open to everyone who is signed in.
   */
  listMySessions(parameters?: ListMySessionsParameters, options?: CallOptions): Promise<ListMySessionsAnswer>
  /**
   * End one of my sessions
   *
   * Its access token and refresh token are refused from now on. The session of another user is not found.
   *
   * Open to everyone who is signed in.
   */
  endMySession(parameters: EndMySessionParameters, options?: CallOptions): Promise<EndMySessionAnswer>
  /**
   * Has the user a second factor?
   *
   * A user who needs a second factor and has none is offered a secret, which `POST /login/mfa/register` turns into a
   * device. A user who has one is offered another only with their own bearer token: a password alone must not
   * replace the second factor. E-mail and password that are not accepted are 401 `B-AUTH-002` and count as at the
   * login.
   *
   * Needs no bearer token, and takes one.
   */
  getMfaStatus(body: GetMfaStatusRequest, options?: CallOptions): Promise<GetMfaStatusAnswer>
  /**
   * Register an authenticator app
   *
   * Takes the secret that `POST /login/mfa/status` offered within the last 10 minutes and a code of it, also of the
   * step before or after. From then on the user signs in with codes, each of them once. Whatever stands against it
   * is the same 400 `B-AUTH-009`: a wrong code, nothing offered, an unknown user, a device that is there already.
   * After five wrong codes the secret has to be asked for again.
   *
   * Needs no bearer token, and takes one.
   */
  registerMfa(body: RegisterMfaRequest, options?: CallOptions): Promise<RegisterMfaAnswer>
  /**
   * Count recovery codes
   *
   * How many recovery codes are left. The codes themselves cannot be shown again.
   *
   * Open to everyone who is signed in.
   */
  countRecoveryCodes(options?: CallOptions): Promise<CountRecoveryCodesAnswer>
  /**
   * Make recovery codes
   *
   * Ten codes for a user who loses the device, each good for one sign-in. They are shown this once and replace all
   * earlier ones. Letter case, hyphens and spaces do not matter when they are used.
   *
   * Open to everyone who is signed in.
   */
  createRecoveryCodes(options?: CallOptions): Promise<CreateRecoveryCodesAnswer>
  /**
   * Mail a one-time password
   *
   * Six digits, good once, for five minutes and five tries. One mail a minute and five an hour per mail id; beyond
   * that, and for mail ids that no user has, the answer is the same and no mail is sent.
   *
   * Needs no bearer token.
   */
  generateOtp(body: GenerateOtpRequest, options?: CallOptions): Promise<GenerateOtpAnswer>
  /**
   * Check a one-time password
   *
   * A code works once. Wrong, expired, used and too often tried ones are refused alike, with B-AUTH-010. A mail id
   * that is not the caller's own takes `UPDATE` on `USERS` and must be of a user within the caller's scope;
   * otherwise it is refused in the same words, and no try is counted.
   *
   * Open to everyone who is signed in.
   */
  validateOtp(body: ValidateOtpRequest, options?: CallOptions): Promise<ValidateOtpAnswer>
  /**
   * Set a password
   *
   * `email` is the value of an invitation link (72 hours) or reset link (30 minutes), good once; all sessions of the
   * user end, and a lock stays. Or it is the mail id that the client encrypted, together with the bearer token of
   * that very user; then the present session stays. Anything else is 401. A password has 12 to 128 characters, is
   * not a common one and not one of the last 5; otherwise 400 `B-AUTH-008` says what is wrong and the link stays
   * good.
   *
   * Needs no bearer token, and takes one.
   */
  setPassword(body: SetPasswordRequest, options?: CallOptions): Promise<SetPasswordAnswer>
  /**
   * Ask for a reset link
   *
   * Sends a link, good once and for 30 minutes, to an active user who has a password; three times an hour at most.
   * The answer is always the same, so that it does not tell who is a user.
   *
   * Needs no bearer token.
   */
  forgotPassword(body: ForgotPasswordRequest, options?: CallOptions): Promise<ForgotPasswordAnswer>
  /**
   * Is this link good?
   *
   * Tells whose link it is, without using it up. A link that was used or replaced, is too old or forged, or whose
   * user is inactive: the same 400 `B-AUTH-007`.
   *
   * Needs no bearer token.
   */
  verifyInviteUrl(body: VerifyInviteUrlRequest, options?: CallOptions): Promise<VerifyInviteUrlAnswer>
  /**
   * Start single sign-on
   *
   * Sends the browser to the OpenID provider. It comes back to `redirect_uri` with `code` and `state`, which `POST
   * /token` takes within 10 minutes from the same browser: the cookie `sso_state` goes with it. 404 when no provider
   * is configured, 503 when it cannot be reached.
   *
   * Needs no bearer token.
   */
  startSingleSignOn(parameters: StartSingleSignOnParameters, options?: CallOptions): Promise<StartSingleSignOnAnswer>
  /**
   * Exchange a code for an access token
   *
   * With `grant_type=authorization_code` the code is given to the OpenID provider, and the user of the e-mail
   * address that it has verified is signed in; no user is made by it. Either `state` comes along, from the browser
   * in which `GET /sso/authorize` started the sign-on, or `client_id` and `client_secret`. With
   * `grant_type=refresh_token` it renews a session. All errors are those of RFC 6749, `{error, error_description}`;
   * 503 when the provider cannot be reached.
   *
   * Needs no bearer token.
   */
  issueToken(body: IssueTokenRequest, options?: CallOptions): Promise<IssueTokenAnswer>
  /**
   * List users
   *
   * Newest first. Users of an institution or sub-tenant see the users of it alone.
   *
   * Needs `VIEW` on `USERS`.
   */
  browseUsers(parameters?: BrowseUsersParameters, options?: CallOptions): Promise<BrowseUsersAnswer>
  /**
   * Make a user
   *
   * Sends the invitation; to an inactive user only when activated. Users of an institution make users of it; another
   * `institutionId` is not found. A role that grants what you lack is refused: 403.
   *
   * Needs `CREATE` on `USERS`. May wait for approval: 202.
   */
  createUser(body: CreateUserRequest, options?: CallOptions): Promise<CreateUserAnswer>
  /**
   * Change a user
   *
   * What is left out stays; with nothing to change the user comes back as it is. With `version`, the change is
   * refused (409) when another change came first. Users cannot change their own role, give a role that grants what
   * they lack, or change a user who may do more than they may: 403. The last administrator keeps the role: 409. A
   * new `mailID` is `pendingMailID` until its link is confirmed, for 72 hours; the old address is told at once. Sent
   * again, the link is renewed. A user who has never signed in is invited there instead.
   *
   * Needs `UPDATE` on `USERS`. May wait for approval: 202.
   */
  updateUser(body: UpdateUserRequest, options?: CallOptions): Promise<UpdateUserAnswer>
  /**
   * Find users
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `USERS`.
   */
  listUsers(parameters?: ListUsersParameters, body?: ListUsersRequest, options?: CallOptions): Promise<ListUsersAnswer>
  /**
   * Read a user
   *
   * A user outside your institution or sub-tenant is not found.
   *
   * Needs `VIEW` on `USERS`.
   */
  getUser(parameters: GetUserParameters, options?: CallOptions): Promise<GetUserAnswer>
  /**
   * Activate or deactivate a user
   *
   * Deactivation ends all sessions at once, on every gateway. Users cannot deactivate themselves, and the last
   * administrator stays active: 409. Activation invites a user who has not chosen a password yet.
   *
   * Needs `ACTIVATE` on `USERS`. May wait for approval: 202.
   */
  setUserActivation(parameters: SetUserActivationParameters, options?: CallOptions): Promise<SetUserActivationAnswer>
  /**
   * Invite a user again
   *
   * For a user who has not chosen a password yet; otherwise 409.
   *
   * Needs `UPDATE` on `USERS`. May wait for approval: 202.
   */
  inviteUser(parameters: InviteUserParameters, options?: CallOptions): Promise<InviteUserAnswer>
  /**
   * Unlock a user
   *
   * Forgets the wrong passwords and codes too. Does nothing else to a user who is not locked.
   *
   * Needs `UPDATE` on `USERS`. May wait for approval: 202.
   */
  unlockUser(parameters: UnlockUserParameters, options?: CallOptions): Promise<UnlockUserAnswer>
  /**
   * Reset the second factor of a user
   *
   * The device and the recovery codes are forgotten and all sessions end.
   *
   * Needs `UPDATE` on `USERS`. May wait for approval: 202.
   */
  resetUserMfa(parameters: ResetUserMfaParameters, options?: CallOptions): Promise<ResetUserMfaAnswer>
  /**
   * Confirm a new mail address
   *
   * From then on the user signs in with it; sessions and links that were mailed before end. A link that was used or
   * replaced, is too old or forged, or whose user is inactive: 400 `B-AUTH-007`. `POST /verify-invite-url` tells
   * whose link it is.
   *
   * Needs no bearer token.
   */
  confirmMail(body: ConfirmMailRequest, options?: CallOptions): Promise<ConfirmMailAnswer>
  /**
   * List roles
   *
   * By name. Users of an institution see the roles for everyone and those of the institution.
   *
   * Needs `VIEW` on `ROLES`.
   */
  browseRoles(parameters?: BrowseRolesParameters, options?: CallOptions): Promise<BrowseRolesAnswer>
  /**
   * Make a role
   *
   * It grants actions on modules, none that you lack: 403. A role made by a user of an institution is for its users.
   * An unknown module or action is refused by its place: 400.
   *
   * Needs `CREATE` on `ROLES`. May wait for approval: 202.
   */
  createRole(body: CreateRoleRequest, options?: CallOptions): Promise<CreateRoleAnswer>
  /**
   * Find roles
   *
   * By name. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `ROLES`.
   */
  listRoles(parameters?: ListRolesParameters, body?: ListRolesRequest, options?: CallOptions): Promise<ListRolesAnswer>
  /**
   * Read a role
   *
   * A role of another institution is not found.
   *
   * Needs `VIEW` on `ROLES`.
   */
  getRole(parameters: GetRoleParameters, options?: CallOptions): Promise<GetRoleAnswer>
  /**
   * Change a role
   *
   * What is left out stays; `modules` takes the place of all it granted. You must have what it granted and what it
   * will grant: 403. `version` is the one you read; the change is refused (409) when another change came first.
   * System roles stay as they are: 409.
   *
   * Needs `UPDATE` on `ROLES`. May wait for approval: 202.
   */
  updateRole(parameters: UpdateRoleParameters, body: UpdateRoleRequest, options?: CallOptions): Promise<UpdateRoleAnswer>
  /**
   * Remove a role
   *
   * A role that a user has is in use: 409. System roles stay: 409.
   *
   * Needs `DELETE` on `ROLES`. May wait for approval: 202.
   */
  deleteRole(parameters: DeleteRoleParameters, options?: CallOptions): Promise<DeleteRoleAnswer>
  /**
   * Enable or disable a role
   *
   * A disabled role grants nothing to those who have it. Users cannot disable their own role; system roles cannot be
   * disabled: 409.
   *
   * Needs `ACTIVATE` on `ROLES`. May wait for approval: 202.
   */
  setRoleActivation(parameters: SetRoleActivationParameters, options?: CallOptions): Promise<SetRoleActivationAnswer>
  /**
   * List modules
   *
   * The modules on which roles grant actions, each with its sub-modules. A grant on a module is one on its
   * sub-modules.
   *
   * Needs `VIEW` on `MODULES`.
   */
  getModules(options?: CallOptions): Promise<GetModulesAnswer>
  /**
   * Read a module
   *
   * By its id, such as `USERS`.
   *
   * Needs `VIEW` on `MODULES`.
   */
  getModule(parameters: GetModuleParameters, options?: CallOptions): Promise<GetModuleAnswer>
  /**
   * List partners
   *
   * Newest first. Users of an institution see the partners that work for it alone.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  browsePartners(parameters?: BrowsePartnersParameters, options?: CallOptions): Promise<BrowsePartnersAnswer>
  /**
   * Make a partner
   *
   * Without `families` it may call account services; without `operations` it may call none of them yet. Every
   * gateway obeys within two seconds.
   *
   * Needs `CREATE` on `PARTNERS`. May wait for approval: 202.
   */
  createPartner(body: CreatePartnerRequest, options?: CallOptions): Promise<CreatePartnerAnswer>
  /**
   * Find partners
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  listPartners(parameters?: ListPartnersParameters, body?: ListPartnersRequest, options?: CallOptions): Promise<ListPartnersAnswer>
  /**
   * Read a partner
   *
   * With its clients; their secrets cannot be read.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  getPartner(parameters: GetPartnerParameters, options?: CallOptions): Promise<GetPartnerAnswer>
  /**
   * Change a partner
   *
   * What is left out stays as it is. `rateLimit: null` takes the limit away. Every gateway obeys within two seconds.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  updatePartner(parameters: UpdatePartnerParameters, body: UpdatePartnerRequest, options?: CallOptions): Promise<UpdatePartnerAnswer>
  /**
   * Remove a partner
   *
   * Its clients go too. A partner that has transactions is in use: 409; deactivate it instead.
   *
   * Needs `DELETE` on `PARTNERS`. May wait for approval: 202.
   */
  deletePartner(parameters: DeletePartnerParameters, options?: CallOptions): Promise<DeletePartnerAnswer>
  /**
   * Activate or deactivate a partner
   *
   * A deactivated partner is refused by every gateway within two seconds.
   *
   * Needs `ACTIVATE` on `PARTNERS`. May wait for approval: 202.
   */
  setPartnerActivation(parameters: SetPartnerActivationParameters, options?: CallOptions): Promise<SetPartnerActivationAnswer>
  /**
   * Make a client of a partner
   *
   * `client_secret` is shown this once. Without `families` the client may call those of its partner. Of the feed of
   * events it reads what its families cover; one that names `events` reads all of it.
   *
   * Needs `CREATE` on `PARTNERS`. May wait for approval: 202.
   */
  createClient(parameters: CreateClientParameters, body?: CreateClientRequest, options?: CallOptions): Promise<CreateClientAnswer>
  /**
   * Change a client
   *
   * What is left out stays as it is. A call from an address that none of `addresses` holds is refused as one with a
   * wrong secret is. Behind a proxy that is trusted the address is the one that it names. Every gateway obeys within
   * two seconds.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  updateClient(parameters: UpdateClientParameters, body: UpdateClientRequest, options?: CallOptions): Promise<UpdateClientAnswer>
  /**
   * Remove a client
   *
   * It is refused by every gateway within two seconds.
   *
   * Needs `DELETE` on `PARTNERS`. May wait for approval: 202.
   */
  deleteClient(parameters: DeleteClientParameters, options?: CallOptions): Promise<DeleteClientAnswer>
  /**
   * Change a client's secret
   *
   * The new `client_secret` is shown this once; the old one is refused by every gateway within two seconds, or at
   * `oldSecretUntil`. A client has two secrets at most: the one from before an earlier rotation is refused at once.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  rotateClient(parameters: RotateClientParameters, body?: RotateClientRequest, options?: CallOptions): Promise<RotateClientAnswer>
  /**
   * List webhooks
   *
   * Newest first. Users of an institution see those of partners that work for it alone.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  browseWebhooks(parameters?: BrowseWebhooksParameters, options?: CallOptions): Promise<BrowseWebhooksAnswer>
  /**
   * Make a webhook
   *
   * From then on it gets the events of its partner, each signed by the Standard Webhooks scheme with `secret`, which
   * is shown this once. A partner has at most 20.
   *
   * Needs `CREATE` on `PARTNERS`. May wait for approval: 202.
   */
  createWebhook(body: CreateWebhookRequest, options?: CallOptions): Promise<CreateWebhookAnswer>
  /**
   * Find webhooks
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  listWebhooks(parameters?: ListWebhooksParameters, body?: ListWebhooksRequest, options?: CallOptions): Promise<ListWebhooksAnswer>
  /**
   * Read a webhook
   *
   * Its secret cannot be read.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  getWebhook(parameters: GetWebhookParameters, options?: CallOptions): Promise<GetWebhookAnswer>
  /**
   * Change a webhook
   *
   * What is left out stays as it is. What waits goes to the new address.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  updateWebhook(parameters: UpdateWebhookParameters, body: UpdateWebhookRequest, options?: CallOptions): Promise<UpdateWebhookAnswer>
  /**
   * Remove a webhook
   *
   * Its deliveries go too; the events stay in the feed.
   *
   * Needs `DELETE` on `PARTNERS`. May wait for approval: 202.
   */
  deleteWebhook(parameters: DeleteWebhookParameters, options?: CallOptions): Promise<DeleteWebhookAnswer>
  /**
   * Switch a webhook on or off
   *
   * Switched off, it gets no new events; what was not delivered waits. One that accepts nothing for three days, or
   * answers 410 Gone, is switched off by the gateway, with a mail to `contactEmail`.
   *
   * Needs `ACTIVATE` on `PARTNERS`. May wait for approval: 202.
   */
  setWebhookActivation(parameters: SetWebhookActivationParameters, options?: CallOptions): Promise<SetWebhookActivationAnswer>
  /**
   * Change a webhook's secret
   *
   * The new `secret` is shown this once. Until `oldSecretUntil` events have two signatures, of the new and of the
   * old secret.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  rotateWebhook(parameters: RotateWebhookParameters, body?: RotateWebhookRequest, options?: CallOptions): Promise<RotateWebhookAnswer>
  /**
   * Test a webhook
   *
   * Sends a `webhook.test` to it within seconds; its deliveries tell what came of it. One that is off: 409.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  testWebhook(parameters: TestWebhookParameters, options?: CallOptions): Promise<TestWebhookAnswer>
  /**
   * List deliveries of a webhook
   *
   * Newest event first, with attempts; users with the right REVEAL see the start of each answer. They are kept as
   * long as the events are; those that are EXPIRED, for 7 days.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  browseWebhookDeliveries(parameters: BrowseWebhookDeliveriesParameters, options?: CallOptions): Promise<BrowseWebhookDeliveriesAnswer>
  /**
   * Deliver events again
   *
   * Those of the kinds and institutions that it gets, also such as it never got because it was off. What still waits
   * keeps its turn. A webhook that is off: 409.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  redeliverEvents(parameters: RedeliverEventsParameters, body: RedeliverEventsRequest, options?: CallOptions): Promise<RedeliverEventsAnswer>
  /**
   * Send what waits now
   *
   * Tries deliveries that wait for their next attempt at once, also while the webhook is left alone after failures.
   * An event whose subject waits for an earlier one: 409, as for a delivery that has ended and a webhook that is
   * off.
   *
   * Needs `UPDATE` on `PARTNERS`. May wait for approval: 202.
   */
  sendWebhookNow(parameters: SendWebhookNowParameters, body?: SendWebhookNowRequest, options?: CallOptions): Promise<SendWebhookNowAnswer>
  /**
   * List institutions
   *
   * Newest first. Users of an institution see their own.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  browseInstitutions(parameters?: BrowseInstitutionsParameters, options?: CallOptions): Promise<BrowseInstitutionsAnswer>
  /**
   * Draft an institution
   *
   * For users of the platform. What is left out, or null, takes its default: all services, cutover at midnight, no
   * limits, two hold days, a reversal window of 24 hours. A taken institutionId or BIN: 409.
   *
   * Needs `CREATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  createInstitution(body: CreateInstitutionRequest, options?: CallOptions): Promise<CreateInstitutionAnswer>
  /**
   * Find institutions
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  listInstitutions(parameters?: ListInstitutionsParameters, body?: ListInstitutionsRequest, options?: CallOptions): Promise<ListInstitutionsAnswer>
  /**
   * Read an institution
   *
   * With its state and its business date at this moment.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  getInstitution(parameters: GetInstitutionParameters, options?: CallOptions): Promise<GetInstitutionAnswer>
  /**
   * Change an institution
   *
   * What is left out stays as it is, null sets a field back to its default, lists are replaced, and `address`,
   * `limits` and `reversal` are merged. Not in SUBMITTED, APPROVED and TERMINATED: 409. `baseCurrency` only in DRAFT
   * and REJECTED: 409. A `timezone` or `cutoverTime` that sets the business date of an institution back that has
   * been activated: 409. An ACTIVE one keeps a BIN and a technical contact: 409. Every gateway obeys within two
   * seconds.
   *
   * Needs `UPDATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  updateInstitution(parameters: UpdateInstitutionParameters, body: UpdateInstitutionRequest, options?: CallOptions): Promise<UpdateInstitutionAnswer>
  /**
   * Remove an institution
   *
   * Only in DRAFT and REJECTED, and while nothing belongs to it: no users, terminals, accounts …; otherwise 409.
   *
   * Needs `DELETE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  deleteInstitution(parameters: DeleteInstitutionParameters, body?: DeleteInstitutionRequest, options?: CallOptions): Promise<DeleteInstitutionAnswer>
  /**
   * Submit a draft for approval
   *
   * From DRAFT to SUBMITTED; in any other state: 409. Without a BIN or a technical contact: 409, which names what is
   * missing. From then on it cannot be changed until it is activated or rejected.
   *
   * Needs `UPDATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  submitInstitution(parameters: SubmitInstitutionParameters, body?: SubmitInstitutionRequest, options?: CallOptions): Promise<SubmitInstitutionAnswer>
  /**
   * Approve an institution
   *
   * From SUBMITTED to APPROVED; in any other state: 409. For users of the platform. Not by who submitted the
   * institution or edited it last, nor where either of the two has created the other or changed the other's address,
   * role or second factor within 30 days: 403.
   *
   * Needs `APPROVE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  approveInstitution(parameters: ApproveInstitutionParameters, body?: ApproveInstitutionRequest, options?: CallOptions): Promise<ApproveInstitutionAnswer>
  /**
   * Reject an institution
   *
   * From SUBMITTED or APPROVED to REJECTED; in any other state: 409. For users of the platform. Not by who submitted
   * the institution or edited it last, nor where either of the two has created the other or changed the other's
   * address, role or second factor within 30 days: 403. A change makes it a draft again.
   *
   * Needs `APPROVE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  rejectInstitution(parameters: RejectInstitutionParameters, body?: RejectInstitutionRequest, options?: CallOptions): Promise<RejectInstitutionAnswer>
  /**
   * Activate an approved institution
   *
   * From APPROVED to ACTIVE; in any other state: 409. For users of the platform. While something is missing (see
   * readiness): 409. Its end of day begins with this business date.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  activateInstitution(parameters: ActivateInstitutionParameters, body?: ActivateInstitutionRequest, options?: CallOptions): Promise<ActivateInstitutionAnswer>
  /**
   * Suspend an institution
   *
   * From ACTIVE to SUSPENDED; in any other state: 409. For users of the platform. Family A declines everything with
   * 912, reversals too.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`.
   */
  suspendInstitution(parameters: SuspendInstitutionParameters, body?: SuspendInstitutionRequest, options?: CallOptions): Promise<SuspendInstitutionAnswer>
  /**
   * Resume a suspended institution
   *
   * From SUSPENDED to ACTIVE; in any other state: 409. For users of the platform. While something is missing (see
   * readiness): 409.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  resumeInstitution(parameters: ResumeInstitutionParameters, body?: ResumeInstitutionRequest, options?: CallOptions): Promise<ResumeInstitutionAnswer>
  /**
   * Terminate a suspended institution
   *
   * From SUSPENDED to TERMINATED; in any other state: 409. For users of the platform. It is for good; an active
   * institution is suspended first.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  terminateInstitution(parameters: TerminateInstitutionParameters, body?: TerminateInstitutionRequest, options?: CallOptions): Promise<TerminateInstitutionAnswer>
  /**
   * What an institution lacks
   *
   * Activation needs an active core connectivity in this environment (`CORE_CONNECTIVITY`), an active account type
   * (`ACCOUNT_TYPE`), a BIN (`BIN`), a technical contact (`TECHNICAL_CONTACT`).
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  getInstitutionReadiness(parameters: GetInstitutionReadinessParameters, options?: CallOptions): Promise<GetInstitutionReadinessAnswer>
  /**
   * How an institution came to be what it is
   *
   * The audit records of its own record, newest first.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  getInstitutionHistory(parameters: GetInstitutionHistoryParameters, options?: CallOptions): Promise<GetInstitutionHistoryAnswer>
  /**
   * List billers
   *
   * Newest first. Users of an institution see its billers.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  browseBillers(parameters?: BrowseBillersParameters, options?: CallOptions): Promise<BrowseBillersAnswer>
  /**
   * Register a biller
   *
   * The institution has a biller of this billerId already: 409. Every gateway obeys within two seconds.
   *
   * Needs `CREATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  createBiller(body: CreateBillerRequest, options?: CallOptions): Promise<CreateBillerAnswer>
  /**
   * Find billers
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  listBillers(parameters?: ListBillersParameters, body?: ListBillersRequest, options?: CallOptions): Promise<ListBillersAnswer>
  /**
   * Read a biller
   *
   * As it is now.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  getBiller(parameters: GetBillerParameters, options?: CallOptions): Promise<GetBillerAnswer>
  /**
   * Change a biller
   *
   * What is left out stays as it is. Every gateway obeys within two seconds.
   *
   * Needs `UPDATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  updateBiller(parameters: UpdateBillerParameters, body: UpdateBillerRequest, options?: CallOptions): Promise<UpdateBillerAnswer>
  /**
   * Remove a biller
   *
   * A biller that payments name is in use: 409; deactivate it instead.
   *
   * Needs `DELETE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  deleteBiller(parameters: DeleteBillerParameters, body?: DeleteBillerRequest, options?: CallOptions): Promise<DeleteBillerAnswer>
  /**
   * Activate or deactivate a biller
   *
   * Payments to a deactivated biller are declined (185) by every gateway within two seconds.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  setBillerActivation(parameters: SetBillerActivationParameters, body?: SetBillerActivationRequest, options?: CallOptions): Promise<SetBillerActivationAnswer>
  /**
   * List sub-tenants
   *
   * Newest first. Users of an institution see its sub-tenants, users of a sub-tenant their own.
   *
   * Needs `VIEW` on `SUB_TENANTS`.
   */
  browseSubTenants(parameters?: BrowseSubTenantsParameters, options?: CallOptions): Promise<BrowseSubTenantsAnswer>
  /**
   * Make a sub-tenant
   *
   * The institution has a sub-tenant of this tenantCode already: 409.
   *
   * Needs `CREATE` on `SUB_TENANTS`. May wait for approval: 202.
   */
  createSubTenant(body: CreateSubTenantRequest, options?: CallOptions): Promise<CreateSubTenantAnswer>
  /**
   * Find sub-tenants
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `SUB_TENANTS`.
   */
  listSubTenants(parameters?: ListSubTenantsParameters, body?: ListSubTenantsRequest, options?: CallOptions): Promise<ListSubTenantsAnswer>
  /**
   * Read a sub-tenant
   *
   * As it is now.
   *
   * Needs `VIEW` on `SUB_TENANTS`.
   */
  getSubTenant(parameters: GetSubTenantParameters, options?: CallOptions): Promise<GetSubTenantAnswer>
  /**
   * Change a sub-tenant
   *
   * What is left out stays as it is; `allowedModules: null` takes the cap away. Its own users may not: 403. A closed
   * one: 409.
   *
   * Needs `UPDATE` on `SUB_TENANTS`. May wait for approval: 202.
   */
  updateSubTenant(parameters: UpdateSubTenantParameters, body: UpdateSubTenantRequest, options?: CallOptions): Promise<UpdateSubTenantAnswer>
  /**
   * Remove a sub-tenant
   *
   * A sub-tenant that has users or terminals is in use: 409; close it instead.
   *
   * Needs `DELETE` on `SUB_TENANTS`. May wait for approval: 202.
   */
  deleteSubTenant(parameters: DeleteSubTenantParameters, body?: DeleteSubTenantRequest, options?: CallOptions): Promise<DeleteSubTenantAnswer>
  /**
   * Activate or suspend a sub-tenant
   *
   * Activates a PENDING or SUSPENDED one, suspends an ACTIVE one; otherwise 409. Suspending ends the sessions of its
   * users at once, and they cannot sign in until it is activated again.
   *
   * Needs `ACTIVATE` on `SUB_TENANTS`. May wait for approval: 202.
   */
  setSubTenantActivation(parameters: SetSubTenantActivationParameters, body?: SetSubTenantActivationRequest, options?: CallOptions): Promise<SetSubTenantActivationAnswer>
  /**
   * Close a sub-tenant
   *
   * For good. It is suspended first: in any other state 409.
   *
   * Needs `ACTIVATE` on `SUB_TENANTS`. May wait for approval: 202.
   */
  closeSubTenant(parameters: CloseSubTenantParameters, body?: CloseSubTenantRequest, options?: CallOptions): Promise<CloseSubTenantAnswer>
  /**
   * List terminals
   *
   * Newest first, unless `sort` says otherwise. Users of a sub-tenant see the sub-tenant's terminals.
   *
   * Needs `VIEW` on `TERMINALS`.
   */
  browseTerminals(parameters?: BrowseTerminalsParameters, options?: CallOptions): Promise<BrowseTerminalsAnswer>
  /**
   * Register a terminal
   *
   * Without `services` it offers what its institution offers, also when that changes; without `currencies` it takes
   * cash in any. It is `REGISTERED` until it is activated. A terminalId that the institution already has, and a
   * TERMINATED institution: 409. `branchId` is one of its branches.
   *
   * Needs `CREATE` on `TERMINALS`. May wait for approval: 202.
   */
  createTerminal(body: CreateTerminalRequest, options?: CallOptions): Promise<CreateTerminalAnswer>
  /**
   * Find terminals
   *
   * Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.
   *
   * Needs `VIEW` on `TERMINALS`.
   */
  listTerminals(parameters?: ListTerminalsParameters, body?: ListTerminalsRequest, options?: CallOptions): Promise<ListTerminalsAnswer>
  /**
   * Read a terminal
   *
   * `services` are those it offers now: its own, or the institution’s.
   *
   * Needs `VIEW` on `TERMINALS`.
   */
  getTerminal(parameters: GetTerminalParameters, options?: CallOptions): Promise<GetTerminalAnswer>
  /**
   * Change a terminal
   *
   * Absent fields stay, null clears a field, lists are replaced, and `limits` are merged. `services: null` makes it
   * follow its institution again. A decommissioned terminal and one of a TERMINATED institution cannot be changed:
   * 409. Every gateway obeys within two seconds.
   *
   * Needs `UPDATE` on `TERMINALS`. May wait for approval: 202.
   */
  updateTerminal(parameters: UpdateTerminalParameters, body: UpdateTerminalRequest, options?: CallOptions): Promise<UpdateTerminalAnswer>
  /**
   * Delete a terminal
   *
   * Its keys are deleted too. A terminal that has transactions or movements of cash is in use: 409; decommission it
   * instead.
   *
   * Needs `DELETE` on `TERMINALS`. May wait for approval: 202.
   */
  deleteTerminal(parameters: DeleteTerminalParameters, body?: DeleteTerminalRequest, options?: CallOptions): Promise<DeleteTerminalAnswer>
  /**
   * Activate or deactivate a terminal
   *
   * Account services decline orders at a terminal that is not `ACTIVE` with 120, on every gateway within two
   * seconds. One that was never active cannot be deactivated, and a decommissioned one stays so: 409.
   *
   * Needs `ACTIVATE` on `TERMINALS`. May wait for approval: 202.
   */
  setTerminalActivation(parameters: SetTerminalActivationParameters, body?: SetTerminalActivationRequest, options?: CallOptions): Promise<SetTerminalActivationAnswer>
  /**
   * Decommission a terminal
   *
   * For good: it can be neither activated nor changed afterwards, and its keys are revoked. Once: then 409. 409 too
   * while cash is expected in it: unload it, or count it.
   *
   * Needs `ACTIVATE` on `TERMINALS`. May wait for approval: 202.
   */
  decommissionTerminal(parameters: DecommissionTerminalParameters, body?: DecommissionTerminalRequest, options?: CallOptions): Promise<DecommissionTerminalAnswer>
  /**
   * Read the cash of a terminal
   *
   * What is expected in it now, by currency, and its movements of a time, newest first. A reversal counts as cash
   * that was not paid; the next COUNT tells otherwise.
   *
   * Needs `VIEW` on `TERMINALS`.
   */
  getTerminalCash(parameters: GetTerminalCashParameters, options?: CallOptions): Promise<GetTerminalCashAnswer>
  /**
   * Record cash of a terminal
   *
   * LOAD and UNLOAD post the vault of the terminal against `cash:transit`. The first COUNT of a currency sets what
   * is in it, against `opening`; a later one that differs from what is expected at `at` posts the difference against
   * `suspense:cash`, and is an exception CASH_DIFFERENCE, unless it is the opposite of an open one, which it
   * settles. An order counts when it is recorded; one that is under way while the movement is posted comes after it.
   * At another core nothing is posted, and what is expected is counted from transactions since the last COUNT.
   * `reference` makes a repetition safe: the same content is answered with the stored movement, other content with
   * 409. So are a time in the future or before the last COUNT, a decommissioned terminal, and a LOAD at a TERMINATED
   * institution.
   *
   * Needs `UPDATE` on `TERMINALS`. May wait for approval: 202.
   */
  recordTerminalCash(parameters: RecordTerminalCashParameters, body: RecordTerminalCashRequest, options?: CallOptions): Promise<RecordTerminalCashAnswer>
  /**
   * List terminal keys
   *
   * Newest first, unless `sort` says otherwise.
   *
   * Needs `VIEW` on `TERMINAL_KEYS`.
   */
  browseTerminalKeys(parameters?: BrowseTerminalKeysParameters, options?: CallOptions): Promise<BrowseTerminalKeysAnswer>
  /**
   * Make a terminal key
   *
   * `appKey` is shown this once. The key is `PENDING` until it is activated, and lasts a year. Without `algorithm`
   * it is an AES-256 key. A decommissioned terminal gets no keys: 409.
   *
   * Needs `CREATE` on `TERMINAL_KEYS`. May wait for approval: 202.
   */
  createTerminalKey(body: CreateTerminalKeyRequest, options?: CallOptions): Promise<CreateTerminalKeyAnswer>
  /**
   * Find terminal keys
   *
   * Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.
   *
   * Needs `VIEW` on `TERMINAL_KEYS`.
   */
  listTerminalKeys(parameters?: ListTerminalKeysParameters, body?: ListTerminalKeysRequest, options?: CallOptions): Promise<ListTerminalKeysAnswer>
  /**
   * Read a terminal key
   *
   * `appKey` is masked: the key was shown when it was made.
   *
   * Needs `VIEW` on `TERMINAL_KEYS`.
   */
  getTerminalKey(parameters: GetTerminalKeyParameters, options?: CallOptions): Promise<GetTerminalKeyAnswer>
  /**
   * Activate a terminal key
   *
   * The key that was `ACTIVE` for the terminal and type becomes `ROTATING` and stays valid for 24 hours. Only a
   * `PENDING` key can be activated: 409.
   *
   * Needs `ACTIVATE` on `TERMINAL_KEYS`. May wait for approval: 202.
   */
  activateTerminalKey(parameters: ActivateTerminalKeyParameters, body?: ActivateTerminalKeyRequest, options?: CallOptions): Promise<ActivateTerminalKeyAnswer>
  /**
   * Rotate a terminal key
   *
   * Answers the successor, which is `ACTIVE`; its `appKey` is shown this once. The key itself becomes `ROTATING` and
   * stays valid for 24 hours. Only an `ACTIVE` key can be rotated: 409.
   *
   * Needs `UPDATE` on `TERMINAL_KEYS`. May wait for approval: 202.
   */
  rotateTerminalKey(parameters: RotateTerminalKeyParameters, body?: RotateTerminalKeyRequest, options?: CallOptions): Promise<RotateTerminalKeyAnswer>
  /**
   * Revoke a terminal key
   *
   * At once and for good. A key that is revoked or expired stays so: 409.
   *
   * Needs `ACTIVATE` on `TERMINAL_KEYS`.
   */
  revokeTerminalKey(parameters: RevokeTerminalKeyParameters, options?: CallOptions): Promise<RevokeTerminalKeyAnswer>
  /**
   * List core connectivity
   *
   * Newest first, or as `sort` says, of every environment. Users of an institution see its own.
   *
   * Needs `VIEW` on `CORE_CONNECTIVITY`.
   */
  browseCoreConnectivity(parameters?: BrowseCoreConnectivityParameters, options?: CallOptions): Promise<BrowseCoreConnectivityAnswer>
  /**
   * Make core connectivity
   *
   * A REST core needs `baseUrl`, an ISO 8583 core `host` and `port`. Link-local and metadata addresses are refused,
   * and loopback outside the sandbox; so are names that resolve to one, when a connection is made. Redirects are not
   * followed.
   *
   * Needs `CREATE` on `CORE_CONNECTIVITY`. May wait for approval: 202.
   */
  createCoreConnectivity(body: CreateCoreConnectivityRequest, options?: CallOptions): Promise<CreateCoreConnectivityAnswer>
  /**
   * Find core connectivity
   *
   * Newest first, or as `sort` says. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `CORE_CONNECTIVITY`.
   */
  listCoreConnectivity(parameters?: ListCoreConnectivityParameters, body?: ListCoreConnectivityRequest, options?: CallOptions): Promise<ListCoreConnectivityAnswer>
  /**
   * Read core connectivity
   *
   * With its last test. Secrets cannot be read.
   *
   * Needs `VIEW` on `CORE_CONNECTIVITY`.
   */
  getCoreConnectivity(parameters: GetCoreConnectivityParameters, options?: CallOptions): Promise<GetCoreConnectivityAnswer>
  /**
   * Change core connectivity
   *
   * What is left out stays as it is, null clears. Another core type, address or secret makes it a DRAFT again, and
   * is refused while it is ACTIVE: 409; activate another one instead. Other changes are used at once.
   *
   * Needs `UPDATE` on `CORE_CONNECTIVITY`. May wait for approval: 202.
   */
  updateCoreConnectivity(parameters: UpdateCoreConnectivityParameters, body: UpdateCoreConnectivityRequest, options?: CallOptions): Promise<UpdateCoreConnectivityAnswer>
  /**
   * Remove core connectivity
   *
   * One that is ACTIVE is in use: 409. So is one of the sandbox itself, which is read-only.
   *
   * Needs `DELETE` on `CORE_CONNECTIVITY`. May wait for approval: 202.
   */
  deleteCoreConnectivity(parameters: DeleteCoreConnectivityParameters, body?: DeleteCoreConnectivityRequest, options?: CallOptions): Promise<DeleteCoreConnectivityAnswer>
  /**
   * Activate or deactivate core connectivity
   *
   * Only one that is TESTED or INACTIVE can be activated, and only one that is ACTIVE deactivated; otherwise 409.
   * The one that was ACTIVE before becomes INACTIVE in the same moment. With none ACTIVE, account services answer
   * 503 with 907.
   *
   * Needs `ACTIVATE` on `CORE_CONNECTIVITY`. May wait for approval: 202.
   */
  setCoreConnectivityActivation(parameters: SetCoreConnectivityActivationParameters, body?: SetCoreConnectivityActivationRequest, options?: CallOptions): Promise<SetCoreConnectivityActivationAnswer>
  /**
   * Test core connectivity
   *
   * The result is `lastTest`, whether it passed or failed. A DRAFT that passes becomes TESTED; one that fails is a
   * DRAFT again; in other states it stays. One of another environment cannot be tested here: 409. A test takes at
   * most ten seconds, and a person has a limited number of them: 429.
   *
   * Needs `TEST` on `CORE_CONNECTIVITY`. May wait for approval: 202.
   */
  testCoreConnectivity(parameters: TestCoreConnectivityParameters, body?: TestCoreConnectivityRequest, options?: CallOptions): Promise<TestCoreConnectivityAnswer>
  /**
   * List account types
   *
   * Newest first, or as `sort` says. Users of an institution see its own.
   *
   * Needs `VIEW` on `ACCOUNT_TYPES`.
   */
  browseAccountTypes(parameters?: BrowseAccountTypesParameters, options?: CallOptions): Promise<BrowseAccountTypesAnswer>
  /**
   * Make an account type
   *
   * Its code is unique in the institution. Without `balanceTypes` all that accounts of the category have are
   * returned.
   *
   * Needs `CREATE` on `ACCOUNT_TYPES`. May wait for approval: 202.
   */
  createAccountType(body: CreateAccountTypeRequest, options?: CallOptions): Promise<CreateAccountTypeAnswer>
  /**
   * Find account types
   *
   * Newest first, or as `sort` says. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `ACCOUNT_TYPES`.
   */
  listAccountTypes(parameters?: ListAccountTypesParameters, body?: ListAccountTypesRequest, options?: CallOptions): Promise<ListAccountTypesAnswer>
  /**
   * Read an account type
   *
   * How account services treat accounts of the type.
   *
   * Needs `VIEW` on `ACCOUNT_TYPES`.
   */
  getAccountType(parameters: GetAccountTypeParameters, options?: CallOptions): Promise<GetAccountTypeAnswer>
  /**
   * Change an account type
   *
   * What is left out stays as it is; `coreCode: null` clears it. While accounts are of the type its category cannot
   * be changed: 409. Every gateway obeys within two seconds.
   *
   * Needs `UPDATE` on `ACCOUNT_TYPES`. May wait for approval: 202.
   */
  updateAccountType(parameters: UpdateAccountTypeParameters, body: UpdateAccountTypeRequest, options?: CallOptions): Promise<UpdateAccountTypeAnswer>
  /**
   * Remove an account type
   *
   * One that accounts have is in use: 409; deactivate it instead.
   *
   * Needs `DELETE` on `ACCOUNT_TYPES`. May wait for approval: 202.
   */
  deleteAccountType(parameters: DeleteAccountTypeParameters, body?: DeleteAccountTypeRequest, options?: CallOptions): Promise<DeleteAccountTypeAnswer>
  /**
   * Activate or deactivate an account type
   *
   * Accounts of an inactive type are not in lookups, and their orders are declined with 119; reversals pass. Every
   * gateway obeys within two seconds.
   *
   * Needs `ACTIVATE` on `ACCOUNT_TYPES`. May wait for approval: 202.
   */
  setAccountTypeActivation(parameters: SetAccountTypeActivationParameters, body?: SetAccountTypeActivationRequest, options?: CallOptions): Promise<SetAccountTypeActivationAnswer>
  /**
   * List transaction capabilities
   *
   * Newest first, or as `sort` says. They are for all institutions, so everybody sees the same.
   *
   * Needs `VIEW` on `TXN_CAPABILITIES`.
   */
  browseTransactionCapabilities(parameters?: BrowseTransactionCapabilitiesParameters, options?: CallOptions): Promise<BrowseTransactionCapabilitiesAnswer>
  /**
   * Make a transaction capability
   *
   * For users of the platform; users of an institution may only read them: 403. Flags that are left out are off.
   *
   * Needs `CREATE` on `TXN_CAPABILITIES`. May wait for approval: 202.
   */
  createTransactionCapability(body: CreateTransactionCapabilityRequest, options?: CallOptions): Promise<CreateTransactionCapabilityAnswer>
  /**
   * Find transaction capabilities
   *
   * Newest first, or as `sort` says. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `TXN_CAPABILITIES`.
   */
  listTransactionCapabilities(parameters?: ListTransactionCapabilitiesParameters, body?: ListTransactionCapabilitiesRequest, options?: CallOptions): Promise<ListTransactionCapabilitiesAnswer>
  /**
   * Read a transaction capability
   *
   * What it grants, and whether it is active.
   *
   * Needs `VIEW` on `TXN_CAPABILITIES`.
   */
  getTransactionCapability(parameters: GetTransactionCapabilityParameters, options?: CallOptions): Promise<GetTransactionCapabilityAnswer>
  /**
   * Change a transaction capability
   *
   * What is left out stays as it is. One of the platform (`isSystem`) never changes: 409. Every gateway obeys within
   * two seconds.
   *
   * Needs `UPDATE` on `TXN_CAPABILITIES`. May wait for approval: 202.
   */
  updateTransactionCapability(parameters: UpdateTransactionCapabilityParameters, body: UpdateTransactionCapabilityRequest, options?: CallOptions): Promise<UpdateTransactionCapabilityAnswer>
  /**
   * Remove a transaction capability
   *
   * One that an account or an account type has is in use: 409; deactivate it instead. So is one of the platform.
   *
   * Needs `DELETE` on `TXN_CAPABILITIES`. May wait for approval: 202.
   */
  deleteTransactionCapability(parameters: DeleteTransactionCapabilityParameters, body?: DeleteTransactionCapabilityRequest, options?: CallOptions): Promise<DeleteTransactionCapabilityAnswer>
  /**
   * Activate or deactivate a transaction capability
   *
   * An inactive one grants nothing: orders on accounts that have it are declined with 119. One of the platform never
   * changes: 409.
   *
   * Needs `ACTIVATE` on `TXN_CAPABILITIES`. May wait for approval: 202.
   */
  setTransactionCapabilityActivation(parameters: SetTransactionCapabilityActivationParameters, body?: SetTransactionCapabilityActivationRequest, options?: CallOptions): Promise<SetTransactionCapabilityActivationAnswer>
  /**
   * List application properties
   *
   * Newest first, unless `sort` says otherwise. Users of an institution see its own and those of all.
   *
   * Needs `VIEW` on `APP_PROPERTIES`.
   */
  browseApplicationProperties(parameters?: BrowseApplicationPropertiesParameters, options?: CallOptions): Promise<BrowseApplicationPropertiesAnswer>
  /**
   * Make an application property
   *
   * Environment, application, institution and key are unique together: 409. Without `institutionId` it holds for all
   * institutions, and only users of the platform may make it: 403. The platform itself uses `log.level`,
   * `export.keep-days`, `events.keep-days` and `webhooks.allowed-networks` of its own environment, of the
   * application `tillgate` or of all, and settings of digital banking, of `digital` or of all. A value that it
   * cannot use: 400.
   *
   * Needs `CREATE` on `APP_PROPERTIES`. May wait for approval: 202.
   */
  createApplicationProperty(body: CreateApplicationPropertyRequest, options?: CallOptions): Promise<CreateApplicationPropertyAnswer>
  /**
   * Find application properties
   *
   * Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.
   *
   * Needs `VIEW` on `APP_PROPERTIES`.
   */
  listApplicationProperties(parameters?: ListApplicationPropertiesParameters, body?: ListApplicationPropertiesRequest, options?: CallOptions): Promise<ListApplicationPropertiesAnswer>
  /**
   * Read the application properties in effect
   *
   * By key. Those of the institution beat those of the application, and these beat global ones; inactive ones have
   * no effect. Users of an institution get its own. Without `application` it is what holds for all of them.
   *
   * Needs `VIEW` on `APP_PROPERTIES`.
   */
  getEffectiveApplicationProperties(parameters: GetEffectiveApplicationPropertiesParameters, options?: CallOptions): Promise<GetEffectiveApplicationPropertiesAnswer>
  /**
   * Promote application properties
   *
   * Copies value, type, description and secrecy, all or none: a key that `from` does not have in this place is
   * refused with 400. Without `application` and `institutionId` it is those of all. With `dryRun` it only says what
   * would change.
   *
   * Needs `APPROVE` on `APP_PROPERTIES`. May wait for approval: 202.
   */
  promoteApplicationProperties(body: PromoteApplicationPropertiesRequest, options?: CallOptions): Promise<PromoteApplicationPropertiesAnswer>
  /**
   * Read an application property
   *
   * The value of a secret property is masked.
   *
   * Needs `VIEW` on `APP_PROPERTIES`.
   */
  getApplicationProperty(parameters: GetApplicationPropertyParameters, options?: CallOptions): Promise<GetApplicationPropertyAnswer>
  /**
   * Change an application property
   *
   * Absent fields stay. A property can become secret, with its whole history, and then stays so; its masked value
   * sent back changes nothing. Every gateway uses the new value within two seconds.
   *
   * Needs `UPDATE` on `APP_PROPERTIES`. May wait for approval: 202.
   */
  updateApplicationProperty(parameters: UpdateApplicationPropertyParameters, body: UpdateApplicationPropertyRequest, options?: CallOptions): Promise<UpdateApplicationPropertyAnswer>
  /**
   * Delete an application property
   *
   * Its history goes too; the audit log keeps what was done.
   *
   * Needs `DELETE` on `APP_PROPERTIES`. May wait for approval: 202.
   */
  deleteApplicationProperty(parameters: DeleteApplicationPropertyParameters, body?: DeleteApplicationPropertyRequest, options?: CallOptions): Promise<DeleteApplicationPropertyAnswer>
  /**
   * List the versions of an application property
   *
   * Newest first, the current one included. The values of a secret property are masked, the earlier ones too.
   *
   * Needs `VIEW` on `APP_PROPERTIES`.
   */
  getApplicationPropertyHistory(parameters: GetApplicationPropertyHistoryParameters, options?: CallOptions): Promise<GetApplicationPropertyHistoryAnswer>
  /**
   * Roll an application property back
   *
   * Makes a new version with the value, type and description of version `version`. A version that it never had: 404.
   * One whose value the platform cannot use: 400.
   *
   * Needs `UPDATE` on `APP_PROPERTIES`. May wait for approval: 202.
   */
  rollbackApplicationProperty(parameters: RollbackApplicationPropertyParameters, body: RollbackApplicationPropertyRequest, options?: CallOptions): Promise<RollbackApplicationPropertyAnswer>
  /**
   * List loan products
   *
   * Newest first, or as `sort` says. Users of an institution see its own.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  browseLoanProducts(parameters?: BrowseLoanProductsParameters, options?: CallOptions): Promise<BrowseLoanProductsAnswer>
  /**
   * Make a loan product
   *
   * Its code is unique on the platform, because applications name the product alone. Amounts are in major units and
   * must exist in each of its currencies. Lending offers it on every gateway when the answer arrives.
   *
   * Needs `CREATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  createLoanProduct(body: CreateLoanProductRequest, options?: CallOptions): Promise<CreateLoanProductAnswer>
  /**
   * Find loan products
   *
   * Newest first, or as `sort` says. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  listLoanProducts(parameters?: ListLoanProductsParameters, body?: ListLoanProductsRequest, options?: CallOptions): Promise<ListLoanProductsAnswer>
  /**
   * Read a loan product
   *
   * What applications for it may ask, and the terms of its loans.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  getLoanProduct(parameters: GetLoanProductParameters, options?: CallOptions): Promise<GetLoanProductAnswer>
  /**
   * Change a loan product
   *
   * What is left out stays as it is; null gives a field, or one of the terms, its default again. New applications
   * follow the change; loans keep what they were made with. A range of rates that excludes a rate of the product:
   * 409.
   *
   * Needs `UPDATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  updateLoanProduct(parameters: UpdateLoanProductParameters, body: UpdateLoanProductRequest, options?: CallOptions): Promise<UpdateLoanProductAnswer>
  /**
   * Remove a loan product
   *
   * One that is active, or has rates, applications or loans, is in use: 409.
   *
   * Needs `DELETE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  deleteLoanProduct(parameters: DeleteLoanProductParameters, body?: DeleteLoanProductRequest, options?: CallOptions): Promise<DeleteLoanProductAnswer>
  /**
   * Activate or deactivate a loan product
   *
   * New applications do not know an inactive product, and its rates are not quoted; its loans go on.
   *
   * Needs `ACTIVATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  setLoanProductActivation(parameters: SetLoanProductActivationParameters, body?: SetLoanProductActivationRequest, options?: CallOptions): Promise<SetLoanProductActivationAnswer>
  /**
   * List loan rates
   *
   * Newest first, or as `sort` says. Users of an institution see those of its own products.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  browseLoanRates(parameters?: BrowseLoanRatesParameters, options?: CallOptions): Promise<BrowseLoanRatesAnswer>
  /**
   * Make a loan rate
   *
   * It lies within the product's range of rates. Of rates of one product with the same bands the newest that is in
   * force is quoted.
   *
   * Needs `CREATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  createLoanRate(body: CreateLoanRateRequest, options?: CallOptions): Promise<CreateLoanRateAnswer>
  /**
   * Find loan rates
   *
   * Newest first, or as `sort` says. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  listLoanRates(parameters?: ListLoanRatesParameters, body?: ListLoanRatesRequest, options?: CallOptions): Promise<ListLoanRatesAnswer>
  /**
   * Read a loan rate
   *
   * Its id is the `rateId` of lending.
   *
   * Needs `VIEW` on `LOAN_PRODUCTS`.
   */
  getLoanRate(parameters: GetLoanRateParameters, options?: CallOptions): Promise<GetLoanRateAnswer>
  /**
   * Change a loan rate
   *
   * What is left out stays as it is; null clears. Offers and loans keep the rate that they were made with.
   *
   * Needs `UPDATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  updateLoanRate(parameters: UpdateLoanRateParameters, body: UpdateLoanRateRequest, options?: CallOptions): Promise<UpdateLoanRateAnswer>
  /**
   * Remove a loan rate
   *
   * Offers and loans that were made with it keep it.
   *
   * Needs `DELETE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  deleteLoanRate(parameters: DeleteLoanRateParameters, body?: DeleteLoanRateRequest, options?: CallOptions): Promise<DeleteLoanRateAnswer>
  /**
   * Activate or deactivate a loan rate
   *
   * Lending does not find an inactive rate.
   *
   * Needs `ACTIVATE` on `LOAN_PRODUCTS`. May wait for approval: 202.
   */
  setLoanRateActivation(parameters: SetLoanRateActivationParameters, body?: SetLoanRateActivationRequest, options?: CallOptions): Promise<SetLoanRateActivationAnswer>
  /**
   * List change requests
   *
   * Newest first, unless `sort` says otherwise: your own, and those of modules on which your role grants VIEW,
   * within your scope.
   *
   * Open to everyone who is signed in.
   */
  browseChangeRequests(parameters?: BrowseChangeRequestsParameters, options?: CallOptions): Promise<BrowseChangeRequestsAnswer>
  /**
   * Find change requests
   *
   * Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored. `waitsForMe` finds what you
   * may approve or, after an emergency, review: pending or CARRIED_OUT, asked for by another user, of a module and
   * action that your role grants, within your scope, and not by a user who may be you (see `cannotApprove`).
   *
   * Open to everyone who is signed in.
   */
  listChangeRequests(parameters?: ListChangeRequestsParameters, body?: ListChangeRequestsRequest, options?: CallOptions): Promise<ListChangeRequestsAnswer>
  /**
   * Read a change request
   *
   * With the record before and after the change, masked as the record is, and with who may not approve it and why.
   * One that you may not see: 404.
   *
   * Open to everyone who is signed in.
   */
  getChangeRequest(parameters: GetChangeRequestParameters, options?: CallOptions): Promise<GetChangeRequestAnswer>
  /**
   * Approve a change request
   *
   * By another user who could make the change: 403 otherwise, also where within 30 days either of the two has
   * created the other, or changed the other's mailID or role, reset their second factor or reactivated them. The
   * change is checked again and carried out once, in the name of the user who asked for it, and answered as it would
   * be there, with its status and secrets that are shown once. When the record has changed since, or that user may
   * not make the change any more: 409. A refusal (4xx) of the change ends the request FAILED; after a fault (5xx) it
   * is still PENDING, unless the change was made. Ended already: 409.
   *
   * Open to everyone who is signed in.
   */
  approveChangeRequest(parameters: ApproveChangeRequestParameters, body?: ApproveChangeRequestRequest, options?: CallOptions): Promise<ApproveChangeRequestAnswer>
  /**
   * Reject a change request
   *
   * By another user who has the right to the change: 403 otherwise. Nothing is changed. Ended already: 409.
   *
   * Open to everyone who is signed in.
   */
  rejectChangeRequest(parameters: RejectChangeRequestParameters, body?: RejectChangeRequestRequest, options?: CallOptions): Promise<RejectChangeRequestAnswer>
  /**
   * Withdraw a change request
   *
   * By the user who asked for the change: 403 otherwise. Nothing is changed. Ended already: 409.
   *
   * Open to everyone who is signed in.
   */
  withdrawChangeRequest(parameters: WithdrawChangeRequestParameters, options?: CallOptions): Promise<WithdrawChangeRequestAnswer>
  /**
   * Carry out a change request in an emergency
   *
   * By the user who asked for the change, while it is PENDING: another's, or one that has ended: 409. The role must
   * name EMERGENCY on its module: 403. The change is checked again, carried out once and answered as it would be
   * without waiting; the request is then CARRIED_OUT, and those who could have approved it are told. Another of them
   * reviews it, within 24 hours. A change that is refused leaves the request PENDING. Never for `four-eyes` lists,
   * users, roles, partners, corrections, settlements, and the resolutions PAY_OUT, SETTLED_OUTSIDE, RELEASED_OUTSIDE
   * and ADJUST_LEDGER: 409.
   *
   * Open to everyone who is signed in.
   */
  breakGlass(parameters: BreakGlassParameters, body: Emergency, options?: CallOptions): Promise<BreakGlassAnswer>
  /**
   * Review an emergency change
   *
   * By another user who could have approved it: 403 otherwise, as for an approval. The request is then REVIEWED or
   * OBJECTED. An objection undoes nothing: the user who made the change, and those who could have approved it, are
   * told. Only while it is CARRIED_OUT: 409 otherwise.
   *
   * Open to everyone who is signed in.
   */
  reviewChangeRequest(parameters: ReviewChangeRequestParameters, body: ReviewChangeRequestRequest, options?: CallOptions): Promise<ReviewChangeRequestAnswer>
  /**
   * My notifications
   *
   * Your own: unread ones first, then the newest. What your role or scope covers no more is left out, and what has
   * waited for you is gone once somebody has decided it. Others are kept for 30 days.
   *
   * Open to everyone who is signed in.
   */
  browseNotifications(parameters?: BrowseNotificationsParameters, options?: CallOptions): Promise<BrowseNotificationsAnswer>
  /**
   * How many notifications I have not read
   *
   * Counted up to 100; and whether the platform is degraded, a business day is stuck, or emergency changes wait for
   * a review. Cheap enough to ask for on every page.
   *
   * Open to everyone who is signed in.
   */
  countNotifications(options?: CallOptions): Promise<CountNotificationsAnswer>
  /**
   * Mark notifications as read
   *
   * Those that are named, or all of them without `ids`. Ids that are not your own are ignored.
   *
   * Open to everyone who is signed in.
   */
  readNotifications(body?: ReadNotificationsRequest, options?: CallOptions): Promise<ReadNotificationsAnswer>
  /**
   * List saved views
   *
   * Own ones and shared ones of exactly your scope: users of the platform do not see those of an institution, and
   * the other way round, because filters name records. By name, unless `sort` says otherwise.
   *
   * Open to everyone who is signed in.
   */
  browseSavedViews(parameters?: BrowseSavedViewsParameters, options?: CallOptions): Promise<BrowseSavedViewsAnswer>
  /**
   * Save a view of a list
   *
   * Filters and a sort under a name, yours alone or shared. At most 100 of a user, and 100 shared ones of a list in
   * one scope (409). A value that is a card number: 400.
   *
   * Open to everyone who is signed in.
   */
  createSavedView(body: CreateSavedViewRequest, options?: CallOptions): Promise<CreateSavedViewAnswer>
  /**
   * Find saved views
   *
   * Own ones and shared ones of exactly your scope: users of the platform do not see those of an institution, and
   * the other way round, because filters name records. By name, unless `sort` says otherwise. What is left out of
   * the filter makes no difference.
   *
   * Open to everyone who is signed in.
   */
  listSavedViews(parameters?: ListSavedViewsParameters, body?: ListSavedViewsRequest, options?: CallOptions): Promise<ListSavedViewsAnswer>
  /**
   * Read a saved view
   *
   * Another's that is not shared, or one of another scope: 404.
   *
   * Open to everyone who is signed in.
   */
  getSavedView(parameters: GetSavedViewParameters, options?: CallOptions): Promise<GetSavedViewAnswer>
  /**
   * Change a saved view
   *
   * By its owner, or, when it is shared, by a user of the scope whose role grants UPDATE on USERS: others 403. What
   * is left out stays as it is; filters are replaced as a whole.
   *
   * Open to everyone who is signed in.
   */
  updateSavedView(parameters: UpdateSavedViewParameters, body: UpdateSavedViewRequest, options?: CallOptions): Promise<UpdateSavedViewAnswer>
  /**
   * Remove a saved view
   *
   * By its owner, or, when it is shared, by a user of the scope whose role grants DELETE on USERS: others 403.
   *
   * Open to everyone who is signed in.
   */
  deleteSavedView(parameters: DeleteSavedViewParameters, options?: CallOptions): Promise<DeleteSavedViewAnswer>
  /**
   * List transactions
   *
   * Newest business date first, and the newest of a date first; without inquiries.
   *
   * Needs `VIEW` on `QUERY`.
   */
  browseTransactions(parameters?: BrowseTransactionsParameters, options?: CallOptions): Promise<BrowseTransactionsAnswer>
  /**
   * Find transactions
   *
   * Newest business date first, and the newest of a date first. Inquiries are found only when `type` names them.
   * Refused requests (913, 4xx, 503) leave no transaction. A search by cursor takes the same time on every page; one
   * that finds little in a long time answers with fewer records, or none, and a `nextCursor` to go on.
   *
   * Needs `VIEW` on `QUERY`.
   */
  listTransactions(parameters?: ListTransactionsParameters, body?: ListTransactionsRequest, options?: CallOptions): Promise<ListTransactionsAnswer>
  /**
   * Read a transaction
   *
   * With the response as it was sent, the lines of its journal, the transaction it reverses and the reversals of it.
   * A transaction of a remote core has no lines here: that core keeps the books.
   *
   * Needs `VIEW` on `QUERY`.
   */
  getTransaction(parameters: GetTransactionParameters, options?: CallOptions): Promise<GetTransactionAnswer>
  /**
   * Export transactions
   *
   * Makes a file of all transactions that match and that you may see now, oldest first, with the fields of a
   * transaction as columns; later ones are not in it. A job does the work and survives a restart: follow it with
   * `GET /transactions/exports/{id}`. Card numbers are masked. In CSV and XLSX a text that a spreadsheet would take
   * for a formula begins with an apostrophe; XLSX has a further sheet after every 1,048,576 rows. An export has at
   * most 5000000 rows; with more it fails. Three unfinished exports of a user, or a hundred of all, are the limit
   * (429).
   *
   * Needs `EXPORT` on `TXN_EXPORT`. May wait for approval: 202.
   */
  exportTransactions(body: ExportTransactionsRequest, options?: CallOptions): Promise<ExportTransactionsAnswer>
  /**
   * List your exports
   *
   * Newest first; only those that you asked for. They are deleted some days after they are done.
   *
   * Needs `EXPORT` on `TXN_EXPORT`.
   */
  browseTransactionExports(parameters?: BrowseTransactionExportsParameters, options?: CallOptions): Promise<BrowseTransactionExportsAnswer>
  /**
   * Read one of your exports
   *
   * How far it is. An export of another user is 404.
   *
   * Needs `EXPORT` on `TXN_EXPORT`.
   */
  getTransactionExport(parameters: GetTransactionExportParameters, options?: CallOptions): Promise<GetTransactionExportAnswer>
  /**
   * Download an export
   *
   * The file, streamed. Until the export is DONE: 409. Every download is audited.
   *
   * Needs `EXPORT` on `TXN_EXPORT`.
   */
  getTransactionExportFile(parameters: GetTransactionExportFileParameters, options?: CallOptions): Promise<GetTransactionExportFileAnswer>
  /**
   * List exceptions
   *
   * Newest first, open and resolved ones.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  browseExceptions(parameters?: BrowseExceptionsParameters, options?: CallOptions): Promise<BrowseExceptionsAnswer>
  /**
   * Find exceptions
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  listExceptions(parameters?: ListExceptionsParameters, body?: ListExceptionsRequest, options?: CallOptions): Promise<ListExceptionsAnswer>
  /**
   * Read an exception
   *
   * With all its comments.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  getException(parameters: GetExceptionParameters, options?: CallOptions): Promise<GetExceptionAnswer>
  /**
   * Resolve an exception
   *
   * MATCH posts the reversal on the current business date, whatever the window; an unmatched one names `originalId`.
   * Of an unknown outcome it records `outcome` and posts nothing. WRITE_OFF posts a late or refused reversal with
   * the general-ledger account `suspense:exceptions` in place of the customer; the original counts as reversed.
   * Transfers are not written off. DECLINED_ADVICE: MATCH posts what the switch has not taken back on the account,
   * which may fall below its limit, WRITE_OFF with the suspense account in its place; of a reversal they post the
   * opposite. RECONCILIATION: MATCH posts what is missing here on the account, the reversal of what is missing
   * there, or the difference; at another core nothing (409). IGNORE posts nothing. ADVICE_PARKED and HOST_APPROVAL:
   * RETRY asks the host now and leaves it OPEN, SETTLED_OUTSIDE ends it under `externalReference`, and the order
   * counts as reversed; CASH_DIFFERENCE: MATCH posts nothing and needs corrections against `suspense:cash` that take
   * the difference off it: those that name the exception, and the one that `originalId` names; WRITE_OFF posts it to
   * `expense:cash`. 409 while the host is being asked. 409 when it is resolved already, the action is not possible,
   * the original does not fit, or the account does not have the money. What a remote core posted is reversed there,
   * and ignored here. Of digital banking: RETRY does at once what is due later, and leaves it OPEN (LEDGER_DRIFT:
   * compares again). FUNDS_UNCLAIMED: RETRY pays to the linked account of the movement, PAY_OUT to
   * `linkedAccountId`, SETTLED_OUTSIDE records a payment made elsewhere under `externalReference`; while the outcome
   * of a payment is unknown (`pending`), everything else is 409. LEG_FAILED of a transfer that is being committed:
   * RETURN gives it back to the payer, while no attempt is under way. LEG_FAILED of tokens that are being returned
   * after a burn: PAY_OUT and SETTLED_OUTSIDE as of unclaimed money. LEG_FAILED of a release for which the ledger
   * has no hold: RELEASED_OUTSIDE ends it as decided. LEDGER_DRIFT of an account: ADJUST_LEDGER issues or burns the
   * difference at the ledger, while nothing else is open on it; of a hold that was taken there it mints the tokens
   * again, and the transfer ends as decided. ACCEPT resolves drift of an account or asset with its amount; another
   * amount is a new exception. LEDGER_SILENT: CANCEL has the ledger refuse the operation for good, where it can.
   *
   * Needs `APPROVE` on `EXCEPTIONS`. May wait for approval: 202.
   */
  resolveException(parameters: ResolveExceptionParameters, body: ResolveExceptionRequest, options?: CallOptions): Promise<ResolveExceptionAnswer>
  /**
   * Hand out an exception
   *
   * Who looks after it, how urgent it is and when it is due. What is left out stays as it is. A resolved one: 409. A
   * user who may not see it, or whom you may not see: 400.
   *
   * Needs `UPDATE` on `EXCEPTIONS`. May wait for approval: 202.
   */
  assignException(parameters: AssignExceptionParameters, body: AssignExceptionRequest, options?: CallOptions): Promise<AssignExceptionAnswer>
  /**
   * Comment on an exception
   *
   * For those who work on it after you; open or resolved. Comments are never changed. After 200 of them: 409.
   *
   * Needs `UPDATE` on `EXCEPTIONS`. May wait for approval: 202.
   */
  commentException(parameters: CommentExceptionParameters, body: CommentExceptionRequest, options?: CallOptions): Promise<CommentExceptionAnswer>
  /**
   * List users who can be given exceptions
   *
   * Active users of your scope whose role shows exceptions, by name; at most 200.
   *
   * Needs `UPDATE` on `EXCEPTIONS`.
   */
  listExceptionAssignees(parameters?: ListExceptionAssigneesParameters, options?: CallOptions): Promise<ListExceptionAssigneesAnswer>
  /**
   * Resolve many exceptions
   *
   * A job resolves each as `POST /transactions/exceptions/{id}/resolve` would, with an audit record of its own, and
   * survives a restart. Which exceptions they are is fixed now, the oldest first: one that has changed by its turn,
   * or does not allow the action, is skipped and says why. Where the action waits for a second user, one change
   * request waits for all of them. Follow it with `GET /transactions/exceptions/resolutions/{jobId}`. Of those that
   * a filter finds, ones that wait for a second user already are left out; named ones that do: 409. Five unfinished
   * jobs of a user are the limit (429).
   *
   * Needs `APPROVE` on `EXCEPTIONS`. May wait for approval: 202.
   */
  resolveExceptions(body: ResolveExceptionsRequest, options?: CallOptions): Promise<ResolveExceptionsAnswer>
  /**
   * Hand out many exceptions
   *
   * A job gives them to the users in turn, the oldest exception first, and sets priority and time for all. What is
   * left out stays as it is at each. Which exceptions they are is fixed now; one that is resolved before its turn,
   * or that its user may not see, is skipped. Follow it with `GET /transactions/exceptions/resolutions/{jobId}`. Of
   * those that a filter finds, ones that wait for a second user are left out; named ones that do: 409. Five
   * unfinished jobs of a user are the limit (429).
   *
   * Needs `UPDATE` on `EXCEPTIONS`. May wait for approval: 202.
   */
  assignExceptions(body: AssignExceptionsRequest, options?: CallOptions): Promise<AssignExceptionsAnswer>
  /**
   * List jobs on many exceptions
   *
   * Newest first; those of users of your scope.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  browseExceptionJobs(parameters?: BrowseExceptionJobsParameters, options?: CallOptions): Promise<BrowseExceptionJobsAnswer>
  /**
   * Read a job on many exceptions
   *
   * How far it is, and a page of its exceptions with what came of each.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  getExceptionJob(parameters: GetExceptionJobParameters, options?: CallOptions): Promise<GetExceptionJobAnswer>
  /**
   * List reconciliations
   *
   * Newest first.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  browseReconciliations(parameters?: BrowseReconciliationsParameters, options?: CallOptions): Promise<BrowseReconciliationsAnswer>
  /**
   * Reconcile a business date with a file of a source
   *
   * Says whose file it is and how it is read; the file follows by `PUT /reconciliations/{id}/file`. A line is
   * matched by partner, RRN as the source knows it (of a switch its own), sign and currency with an order of the
   * business date, or of the date before or after.
   *
   * Needs `EXPORT` on `EXCEPTIONS`.
   */
  createReconciliation(body: CreateReconciliationRequest, options?: CallOptions): Promise<CreateReconciliationAnswer>
  /**
   * Find reconciliations
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  listReconciliations(parameters?: ListReconciliationsParameters, body?: ListReconciliationsRequest, options?: CallOptions): Promise<ListReconciliationsAnswer>
  /**
   * Read a reconciliation
   *
   * With counts and sums, once it is done.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  getReconciliation(parameters: GetReconciliationParameters, options?: CallOptions): Promise<GetReconciliationAnswer>
  /**
   * Send the file of a reconciliation
   *
   * At most 256 MiB, in UTF-8. It is read as it arrives; a faulty line refuses all of it with its number and column,
   * and an upload that breaks off leaves nothing. Then a job compares it. MISSING_HERE, MISSING_THERE and DIFFERENT
   * become exceptions of kind RECONCILIATION. A later file of the source and date replaces this one, and settles
   * what it no longer has. The same file again changes nothing. More than 10000 of a kind: FAILED, and no exception.
   * 409 while another file of the source and date is read or matched, or when the reconciliation has its file.
   *
   * Needs `EXPORT` on `EXCEPTIONS`.
   */
  sendReconciliationFile(parameters: SendReconciliationFileParameters, body: Blob, options?: CallOptions): Promise<SendReconciliationFileAnswer>
  /**
   * List what a reconciliation has found
   *
   * Everything but lines that match an order of the business date.
   *
   * Needs `VIEW` on `EXCEPTIONS`.
   */
  browseReconciliationDifferences(parameters: BrowseReconciliationDifferencesParameters, options?: CallOptions): Promise<BrowseReconciliationDifferencesAnswer>
  /**
   * List corrections
   *
   * Newest first. Those that wait for approval are change requests.
   *
   * Needs `VIEW` on `CORRECTIONS`.
   */
  browseCorrections(parameters?: BrowseCorrectionsParameters, options?: CallOptions): Promise<BrowseCorrectionsAnswer>
  /**
   * Correct an account
   *
   * Posts one journal today: the account against `expense:goodwill` (GOODWILL), `fees:access` (FEE_REFUND),
   * `suspense:cash` (LOST_DEPOSIT), `suspense:exceptions` (SUSPENSE) or `suspense:corrections` (ERROR). Always waits
   * for a second user. A credit that names a transaction which took money from the account counts as reversed on it;
   * FEE_REFUND gives back its access fee. 409: a debit beyond the available balance; more in a day and account than
   * the property `corrections.limit` allows, or a currency that it does not name; an account that is closed, of a
   * loan, or at another core; more than is left of the transaction. With `suspenseAccount` in place of `accountId` a
   * suspense account is emptied, at most to zero, against another or `expense:losses`. `reverses` undoes a
   * correction once, whole.
   *
   * Needs `CREATE` on `CORRECTIONS`. May wait for approval: 202.
   */
  createCorrection(body: CreateCorrectionRequest, options?: CallOptions): Promise<CreateCorrectionAnswer>
  /**
   * Find corrections
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `CORRECTIONS`.
   */
  listCorrections(parameters?: ListCorrectionsParameters, body?: ListCorrectionsRequest, options?: CallOptions): Promise<ListCorrectionsAnswer>
  /**
   * Read a correction
   *
   * As it was posted.
   *
   * Needs `VIEW` on `CORRECTIONS`.
   */
  getCorrection(parameters: GetCorrectionParameters, options?: CallOptions): Promise<GetCorrectionAnswer>
  /**
   * List suspense accounts
   *
   * Those of an institution that are not empty, with what stands there by item and age. Each is emptied by a
   * correction that names it in place of an account.
   *
   * Needs `VIEW` on `CORRECTIONS`.
   */
  browseSuspense(parameters: BrowseSuspenseParameters, options?: CallOptions): Promise<BrowseSuspenseAnswer>
  /**
   * List accounts
   *
   * By accountId. Users of a sub-tenant see none.
   *
   * Needs `VIEW` on `ACCOUNTS`.
   */
  browseAccounts(parameters?: BrowseAccountsParameters, options?: CallOptions): Promise<BrowseAccountsAnswer>
  /**
   * Open an account
   *
   * Without money: that comes by postings. The fields are checked as those of `tillgate load accounts`. An accountId
   * that the institution already has, a TERMINATED institution, and one whose accounts are at another core: 409.
   *
   * Needs `CREATE` on `ACCOUNTS`. May wait for approval: 202.
   */
  createAccount(body: CreateAccountRequest, options?: CallOptions): Promise<CreateAccountAnswer>
  /**
   * Find accounts
   *
   * By accountId. Users of a sub-tenant see none. Absent fields of the filter are ignored. With `pan` or `panLast4`:
   * the accounts of such cards. A search that finds little in a long time answers with fewer records, or none, and a
   * `nextCursor` to go on.
   *
   * Needs `VIEW` on `ACCOUNTS`.
   */
  listAccounts(parameters?: ListAccountsParameters, body?: ListAccountsRequest, options?: CallOptions): Promise<ListAccountsAnswer>
  /**
   * Read an account
   *
   * With its balances, open holds and cards as they are now.
   *
   * Needs `VIEW` on `ACCOUNTS`.
   */
  getAccount(parameters: GetAccountParameters, options?: CallOptions): Promise<GetAccountAnswer>
  /**
   * Change an account
   *
   * Absent fields stay, null clears a field: `txnCapability: null` gives back that of the account type. `version`
   * counts changes by administration, not postings. Refused with 409: an overdraft less than what is drawn, a closed
   * account, the account of a loan, and an institution that is TERMINATED or at another core.
   *
   * Needs `UPDATE` on `ACCOUNTS`. May wait for approval: 202.
   */
  updateAccount(parameters: UpdateAccountParameters, body: UpdateAccountRequest, options?: CallOptions): Promise<UpdateAccountAnswer>
  /**
   * Block an account
   *
   * `OPEN` and `DORMANT` become `FROZEN`. The next order on any node obeys. An institution that is TERMINATED or at
   * another core: 409.
   *
   * Needs `ACTIVATE` on `ACCOUNTS`.
   */
  blockAccount(parameters: BlockAccountParameters, body: BlockAccountRequest, options?: CallOptions): Promise<BlockAccountAnswer>
  /**
   * Unblock an account
   *
   * `FROZEN` and `DORMANT` become `OPEN`. The next order on any node obeys. An institution that is TERMINATED or at
   * another core: 409.
   *
   * Needs `ACTIVATE` on `ACCOUNTS`. May wait for approval: 202.
   */
  unblockAccount(parameters: UnblockAccountParameters, body: UnblockAccountRequest, options?: CallOptions): Promise<UnblockAccountAnswer>
  /**
   * Close an account
   *
   * For good. Its balance is zero, it has no hold, and no open digital account is linked to it; the account of a
   * loan is not closed here: 409. An institution that is TERMINATED or at another core: 409.
   *
   * Needs `ACTIVATE` on `ACCOUNTS`. May wait for approval: 202.
   */
  closeAccount(parameters: CloseAccountParameters, body: CloseAccountRequest, options?: CallOptions): Promise<CloseAccountAnswer>
  /**
   * List the entries of an account
   *
   * Newest first, at most five seconds old. After an upgrade from a version without this list, older entries appear
   * step by step, from the newest to the oldest. Entries of archived months are not listed: `archivedThrough` says
   * up to when.
   *
   * Needs `VIEW` on `ACCOUNTS`.
   */
  browseAccountEntries(parameters: BrowseAccountEntriesParameters, options?: CallOptions): Promise<BrowseAccountEntriesAnswer>
  /**
   * List cards
   *
   * By id. Users of a sub-tenant see none.
   *
   * Needs `VIEW` on `CARDS`.
   */
  browseCards(parameters?: BrowseCardsParameters, options?: CallOptions): Promise<BrowseCardsAnswer>
  /**
   * Add a card
   *
   * The card number is stored encrypted and as a hash, and never returned whole. The fields are checked as those of
   * `tillgate load cards`. A card that the institution already has, a TERMINATED institution, and one whose accounts
   * are at another core: 409.
   *
   * Needs `CREATE` on `CARDS`. May wait for approval: 202.
   */
  createCard(body: CreateCardRequest, options?: CallOptions): Promise<CreateCardAnswer>
  /**
   * Find cards
   *
   * By id. Users of a sub-tenant see none. Absent fields of the filter are ignored. A card number is sent in the
   * body only, and found by its hash. A search that finds little in a long time answers with fewer records, or none,
   * and a `nextCursor` to go on.
   *
   * Needs `VIEW` on `CARDS`.
   */
  listCards(parameters?: ListCardsParameters, body?: ListCardsRequest, options?: CallOptions): Promise<ListCardsAnswer>
  /**
   * Read a card
   *
   * With the masked card number.
   *
   * Needs `VIEW` on `CARDS`.
   */
  getCard(parameters: GetCardParameters, options?: CallOptions): Promise<GetCardAnswer>
  /**
   * Change the accounts of a card
   *
   * The list is replaced. A card that is `LOST`, `STOLEN` or `EXPIRED`, and an institution that is TERMINATED or at
   * another core: 409.
   *
   * Needs `UPDATE` on `CARDS`. May wait for approval: 202.
   */
  updateCard(parameters: UpdateCardParameters, body: UpdateCardRequest, options?: CallOptions): Promise<UpdateCardAnswer>
  /**
   * Block a card
   *
   * As `BLOCKED` (orders are declined with 104), `LOST` (208) or `STOLEN` (209); the last two for good. A blocked
   * card can still be reported lost or stolen. The next order on any node obeys. An institution that is TERMINATED
   * or at another core: 409.
   *
   * Needs `ACTIVATE` on `CARDS`.
   */
  blockCard(parameters: BlockCardParameters, body: BlockCardRequest, options?: CallOptions): Promise<BlockCardAnswer>
  /**
   * Unblock a card
   *
   * `BLOCKED` and `NOT_ACTIVE` become `ACTIVE`. The next order on any node obeys. An institution that is TERMINATED
   * or at another core: 409.
   *
   * Needs `ACTIVATE` on `CARDS`. May wait for approval: 202.
   */
  unblockCard(parameters: UnblockCardParameters, body: UnblockCardRequest, options?: CallOptions): Promise<UnblockCardAnswer>
  /**
   * Close a card
   *
   * It becomes `EXPIRED`, for good: orders are declined with 101. The next order on any node obeys. An institution
   * that is TERMINATED or at another core: 409.
   *
   * Needs `ACTIVATE` on `CARDS`. May wait for approval: 202.
   */
  closeCard(parameters: CloseCardParameters, body: CloseCardRequest, options?: CallOptions): Promise<CloseCardAnswer>
  /**
   * List hot cards
   *
   * Newest first, also those that have ended. Users of a sub-tenant see none.
   *
   * Needs `VIEW` on `CARDS`.
   */
  browseHotCards(parameters?: BrowseHotCardsParameters, options?: CallOptions): Promise<BrowseHotCardsAnswer>
  /**
   * Stop a card at the gateway
   *
   * Whether or not the gateway knows the card, and whichever core the institution has: the next order or inquiry
   * with it is declined by every gateway, by REST and from switches. Reversals and advices pass. The number is kept
   * as a hash, and never returned. The institution has an active hot card of this number: 409.
   *
   * Needs `ACTIVATE` on `CARDS`.
   */
  createHotCard(body: CreateHotCardRequest, options?: CallOptions): Promise<CreateHotCardAnswer>
  /**
   * Find hot cards
   *
   * Newest first. A card number is sent in the body only, and found by its hash.
   *
   * Needs `VIEW` on `CARDS`.
   */
  listHotCards(parameters?: ListHotCardsParameters, body?: ListHotCardsRequest, options?: CallOptions): Promise<ListHotCardsAnswer>
  /**
   * Read a hot card
   *
   * With the masked card number.
   *
   * Needs `VIEW` on `CARDS`.
   */
  getHotCard(parameters: GetHotCardParameters, options?: CallOptions): Promise<GetHotCardAnswer>
  /**
   * Lift a hot card
   *
   * The next order on any gateway passes. By default a second user approves it. One that has ended: 409.
   *
   * Needs `ACTIVATE` on `CARDS`. May wait for approval: 202.
   */
  liftHotCard(parameters: LiftHotCardParameters, body: LiftHotCardRequest, options?: CallOptions): Promise<LiftHotCardAnswer>
  /**
   * List stops
   *
   * Newest first, also those that have ended. Users of an institution see those that name it.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  browseStops(parameters?: BrowseStopsParameters, options?: CallOptions): Promise<BrowseStopsAnswer>
  /**
   * Stop orders
   *
   * Everything that is named must fit an order, and something must be named. The next order that fits is declined by
   * every gateway: with 115, and the id of the stop in its detail; movements of tokens and disbursements with 422
   * `STOPPED`. Reversals, advices, repayments, resolutions and what is stored pass, and so do inquiries unless
   * `services` names them. Without `expiresAt` it lasts 24 hours. Without `institutionId`: users of the platform
   * only. At most 200 of an institution, and 200 that name none, are in force at a time.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`.
   */
  createStop(body: CreateStopRequest, options?: CallOptions): Promise<CreateStopAnswer>
  /**
   * See what a stop would stop
   *
   * What of the last hour it would have stopped. Nothing is stopped or stored. Reversals do not count.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  previewStop(body: PreviewStopRequest, options?: CallOptions): Promise<PreviewStopAnswer>
  /**
   * Find stops
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  listStops(parameters?: ListStopsParameters, body?: ListStopsRequest, options?: CallOptions): Promise<ListStopsAnswer>
  /**
   * Read a stop
   *
   * As it is now.
   *
   * Needs `VIEW` on `INSTITUTIONS`.
   */
  getStop(parameters: GetStopParameters, options?: CallOptions): Promise<GetStopAnswer>
  /**
   * Lengthen a stop
   *
   * Only a later end, at most 30 days from now. A stop that has ended: 409.
   *
   * Needs `UPDATE` on `INSTITUTIONS`.
   */
  updateStop(parameters: UpdateStopParameters, body: UpdateStopRequest, options?: CallOptions): Promise<UpdateStopAnswer>
  /**
   * Lift a stop
   *
   * The next order on any gateway passes. By default a second user approves it. One that has ended: 409.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  liftStop(parameters: LiftStopParameters, body: LiftStopRequest, options?: CallOptions): Promise<LiftStopAnswer>
  /**
   * Read a customer
   *
   * Accounts, cards and hot cards of the built-in core, and by the rights of the caller the loans of partners that
   * the caller may act for, digital accounts, last transactions and open exceptions. A part that the role does not
   * show is absent. Nothing that the caller may see names the customer: 404.
   *
   * Needs `VIEW` on `ACCOUNTS`.
   */
  getCustomer(parameters: GetCustomerParameters, options?: CallOptions): Promise<GetCustomerAnswer>
  /**
   * List settlements
   *
   * Newest first. Users of an institution see those of its side.
   *
   * Needs `VIEW` on `DIGITAL_MONEY`.
   */
  browseDigitalSettlements(parameters?: BrowseDigitalSettlementsParameters, options?: CallOptions): Promise<BrowseDigitalSettlementsAnswer>
  /**
   * Record a settlement
   *
   * What one digital institution has paid another outside the platform for transfers of tokens. Posted at once in
   * both books, or in neither, and never changed. More than the payer owes or the payee is owed, or an external
   * reference that is used: 409. Users of the platform only.
   *
   * Needs `APPROVE` on `DIGITAL_MONEY`. May wait for approval: 202.
   */
  createDigitalSettlement(body: CreateDigitalSettlementRequest, options?: CallOptions): Promise<CreateDigitalSettlementAnswer>
  /**
   * Find settlements
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `DIGITAL_MONEY`.
   */
  listDigitalSettlements(parameters?: ListDigitalSettlementsParameters, body?: ListDigitalSettlementsRequest, options?: CallOptions): Promise<ListDigitalSettlementsAnswer>
  /**
   * Read a settlement
   *
   * As it was recorded.
   *
   * Needs `VIEW` on `DIGITAL_MONEY`.
   */
  getDigitalSettlement(parameters: GetDigitalSettlementParameters, options?: CallOptions): Promise<GetDigitalSettlementAnswer>
  /**
   * Undo a settlement
   *
   * Posts the opposite of a settlement that was recorded wrongly, of the whole amount, in both books or in neither,
   * and answers the settlement that undoes it. Always waits for a second user. What the payer then owes may pass its
   * cap; the external reference stays used. 409 when it is undone already, undoes another, or one of the
   * institutions is offboarded. Users of the platform only.
   *
   * Needs `APPROVE` on `DIGITAL_MONEY`. May wait for approval: 202.
   */
  reverseDigitalSettlement(parameters: ReverseDigitalSettlementParameters, body: ReverseDigitalSettlementRequest, options?: CallOptions): Promise<ReverseDigitalSettlementAnswer>
  /**
   * List the error codes
   *
   * By code. Every code that the platform can send is in it, and no other.
   *
   * Needs `VIEW` on `ERROR_CODES`.
   */
  listErrorCodes(parameters?: ListErrorCodesParameters, options?: CallOptions): Promise<ListErrorCodesAnswer>
  /**
   * Explain an error code
   *
   * Why it is sent and what to do about it.
   *
   * Needs `VIEW` on `ERROR_CODES`.
   */
  getErrorCode(parameters: GetErrorCodeParameters, options?: CallOptions): Promise<GetErrorCodeAnswer>
  /**
   * Find audit records
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  listAuditLogs(parameters?: ListAuditLogsParameters, body?: ListAuditLogsRequest, options?: CallOptions): Promise<ListAuditLogsAnswer>
  /**
   * List audit records
   *
   * Newest first. Users of an institution see the records of the institution.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  browseAuditLogs(parameters?: BrowseAuditLogsParameters, options?: CallOptions): Promise<BrowseAuditLogsAnswer>
  /**
   * Get an audit record
   *
   * Who did what to which record, when and from where.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  getAuditLog(parameters: GetAuditLogParameters, options?: CallOptions): Promise<GetAuditLogAnswer>
  /**
   * Verify the audit log
   *
   * Walks the chain of hashes from the first record to the last and names the first break. Calls that come in
   * meanwhile share the walk. In a log of more than 2,000 records, what was read in the last ten minutes is not read
   * again: `checkedSince` tells how old the answer is about the oldest record, and `tillgate verify` reads all of
   * it. A walk of a very long log may take longer than a request (504); the next call goes on where it ended. A
   * caller with a scope only hears whether the chain is unbroken: the rest tells of records that are not theirs.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  verifyAuditLogs(options?: CallOptions): Promise<VerifyAuditLogsAnswer>
  /**
   * List the rules
   *
   * In the order in which they are asked. Files are changed on disk and read again by `POST
   * /api/channels/refreshRules` of the management listener.
   *
   * Needs `VIEW` on `RULES`.
   */
  listRules(parameters?: ListRulesParameters, options?: CallOptions): Promise<ListRulesAnswer>
  /**
   * Read a decision table
   *
   * As it runs on the node that answers, which may differ from the file until that is refreshed.
   *
   * Needs `VIEW` on `RULES`.
   */
  getRule(parameters: GetRuleParameters, options?: CallOptions): Promise<GetRuleAnswer>
  /**
   * Try a decision table out
   *
   * Evaluates the active table of the node that answers. Nothing is posted. Rules that are off: 409.
   *
   * Needs `TEST` on `RULES`.
   */
  evaluateRule(parameters: EvaluateRuleParameters, body: EvaluateRuleRequest, options?: CallOptions): Promise<EvaluateRuleAnswer>
  /**
   * Sum up a period
   *
   * By business dates, both included. The figures are at most five seconds old. Users of a sub-tenant have no
   * dashboard (403).
   *
   * Needs `VIEW` on `DASHBOARD`.
   */
  getDashboardSummary(parameters?: GetDashboardSummaryParameters, options?: CallOptions): Promise<GetDashboardSummaryAnswer>
  /**
   * Read the volume by day or hour
   *
   * Oldest first; days and hours without transactions are left out. The figures are at most five seconds old. Users
   * of a sub-tenant have no dashboard (403).
   *
   * Needs `VIEW` on `DASHBOARD`.
   */
  getDashboardVolume(parameters?: GetDashboardVolumeParameters, options?: CallOptions): Promise<GetDashboardVolumeAnswer>
  /**
   * Count the response codes
   *
   * The most frequent first. The figures are at most five seconds old. Users of a sub-tenant have no dashboard
   * (403).
   *
   * Needs `VIEW` on `DASHBOARD`.
   */
  getDashboardResponseCodes(parameters?: GetDashboardResponseCodesParameters, options?: CallOptions): Promise<GetDashboardResponseCodesAnswer>
  /**
   * Read the latency by day or hour
   *
   * Oldest first; days and hours without transactions are left out. The figures are at most five seconds old. Users
   * of a sub-tenant have no dashboard (403).
   *
   * Needs `VIEW` on `DASHBOARD`.
   */
  getDashboardLatency(parameters?: GetDashboardLatencyParameters, options?: CallOptions): Promise<GetDashboardLatencyAnswer>
  /**
   * Compare institutions
   *
   * By id, those without transactions included. The figures are at most five seconds old. Users of a sub-tenant have
   * no dashboard (403).
   *
   * Needs `VIEW` on `DASHBOARD`.
   */
  getDashboardInstitutions(parameters?: GetDashboardInstitutionsParameters, options?: CallOptions): Promise<GetDashboardInstitutionsAnswer>
  /**
   * Sum up lending
   *
   * Loans of all partners, in the institutions that the caller sees. Users of a sub-tenant have no dashboard (403).
   *
   * Needs `VIEW` on `LOAN_SERVICING`.
   */
  getDashboardLending(parameters?: GetDashboardLendingParameters, options?: CallOptions): Promise<GetDashboardLendingAnswer>
  /**
   * Sum up tokens
   *
   * Per currency, as of now: the dates have no effect. With an institution, of the digital institutions whose tokens
   * are kept in its books. Users of a sub-tenant have no dashboard (403).
   *
   * Needs `VIEW` on `DIGITAL_MONEY`.
   */
  getDashboardTokens(parameters?: GetDashboardTokensParameters, options?: CallOptions): Promise<GetDashboardTokensAnswer>
  /**
   * List business days
   *
   * From today back to the date on which the institution was activated; before that there are none. Totals of the
   * open day are at most five seconds old.
   *
   * Needs `VIEW` on `QUERY`.
   */
  browseBusinessDays(parameters: BrowseBusinessDaysParameters, options?: CallOptions): Promise<BrowseBusinessDaysAnswer>
  /**
   * Read a business day
   *
   * A date before the activation or after today is no business day: 404.
   *
   * Needs `VIEW` on `QUERY`.
   */
  getBusinessDay(parameters: GetBusinessDayParameters, options?: CallOptions): Promise<GetBusinessDayAnswer>
  /**
   * Download the reconciliation file
   *
   * A line per posting of the date, oldest first: every approved transaction that moved money. `reversedAmount` and
   * `status` are those at the end of the date. Card numbers are masked, and cells that start like a formula are
   * quoted. Until the day is closed: 409.
   *
   * Needs `EXPORT` on `TXN_EXPORT`.
   */
  getReconciliationFile(parameters: GetReconciliationFileParameters, options?: CallOptions): Promise<GetReconciliationFileAnswer>
  /**
   * Make the reconciliation file again
   *
   * A line per posting of the date, oldest first: every approved transaction that moved money. `reversedAmount` and
   * `status` are those at the end of the date. Card numbers are masked, and cells that start like a formula are
   * quoted. Until the day is closed: 409. It is the same again, but for orders whose outcome a remote core has told
   * since.
   *
   * Needs `EXPORT` on `TXN_EXPORT`.
   */
  makeReconciliationFile(parameters: MakeReconciliationFileParameters, options?: CallOptions): Promise<MakeReconciliationFileAnswer>
  /**
   * Hold a business day
   *
   * The day is not closed before `until`, at most 12 hours after its cutover in all; it stays `CLOSING` with
   * `heldUntil`, and orders take the next date from the cutover on. At `until` the end of day goes on by itself. A
   * day that is held gets the new end. Days after it wait as well. A day that is closed or being closed, or while
   * another day is held: 409.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`.
   */
  holdBusinessDay(parameters: HoldBusinessDayParameters, body: HoldBusinessDayRequest, options?: CallOptions): Promise<HoldBusinessDayAnswer>
  /**
   * Release a business day
   *
   * Ends a hold before its time: the end of day goes on at once when the cutover has passed. A day that is not held:
   * 409.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  releaseBusinessDay(parameters: ReleaseBusinessDayParameters, body?: ReleaseBusinessDayRequest, options?: CallOptions): Promise<ReleaseBusinessDayAnswer>
  /**
   * Close a business day now
   *
   * Ends the OPEN day ahead of its cutover: the next business date begins, and limits, loans, totals and files take
   * it. Orders are refused with 906 meanwhile. The next day ends at its own cutover. By default a second user
   * approves it. A day that has not begun at the institution, because the one before was closed by hand, one that is
   * held, or one that follows a day that is not closed: 409. A closed day is never opened again.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  closeBusinessDay(parameters: CloseBusinessDayParameters, body?: CloseBusinessDayRequest, options?: CallOptions): Promise<CloseBusinessDayAnswer>
  /**
   * Try to close a business day again
   *
   * Runs the end of day of a `CLOSING` day at once; `stuck` tells the step that failed, and how. A gateway tries by
   * itself every few seconds. A day that is held or not `CLOSING`: 409.
   *
   * Needs `ACTIVATE` on `INSTITUTIONS`. May wait for approval: 202.
   */
  retryBusinessDay(parameters: RetryBusinessDayParameters, body?: RetryBusinessDayRequest, options?: CallOptions): Promise<RetryBusinessDayAnswer>
  /**
   * List alert rules
   *
   * Raised ones first. Users of an institution see its rules.
   *
   * Needs `VIEW` on `ALERTS`.
   */
  browseAlertRules(parameters?: BrowseAlertRulesParameters, options?: CallOptions): Promise<BrowseAlertRulesAnswer>
  /**
   * Make an alert rule
   *
   * Measured every 30 seconds, by one node. Users of an institution make rules of their institution. Who is told
   * must be in the scope of the caller.
   *
   * Needs `CREATE` on `ALERTS`. May wait for approval: 202.
   */
  createAlertRule(body: CreateAlertRuleRequest, options?: CallOptions): Promise<CreateAlertRuleAnswer>
  /**
   * Find alert rules
   *
   * Raised ones first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `ALERTS`.
   */
  listAlertRules(parameters?: ListAlertRulesParameters, body?: ListAlertRulesRequest, options?: CallOptions): Promise<ListAlertRulesAnswer>
  /**
   * Read an alert rule
   *
   * With its state and what was measured last.
   *
   * Needs `VIEW` on `ALERTS`.
   */
  getAlertRule(parameters: GetAlertRuleParameters, options?: CallOptions): Promise<GetAlertRuleAnswer>
  /**
   * Change an alert rule
   *
   * What is left out stays as it is; `to` is replaced as a whole. It is measured anew.
   *
   * Needs `UPDATE` on `ALERTS`. May wait for approval: 202.
   */
  updateAlertRule(parameters: UpdateAlertRuleParameters, body: UpdateAlertRuleRequest, options?: CallOptions): Promise<UpdateAlertRuleAnswer>
  /**
   * Remove an alert rule
   *
   * A raised alert is over with it.
   *
   * Needs `DELETE` on `ALERTS`. May wait for approval: 202.
   */
  deleteAlertRule(parameters: DeleteAlertRuleParameters, body?: DeleteAlertRuleRequest, options?: CallOptions): Promise<DeleteAlertRuleAnswer>
  /**
   * Switch an alert rule on or off
   *
   * Switched off it is not measured, and a raised alert is over.
   *
   * Needs `ACTIVATE` on `ALERTS`. May wait for approval: 202.
   */
  setAlertRuleActivation(parameters: SetAlertRuleActivationParameters, body?: SetAlertRuleActivationRequest, options?: CallOptions): Promise<SetAlertRuleActivationAnswer>
  /**
   * Acknowledge an alert
   *
   * Everybody sees who is at it, until it is over. One that is not raised: 409; again: as it is.
   *
   * Needs `ACTIVATE` on `ALERTS`. May wait for approval: 202.
   */
  acknowledgeAlert(parameters: AcknowledgeAlertParameters, body?: AcknowledgeAlertRequest, options?: CallOptions): Promise<AcknowledgeAlertAnswer>
  /**
   * Health of the services
   *
   * Asks about every service in the scope of the caller, or about those named. The names are `gateway`, `database`,
   * `core:<institutionId>`, `mail`, `rules`, `jobs`, `changes` and `digital-ledger`, and `digital-ledger:evm` where
   * tokens are on an EVM chain; a user of an institution sees the core of that institution only. `DOWN` when the
   * gateway or the database is down, `DEGRADED` when anything else is, or is slow. `changes` is `DEGRADED` while an
   * emergency change of the scope of the caller has no review. Asking for nothing or for an unknown name is a 400
   * that lists the names in scope.
   *
   * Needs `VIEW` on `HEALTH`.
   */
  healthStatus(body: HealthStatusRequest, options?: CallOptions): Promise<HealthStatusAnswer>
  /**
   * Everything that a person on duty looks at
   *
   * Services, cores, chains, business days, raised alerts, webhooks, queues, jobs, switches and clocks. Users of an
   * institution see services, their core, their days and their alerts. Jobs, switches and the clock are those of the
   * node that answers.
   *
   * Needs `VIEW` on `HEALTH`.
   */
  getPlatformStatus(options?: CallOptions): Promise<GetPlatformStatusAnswer>
  /**
   * List the mails of the sandbox
   *
   * The newest 200 mails that would have been sent, newest first. For users of the whole platform. Outside the
   * sandbox: 404.
   *
   * Needs `UPDATE` on `USERS`.
   */
  listSandboxMails(parameters?: ListSandboxMailsParameters, options?: CallOptions): Promise<ListSandboxMailsAnswer>
  /**
   * Find records of every kind
   *
   * By a whole id, RRN, authorization id, reference or customer, or by the beginning of the words of a name. At most
   * five of a kind, and only what the caller may open: the role grants `VIEW` on its module, and it is in the scope
   * of the caller. The text is not logged.
   *
   * Open to everyone who is signed in.
   */
  searchRecords(body: SearchRecordsRequest, options?: CallOptions): Promise<SearchRecordsAnswer>
}

export function onboardingOperations(send: Send): OnboardingOperations {
  return {
    loginUser: (body, options) =>
      send({ operationId: 'LoginUser', method: 'POST', path: '/v1/onboarding/login/user' }, body, options),
    logout: (options) =>
      send({ operationId: 'Logout', method: 'POST', path: '/v1/onboarding/logout', bearer: true }, undefined, options),
    refreshToken: (body, options) =>
      send({ operationId: 'RefreshToken', method: 'POST', path: '/v1/onboarding/auth/refresh' }, body, options),
    getKeys: (options) =>
      send({ operationId: 'GetKeys', method: 'GET', path: '/v1/onboarding/auth/keys' }, undefined, options),
    getCurrentUser: (options) =>
      send({ operationId: 'GetCurrentUser', method: 'GET', path: '/v1/onboarding/me', bearer: true }, undefined, options),
    getUserInfo: (options) =>
      send({ operationId: 'GetUserInfo', method: 'GET', path: '/v1/onboarding/userinfo', bearer: true }, undefined, options),
    listMySessions: (parameters, options) =>
      send({ operationId: 'ListMySessions', method: 'GET', path: '/v1/onboarding/me/sessions', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    endMySession: (parameters, options) =>
      send({ operationId: 'EndMySession', method: 'DELETE', path: '/v1/onboarding/me/sessions/{sid}', inPath: { sid: parameters.sid }, bearer: true }, undefined, options),
    getMfaStatus: (body, options) =>
      send({ operationId: 'GetMfaStatus', method: 'POST', path: '/v1/onboarding/login/mfa/status' }, body, options),
    registerMfa: (body, options) =>
      send({ operationId: 'RegisterMfa', method: 'POST', path: '/v1/onboarding/login/mfa/register' }, body, options),
    countRecoveryCodes: (options) =>
      send({ operationId: 'CountRecoveryCodes', method: 'GET', path: '/v1/onboarding/me/recovery-codes', bearer: true }, undefined, options),
    createRecoveryCodes: (options) =>
      send({ operationId: 'CreateRecoveryCodes', method: 'POST', path: '/v1/onboarding/me/recovery-codes', bearer: true }, undefined, options),
    generateOtp: (body, options) =>
      send({ operationId: 'GenerateOtp', method: 'POST', path: '/v1/onboarding/generateOtp' }, body, options),
    validateOtp: (body, options) =>
      send({ operationId: 'ValidateOtp', method: 'POST', path: '/v1/onboarding/validateOtp', bearer: true }, body, options),
    setPassword: (body, options) =>
      send({ operationId: 'SetPassword', method: 'PATCH', path: '/v1/onboarding/users/password' }, body, options),
    forgotPassword: (body, options) =>
      send({ operationId: 'ForgotPassword', method: 'POST', path: '/v1/onboarding/users/password/forgot' }, body, options),
    verifyInviteUrl: (body, options) =>
      send({ operationId: 'VerifyInviteUrl', method: 'POST', path: '/v1/onboarding/verify-invite-url' }, body, options),
    startSingleSignOn: (parameters, options) =>
      send({ operationId: 'StartSingleSignOn', method: 'GET', path: '/v1/onboarding/sso/authorize', query: { redirect_uri: parameters.redirect_uri }, redirects: true }, undefined, options),
    issueToken: (body, options) =>
      send({ operationId: 'IssueToken', method: 'POST', path: '/v1/onboarding/token', form: true }, body, options),
    browseUsers: (parameters, options) =>
      send({ operationId: 'BrowseUsers', method: 'GET', path: '/v1/onboarding/users', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createUser: (body, options) =>
      send({ operationId: 'CreateUser', method: 'POST', path: '/v1/onboarding/users', bearer: true }, body, options),
    updateUser: (body, options) =>
      send({ operationId: 'UpdateUser', method: 'PATCH', path: '/v1/onboarding/users', bearer: true }, body, options),
    listUsers: (parameters, body, options) =>
      send({ operationId: 'ListUsers', method: 'POST', path: '/v1/onboarding/users/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getUser: (parameters, options) =>
      send({ operationId: 'GetUser', method: 'GET', path: '/v1/onboarding/users/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setUserActivation: (parameters, options) =>
      send({ operationId: 'SetUserActivation', method: 'PATCH', path: '/v1/onboarding/users/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, undefined, options),
    inviteUser: (parameters, options) =>
      send({ operationId: 'InviteUser', method: 'POST', path: '/v1/onboarding/users/{id}/invite', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    unlockUser: (parameters, options) =>
      send({ operationId: 'UnlockUser', method: 'POST', path: '/v1/onboarding/users/{id}/unlock', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    resetUserMfa: (parameters, options) =>
      send({ operationId: 'ResetUserMfa', method: 'POST', path: '/v1/onboarding/users/{id}/reset-mfa', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    confirmMail: (body, options) =>
      send({ operationId: 'ConfirmMail', method: 'POST', path: '/v1/onboarding/users/mail/confirm' }, body, options),
    browseRoles: (parameters, options) =>
      send({ operationId: 'BrowseRoles', method: 'GET', path: '/v1/onboarding/roles', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createRole: (body, options) =>
      send({ operationId: 'CreateRole', method: 'POST', path: '/v1/onboarding/roles', bearer: true }, body, options),
    listRoles: (parameters, body, options) =>
      send({ operationId: 'ListRoles', method: 'POST', path: '/v1/onboarding/roles/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getRole: (parameters, options) =>
      send({ operationId: 'GetRole', method: 'GET', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateRole: (parameters, body, options) =>
      send({ operationId: 'UpdateRole', method: 'PATCH', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteRole: (parameters, options) =>
      send({ operationId: 'DeleteRole', method: 'DELETE', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setRoleActivation: (parameters, options) =>
      send({ operationId: 'SetRoleActivation', method: 'PATCH', path: '/v1/onboarding/roles/{id}/activation', inPath: { id: parameters.id }, query: { isEnabled: parameters.isEnabled }, bearer: true }, undefined, options),
    getModules: (options) =>
      send({ operationId: 'GetModules', method: 'GET', path: '/v1/onboarding/modules', bearer: true }, undefined, options),
    getModule: (parameters, options) =>
      send({ operationId: 'GetModule', method: 'GET', path: '/v1/onboarding/modules/{moduleId}', inPath: { moduleId: parameters.moduleId }, bearer: true }, undefined, options),
    browsePartners: (parameters, options) =>
      send({ operationId: 'BrowsePartners', method: 'GET', path: '/v1/onboarding/partners', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createPartner: (body, options) =>
      send({ operationId: 'CreatePartner', method: 'POST', path: '/v1/onboarding/partners', bearer: true }, body, options),
    listPartners: (parameters, body, options) =>
      send({ operationId: 'ListPartners', method: 'POST', path: '/v1/onboarding/partners/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getPartner: (parameters, options) =>
      send({ operationId: 'GetPartner', method: 'GET', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updatePartner: (parameters, body, options) =>
      send({ operationId: 'UpdatePartner', method: 'PATCH', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deletePartner: (parameters, options) =>
      send({ operationId: 'DeletePartner', method: 'DELETE', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setPartnerActivation: (parameters, options) =>
      send({ operationId: 'SetPartnerActivation', method: 'PATCH', path: '/v1/onboarding/partners/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, undefined, options),
    createClient: (parameters, body, options) =>
      send({ operationId: 'CreateClient', method: 'POST', path: '/v1/onboarding/partners/{id}/clients', inPath: { id: parameters.id }, bearer: true }, body, options),
    updateClient: (parameters, body, options) =>
      send({ operationId: 'UpdateClient', method: 'PATCH', path: '/v1/onboarding/partners/{id}/clients/{clientId}', inPath: { id: parameters.id, clientId: parameters.clientId }, bearer: true }, body, options),
    deleteClient: (parameters, options) =>
      send({ operationId: 'DeleteClient', method: 'DELETE', path: '/v1/onboarding/partners/{id}/clients/{clientId}', inPath: { id: parameters.id, clientId: parameters.clientId }, bearer: true }, undefined, options),
    rotateClient: (parameters, body, options) =>
      send({ operationId: 'RotateClient', method: 'POST', path: '/v1/onboarding/partners/{id}/clients/{clientId}/rotate', inPath: { id: parameters.id, clientId: parameters.clientId }, bearer: true }, body, options),
    browseWebhooks: (parameters, options) =>
      send({ operationId: 'BrowseWebhooks', method: 'GET', path: '/v1/onboarding/webhooks', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createWebhook: (body, options) =>
      send({ operationId: 'CreateWebhook', method: 'POST', path: '/v1/onboarding/webhooks', bearer: true }, body, options),
    listWebhooks: (parameters, body, options) =>
      send({ operationId: 'ListWebhooks', method: 'POST', path: '/v1/onboarding/webhooks/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getWebhook: (parameters, options) =>
      send({ operationId: 'GetWebhook', method: 'GET', path: '/v1/onboarding/webhooks/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateWebhook: (parameters, body, options) =>
      send({ operationId: 'UpdateWebhook', method: 'PATCH', path: '/v1/onboarding/webhooks/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteWebhook: (parameters, options) =>
      send({ operationId: 'DeleteWebhook', method: 'DELETE', path: '/v1/onboarding/webhooks/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setWebhookActivation: (parameters, options) =>
      send({ operationId: 'SetWebhookActivation', method: 'PATCH', path: '/v1/onboarding/webhooks/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, undefined, options),
    rotateWebhook: (parameters, body, options) =>
      send({ operationId: 'RotateWebhook', method: 'POST', path: '/v1/onboarding/webhooks/{id}/rotate', inPath: { id: parameters.id }, bearer: true }, body, options),
    testWebhook: (parameters, options) =>
      send({ operationId: 'TestWebhook', method: 'POST', path: '/v1/onboarding/webhooks/{id}/test', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseWebhookDeliveries: (parameters, options) =>
      send({ operationId: 'BrowseWebhookDeliveries', method: 'GET', path: '/v1/onboarding/webhooks/{id}/deliveries', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size, state: parameters.state, kind: parameters.kind }, bearer: true }, undefined, options),
    redeliverEvents: (parameters, body, options) =>
      send({ operationId: 'RedeliverEvents', method: 'POST', path: '/v1/onboarding/webhooks/{id}/redeliver', inPath: { id: parameters.id }, bearer: true }, body, options),
    sendWebhookNow: (parameters, body, options) =>
      send({ operationId: 'SendWebhookNow', method: 'POST', path: '/v1/onboarding/webhooks/{id}/send-now', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseInstitutions: (parameters, options) =>
      send({ operationId: 'BrowseInstitutions', method: 'GET', path: '/v1/onboarding/financial-institutions', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createInstitution: (body, options) =>
      send({ operationId: 'CreateInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions', bearer: true }, body, options),
    listInstitutions: (parameters, body, options) =>
      send({ operationId: 'ListInstitutions', method: 'POST', path: '/v1/onboarding/financial-institutions/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getInstitution: (parameters, options) =>
      send({ operationId: 'GetInstitution', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateInstitution: (parameters, body, options) =>
      send({ operationId: 'UpdateInstitution', method: 'PATCH', path: '/v1/onboarding/financial-institutions/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteInstitution: (parameters, body, options) =>
      send({ operationId: 'DeleteInstitution', method: 'DELETE', path: '/v1/onboarding/financial-institutions/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    submitInstitution: (parameters, body, options) =>
      send({ operationId: 'SubmitInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/submit', inPath: { id: parameters.id }, bearer: true }, body, options),
    approveInstitution: (parameters, body, options) =>
      send({ operationId: 'ApproveInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/approve', inPath: { id: parameters.id }, bearer: true }, body, options),
    rejectInstitution: (parameters, body, options) =>
      send({ operationId: 'RejectInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/reject', inPath: { id: parameters.id }, bearer: true }, body, options),
    activateInstitution: (parameters, body, options) =>
      send({ operationId: 'ActivateInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/activate', inPath: { id: parameters.id }, bearer: true }, body, options),
    suspendInstitution: (parameters, body, options) =>
      send({ operationId: 'SuspendInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/suspend', inPath: { id: parameters.id }, bearer: true }, body, options),
    resumeInstitution: (parameters, body, options) =>
      send({ operationId: 'ResumeInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/resume', inPath: { id: parameters.id }, bearer: true }, body, options),
    terminateInstitution: (parameters, body, options) =>
      send({ operationId: 'TerminateInstitution', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/terminate', inPath: { id: parameters.id }, bearer: true }, body, options),
    getInstitutionReadiness: (parameters, options) =>
      send({ operationId: 'GetInstitutionReadiness', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}/readiness', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    getInstitutionHistory: (parameters, options) =>
      send({ operationId: 'GetInstitutionHistory', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}/history', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size }, bearer: true }, undefined, options),
    browseBillers: (parameters, options) =>
      send({ operationId: 'BrowseBillers', method: 'GET', path: '/v1/onboarding/billers', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createBiller: (body, options) =>
      send({ operationId: 'CreateBiller', method: 'POST', path: '/v1/onboarding/billers', bearer: true }, body, options),
    listBillers: (parameters, body, options) =>
      send({ operationId: 'ListBillers', method: 'POST', path: '/v1/onboarding/billers/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getBiller: (parameters, options) =>
      send({ operationId: 'GetBiller', method: 'GET', path: '/v1/onboarding/billers/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateBiller: (parameters, body, options) =>
      send({ operationId: 'UpdateBiller', method: 'PATCH', path: '/v1/onboarding/billers/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteBiller: (parameters, body, options) =>
      send({ operationId: 'DeleteBiller', method: 'DELETE', path: '/v1/onboarding/billers/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setBillerActivation: (parameters, body, options) =>
      send({ operationId: 'SetBillerActivation', method: 'PATCH', path: '/v1/onboarding/billers/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    browseSubTenants: (parameters, options) =>
      send({ operationId: 'BrowseSubTenants', method: 'GET', path: '/v1/onboarding/sub-tenants', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createSubTenant: (body, options) =>
      send({ operationId: 'CreateSubTenant', method: 'POST', path: '/v1/onboarding/sub-tenants', bearer: true }, body, options),
    listSubTenants: (parameters, body, options) =>
      send({ operationId: 'ListSubTenants', method: 'POST', path: '/v1/onboarding/sub-tenants/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getSubTenant: (parameters, options) =>
      send({ operationId: 'GetSubTenant', method: 'GET', path: '/v1/onboarding/sub-tenants/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateSubTenant: (parameters, body, options) =>
      send({ operationId: 'UpdateSubTenant', method: 'PATCH', path: '/v1/onboarding/sub-tenants/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteSubTenant: (parameters, body, options) =>
      send({ operationId: 'DeleteSubTenant', method: 'DELETE', path: '/v1/onboarding/sub-tenants/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setSubTenantActivation: (parameters, body, options) =>
      send({ operationId: 'SetSubTenantActivation', method: 'PATCH', path: '/v1/onboarding/sub-tenants/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    closeSubTenant: (parameters, body, options) =>
      send({ operationId: 'CloseSubTenant', method: 'POST', path: '/v1/onboarding/sub-tenants/{id}/close', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseTerminals: (parameters, options) =>
      send({ operationId: 'BrowseTerminals', method: 'GET', path: '/v1/onboarding/terminals', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createTerminal: (body, options) =>
      send({ operationId: 'CreateTerminal', method: 'POST', path: '/v1/onboarding/terminals', bearer: true }, body, options),
    listTerminals: (parameters, body, options) =>
      send({ operationId: 'ListTerminals', method: 'POST', path: '/v1/onboarding/terminals/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getTerminal: (parameters, options) =>
      send({ operationId: 'GetTerminal', method: 'GET', path: '/v1/onboarding/terminals/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateTerminal: (parameters, body, options) =>
      send({ operationId: 'UpdateTerminal', method: 'PATCH', path: '/v1/onboarding/terminals/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteTerminal: (parameters, body, options) =>
      send({ operationId: 'DeleteTerminal', method: 'DELETE', path: '/v1/onboarding/terminals/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setTerminalActivation: (parameters, body, options) =>
      send({ operationId: 'SetTerminalActivation', method: 'PATCH', path: '/v1/onboarding/terminals/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    decommissionTerminal: (parameters, body, options) =>
      send({ operationId: 'DecommissionTerminal', method: 'POST', path: '/v1/onboarding/terminals/{id}/decommission', inPath: { id: parameters.id }, bearer: true }, body, options),
    getTerminalCash: (parameters, options) =>
      send({ operationId: 'GetTerminalCash', method: 'GET', path: '/v1/onboarding/terminals/{id}/cash', inPath: { id: parameters.id }, query: { from: parameters.from, to: parameters.to }, bearer: true }, undefined, options),
    recordTerminalCash: (parameters, body, options) =>
      send({ operationId: 'RecordTerminalCash', method: 'POST', path: '/v1/onboarding/terminals/{id}/cash', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseTerminalKeys: (parameters, options) =>
      send({ operationId: 'BrowseTerminalKeys', method: 'GET', path: '/v1/onboarding/terminal-keys', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createTerminalKey: (body, options) =>
      send({ operationId: 'CreateTerminalKey', method: 'POST', path: '/v1/onboarding/terminal-keys', bearer: true }, body, options),
    listTerminalKeys: (parameters, body, options) =>
      send({ operationId: 'ListTerminalKeys', method: 'POST', path: '/v1/onboarding/terminal-keys/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getTerminalKey: (parameters, options) =>
      send({ operationId: 'GetTerminalKey', method: 'GET', path: '/v1/onboarding/terminal-keys/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    activateTerminalKey: (parameters, body, options) =>
      send({ operationId: 'ActivateTerminalKey', method: 'POST', path: '/v1/onboarding/terminal-keys/{id}/activate', inPath: { id: parameters.id }, bearer: true }, body, options),
    rotateTerminalKey: (parameters, body, options) =>
      send({ operationId: 'RotateTerminalKey', method: 'POST', path: '/v1/onboarding/terminal-keys/{id}/rotate', inPath: { id: parameters.id }, bearer: true }, body, options),
    revokeTerminalKey: (parameters, options) =>
      send({ operationId: 'RevokeTerminalKey', method: 'POST', path: '/v1/onboarding/terminal-keys/{id}/revoke', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseCoreConnectivity: (parameters, options) =>
      send({ operationId: 'BrowseCoreConnectivity', method: 'GET', path: '/v1/onboarding/core-connectivity', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createCoreConnectivity: (body, options) =>
      send({ operationId: 'CreateCoreConnectivity', method: 'POST', path: '/v1/onboarding/core-connectivity', bearer: true }, body, options),
    listCoreConnectivity: (parameters, body, options) =>
      send({ operationId: 'ListCoreConnectivity', method: 'POST', path: '/v1/onboarding/core-connectivity/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getCoreConnectivity: (parameters, options) =>
      send({ operationId: 'GetCoreConnectivity', method: 'GET', path: '/v1/onboarding/core-connectivity/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateCoreConnectivity: (parameters, body, options) =>
      send({ operationId: 'UpdateCoreConnectivity', method: 'PATCH', path: '/v1/onboarding/core-connectivity/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteCoreConnectivity: (parameters, body, options) =>
      send({ operationId: 'DeleteCoreConnectivity', method: 'DELETE', path: '/v1/onboarding/core-connectivity/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setCoreConnectivityActivation: (parameters, body, options) =>
      send({ operationId: 'SetCoreConnectivityActivation', method: 'PATCH', path: '/v1/onboarding/core-connectivity/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    testCoreConnectivity: (parameters, body, options) =>
      send({ operationId: 'TestCoreConnectivity', method: 'POST', path: '/v1/onboarding/core-connectivity/{id}/test', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseAccountTypes: (parameters, options) =>
      send({ operationId: 'BrowseAccountTypes', method: 'GET', path: '/v1/onboarding/account-types', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createAccountType: (body, options) =>
      send({ operationId: 'CreateAccountType', method: 'POST', path: '/v1/onboarding/account-types', bearer: true }, body, options),
    listAccountTypes: (parameters, body, options) =>
      send({ operationId: 'ListAccountTypes', method: 'POST', path: '/v1/onboarding/account-types/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getAccountType: (parameters, options) =>
      send({ operationId: 'GetAccountType', method: 'GET', path: '/v1/onboarding/account-types/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateAccountType: (parameters, body, options) =>
      send({ operationId: 'UpdateAccountType', method: 'PATCH', path: '/v1/onboarding/account-types/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteAccountType: (parameters, body, options) =>
      send({ operationId: 'DeleteAccountType', method: 'DELETE', path: '/v1/onboarding/account-types/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setAccountTypeActivation: (parameters, body, options) =>
      send({ operationId: 'SetAccountTypeActivation', method: 'PATCH', path: '/v1/onboarding/account-types/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    browseTransactionCapabilities: (parameters, options) =>
      send({ operationId: 'BrowseTransactionCapabilities', method: 'GET', path: '/v1/onboarding/transaction-capabilities', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createTransactionCapability: (body, options) =>
      send({ operationId: 'CreateTransactionCapability', method: 'POST', path: '/v1/onboarding/transaction-capabilities', bearer: true }, body, options),
    listTransactionCapabilities: (parameters, body, options) =>
      send({ operationId: 'ListTransactionCapabilities', method: 'POST', path: '/v1/onboarding/transaction-capabilities/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getTransactionCapability: (parameters, options) =>
      send({ operationId: 'GetTransactionCapability', method: 'GET', path: '/v1/onboarding/transaction-capabilities/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateTransactionCapability: (parameters, body, options) =>
      send({ operationId: 'UpdateTransactionCapability', method: 'PATCH', path: '/v1/onboarding/transaction-capabilities/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteTransactionCapability: (parameters, body, options) =>
      send({ operationId: 'DeleteTransactionCapability', method: 'DELETE', path: '/v1/onboarding/transaction-capabilities/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setTransactionCapabilityActivation: (parameters, body, options) =>
      send({ operationId: 'SetTransactionCapabilityActivation', method: 'PATCH', path: '/v1/onboarding/transaction-capabilities/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    browseApplicationProperties: (parameters, options) =>
      send({ operationId: 'BrowseApplicationProperties', method: 'GET', path: '/v1/onboarding/application-properties', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createApplicationProperty: (body, options) =>
      send({ operationId: 'CreateApplicationProperty', method: 'POST', path: '/v1/onboarding/application-properties', bearer: true }, body, options),
    listApplicationProperties: (parameters, body, options) =>
      send({ operationId: 'ListApplicationProperties', method: 'POST', path: '/v1/onboarding/application-properties/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getEffectiveApplicationProperties: (parameters, options) =>
      send({ operationId: 'GetEffectiveApplicationProperties', method: 'GET', path: '/v1/onboarding/application-properties/effective', query: { environment: parameters.environment, application: parameters.application, institutionId: parameters.institutionId }, bearer: true }, undefined, options),
    promoteApplicationProperties: (body, options) =>
      send({ operationId: 'PromoteApplicationProperties', method: 'POST', path: '/v1/onboarding/application-properties/promote', bearer: true }, body, options),
    getApplicationProperty: (parameters, options) =>
      send({ operationId: 'GetApplicationProperty', method: 'GET', path: '/v1/onboarding/application-properties/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateApplicationProperty: (parameters, body, options) =>
      send({ operationId: 'UpdateApplicationProperty', method: 'PATCH', path: '/v1/onboarding/application-properties/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteApplicationProperty: (parameters, body, options) =>
      send({ operationId: 'DeleteApplicationProperty', method: 'DELETE', path: '/v1/onboarding/application-properties/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    getApplicationPropertyHistory: (parameters, options) =>
      send({ operationId: 'GetApplicationPropertyHistory', method: 'GET', path: '/v1/onboarding/application-properties/{id}/history', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size }, bearer: true }, undefined, options),
    rollbackApplicationProperty: (parameters, body, options) =>
      send({ operationId: 'RollbackApplicationProperty', method: 'POST', path: '/v1/onboarding/application-properties/{id}/rollback', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseLoanProducts: (parameters, options) =>
      send({ operationId: 'BrowseLoanProducts', method: 'GET', path: '/v1/onboarding/loan-products', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createLoanProduct: (body, options) =>
      send({ operationId: 'CreateLoanProduct', method: 'POST', path: '/v1/onboarding/loan-products', bearer: true }, body, options),
    listLoanProducts: (parameters, body, options) =>
      send({ operationId: 'ListLoanProducts', method: 'POST', path: '/v1/onboarding/loan-products/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getLoanProduct: (parameters, options) =>
      send({ operationId: 'GetLoanProduct', method: 'GET', path: '/v1/onboarding/loan-products/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateLoanProduct: (parameters, body, options) =>
      send({ operationId: 'UpdateLoanProduct', method: 'PATCH', path: '/v1/onboarding/loan-products/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteLoanProduct: (parameters, body, options) =>
      send({ operationId: 'DeleteLoanProduct', method: 'DELETE', path: '/v1/onboarding/loan-products/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setLoanProductActivation: (parameters, body, options) =>
      send({ operationId: 'SetLoanProductActivation', method: 'PATCH', path: '/v1/onboarding/loan-products/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    browseLoanRates: (parameters, options) =>
      send({ operationId: 'BrowseLoanRates', method: 'GET', path: '/v1/onboarding/loan-rates', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createLoanRate: (body, options) =>
      send({ operationId: 'CreateLoanRate', method: 'POST', path: '/v1/onboarding/loan-rates', bearer: true }, body, options),
    listLoanRates: (parameters, body, options) =>
      send({ operationId: 'ListLoanRates', method: 'POST', path: '/v1/onboarding/loan-rates/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getLoanRate: (parameters, options) =>
      send({ operationId: 'GetLoanRate', method: 'GET', path: '/v1/onboarding/loan-rates/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateLoanRate: (parameters, body, options) =>
      send({ operationId: 'UpdateLoanRate', method: 'PATCH', path: '/v1/onboarding/loan-rates/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteLoanRate: (parameters, body, options) =>
      send({ operationId: 'DeleteLoanRate', method: 'DELETE', path: '/v1/onboarding/loan-rates/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setLoanRateActivation: (parameters, body, options) =>
      send({ operationId: 'SetLoanRateActivation', method: 'PATCH', path: '/v1/onboarding/loan-rates/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    browseChangeRequests: (parameters, options) =>
      send({ operationId: 'BrowseChangeRequests', method: 'GET', path: '/v1/onboarding/change-requests', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    listChangeRequests: (parameters, body, options) =>
      send({ operationId: 'ListChangeRequests', method: 'POST', path: '/v1/onboarding/change-requests/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getChangeRequest: (parameters, options) =>
      send({ operationId: 'GetChangeRequest', method: 'GET', path: '/v1/onboarding/change-requests/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    approveChangeRequest: (parameters, body, options) =>
      send({ operationId: 'ApproveChangeRequest', method: 'POST', path: '/v1/onboarding/change-requests/{id}/approve', inPath: { id: parameters.id }, bearer: true }, body, options),
    rejectChangeRequest: (parameters, body, options) =>
      send({ operationId: 'RejectChangeRequest', method: 'POST', path: '/v1/onboarding/change-requests/{id}/reject', inPath: { id: parameters.id }, bearer: true }, body, options),
    withdrawChangeRequest: (parameters, options) =>
      send({ operationId: 'WithdrawChangeRequest', method: 'POST', path: '/v1/onboarding/change-requests/{id}/withdraw', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    breakGlass: (parameters, body, options) =>
      send({ operationId: 'BreakGlass', method: 'POST', path: '/v1/onboarding/change-requests/{id}/break-glass', inPath: { id: parameters.id }, bearer: true }, body, options),
    reviewChangeRequest: (parameters, body, options) =>
      send({ operationId: 'ReviewChangeRequest', method: 'POST', path: '/v1/onboarding/change-requests/{id}/review', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseNotifications: (parameters, options) =>
      send({ operationId: 'BrowseNotifications', method: 'GET', path: '/v1/onboarding/notifications', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    countNotifications: (options) =>
      send({ operationId: 'CountNotifications', method: 'GET', path: '/v1/onboarding/notifications/unread', bearer: true }, undefined, options),
    readNotifications: (body, options) =>
      send({ operationId: 'ReadNotifications', method: 'POST', path: '/v1/onboarding/notifications/read', bearer: true }, body, options),
    browseSavedViews: (parameters, options) =>
      send({ operationId: 'BrowseSavedViews', method: 'GET', path: '/v1/onboarding/saved-views', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createSavedView: (body, options) =>
      send({ operationId: 'CreateSavedView', method: 'POST', path: '/v1/onboarding/saved-views', bearer: true }, body, options),
    listSavedViews: (parameters, body, options) =>
      send({ operationId: 'ListSavedViews', method: 'POST', path: '/v1/onboarding/saved-views/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getSavedView: (parameters, options) =>
      send({ operationId: 'GetSavedView', method: 'GET', path: '/v1/onboarding/saved-views/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateSavedView: (parameters, body, options) =>
      send({ operationId: 'UpdateSavedView', method: 'PATCH', path: '/v1/onboarding/saved-views/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteSavedView: (parameters, options) =>
      send({ operationId: 'DeleteSavedView', method: 'DELETE', path: '/v1/onboarding/saved-views/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseTransactions: (parameters, options) =>
      send({ operationId: 'BrowseTransactions', method: 'GET', path: '/v1/onboarding/transactions', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, undefined, options),
    listTransactions: (parameters, body, options) =>
      send({ operationId: 'ListTransactions', method: 'POST', path: '/v1/onboarding/transactions/list', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, body, options),
    getTransaction: (parameters, options) =>
      send({ operationId: 'GetTransaction', method: 'GET', path: '/v1/onboarding/transactions/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    exportTransactions: (body, options) =>
      send({ operationId: 'ExportTransactions', method: 'POST', path: '/v1/onboarding/transactions/export', bearer: true }, body, options),
    browseTransactionExports: (parameters, options) =>
      send({ operationId: 'BrowseTransactionExports', method: 'GET', path: '/v1/onboarding/transactions/exports', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    getTransactionExport: (parameters, options) =>
      send({ operationId: 'GetTransactionExport', method: 'GET', path: '/v1/onboarding/transactions/exports/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    getTransactionExportFile: (parameters, options) =>
      send({ operationId: 'GetTransactionExportFile', method: 'GET', path: '/v1/onboarding/transactions/exports/{id}/file', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseExceptions: (parameters, options) =>
      send({ operationId: 'BrowseExceptions', method: 'GET', path: '/v1/onboarding/transactions/exceptions', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    listExceptions: (parameters, body, options) =>
      send({ operationId: 'ListExceptions', method: 'POST', path: '/v1/onboarding/transactions/exceptions/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getException: (parameters, options) =>
      send({ operationId: 'GetException', method: 'GET', path: '/v1/onboarding/transactions/exceptions/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    resolveException: (parameters, body, options) =>
      send({ operationId: 'ResolveException', method: 'POST', path: '/v1/onboarding/transactions/exceptions/{id}/resolve', inPath: { id: parameters.id }, bearer: true }, body, options),
    assignException: (parameters, body, options) =>
      send({ operationId: 'AssignException', method: 'POST', path: '/v1/onboarding/transactions/exceptions/{id}/assign', inPath: { id: parameters.id }, bearer: true }, body, options),
    commentException: (parameters, body, options) =>
      send({ operationId: 'CommentException', method: 'POST', path: '/v1/onboarding/transactions/exceptions/{id}/comment', inPath: { id: parameters.id }, bearer: true }, body, options),
    listExceptionAssignees: (parameters, options) =>
      send({ operationId: 'ListExceptionAssignees', method: 'GET', path: '/v1/onboarding/transactions/exceptions/assignees', query: { institutionId: parameters?.institutionId }, bearer: true }, undefined, options),
    resolveExceptions: (body, options) =>
      send({ operationId: 'ResolveExceptions', method: 'POST', path: '/v1/onboarding/transactions/exceptions/resolve', bearer: true }, body, options),
    assignExceptions: (body, options) =>
      send({ operationId: 'AssignExceptions', method: 'POST', path: '/v1/onboarding/transactions/exceptions/assign', bearer: true }, body, options),
    browseExceptionJobs: (parameters, options) =>
      send({ operationId: 'BrowseExceptionJobs', method: 'GET', path: '/v1/onboarding/transactions/exceptions/resolutions', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    getExceptionJob: (parameters, options) =>
      send({ operationId: 'GetExceptionJob', method: 'GET', path: '/v1/onboarding/transactions/exceptions/resolutions/{id}', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size, state: parameters.state }, bearer: true }, undefined, options),
    browseReconciliations: (parameters, options) =>
      send({ operationId: 'BrowseReconciliations', method: 'GET', path: '/v1/onboarding/reconciliations', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createReconciliation: (body, options) =>
      send({ operationId: 'CreateReconciliation', method: 'POST', path: '/v1/onboarding/reconciliations', bearer: true }, body, options),
    listReconciliations: (parameters, body, options) =>
      send({ operationId: 'ListReconciliations', method: 'POST', path: '/v1/onboarding/reconciliations/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getReconciliation: (parameters, options) =>
      send({ operationId: 'GetReconciliation', method: 'GET', path: '/v1/onboarding/reconciliations/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    sendReconciliationFile: (parameters, body, options) =>
      send({ operationId: 'SendReconciliationFile', method: 'PUT', path: '/v1/onboarding/reconciliations/{id}/file', inPath: { id: parameters.id }, file: true, bearer: true }, body, options),
    browseReconciliationDifferences: (parameters, options) =>
      send({ operationId: 'BrowseReconciliationDifferences', method: 'GET', path: '/v1/onboarding/reconciliations/{id}/differences', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size, kind: parameters.kind }, bearer: true }, undefined, options),
    browseCorrections: (parameters, options) =>
      send({ operationId: 'BrowseCorrections', method: 'GET', path: '/v1/onboarding/corrections', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createCorrection: (body, options) =>
      send({ operationId: 'CreateCorrection', method: 'POST', path: '/v1/onboarding/corrections', bearer: true }, body, options),
    listCorrections: (parameters, body, options) =>
      send({ operationId: 'ListCorrections', method: 'POST', path: '/v1/onboarding/corrections/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getCorrection: (parameters, options) =>
      send({ operationId: 'GetCorrection', method: 'GET', path: '/v1/onboarding/corrections/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseSuspense: (parameters, options) =>
      send({ operationId: 'BrowseSuspense', method: 'GET', path: '/v1/onboarding/suspense', query: { institutionId: parameters.institutionId, page: parameters.page, size: parameters.size }, bearer: true }, undefined, options),
    browseAccounts: (parameters, options) =>
      send({ operationId: 'BrowseAccounts', method: 'GET', path: '/v1/onboarding/accounts', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, undefined, options),
    createAccount: (body, options) =>
      send({ operationId: 'CreateAccount', method: 'POST', path: '/v1/onboarding/accounts', bearer: true }, body, options),
    listAccounts: (parameters, body, options) =>
      send({ operationId: 'ListAccounts', method: 'POST', path: '/v1/onboarding/accounts/list', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, body, options),
    getAccount: (parameters, options) =>
      send({ operationId: 'GetAccount', method: 'GET', path: '/v1/onboarding/accounts/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateAccount: (parameters, body, options) =>
      send({ operationId: 'UpdateAccount', method: 'PATCH', path: '/v1/onboarding/accounts/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    blockAccount: (parameters, body, options) =>
      send({ operationId: 'BlockAccount', method: 'POST', path: '/v1/onboarding/accounts/{id}/block', inPath: { id: parameters.id }, bearer: true }, body, options),
    unblockAccount: (parameters, body, options) =>
      send({ operationId: 'UnblockAccount', method: 'POST', path: '/v1/onboarding/accounts/{id}/unblock', inPath: { id: parameters.id }, bearer: true }, body, options),
    closeAccount: (parameters, body, options) =>
      send({ operationId: 'CloseAccount', method: 'POST', path: '/v1/onboarding/accounts/{id}/close', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseAccountEntries: (parameters, options) =>
      send({ operationId: 'BrowseAccountEntries', method: 'GET', path: '/v1/onboarding/accounts/{id}/entries', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size, cursor: parameters.cursor }, bearer: true }, undefined, options),
    browseCards: (parameters, options) =>
      send({ operationId: 'BrowseCards', method: 'GET', path: '/v1/onboarding/cards', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, undefined, options),
    createCard: (body, options) =>
      send({ operationId: 'CreateCard', method: 'POST', path: '/v1/onboarding/cards', bearer: true }, body, options),
    listCards: (parameters, body, options) =>
      send({ operationId: 'ListCards', method: 'POST', path: '/v1/onboarding/cards/list', query: { page: parameters?.page, size: parameters?.size, cursor: parameters?.cursor }, bearer: true }, body, options),
    getCard: (parameters, options) =>
      send({ operationId: 'GetCard', method: 'GET', path: '/v1/onboarding/cards/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateCard: (parameters, body, options) =>
      send({ operationId: 'UpdateCard', method: 'PATCH', path: '/v1/onboarding/cards/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    blockCard: (parameters, body, options) =>
      send({ operationId: 'BlockCard', method: 'POST', path: '/v1/onboarding/cards/{id}/block', inPath: { id: parameters.id }, bearer: true }, body, options),
    unblockCard: (parameters, body, options) =>
      send({ operationId: 'UnblockCard', method: 'POST', path: '/v1/onboarding/cards/{id}/unblock', inPath: { id: parameters.id }, bearer: true }, body, options),
    closeCard: (parameters, body, options) =>
      send({ operationId: 'CloseCard', method: 'POST', path: '/v1/onboarding/cards/{id}/close', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseHotCards: (parameters, options) =>
      send({ operationId: 'BrowseHotCards', method: 'GET', path: '/v1/onboarding/hot-cards', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createHotCard: (body, options) =>
      send({ operationId: 'CreateHotCard', method: 'POST', path: '/v1/onboarding/hot-cards', bearer: true }, body, options),
    listHotCards: (parameters, body, options) =>
      send({ operationId: 'ListHotCards', method: 'POST', path: '/v1/onboarding/hot-cards/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getHotCard: (parameters, options) =>
      send({ operationId: 'GetHotCard', method: 'GET', path: '/v1/onboarding/hot-cards/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    liftHotCard: (parameters, body, options) =>
      send({ operationId: 'LiftHotCard', method: 'POST', path: '/v1/onboarding/hot-cards/{id}/lift', inPath: { id: parameters.id }, bearer: true }, body, options),
    browseStops: (parameters, options) =>
      send({ operationId: 'BrowseStops', method: 'GET', path: '/v1/onboarding/stops', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createStop: (body, options) =>
      send({ operationId: 'CreateStop', method: 'POST', path: '/v1/onboarding/stops', bearer: true }, body, options),
    previewStop: (body, options) =>
      send({ operationId: 'PreviewStop', method: 'POST', path: '/v1/onboarding/stops/preview', bearer: true }, body, options),
    listStops: (parameters, body, options) =>
      send({ operationId: 'ListStops', method: 'POST', path: '/v1/onboarding/stops/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getStop: (parameters, options) =>
      send({ operationId: 'GetStop', method: 'GET', path: '/v1/onboarding/stops/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateStop: (parameters, body, options) =>
      send({ operationId: 'UpdateStop', method: 'PATCH', path: '/v1/onboarding/stops/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    liftStop: (parameters, body, options) =>
      send({ operationId: 'LiftStop', method: 'POST', path: '/v1/onboarding/stops/{id}/lift', inPath: { id: parameters.id }, bearer: true }, body, options),
    getCustomer: (parameters, options) =>
      send({ operationId: 'GetCustomer', method: 'GET', path: '/v1/onboarding/customers/{institutionId}/{customerId}', inPath: { institutionId: parameters.institutionId, customerId: parameters.customerId }, bearer: true }, undefined, options),
    browseDigitalSettlements: (parameters, options) =>
      send({ operationId: 'BrowseDigitalSettlements', method: 'GET', path: '/v1/onboarding/digital-settlements', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createDigitalSettlement: (body, options) =>
      send({ operationId: 'CreateDigitalSettlement', method: 'POST', path: '/v1/onboarding/digital-settlements', bearer: true }, body, options),
    listDigitalSettlements: (parameters, body, options) =>
      send({ operationId: 'ListDigitalSettlements', method: 'POST', path: '/v1/onboarding/digital-settlements/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getDigitalSettlement: (parameters, options) =>
      send({ operationId: 'GetDigitalSettlement', method: 'GET', path: '/v1/onboarding/digital-settlements/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    reverseDigitalSettlement: (parameters, body, options) =>
      send({ operationId: 'ReverseDigitalSettlement', method: 'POST', path: '/v1/onboarding/digital-settlements/{id}/reversal', inPath: { id: parameters.id }, bearer: true }, body, options),
    listErrorCodes: (parameters, options) =>
      send({ operationId: 'ListErrorCodes', method: 'GET', path: '/v1/onboarding/error-codes', query: { page: parameters?.page, size: parameters?.size, family: parameters?.family, search: parameters?.search }, bearer: true }, undefined, options),
    getErrorCode: (parameters, options) =>
      send({ operationId: 'GetErrorCode', method: 'GET', path: '/v1/onboarding/error-codes/{code}', inPath: { code: parameters.code }, bearer: true }, undefined, options),
    listAuditLogs: (parameters, body, options) =>
      send({ operationId: 'ListAuditLogs', method: 'POST', path: '/v1/onboarding/audit-logs/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    browseAuditLogs: (parameters, options) =>
      send({ operationId: 'BrowseAuditLogs', method: 'GET', path: '/v1/onboarding/audit-logs', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    getAuditLog: (parameters, options) =>
      send({ operationId: 'GetAuditLog', method: 'GET', path: '/v1/onboarding/audit-logs/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    verifyAuditLogs: (options) =>
      send({ operationId: 'VerifyAuditLogs', method: 'GET', path: '/v1/onboarding/audit-logs/verify', bearer: true }, undefined, options),
    listRules: (parameters, options) =>
      send({ operationId: 'ListRules', method: 'GET', path: '/v1/onboarding/rules', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    getRule: (parameters, options) =>
      send({ operationId: 'GetRule', method: 'GET', path: '/v1/onboarding/rules/{name}', inPath: { name: parameters.name }, bearer: true }, undefined, options),
    evaluateRule: (parameters, body, options) =>
      send({ operationId: 'EvaluateRule', method: 'POST', path: '/v1/onboarding/rules/{name}/evaluate', inPath: { name: parameters.name }, bearer: true }, body, options),
    getDashboardSummary: (parameters, options) =>
      send({ operationId: 'GetDashboardSummary', method: 'GET', path: '/v1/onboarding/dashboard/summary', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardVolume: (parameters, options) =>
      send({ operationId: 'GetDashboardVolume', method: 'GET', path: '/v1/onboarding/dashboard/volume', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardResponseCodes: (parameters, options) =>
      send({ operationId: 'GetDashboardResponseCodes', method: 'GET', path: '/v1/onboarding/dashboard/response-codes', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardLatency: (parameters, options) =>
      send({ operationId: 'GetDashboardLatency', method: 'GET', path: '/v1/onboarding/dashboard/latency', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardInstitutions: (parameters, options) =>
      send({ operationId: 'GetDashboardInstitutions', method: 'GET', path: '/v1/onboarding/dashboard/institutions', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardLending: (parameters, options) =>
      send({ operationId: 'GetDashboardLending', method: 'GET', path: '/v1/onboarding/dashboard/lending', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    getDashboardTokens: (parameters, options) =>
      send({ operationId: 'GetDashboardTokens', method: 'GET', path: '/v1/onboarding/dashboard/tokens', query: { from: parameters?.from, to: parameters?.to, institutionId: parameters?.institutionId, granularity: parameters?.granularity }, bearer: true }, undefined, options),
    browseBusinessDays: (parameters, options) =>
      send({ operationId: 'BrowseBusinessDays', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}/business-days', inPath: { id: parameters.id }, query: { page: parameters.page, size: parameters.size }, bearer: true }, undefined, options),
    getBusinessDay: (parameters, options) =>
      send({ operationId: 'GetBusinessDay', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, undefined, options),
    getReconciliationFile: (parameters, options) =>
      send({ operationId: 'GetReconciliationFile', method: 'GET', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/file', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, undefined, options),
    makeReconciliationFile: (parameters, options) =>
      send({ operationId: 'MakeReconciliationFile', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/file', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, undefined, options),
    holdBusinessDay: (parameters, body, options) =>
      send({ operationId: 'HoldBusinessDay', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/hold', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, body, options),
    releaseBusinessDay: (parameters, body, options) =>
      send({ operationId: 'ReleaseBusinessDay', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/release', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, body, options),
    closeBusinessDay: (parameters, body, options) =>
      send({ operationId: 'CloseBusinessDay', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/close', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, body, options),
    retryBusinessDay: (parameters, body, options) =>
      send({ operationId: 'RetryBusinessDay', method: 'POST', path: '/v1/onboarding/financial-institutions/{id}/business-days/{date}/retry', inPath: { id: parameters.id, date: parameters.date }, bearer: true }, body, options),
    browseAlertRules: (parameters, options) =>
      send({ operationId: 'BrowseAlertRules', method: 'GET', path: '/v1/onboarding/alert-rules', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, undefined, options),
    createAlertRule: (body, options) =>
      send({ operationId: 'CreateAlertRule', method: 'POST', path: '/v1/onboarding/alert-rules', bearer: true }, body, options),
    listAlertRules: (parameters, body, options) =>
      send({ operationId: 'ListAlertRules', method: 'POST', path: '/v1/onboarding/alert-rules/list', query: { page: parameters?.page, size: parameters?.size, sort: parameters?.sort }, bearer: true }, body, options),
    getAlertRule: (parameters, options) =>
      send({ operationId: 'GetAlertRule', method: 'GET', path: '/v1/onboarding/alert-rules/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateAlertRule: (parameters, body, options) =>
      send({ operationId: 'UpdateAlertRule', method: 'PATCH', path: '/v1/onboarding/alert-rules/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteAlertRule: (parameters, body, options) =>
      send({ operationId: 'DeleteAlertRule', method: 'DELETE', path: '/v1/onboarding/alert-rules/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    setAlertRuleActivation: (parameters, body, options) =>
      send({ operationId: 'SetAlertRuleActivation', method: 'PATCH', path: '/v1/onboarding/alert-rules/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, body, options),
    acknowledgeAlert: (parameters, body, options) =>
      send({ operationId: 'AcknowledgeAlert', method: 'POST', path: '/v1/onboarding/alert-rules/{id}/acknowledge', inPath: { id: parameters.id }, bearer: true }, body, options),
    healthStatus: (body, options) =>
      send({ operationId: 'HealthStatus', method: 'POST', path: '/v1/onboarding/healthstatus', bearer: true }, body, options),
    getPlatformStatus: (options) =>
      send({ operationId: 'GetPlatformStatus', method: 'GET', path: '/v1/onboarding/status', bearer: true }, undefined, options),
    listSandboxMails: (parameters, options) =>
      send({ operationId: 'ListSandboxMails', method: 'GET', path: '/v1/onboarding/sandbox/mails', query: { page: parameters?.page, size: parameters?.size, to: parameters?.to }, bearer: true }, undefined, options),
    searchRecords: (body, options) =>
      send({ operationId: 'SearchRecords', method: 'POST', path: '/v1/onboarding/search', bearer: true }, body, options),
  }
}
