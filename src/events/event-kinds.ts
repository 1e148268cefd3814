// Every kind of event: what it tells, and the shape of its data. Webhooks and feeds filter by these names; the AsyncAPI document lists
// them. A kind is listed here when something stores it.

import { type Static, type TSchema, Type } from 'typebox'

interface KindOfEvent {
  /** When it is stored. */
  readonly tells: string
  readonly data: TSchema
  /** Absent where the data is described elsewhere, with its examples. */
  readonly example?: object
}

/** What an operation of a family answers, as its OpenAPI document describes it. */
function answered(family: 'digital' | 'lending', component: string): TSchema {
  return Type.Unsafe<object>({ $ref: `./${family}.json#/components/schemas/${component}` })
}

const loan = Type.Object({ loan: answered('lending', 'Loan') })
const loanTransaction = Type.Object({ loan: answered('lending', 'Loan'), transaction: answered('lending', 'Txn') })

const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const version = Type.Integer({ description: 'Counts the changes of the record', minimum: 1 })
const updatedAt = Type.String({ description: 'When it was changed', format: 'date-time' })

const institution = Type.Object({
  institutionId: text('The institution'),
  displayName: text('Its name'),
  status: text('ACTIVE, SUSPENDED, TERMINATED …: orders are taken while it is ACTIVE'),
  countryCode: text('ISO 3166-1'),
  baseCurrency: text('ISO 4217'),
  currencies: texts('Currencies of its accounts'),
  timezone: text('The time zone of its business day'),
  cutoverTime: text('When its business day ends'),
  services: texts('Services that it offers'),
  version,
  updatedAt,
})
const INSTITUTION: Static<typeof institution> = {
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

const terminal = Type.Object({
  terminalId: text('The terminal'),
  institutionId: text('Its institution'),
  acceptorId: text('Its acceptor'),
  kind: text('ATM, TELLER, IVR, MOBILE or POS'),
  location: text('Where it stands'),
  branchId: text('Its branch'),
  currencies: texts('Currencies of cash; empty is any'),
  services: texts('Services that it offers'),
  status: text('Orders are taken while it is ACTIVE'),
  version,
  updatedAt,
})
const TERMINAL: Static<typeof terminal> = {
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

const connectivity = Type.Object({
  institutionId: text('The institution whose core it is'),
  environment: text('The environment that uses it'),
  coreType: text('How the core is reached'),
  status: text('ACTIVE while it is in use'),
  version,
  updatedAt,
})

const partner = Type.Object({
  partnerId: text('The partner'),
  name: text('Its name'),
  families: texts('API families that it may call'),
  operations: texts('Operations that it may call'),
  institutionIds: texts('Institutions that it works for'),
  rateLimit: Type.Union([Type.Object({ perSecond: Type.Integer() }), Type.Null()], {
    description: 'Requests a second; null is no limit',
  }),
  isActive: Type.Boolean({ description: 'Whether it may call' }),
  version,
  updatedAt,
})

const client = Type.Object({
  partnerId: text('The partner whose client it is'),
  clientId: text('What the client sends as its id'),
  families: texts('API families that it may call'),
  expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'From then on it is refused',
  }),
  isActive: Type.Boolean({ description: 'Whether it may call' }),
})
const CLIENT: Static<typeof client> = {
  partnerId: 'PARTNER01',
  clientId: 'harbor-atm',
  families: ['accounts'],
  expiresAt: null,
  isActive: true,
}

const businessDay = Type.Object({
  institutionId: text('The institution'),
  date: Type.String({ description: 'The business day', format: 'date' }),
  state: text('CLOSED'),
})

const exception = Type.Object({
  exceptionId: Type.String({ description: 'Its id: that of the transaction', format: 'uuid' }),
  institutionId: text('The institution'),
  kind: text('UNMATCHED, LATE, REFUSED or UNKNOWN'),
  state: text('OPEN or RESOLVED'),
  rrn: text('The RRN of the order'),
  transactionType: text('What was ordered'),
  responseCode: text('What the order was answered'),
  amount: Type.Number({ description: 'In units of the currency' }),
  currency: text('ISO 4217'),
  openedAt: Type.String({ description: 'Since when it is an exception', format: 'date-time' }),
  resolution: Type.Optional(
    Type.Object({
      action: text('MATCH, WRITE_OFF, IGNORE or SETTLED'),
      at: Type.String({ description: 'When', format: 'date-time' }),
    }),
  ),
})
const EXCEPTION: Static<typeof exception> = {
  exceptionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e72',
  institutionId: 'FI001',
  kind: 'LATE',
  state: 'OPEN',
  rrn: '100000000002',
  transactionType: 'WITHDRAWAL_REVERSAL',
  responseCode: '188',
  amount: 100,
  currency: 'USD',
  openedAt: '2026-01-15T10:00:00.000Z',
}

const reversedLate = Type.Object({
  transactionId: Type.String({ description: 'The transaction that was reversed', format: 'uuid' }),
  institutionId: text('The institution'),
  rrn: text('Its RRN'),
  reversalRrn: text('The RRN of the reversal that was refused'),
  amount: Type.Number({ description: 'What was reversed, in units of the currency' }),
  currency: text('ISO 4217'),
  journalId: Type.String({ description: 'The posting', format: 'uuid' }),
})

const standing = Type.Object({
  status: text('The status'),
  subStatus: Type.Optional(text('HARDSHIP while an arrangement runs')),
  bucket: text("The product's bucket of arrears"),
  daysPastDue: Type.Integer({ description: 'Days since the oldest unpaid due date' }),
})
const loanStatus = Type.Object({
  loanId: text('The loan'),
  asOf: Type.String({ description: 'The business day', format: 'date' }),
  before: standing,
  after: standing,
})

const test = Type.Object({
  webhookId: Type.String({ description: 'The webhook that is tested', format: 'uuid' }),
  message: text('A greeting'),
})

const WEBHOOK_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e60'

export const EVENT_KINDS = {
  'business-day.closed': {
    tells: 'A business day of an institution is closed: its totals and its reconciliation file are final.',
    data: businessDay,
    example: { institutionId: 'FI001', date: '2026-01-15', state: 'CLOSED' },
  },
  'institution.changed': {
    tells: 'An institution that the partner works for was changed, or moved to another status.',
    data: institution,
    example: INSTITUTION,
  },
  'terminal.created': {
    tells: 'An institution that the partner works for has a new terminal.',
    data: terminal,
    example: { ...TERMINAL, version: 1 },
  },
  'terminal.changed': {
    tells: 'A terminal of an institution that the partner works for was changed, or moved to another status.',
    data: terminal,
    example: { ...TERMINAL, status: 'SUSPENDED' },
  },
  'terminal.deleted': {
    tells: 'A terminal of an institution that the partner works for was removed; the data is its last state.',
    data: terminal,
    example: TERMINAL,
  },
  'connectivity.changed': {
    tells: 'The connection to the core of an institution was changed while in use, taken into use, or out of use.',
    data: connectivity,
    example: {
      institutionId: 'FI001',
      environment: 'production',
      coreType: 'rest',
      status: 'ACTIVE',
      version: 3,
      updatedAt: '2026-01-15T10:00:00.000Z',
    },
  },
  'partner.changed': {
    tells:
      'What the partner may do was changed: families, operations, institutions, its rate limit, or whether it may call.',
    data: partner,
    example: {
      partnerId: 'PARTNER01',
      name: 'Harbor cash machines',
      families: ['accounts'],
      operations: ['BalanceInquiry', 'Debits'],
      institutionIds: ['FI001'],
      rateLimit: { perSecond: 50 },
      isActive: true,
      version: 2,
      updatedAt: '2026-01-15T10:00:00.000Z',
    },
  },
  'exception.opened': {
    tells:
      'An order of the partner needs a person: a reversal that was refused or has no original, or an unknown outcome.',
    data: exception,
    example: EXCEPTION,
  },
  'exception.resolved': {
    tells: 'An exception was resolved by an operator, or has settled by itself.',
    data: exception,
    example: { ...EXCEPTION, state: 'RESOLVED', resolution: { action: 'MATCH', at: '2026-01-15T11:00:00.000Z' } },
  },
  'transaction.reversed-late': {
    tells: 'An operator has reversed a transaction of the partner, whose reversal was refused before.',
    data: reversedLate,
    example: {
      transactionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e70',
      institutionId: 'FI001',
      rrn: '100000000001',
      reversalRrn: '100000000002',
      amount: 100,
      currency: 'USD',
      journalId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71',
    },
  },
  'digital-institution.created': {
    tells: 'A digital institution was onboarded.',
    data: answered('digital', 'DigitalInstitution'),
  },
  'digital-institution.changed': {
    tells: 'A digital institution has moved to another state, or its terms were changed.',
    data: answered('digital', 'DigitalInstitution'),
  },
  'digital-user.created': { tells: 'A user was onboarded.', data: answered('digital', 'DigitalUser') },
  'digital-user.changed': {
    tells: 'A user has moved to another state.',
    data: answered('digital', 'DigitalUser'),
  },
  'digital-account.created': {
    tells: 'A digital asset account was opened.',
    data: answered('digital', 'DigitalAssetAccount'),
  },
  'digital-account.changed': {
    tells: 'A digital asset account has moved to another state, or was changed.',
    data: answered('digital', 'DigitalAssetAccount'),
  },
  'deposit.changed': {
    tells: 'A tokenized deposit was made or has moved on; `data.state` says how far.',
    data: answered('digital', 'TokenizedDeposit'),
  },
  'redemption.changed': {
    tells: 'A token redemption was made or has moved on; `data.state` says how far.',
    data: answered('digital', 'TokenRedemption'),
  },
  'transfer.changed': {
    tells:
      "A transfer was made or has moved on; `data.state` says how far. The payee's partner is told from RESERVED on, in the payee's view.",
    data: answered('digital', 'InterbankTransfer'),
  },
  'loan-application.created': {
    tells: 'An application was submitted.',
    data: answered('lending', 'Application'),
  },
  'loan-application.changed': {
    tells: 'An application has moved on: risk signals, a decision, an offer, an acceptance or a loan.',
    data: answered('lending', 'Application'),
  },
  'loan-decision.recorded': {
    tells: 'An application was approved, declined or referred.',
    data: answered('lending', 'Decision'),
  },
  'loan-offer.created': { tells: 'An offer was made.', data: answered('lending', 'ListedOffer') },
  'loan-offer.accepted': {
    tells: 'An offer was accepted; its siblings are superseded.',
    data: answered('lending', 'ListedOffer'),
  },
  'loan.created': { tells: 'A loan was made; nothing is paid out yet.', data: loan },
  'loan.disbursed': { tells: 'Money of a loan was paid out.', data: loanTransaction },
  'loan.repaid': { tells: 'A loan has received a repayment or prepayment.', data: loanTransaction },
  'loan.settled': { tells: 'A loan was paid off early.', data: loanTransaction },
  'loan.refunded': { tells: 'An overpayment was given back.', data: loanTransaction },
  'loan.reversed': { tells: 'A disbursement or a repayment was reversed.', data: loanTransaction },
  'loan.fee-charged': { tells: 'A fee or penalty was charged.', data: loanTransaction },
  'loan.fee-waived': { tells: 'A fee or penalty was waived.', data: loanTransaction },
  'loan.hardship-changed': { tells: 'A hardship arrangement has begun or ended.', data: loan },
  'loan.restructured': { tells: 'The plan of a loan was changed by a restructure.', data: loan },
  'loan.closed': {
    tells: 'A loan was closed, cancelled or written off, or an operator has charged it off.',
    data: loanTransaction,
  },
  'loan.charged-off': {
    tells: 'A loan is charged off: by an operator, or because it is overdue for so long.',
    data: loan,
  },
  'loan.changed': { tells: 'Terms or contact of a loan were changed.', data: loan },
  'loan.payment-failed': {
    tells: 'The core has refused to move the money of a disbursement or repayment that was pending.',
    data: loanTransaction,
  },
  'loan.status-changed': {
    tells:
      'A loan has another status, sub-status or arrears bucket than before; told as of the end of the day when only time has passed.',
    data: loanStatus,
    example: {
      loanId: '01978a2e-6f00-7000-8000-00000000c0de',
      asOf: '2026-03-05',
      before: { status: 'ACTIVE', bucket: 'CURRENT', daysPastDue: 0 },
      after: { status: 'IN_ARREARS', bucket: '1-30', daysPastDue: 4 },
    },
  },
  'client.created': { tells: 'The partner has a new client.', data: client, example: CLIENT },
  'client.rotated': {
    tells: 'A client of the partner has a new secret; the old one is refused.',
    data: client,
    example: CLIENT,
  },
  'client.deleted': { tells: 'A client of the partner was removed.', data: client, example: CLIENT },
  'webhook.test': {
    tells: 'Asked for to try a webhook. Only that webhook gets it; the feed has it too.',
    data: test,
    example: { webhookId: WEBHOOK_ID, message: 'The webhook works.' },
  },
} as const satisfies Readonly<Record<string, KindOfEvent>>

export type EventKind = keyof typeof EVENT_KINDS

/** The table in its order, with one type for every row. */
export const KINDS_OF_EVENTS: readonly (readonly [kind: EventKind, KindOfEvent])[] = Object.entries<KindOfEvent>(
  EVENT_KINDS,
) as [EventKind, KindOfEvent][]

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[]
