// The data of events: the shape of each kind, and examples. Shapes that an API answers are those of its document.

import { type Static, type TSchema, Type } from 'typebox'
import { EVENT_VALUES } from './event-values.ts'

/** What an operation of a family answers, as its OpenAPI document describes it. */
export function answered(family: 'digital' | 'lending', component: string): TSchema {
  return Type.Unsafe<object>({ $ref: `./${family}.json#/components/schemas/${component}` })
}

export const loan = Type.Object({ loan: answered('lending', 'Loan') })
/** The transaction is what closed it, if one did. */
export const closedLoan = Type.Object({
  loan: answered('lending', 'Loan'),
  transaction: Type.Optional(answered('lending', 'Txn')),
})
export const loanTransaction = Type.Object({
  loan: answered('lending', 'Loan'),
  transaction: answered('lending', 'Txn'),
})

const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const oneOf = (values: readonly string[], description: string) => Type.Enum([...values], { description })
const someOf = (values: readonly string[], description: string) => Type.Array(Type.Enum([...values]), { description })
const version = Type.Integer({ description: 'Counts the changes of the record', minimum: 1 })
const updatedAt = Type.String({ description: 'When it was changed', format: 'date-time' })

export const alert = Type.Object({
  ruleId: text('The alert rule'),
  name: text('Its name'),
  metric: text('What it watches'),
  state: oneOf(EVENT_VALUES.alertState, 'RAISED, or OK again'),
  value: Type.Number({ description: 'What was measured' }),
  threshold: Type.Number({ description: 'Raised from here on' }),
  about: text('What it was measured of: institutions, partners, a user; may be empty'),
  institutionId: Type.Optional(text('The institution that the rule is about')),
})
export const ALERT: Static<typeof alert> = {
  ruleId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90',
  name: 'Core of the bank is down',
  metric: 'core.down',
  state: 'RAISED',
  value: 1,
  threshold: 1,
  about: 'FI001',
  institutionId: 'FI001',
}

export const emergencyChange = Type.Object({
  changeRequestId: Type.String({ description: 'The change request', format: 'uuid' }),
  module: text('The module of what was changed'),
  action: text('The action that the change needs on it'),
  operation: text('The operation that made the change'),
  resource: text('What was changed, as the audit log calls it'),
  resourceId: Type.Optional(text('The record; absent when it was made')),
  institutionId: Type.Optional(text('The institution of the record')),
  carriedOutBy: text('Who made the change'),
  carriedOutAt: Type.String({ description: 'When', format: 'date-time' }),
  reason: text('Why it could not wait'),
  reviewDueAt: Type.String({ description: 'When another user should have reviewed it', format: 'date-time' }),
})
export const EMERGENCY_CHANGE: Static<typeof emergencyChange> = {
  changeRequestId: '0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66',
  module: 'CORE_CONNECTIVITY',
  action: 'ACTIVATE',
  operation: 'SetCoreConnectivityActivation',
  resource: 'core-connectivity',
  resourceId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  institutionId: 'FI001',
  carriedOutBy: 'duty@bank.example',
  carriedOutAt: '2026-01-15T02:00:00.000Z',
  reason: 'The core has moved, nobody else is on duty',
  reviewDueAt: '2026-01-16T02:00:00.000Z',
}

export const institution = Type.Object({
  institutionId: text('The institution'),
  displayName: text('Its name'),
  status: oneOf(EVENT_VALUES.institutionStatus, 'Orders are taken while it is ACTIVE'),
  countryCode: text('ISO 3166-1'),
  baseCurrency: text('ISO 4217'),
  currencies: texts('Currencies of its accounts'),
  timezone: text('The time zone of its business day'),
  cutoverTime: text('When its business day ends'),
  services: someOf(EVENT_VALUES.service, 'Services that it offers'),
  version,
  updatedAt,
})
export const INSTITUTION: Static<typeof institution> = {
  institutionId: 'FI001',
  displayName: 'First Community Bank',
  status: 'SUSPENDED',
  countryCode: 'US',
  baseCurrency: 'USD',
  currencies: ['USD'],
  timezone: 'America/New_York',
  cutoverTime: '17:00',
  services: ['WITHDRAWAL', 'DEPOSIT'],
  version: 4,
  updatedAt: '2026-01-15T10:00:00.000Z',
}

export const terminal = Type.Object({
  terminalId: text('The terminal'),
  institutionId: text('Its institution'),
  acceptorId: text('Its acceptor'),
  kind: oneOf(EVENT_VALUES.terminalKind, 'What it is'),
  location: text('Where it stands'),
  branchId: text('Its branch'),
  currencies: texts('Currencies of cash; empty is any'),
  services: someOf(EVENT_VALUES.service, 'Services that it offers'),
  status: oneOf(EVENT_VALUES.terminalStatus, 'Orders are taken while it is ACTIVE'),
  version,
  updatedAt,
})
export const TERMINAL: Static<typeof terminal> = {
  terminalId: 'T-100',
  institutionId: 'FI001',
  acceptorId: 'ACC-100',
  kind: 'ATM',
  location: '12 Harbor Street',
  branchId: 'B01',
  currencies: ['USD'],
  services: ['WITHDRAWAL'],
  status: 'ACTIVE',
  version: 2,
  updatedAt: '2026-01-15T10:00:00.000Z',
}

export const connectivity = Type.Object({
  institutionId: text('The institution whose core it is'),
  environment: oneOf(EVENT_VALUES.environment, 'The environment that uses it'),
  coreType: oneOf(EVENT_VALUES.coreType, 'How the core is reached'),
  status: oneOf(EVENT_VALUES.connectionStatus, 'ACTIVE while it is in use'),
  version,
  updatedAt,
})

export const partner = Type.Object({
  partnerId: text('The partner'),
  name: text('Its name'),
  families: someOf(EVENT_VALUES.family, 'API families that it may call'),
  operations: texts('Operations that it may call'),
  institutionIds: texts('Institutions that it works for'),
  rateLimit: Type.Union([Type.Object({ perSecond: Type.Integer() }), Type.Null()], {
    description: 'Requests a second; null is no limit',
  }),
  isActive: Type.Boolean({ description: 'Whether it may call' }),
  version,
  updatedAt,
})

export const client = Type.Object({
  partnerId: text('The partner whose client it is'),
  clientId: text('What the client sends as its id'),
  families: someOf(EVENT_VALUES.clientFamily, 'API families that it may call; `events`: it reads all of the feed'),
  expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'From then on it is refused',
  }),
  isActive: Type.Boolean({ description: 'Whether it may call' }),
})
export const CLIENT: Static<typeof client> = {
  partnerId: 'PARTNER01',
  clientId: 'harbor-atm',
  families: ['accounts'],
  expiresAt: null,
  isActive: true,
}

export const hotCard = Type.Object({
  hotCardId: Type.String({ description: 'Its id', format: 'uuid' }),
  institutionId: text('The institution that issued the card'),
  maskedPan: text('The card number: its first six and last four digits'),
  reason: oneOf(EVENT_VALUES.hotCardReason, 'Why it is stopped'),
  expiresAt: Type.Optional(Type.String({ description: 'When it ends by itself', format: 'date-time' })),
  state: oneOf(EVENT_VALUES.hotCardState, 'Orders are declined while it is ACTIVE'),
  version,
  updatedAt,
})
export const HOT_CARD: Static<typeof hotCard> = {
  hotCardId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f10',
  institutionId: 'FI001',
  maskedPan: '400000******0101',
  reason: 'STOLEN',
  state: 'ACTIVE',
  version: 1,
  updatedAt: '2026-01-15T10:00:00.000Z',
}

const optionalText = (description: string) => Type.Optional(text(description))

export const stop = Type.Object({
  stopId: Type.String({ description: 'Its id', format: 'uuid' }),
  institutionId: optionalText('Orders at this institution'),
  partnerId: optionalText('Orders of this partner'),
  clientId: optionalText('Orders of this client'),
  terminalId: optionalText('Orders at this terminal'),
  terminalKind: Type.Optional(oneOf(EVENT_VALUES.terminalKind, 'Orders at terminals of this kind')),
  services: someOf(EVENT_VALUES.service, 'Services that are stopped; none is all that move money'),
  bin: optionalText('Orders with cards whose number begins so'),
  currencyCode: optionalText('Orders in this currency'),
  amountOver: Type.Optional(Type.Number({ description: 'Orders of more than this' })),
  reason: text('Why'),
  expiresAt: Type.String({ description: 'When it ends by itself', format: 'date-time' }),
  state: oneOf(EVENT_VALUES.stopState, 'Orders are declined while it is ACTIVE'),
  version,
  updatedAt,
})
export const STOP: Static<typeof stop> = {
  stopId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f20',
  institutionId: 'FI001',
  terminalKind: 'ATM',
  services: ['WITHDRAWAL'],
  reason: 'Cash machines pay out twice',
  expiresAt: '2026-01-16T10:00:00.000Z',
  state: 'ACTIVE',
  version: 1,
  updatedAt: '2026-01-15T10:00:00.000Z',
}

export const businessDay = Type.Object({
  institutionId: text('The institution'),
  date: Type.String({ description: 'The business day', format: 'date' }),
  state: oneOf(['CLOSED'], 'What the day is now'),
})

export const heldBusinessDay = Type.Object({
  institutionId: text('The institution'),
  date: Type.String({ description: 'The business day', format: 'date' }),
  state: oneOf(['OPEN', 'CLOSING'], 'What the day is now'),
  heldUntil: Type.String({ description: 'It is not closed before this', format: 'date-time' }),
})

const orderException = Type.Object({
  exceptionId: Type.String({ description: 'Its id', format: 'uuid' }),
  institutionId: text('The institution'),
  kind: oneOf(EVENT_VALUES.exceptionKind, 'Why it is one'),
  state: oneOf(['OPEN', 'RESOLVED'], 'Whether it still needs a person'),
  rrn: text('The RRN of the order'),
  transactionType: oneOf(EVENT_VALUES.transactionType, 'What was ordered'),
  responseCode: text('What the order was answered'),
  amount: Type.Number({ description: 'In units of the currency' }),
  currency: text('ISO 4217'),
  openedAt: Type.String({ description: 'Since when it is an exception', format: 'date-time' }),
  resolution: Type.Optional(
    Type.Object({
      action: oneOf(EVENT_VALUES.resolution, 'How it ended; SETTLED: by itself'),
      at: Type.String({ description: 'When', format: 'date-time' }),
    }),
  ),
})
export const EXCEPTION: Static<typeof orderException> = {
  exceptionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e72',
  institutionId: 'FI001',
  kind: 'LATE',
  state: 'OPEN',
  rrn: '100000000002',
  transactionType: 'CASHWITHDRAWALREVERSAL',
  responseCode: '188',
  amount: 100,
  currency: 'USD',
  openedAt: '2026-01-15T10:00:00.000Z',
}

const tokenException = Type.Object({
  exceptionId: Type.String({ description: 'Its id', format: 'uuid' }),
  institutionId: text('The institution'),
  kind: oneOf(EVENT_VALUES.tokenExceptionKind, 'Why it is one'),
  state: oneOf(['OPEN', 'RESOLVED'], 'Whether it still needs a person'),
  movement: Type.Optional(
    Type.Object(
      {
        type: oneOf(EVENT_VALUES.movementType, 'What it is'),
        id: Type.String({ description: 'Its id', format: 'uuid' }),
        ref: text("The partner's reference"),
        state: text('How far it came'),
        amount: Type.Number({ description: 'In units of the currency' }),
        currency: text('ISO 4217'),
      },
      { description: 'The deposit, redemption or transfer; absent where balances differ' },
    ),
  ),
  accountId: Type.Optional(Type.String({ description: 'The account whose balances differ', format: 'uuid' })),
  openedAt: Type.String({ description: 'Since when it is an exception', format: 'date-time' }),
  resolution: Type.Optional(
    Type.Object({
      action: oneOf(EVENT_VALUES.tokenResolution, 'How it ended; SETTLED: by itself'),
      at: Type.String({ description: 'When', format: 'date-time' }),
    }),
  ),
})

const cashException = Type.Object({
  exceptionId: Type.String({ description: 'Its id', format: 'uuid' }),
  institutionId: text('The institution'),
  kind: oneOf(['CASH_DIFFERENCE'], 'Why it is one'),
  state: oneOf(['OPEN', 'RESOLVED'], 'Whether it still needs a person'),
  terminalId: text('The terminal'),
  amount: Type.Number({ description: 'Counted less expected, in units of the currency: below 0 when cash is missing' }),
  currency: text('ISO 4217'),
  countedAt: Type.String({ description: 'When it was counted', format: 'date-time' }),
  openedAt: Type.String({ description: 'Since when it is an exception', format: 'date-time' }),
  resolution: Type.Optional(
    Type.Object({
      action: oneOf(EVENT_VALUES.resolution, 'How it ended; SETTLED: by itself'),
      at: Type.String({ description: 'When', format: 'date-time' }),
    }),
  ),
})

/** Of an order of account services, of digital banking, or of the cash of a terminal. */
export const exception = Type.Union([orderException, tokenException, cashException])

export const settlement = Type.Object({
  settlementId: Type.String({ description: 'The settlement', format: 'uuid' }),
  payerInstitutionId: Type.String({ description: 'The digital institution that has paid', format: 'uuid' }),
  payeeInstitutionId: Type.String({ description: 'The one that was paid', format: 'uuid' }),
  amount: Type.Number({ description: 'In units of the currency' }),
  currencyCode: text('ISO 4217'),
  externalReference: text('The payment outside the platform'),
  valueDate: Type.String({ description: 'When it was paid', format: 'date' }),
})

export const reversedLate = Type.Object({
  transactionId: Type.String({ description: 'The transaction that was reversed', format: 'uuid' }),
  institutionId: text('The institution'),
  rrn: text('Its RRN'),
  reversalRrn: text('The RRN of the reversal that was refused'),
  amount: Type.Number({ description: 'What was reversed, in units of the currency' }),
  currency: text('ISO 4217'),
  journalId: Type.String({ description: 'The posting', format: 'uuid' }),
})

const standing = Type.Object({
  status: oneOf(EVENT_VALUES.loanStatus, 'The status'),
  subStatus: Type.Optional(text('HARDSHIP while an arrangement runs')),
  bucket: text("The product's bucket of arrears"),
  daysPastDue: Type.Integer({ description: 'Days since the oldest unpaid due date' }),
})
export const loanStatus = Type.Object({
  loanId: text('The loan'),
  asOf: Type.String({ description: 'The business day', format: 'date' }),
  before: standing,
  after: standing,
})

export const test = Type.Object({
  webhookId: Type.String({ description: 'The webhook that is tested', format: 'uuid' }),
  message: text('A greeting'),
})

export const WEBHOOK_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e60'
