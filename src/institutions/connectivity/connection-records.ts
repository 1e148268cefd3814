// Connections to cores as they are stored, read and listed. Secrets are never part of a record; it only says whether they
// are set.

import type { Environment } from '../../kernel/environment.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { StoredCoreType } from '../core-types.ts'
import { institutionProblem } from '../institution-problems.ts'

/**
 *   DRAFT     not tested as it is
 *   TESTED    the last test passed
 *   ACTIVE    in use; one per institution and environment
 *   INACTIVE  was in use
 */
export const CONNECTION_STATUSES = ['DRAFT', 'TESTED', 'ACTIVE', 'INACTIVE'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

export interface ConnectionTest {
  readonly at: string
  readonly status: 'PASSED' | 'FAILED'
  readonly latencyMs: number
  readonly message: string
}

export interface ConnectionRecord extends RecordFields {
  readonly institutionId: string
  readonly environment: Environment
  readonly coreType: StoredCoreType
  readonly name: string
  readonly baseUrl: string | null
  readonly host: string | null
  readonly port: number | null
  readonly userNameSet: boolean
  readonly passwordSet: boolean
  readonly adminPasswordSet: boolean
  readonly timeoutMs: number
  readonly maxConnections: number
  readonly circuitBreaker: { readonly failureRate: number; readonly openMs: number }
  readonly lastTest: ConnectionTest | null
  readonly status: ConnectionStatus
}

export interface ConnectionFilter {
  /** A part of the name, the URL or the host, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly environment?: readonly Environment[] | undefined
  readonly coreType?: readonly StoredCoreType[] | undefined
  readonly status?: readonly ConnectionStatus[] | undefined
}

interface ConnectionRow extends RecordRow {
  id: string
  institution_id: string
  environment: Environment
  core_type: StoredCoreType
  name: string
  base_url: string | null
  host: string | null
  port: number | null
  user_name_set: boolean
  password_set: boolean
  admin_password_set: boolean
  timeout_ms: number
  max_connections: number
  breaker_failure_rate: number
  breaker_open_ms: number
  status: ConnectionStatus
  tested_at: Date | null
  test_status: 'PASSED' | 'FAILED' | null
  test_latency_ms: number | null
  test_message: string | null
}

export const CONNECTION_SORTS = {
  institutionId: 'c.institution_id',
  environment: 'c.environment',
  coreType: 'c.core_type',
  name: 'c.name',
  status: 'c.status',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
}

export const CONNECTIONS: RecordKind<ConnectionRecord, ConnectionFilter, ConnectionRow> = {
  resource: 'core-connectivity',
  table: 'core_connections c',
  id: 'c.id',
  order: 'c.created_at DESC, c.id',
  sorts: CONNECTION_SORTS,
  select: () => `
    SELECT c.id, c.version, c.created_at, c.updated_at, c.created_by, c.updated_by, c.institution_id, c.environment,
           c.core_type, c.name, c.base_url, c.host, c.port, c.user_name_sealed IS NOT NULL AS user_name_set,
           c.password_sealed IS NOT NULL AS password_set, c.admin_password_sealed IS NOT NULL AS admin_password_set,
           c.timeout_ms, c.max_connections, c.breaker_failure_rate, c.breaker_open_ms, c.status, c.tested_at,
           c.test_status, c.test_latency_ms, c.test_message
      FROM core_connections c`,
  // It belongs to an institution, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `c.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, environment, coreType, status }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(c.name ILIKE ${pattern} OR c.base_url ILIKE ${pattern} OR c.host ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `c.institution_id = ${value}`)
    where.addFor(environment, (values) => `c.environment = ANY (${values}::text[])`)
    where.addFor(coreType, (values) => `c.core_type = ANY (${values}::text[])`)
    where.addFor(status, (values) => `c.status = ANY (${values}::text[])`)
  },
  recordsOf: (rows) => rows.map(connectionOf),
  snapshot: (connection) => connection,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('connection-not-found', 'there is no such core connectivity'),
    changed: () => institutionProblem('connection-changed', 'the core connectivity was changed since it was read'),
  },
}

function connectionOf(row: ConnectionRow): ConnectionRecord {
  return {
    ...recordFieldsOf(row.id, row),
    institutionId: row.institution_id,
    environment: row.environment,
    coreType: row.core_type,
    name: row.name,
    baseUrl: row.base_url,
    host: row.host,
    port: row.port,
    userNameSet: row.user_name_set,
    passwordSet: row.password_set,
    adminPasswordSet: row.admin_password_set,
    timeoutMs: row.timeout_ms,
    maxConnections: row.max_connections,
    circuitBreaker: { failureRate: row.breaker_failure_rate, openMs: row.breaker_open_ms },
    lastTest: testOf(row),
    status: row.status,
  }
}

function testOf(row: ConnectionRow): ConnectionTest | null {
  const { tested_at: at, test_status: status } = row
  if (at === null || status === null) return null
  return { at: at.toISOString(), status, latencyMs: row.test_latency_ms ?? 0, message: row.test_message ?? '' }
}
