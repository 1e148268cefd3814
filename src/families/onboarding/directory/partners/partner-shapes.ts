// Partners and clients on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import type { ClientWithSecret } from '../../../../administration/institutions/clients/clients.ts'
import { API_FAMILIES, CLIENT_FAMILIES } from '../../../../administration/institutions/partners/api-families.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordName,
  recordOf,
  searchText,
  timestamp,
} from '../../../../edge/resource/record-shapes.ts'
import { networksOf } from '../../../../platform/kernel/networks.ts'
import { instant } from '../../daily/instants.ts'

const MAX_ITEMS = 200
const MAX_PER_SECOND = 1_000_000

const apiFamily = Type.Enum([...API_FAMILIES], {
  description: 'An API family',
  expected: `must be one of ${API_FAMILIES.join(', ')}`,
})

const families = chosen(
  Type.Array(apiFamily, {
    description: 'API families',
    minItems: 1,
    maxItems: API_FAMILIES.length,
    expected: `must be 1 to ${API_FAMILIES.length} families`,
  }),
)

const clientFamily = Type.Enum([...CLIENT_FAMILIES], {
  description: 'An API family; `events` reads all of the feed of the partner',
  expected: `must be one of ${CLIENT_FAMILIES.join(', ')}`,
})

export const clientFamilies = chosen(
  Type.Array(clientFamily, {
    description: 'API families; of the feed it reads what these cover',
    minItems: 1,
    maxItems: CLIENT_FAMILIES.length,
    expected: `must be 1 to ${CLIENT_FAMILIES.length} families`,
  }),
)

const operations = chosen(
  Type.Array(identifier('An operation id'), {
    description: 'Operations that may be called, of the families: for `accounts` the operation ids of its document',
    maxItems: MAX_ITEMS,
    expected: `must be at most ${MAX_ITEMS} operation ids`,
  }),
)

const institutionIds = chosen(
  Type.Array(identifier('An institution'), {
    description: 'Institutions it works for',
    minItems: 1,
    maxItems: MAX_ITEMS,
    expected: `must be 1 to ${MAX_ITEMS} institution ids`,
  }),
)

const clientIdPolicy = chosen(
  Type.Boolean({ description: 'Off: `partnerId` alone identifies the partner, without a client secret' }),
)

const rateLimit = chosen(
  Type.Union(
    [
      Type.Object({
        perSecond: Type.Integer({ minimum: 1, maximum: MAX_PER_SECOND }),
      }),
      Type.Null(),
    ],
    {
      description: 'Requests a second; null is no limit',
      expected: `must be null or hold perSecond, a whole number from 1 to ${MAX_PER_SECOND}`,
    },
  ),
)

export const newPartner = Type.Object({
  partnerId: chosen(identifier('What the partner sends as `partnerId`; it stays as it is')),
  name: chosen(recordName('The name of the partner')),
  families: Type.Optional(families),
  operations: Type.Optional(operations),
  institutionIds,
  clientIdPolicy: Type.Optional(clientIdPolicy),
  rateLimit: Type.Optional(rateLimit),
})

export const partnerChange = changeOf(newPartner, { fixed: ['partnerId'] })

export const partnerFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the partnerId or the name'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it may call' }))),
  family: Type.Optional(chosen(apiFamily)),
  institutionId: Type.Optional(chosen(identifier('An institution it works for'))),
})

const MAX_ADDRESSES = 50
const RANGE = 'must be a range of addresses such as 192.0.2.0/24, or 192.0.2.7/32 for one address'

export const clientAddresses = chosen(
  Type.Array(
    Type.Refine(
      Type.String({ description: 'A range of IPv4 or IPv6 addresses (CIDR)', maxLength: 49, expected: RANGE }),
      (text) => networksOf([text]) !== undefined,
    ),
    {
      description: 'Where it may call from; empty is anywhere',
      maxItems: MAX_ADDRESSES,
      expected: `must be at most ${MAX_ADDRESSES} ranges of addresses`,
    },
  ),
)

const clientFields = {
  clientId: chosen(identifier('What the client sends as its id')),
  families: clientFamilies,
  expiresAt: chosen(Type.Union([timestamp('From then on it is refused'), Type.Null()])),
  oldSecretUntil: chosen(
    Type.Union([timestamp('Until then its secret from before the last rotation is taken too'), Type.Null()]),
  ),
  addresses: clientAddresses,
  lastUsedAt: chosen(Type.Union([timestamp('To half a minute'), Type.Null()])),
  isActive: chosen(Type.Boolean({ description: 'Whether it may call' })),
}

export const clientShape = Type.Object(clientFields, { component: 'Client' })

export const partner = recordOf(newPartner, {
  component: 'Partner',
  shown: {
    partnerId: 'What the partner sends as `partnerId`',
    institutionIds: Type.Array(identifier('An institution'), {
      description: 'Institutions it works for; a partner of digital banking alone may have none',
    }),
    isActive: Type.Boolean({ description: 'Whether it may call' }),
    clients: Type.Array(clientShape),
  },
})

export const clientWithSecret = Type.Object(
  { ...clientFields, client_secret: chosen(Type.String({ description: 'Shown this once' })) },
  { component: 'ClientWithSecret' },
)

export function withSecret({ secret, ...client }: ClientWithSecret) {
  return { ...client, client_secret: secret }
}

export const expiresAt = instant('From then on the client is refused', '2027-01-31T00:00:00.000Z')

export const CLIENT = {
  clientId: 'harbor-atm',
  families: ['accounts'],
  expiresAt: '2027-01-31T00:00:00.000Z',
  oldSecretUntil: null,
  addresses: ['192.0.2.0/24'],
  lastUsedAt: null,
  isActive: true,
}

export const PARTNER = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'),
  partnerId: 'HARBOR-ATM',
  name: 'Harbor cash machines',
  families: ['accounts'],
  operations: ['BalanceInquiry', 'Debits', 'DebitsReverse'],
  institutionIds: ['FI002'],
  clientIdPolicy: true,
  rateLimit: { perSecond: 50 },
  isActive: true,
  clients: [CLIENT],
}
