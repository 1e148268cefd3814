// Stops on the wire.

import { Type } from 'typebox'
import { SERVICES, TERMINAL_KINDS } from '../../../../administration/institutions/directory.ts'
import { STOP_STATES } from '../../../../administration/institutions/stops/stop-records.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import {
  freeText,
  identifier,
  recordExample,
  recordFields,
  timestamp,
  uuid,
  version,
} from '../../../../edge/resource/record-shapes.ts'
import { instant } from '../instants.ts'

const optional = <Schema extends Parameters<typeof chosen>[0]>(schema: Schema) => Type.Optional(chosen(schema))

const services = Type.Array(Type.Enum([...SERVICES], { expected: `must be one of ${SERVICES.join(', ')}` }), {
  description: 'Services of account services; none: all that move money, movements of tokens and disbursements too',
  maxItems: SERVICES.length,
  uniqueItems: true,
  expected: `must be different ones of ${SERVICES.join(', ')}`,
})

/** What may be stopped: all that are named must fit an order. */
const what = {
  institutionId: optional(identifier('Orders at this institution; of tokens, it is on either side')),
  partnerId: optional(identifier('Orders of this partner')),
  clientId: optional(identifier('Orders of this client')),
  terminalId: optional(identifier('Orders at this terminal')),
  terminalKind: optional(
    Type.Enum([...TERMINAL_KINDS], {
      description: 'Orders at terminals of this kind',
      expected: `must be one of ${TERMINAL_KINDS.join(', ')}`,
    }),
  ),
  services: optional(services),
  bin: optional(
    Type.String({
      description: 'Orders with cards whose number begins so',
      pattern: '^[0-9]{6,8}$',
      expected: 'must be 6 to 8 digits',
    }),
  ),
  currencyCode: optional(
    Type.String({
      description: 'Orders in this currency',
      pattern: '^[A-Z]{3}$',
      expected: 'must be an ISO 4217 code',
    }),
  ),
  amountOver: optional(
    Type.Number({
      description: 'Orders of more than this; needs `currencyCode`',
      minimum: 0,
      expected: 'must be a number that is not negative',
    }),
  ),
  payerInstitutionId: optional(uuid('Movements of tokens from this institution of digital banking')),
  payeeInstitutionId: optional(uuid('Movements of tokens to this institution of digital banking')),
}

const reason = freeText('Why')
const expiresAt = instant('When it ends by itself; at most 30 days from now', '2026-01-16T10:00:00Z')

export const newStop = Type.Object({
  ...what,
  reason: chosen(reason),
  note: optional(freeText('What people should know')),
  expiresAt: optional(expiresAt),
})

export const stopChange = Type.Object({ version, expiresAt: chosen(expiresAt) })

export const stopFilter = Type.Object({
  institutionId: optional(identifier('The institution that it names')),
  partnerId: optional(identifier('The partner that it names')),
  state: optional(
    anyOf(
      Type.Enum([...STOP_STATES], { expected: `must be one of ${STOP_STATES.join(', ')}` }),
      STOP_STATES.length,
      'States',
    ),
  ),
})

export const stoppedOrders = Type.Object(what)

export const stop = Type.Object(
  {
    ...recordFields,
    ...what,
    services: chosen(services),
    reason: chosen(Type.String({ description: 'Why' })),
    note: optional(Type.String({ description: 'What people should know' })),
    expiresAt: chosen(timestamp('When it ends by itself')),
    state: chosen(Type.Enum([...STOP_STATES], { description: 'Orders are declined while it is `ACTIVE`' })),
    liftReason: optional(Type.String({ description: 'Why it was lifted' })),
    liftedAt: optional(timestamp('When it was lifted')),
  },
  { component: 'Stop' },
)

export const NEW_STOP = {
  institutionId: 'FI001',
  services: ['WITHDRAWAL' as const],
  terminalKind: 'ATM' as const,
  reason: 'Cash machines pay out twice',
}

export const STOP = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f20'),
  ...NEW_STOP,
  expiresAt: '2026-01-16T10:00:00.000Z',
  state: 'ACTIVE',
}
