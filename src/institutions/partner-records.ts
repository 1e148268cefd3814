// Partners and their clients as they are stored, read and listed. Secrets are never part of a record: only the hash of one
// is stored, and it stays in the database.

import type { NewEvent } from '../events/event-outbox.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../records/record-kind.ts'
import type { Sql } from '../storage/database.ts'
import type { ApiFamily, ClientFamily } from './api-families.ts'
import { institutionProblem } from './institution-problems.ts'

export interface ClientRecord {
  readonly clientId: string
  readonly families: readonly ClientFamily[]
  readonly expiresAt: string | null
  /** Accurate to half a minute: gateways save it periodically. */
  readonly lastUsedAt: string | null
  readonly isActive: boolean
}

export interface PartnerRecord extends RecordFields {
  readonly partnerId: string
  readonly name: string
  readonly families: readonly ApiFamily[]
  readonly operations: readonly string[]
  readonly institutionIds: readonly string[]
  /** When false, the partner is identified by partnerId alone, without a client secret. */
  readonly clientIdPolicy: boolean
  readonly rateLimit: { readonly perSecond: number } | null
  readonly isActive: boolean
  readonly clients: readonly ClientRecord[]
}

export interface PartnerFilter {
  /** A part of the partnerId or of the name, in any letter case. */
  readonly search?: string | undefined
  readonly isActive?: boolean | undefined
  readonly family?: ApiFamily | undefined
  readonly institutionId?: string | undefined
}

interface PartnerRow extends RecordRow {
  id: string
  partner_id: string
  name: string
  families: ApiFamily[]
  operations: string[]
  institution_ids: string[]
  client_id_policy: boolean
  rate_per_second: number | null
  is_active: boolean
}

interface ClientRow {
  client_id: string
  partner_id: string
  families: ClientFamily[]
  expires_at: Date | null
  last_used_at: Date | null
  is_active: boolean
}

export const PARTNERS: RecordKind<PartnerRecord, PartnerFilter, PartnerRow> = {
  resource: 'partner',
  table: 'partners p',
  id: 'p.id',
  order: 'p.created_at DESC, p.partner_id',
  select: () => `
    SELECT p.id, p.version, p.created_at, p.updated_at, p.created_by, p.updated_by, p.partner_id, p.name, p.families,
           p.operations, p.institution_ids, p.client_id_policy, p.rate_per_second, p.is_active
      FROM partners p`,
  // A partner belongs to an institution when it works for no other, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `p.institution_ids = ARRAY[${parameters.add(institutionId)}::text]`
  },
  matching({ search, isActive, family, institutionId }, _reader, where) {
    where.addSearch(search, (pattern) => `(p.partner_id ILIKE ${pattern} OR p.name ILIKE ${pattern})`)
    where.addFor(isActive, (value) => `p.is_active = ${value}`)
    where.addFor(family, (value) => `${value} = ANY (p.families)`)
    where.addFor(institutionId, (value) => `${value} = ANY (p.institution_ids)`)
  },
  recordsOf: (rows, sql) => withClients(sql, rows),
  snapshot: (partner) => partner,
  // The feed of a partner goes with it.
  event: (before, after) => (before && after ? partnerChanged(after) : undefined),
  // Changes of a partner that several institutions share are audited under the platform.
  ownerOf({ institutionIds: [institutionId, another] }) {
    return institutionId !== undefined && another === undefined ? { institutionId } : {}
  },
  refusals: {
    notFound: () => institutionProblem('partner-not-found', 'there is no such partner'),
    changed: () => institutionProblem('partner-changed', 'the partner was changed since it was read'),
  },
}

function partnerChanged(partner: PartnerRecord): NewEvent {
  const { partnerId, name, families, operations, institutionIds, rateLimit, isActive, version, updatedAt } = partner
  return {
    kind: 'partner.changed',
    partnerId,
    resource: `partner/${partnerId}`,
    data: { partnerId, name, families, operations, institutionIds, rateLimit, isActive, version, updatedAt },
  }
}

async function withClients(sql: Sql, partners: readonly PartnerRow[]): Promise<PartnerRecord[]> {
  if (partners.length === 0) return []
  const { rows } = await sql.query<ClientRow>(
    `SELECT client_id, partner_id, families, expires_at, last_used_at, is_active
       FROM clients LEFT JOIN client_usage USING (client_id)
      WHERE partner_id = ANY ($1)
      ORDER BY created_at, client_id`,
    [partners.map((partner) => partner.partner_id)],
  )
  const clients = Map.groupBy(rows, (row) => row.partner_id)
  return partners.map((row) => partnerOf(row, clients.get(row.partner_id) ?? []))
}

function partnerOf(row: PartnerRow, clients: readonly ClientRow[]): PartnerRecord {
  return {
    ...recordFieldsOf(row.id, row),
    partnerId: row.partner_id,
    name: row.name,
    families: row.families,
    operations: row.operations,
    institutionIds: row.institution_ids,
    clientIdPolicy: row.client_id_policy,
    rateLimit: row.rate_per_second === null ? null : { perSecond: row.rate_per_second },
    isActive: row.is_active,
    clients: clients.map(clientOf),
  }
}

function clientOf(row: ClientRow): ClientRecord {
  return {
    clientId: row.client_id,
    families: row.families,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isActive: row.is_active,
  }
}
