// The audit log on the wire: a record, the filter and an example of each.

import { type TSchema, Type } from 'typebox'
import type { AuditFilter } from '../../../../administration/audit/audit-queries.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { freeText, identifier, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import { instant } from '../../daily/instants.ts'

const orNull = (schema: TSchema) => chosen(Type.Union([schema, Type.Null()]))
const sha256 = (description: string) => chosen(Type.String({ description, pattern: '^[0-9a-f]{64}$' }))
const snapshot = (description: string) => chosen(Type.Unknown({ description: `${description}; secrets are hidden` }))

export const auditRecord = Type.Object(
  {
    id: chosen(uuid('The record')),
    position: chosen(Type.Integer({ description: 'Its place in the chain, from 1' })),
    at: chosen(timestamp('When it happened')),
    actorId: orNull(Type.String({ description: 'The user who did it; null when no user was signed in' })),
    actorEmail: orNull(Type.String({ description: 'Their mail id at the time' })),
    action: chosen(Type.String({ description: 'What was done, such as `user.update`' })),
    resource: chosen(Type.String({ description: 'The kind of record it was done to' })),
    resourceId: orNull(Type.String({ description: 'Which one' })),
    before: snapshot('The record as it was, or null'),
    after: snapshot('The record as it became, what else there is to say, or null'),
    outcome: chosen(Type.Enum(['SUCCESS', 'FAILURE'], { description: 'Whether it was done' })),
    ip: orNull(Type.String({ description: 'Where the request came from' })),
    correlationId: orNull(uuid('The request')),
    institutionId: orNull(Type.String({ description: 'Whose record it is; null for the platform itself' })),
    subTenantId: orNull(uuid('Whose record it is within the institution')),
    prevHash: sha256('The hash of the record before; 64 zeros before the first'),
    hash: sha256(
      'SHA-256 of the JSON array [prevHash, position, id, at, actorId, actorEmail, action, resource, resourceId, before, ' +
        'after, outcome, ip, correlationId, institutionId, subTenantId] without white space, `position`, `before` and ' +
        '`after` as JSON in a string',
    ),
  },
  { component: 'AuditRecord' },
)

const moment = (description: string) => instant(description, '2026-01-31T00:00:00.000Z', { maxLength: 40 })

export const auditFilter = Type.Object({
  from: Type.Optional(chosen(moment('From this instant on'))),
  to: Type.Optional(chosen(moment('Before this instant'))),
  actorId: Type.Optional(chosen(freeText('The user who did it'))),
  actorEmail: Type.Optional(chosen(freeText('Their mail id, in any letter case'))),
  action: Type.Optional(chosen(freeText('What was done'))),
  resource: Type.Optional(chosen(freeText('The kind of record'))),
  resourceId: Type.Optional(chosen(freeText('Which record'))),
  outcome: Type.Optional(
    chosen(Type.Enum(['SUCCESS', 'FAILURE'], { description: 'How it ended', expected: 'must be SUCCESS or FAILURE' })),
  ),
  institutionId: Type.Optional(chosen(identifier('Whose records'))),
  correlationId: Type.Optional(chosen(uuid('The request'))),
})

export function filterOf({
  from,
  to,
  ...rest
}: Omit<AuditFilter, 'fromMs' | 'toMs'> & { readonly from?: string; readonly to?: string }): AuditFilter {
  return {
    ...rest,
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(to !== undefined && { toMs: Date.parse(to) }),
  }
}

export const AUDIT_RECORD = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55',
  position: 42,
  at: '2026-01-15T10:00:00.000Z',
  actorId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e01',
  actorEmail: 'admin@sandbox.example',
  action: 'role.update',
  resource: 'role',
  resourceId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e02',
  before: { roleName: 'Desk', isEnabled: true },
  after: { roleName: 'Front desk', isEnabled: true },
  outcome: 'SUCCESS',
  ip: '203.0.113.7',
  correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
  institutionId: null,
  subTenantId: null,
  prevHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
}
