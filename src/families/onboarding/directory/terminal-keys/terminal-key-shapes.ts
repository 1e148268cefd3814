// Terminal keys on the wire: what is sent, what comes back, and an example of each.

import { type TSchema, Type } from 'typebox'
import { KEY_ALGORITHMS } from '../../../../administration/institutions/terminal-keys/key-material.ts'
import {
  KEY_STATUSES,
  KEY_TYPES,
  type TerminalKeyRecord,
} from '../../../../administration/institutions/terminal-keys/terminal-key-records.ts'
import type { KeyWithSecret } from '../../../../administration/institutions/terminal-keys/terminal-keys.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import {
  identifier,
  recordExample,
  recordFields,
  searchText,
  timestamp,
} from '../../../../edge/resource/record-shapes.ts'

const MAX_ITEMS = 200
const MASK = '********'

const keyType = Type.Enum([...KEY_TYPES], {
  description: '`APP`: of the application; `TMK`, `TPK`, `TAK`: master, PIN and authentication key',
  expected: `must be one of ${KEY_TYPES.join(', ')}`,
})

const algorithm = Type.Enum([...KEY_ALGORITHMS], {
  description: '`HMAC_SHA256` for `APP` keys only',
  expected: `must be one of ${KEY_ALGORITHMS.join(', ')}`,
})

const status = Type.Enum([...KEY_STATUSES], {
  description: '`ROTATING`: replaced, and valid for 24 hours more. A key past `expiresAt` is `EXPIRED`',
  expected: `must be one of ${KEY_STATUSES.join(', ')}`,
})

export const newTerminalKey = Type.Object({
  terminalId: chosen(identifier('The terminal')),
  institutionId: chosen(identifier('The institution of the terminal')),
  keyType: chosen(keyType),
  algorithm: Type.Optional(chosen(algorithm)),
})

const oneOf = <Schema extends TSchema>(item: Schema, what: string) =>
  Type.Array(item, {
    description: 'One of these; none is any',
    maxItems: MAX_ITEMS,
    expected: `must be at most ${MAX_ITEMS} ${what}`,
  })

export const terminalKeyFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the terminalId or of the check value'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  terminalId: Type.Optional(chosen(identifier('The terminal'))),
  keyType: Type.Optional(chosen(oneOf(keyType, 'types'))),
  algorithm: Type.Optional(chosen(oneOf(algorithm, 'algorithms'))),
  status: Type.Optional(chosen(oneOf(status, 'statuses'))),
})

const fields = {
  ...recordFields,
  terminalId: chosen(identifier('The terminal')),
  institutionId: chosen(identifier('The institution of the terminal')),
  keyType: chosen(keyType),
  algorithm: chosen(algorithm),
  kcv: chosen(Type.String({ description: 'Check value: 6 hex digits of the MAC of 16 zero bytes, AES-CMAC or HMAC' })),
  keyVersion: chosen(Type.Integer({ description: 'Counts the keys of this type of the terminal, from 1' })),
  validFrom: chosen(timestamp('When it was made')),
  expiresAt: chosen(timestamp('Its end: a year later, or 24 hours after it was replaced')),
  lastUsedAt: Type.Optional(chosen(timestamp('When it was last used'))),
  status: chosen(status),
  appKeySet: chosen(Type.Boolean({ description: 'Whether there is a key: true' })),
}

export const terminalKey = Type.Object(
  { ...fields, appKey: chosen(Type.String({ description: `Always ${MASK}: the key cannot be read` })) },
  { component: 'TerminalKey' },
)

export const terminalKeyWithSecret = Type.Object(
  { ...fields, appKey: chosen(Type.String({ description: 'The key, base64 of 32 bytes; shown this once' })) },
  { component: 'TerminalKeyWithSecret' },
)

export function terminalKeyReply({ subTenantId: _, ...record }: TerminalKeyRecord) {
  return { ...record, appKey: MASK, appKeySet: true }
}

export function secretReply({ appKey, ...record }: KeyWithSecret) {
  return { ...terminalKeyReply(record), appKey }
}

export const NEW_KEY = { terminalId: 'ATM00102', institutionId: 'FI002', keyType: 'TMK' }

export const KEY = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81'),
  ...NEW_KEY,
  algorithm: 'AES256',
  kcv: '4e2f1b',
  keyVersion: 1,
  validFrom: '2026-01-15T10:00:00.000Z',
  expiresAt: '2027-01-15T10:00:00.000Z',
  status: 'PENDING',
  appKeySet: true,
  appKey: MASK,
}

export const SHOWN_KEY = 'kq8Yw0m3Q5dV7rB2xT9uJ4nE6hL1sC8aF0gP3zN5yMo='
