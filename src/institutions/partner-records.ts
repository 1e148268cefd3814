// Partners and their clients as records that people keep, and how they are read. Secrets are never part of a record:
// only the hash of one is stored, and it stays in the database.

import { isUuid } from '../kernel/ids.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Sql } from '../storage/database.ts'
import { anywhere, type ListPage, type PageRequest } from '../storage/list-query.ts'
import type { ApiFamily } from './api-families.ts'
import { institutionProblem } from './institution-problems.ts'

export interface ClientRecord {
  readonly clientId: string
  readonly families: readonly ApiFamily[]
  readonly expiresAt: string | null
  /** To half a minute: the gateways write it down now and then. */
  readonly lastUsedAt: string | null
  readonly isActive: boolean
}

export interface PartnerRecord {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
  readonly updatedBy: string
  readonly partnerId: string
  readonly name: string
  readonly families: readonly ApiFamily[]
  readonly operations: readonly string[]
  readonly institutionIds: readonly string[]
  /** Off: the partner is identified by partnerId alone, without a client secret. */
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

interface PartnerRow {
  id: string
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
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
  families: ApiFamily[]
  expires_at: Date | null
  last_used_at: Date | null
  is_active: boolean
}

const COLUMNS = `id, version, created_at, updated_at, created_by, updated_by, partner_id, name, families, operations,
  institution_ids, client_id_policy, rate_per_second, is_active`

/**
 * A partner belongs to an institution when it works for no other. Partners belong to no sub-tenant, so whoever is
 * confined to one sees none. $1 is the institution, $2 the sub-tenant.
 */
const IN_SCOPE = '($1::text IS NULL OR institution_ids = ARRAY[$1::text]) AND $2::text IS NULL'

function scopeValues(scope: Scope): (string | null)[] {
  return [scope.institutionId ?? null, scope.subTenantId ?? null]
}

/** The partner, or a Problem `not-found` when there is none within the scope. With `lock` it stays as it is until the end of the transaction. */
export async function readPartner(
  sql: Sql,
  scope: Scope,
  id: string,
  options: { readonly lock?: boolean } = {},
): Promise<PartnerRecord> {
  if (!isUuid(id)) throw noSuchPartner()
  const { rows } = await sql.query<PartnerRow>(
    `SELECT ${COLUMNS} FROM partners WHERE ${IN_SCOPE} AND id = $3 ${options.lock === true ? 'FOR UPDATE' : ''}`,
    [...scopeValues(scope), id],
  )
  const [record] = await withClients(sql, rows)
  if (record === undefined) throw noSuchPartner()
  return record
}

function noSuchPartner(): Problem {
  return institutionProblem('partner-not-found', 'there is no such partner')
}

/** One page, newest first, and how many there are in all. */
export async function listPartners(
  sql: Sql,
  scope: Scope,
  filter: PartnerFilter,
  { page, size }: PageRequest,
): Promise<ListPage<PartnerRecord>> {
  const matching = `${IN_SCOPE}
    AND ($3::text IS NULL OR partner_id ILIKE $3 OR name ILIKE $3)
    AND ($4::boolean IS NULL OR is_active = $4)
    AND ($5::text IS NULL OR $5 = ANY (families))
    AND ($6::text IS NULL OR $6 = ANY (institution_ids))`
  const values = [
    ...scopeValues(scope),
    filter.search === undefined ? null : anywhere(filter.search),
    filter.isActive ?? null,
    filter.family ?? null,
    filter.institutionId ?? null,
  ]
  const counted = await sql.query<{ total: bigint }>(`SELECT count(*) AS total FROM partners WHERE ${matching}`, values)
  const { rows } = await sql.query<PartnerRow>(
    `SELECT ${COLUMNS} FROM partners WHERE ${matching}
      ORDER BY created_at DESC, partner_id LIMIT $7 OFFSET $8`,
    [...values, size, (page - 1) * size],
  )
  return { items: await withClients(sql, rows), total: Number(counted.rows[0]?.total ?? 0n) }
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
    id: row.id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
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

/** The institution whose audit log a partner's changes belong to; those of a shared partner are the platform's. */
export function ownerOf(partner: PartnerRecord | undefined): { institutionId?: string } {
  const [institutionId, another] = partner?.institutionIds ?? []
  return institutionId !== undefined && another === undefined ? { institutionId } : {}
}
