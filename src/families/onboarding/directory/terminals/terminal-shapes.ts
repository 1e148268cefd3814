// Terminals on the wire: what is sent, what comes back, and an example of each.

import { type TSchema, Type } from 'typebox'
import { SERVICES, TERMINAL_STATUSES } from '../../../../administration/institutions/directory.ts'
import {
  TERMINAL_KINDS,
  type TerminalRecord,
} from '../../../../administration/institutions/terminals/terminal-records.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  freeText,
  identifier,
  recordExample,
  recordFields,
  searchText,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'

const MAX_ITEMS = 200
const MAX_COUNT = 1_000_000_000

const kind = Type.Enum([...TERMINAL_KINDS], {
  description: 'What kind of terminal it is',
  expected: `must be one of ${TERMINAL_KINDS.join(', ')}`,
})

const status = Type.Enum([...TERMINAL_STATUSES], {
  description: 'Only an `ACTIVE` terminal is served; others are declined with 120',
  expected: `must be one of ${TERMINAL_STATUSES.join(', ')}`,
})

const currencyCode = Type.Refine(
  Type.String({ description: 'ISO 4217 code', pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code' }),
  isCurrency,
)

const currencies = Type.Array(currencyCode, {
  description: 'Currencies of its cash; cash in others is declined with 181. Empty: any',
  maxItems: MAX_ITEMS,
  expected: `must be at most ${MAX_ITEMS} currency codes`,
})

const service = Type.Enum([...SERVICES], {
  description: 'A service',
  expected: `must be one of ${SERVICES.join(', ')}`,
})

const services = Type.Array(service, {
  description: "What it may be used for; the institution's services unless it has its own",
  maxItems: MAX_ITEMS,
  expected: `must be at most ${MAX_ITEMS} services`,
})

const positive = (description: string) =>
  Type.Number({ description, exclusiveMinimum: 0, expected: 'must be greater than 0' })

const smallestNote = Type.Object(
  { amount: chosen(positive('In major units')), currencyCode: chosen(currencyCode) },
  { description: 'Cash in this currency is paid out in multiples of it; other amounts are declined with 180' },
)

const LIMITS = {
  perTransaction: chosen(positive('The most of one withdrawal')),
  perDay: chosen(positive('The most of a business day')),
  countPerDay: chosen(
    Type.Integer({
      description: 'Withdrawals of a business day',
      minimum: 1,
      maximum: MAX_COUNT,
      expected: `must be a whole number from 1 to ${MAX_COUNT}`,
    }),
  ),
}

const LIMITS_TEXT = {
  description: "Limits on withdrawals in major units of the institution's base currency; absent: no limit",
}

const limits = Type.Object(
  {
    perTransaction: Type.Optional(LIMITS.perTransaction),
    perDay: Type.Optional(LIMITS.perDay),
    countPerDay: Type.Optional(LIMITS.countPerDay),
  },
  LIMITS_TEXT,
)

const sentLimits = Type.Object(
  {
    perTransaction: Type.Optional(orNull(LIMITS.perTransaction)),
    perDay: Type.Optional(orNull(LIMITS.perDay)),
    countPerDay: Type.Optional(orNull(LIMITS.countPerDay)),
  },
  LIMITS_TEXT,
)

const required = {
  acceptorId: chosen(identifier('The card acceptor; not checked')),
  kind: chosen(kind),
  location: chosen(freeText('Where it stands')),
  branchId: chosen(identifier('The branch it belongs to')),
}

/** What a change may clear with null. */
const optional = {
  subTenantId: Type.Optional(chosen(orNull(uuid('The sub-tenant it belongs to')))),
  currencies: Type.Optional(chosen(orNull(currencies))),
  services: Type.Optional(chosen(orNull(services))),
  smallestNote: Type.Optional(chosen(orNull(smallestNote))),
  limits: Type.Optional(chosen(orNull(sentLimits))),
}

export const newTerminal = Type.Object({
  terminalId: chosen(identifier("What channels send as the terminal's id; unique in the institution, and fixed")),
  institutionId: chosen(identifier('The institution it belongs to; fixed')),
  ...required,
  ...optional,
})

export const terminalChange = changeOf(newTerminal, { fixed: ['terminalId', 'institutionId'] })

const oneOf = <Schema extends TSchema>(item: Schema, what: string) =>
  Type.Array(item, {
    description: 'One of these; none is any',
    maxItems: MAX_ITEMS,
    expected: `must be at most ${MAX_ITEMS} ${what}`,
  })

export const terminalFilter = Type.Object({
  search: Type.Optional(
    chosen(searchText('A part of the terminalId, the acceptorId or the location, in any letter case')),
  ),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  subTenantId: Type.Optional(chosen(uuid('The sub-tenant'))),
  branchId: Type.Optional(chosen(identifier('The branch'))),
  kind: Type.Optional(chosen(oneOf(kind, 'kinds'))),
  status: Type.Optional(chosen(oneOf(status, 'statuses'))),
})

export const terminal = Type.Object(
  {
    ...recordFields,
    terminalId: chosen(identifier("What channels send as the terminal's id")),
    institutionId: chosen(identifier('The institution it belongs to')),
    acceptorId: chosen(Type.String({ description: 'The card acceptor' })),
    kind: chosen(kind),
    location: chosen(Type.String({ description: 'Where it stands' })),
    branchId: chosen(Type.String({ description: 'The branch it belongs to' })),
    subTenantId: Type.Optional(chosen(uuid('The sub-tenant it belongs to'))),
    currencies: chosen(currencies),
    services: chosen(services),
    smallestNote: Type.Optional(chosen(smallestNote)),
    limits: Type.Optional(chosen(limits)),
    status: chosen(status),
  },
  { component: 'Terminal' },
)

export function terminalReply({ inheritsServices: _, ...record }: TerminalRecord) {
  return record
}

export const NEW_TERMINAL = {
  terminalId: 'ATM00102',
  institutionId: 'FI002',
  acceptorId: 'ACC000000000102',
  kind: 'ATM',
  location: '7 Harbor Road, Springfield',
  branchId: '101',
  currencies: ['USD'],
  smallestNote: { amount: 20, currencyCode: 'USD' },
  limits: { perTransaction: 500, perDay: 20000 },
}

export const TERMINAL = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71'),
  ...NEW_TERMINAL,
  services: ['LOOKUP', 'BALANCE', 'WITHDRAWAL'],
  status: 'REGISTERED',
}
