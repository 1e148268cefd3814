// Every kind of event: what it tells, and the shape of its data. Webhooks and feeds filter by these names; the AsyncAPI document lists
// them. A kind is listed here when something stores it.

import { type Static, type TSchema, Type } from 'typebox'

interface KindOfEvent {
  /** When it is stored. */
  readonly tells: string
  readonly data: TSchema
  readonly example: object
}

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

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[]
