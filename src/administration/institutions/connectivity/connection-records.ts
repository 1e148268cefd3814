// Connections to cores as they are stored, read and listed. Secrets are never part of a record; it only says whether they
// are set.

import type { Environment } from '../../../platform/kernel/environment.ts'
import type { NewEvent } from '../../events/event-outbox.ts'
import { recordKind } from '../../records/column-kind.ts'
import { computed, group, isSet, sorted } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
import type { StoredCoreType } from '../core-types.ts'
import { institutionProblem } from '../institution-problems.ts'
import { type Iso8583Settings, iso8583Settings } from './iso8583-settings.ts'

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
  readonly iso8583: Iso8583Settings | null
  readonly userNameSet: boolean
  readonly passwordSet: boolean
  readonly adminPasswordSet: boolean
  readonly macKeySet: boolean
  readonly clientKeySet: boolean
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

interface TestColumns {
  tested_at: Date | null
  test_status: 'PASSED' | 'FAILED' | null
  test_latency_ms: number | null
  test_message: string | null
}

export const CONNECTIONS = recordKind<ConnectionRecord, ConnectionFilter>({
  resource: 'core-connectivity',
  table: 'core_connections c',
  order: 'c.created_at DESC, c.id',
  columns: {
    institutionId: sorted('institution_id'),
    environment: sorted('environment'),
    coreType: sorted('core_type'),
    name: sorted('name'),
    baseUrl: 'base_url',
    host: 'host',
    port: 'port',
    iso8583: computed<{ iso8583: Iso8583Settings | null }, Iso8583Settings | null>(['iso8583'], ({ iso8583 }) =>
      iso8583 === null ? null : iso8583Settings(iso8583),
    ),
    userNameSet: isSet('user_name_sealed'),
    passwordSet: isSet('password_sealed'),
    adminPasswordSet: isSet('admin_password_sealed'),
    macKeySet: isSet('mac_key_sealed'),
    clientKeySet: isSet('client_key_sealed'),
    timeoutMs: 'timeout_ms',
    maxConnections: 'max_connections',
    circuitBreaker: group<ConnectionRecord['circuitBreaker']>({
      failureRate: 'breaker_failure_rate',
      openMs: 'breaker_open_ms',
    }),
    lastTest: computed<TestColumns, ConnectionTest | null>(
      ['tested_at', 'test_status', 'test_latency_ms', 'test_message'],
      testOf,
    ),
    status: sorted('status'),
  },
  inScope: (scope, parameters) => ofInstitution('c', scope, parameters),
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
  event: connectionEvent,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('connection-not-found', 'there is no such core connectivity'),
    changed: () => institutionProblem('connection-changed', 'the core connectivity was changed since it was read'),
  },
})

/** Only of a connection that is or was in use; partners do not learn where the core is. */
function connectionEvent(
  before: ConnectionRecord | undefined,
  after: ConnectionRecord | undefined,
): NewEvent | undefined {
  if (after === undefined || (before?.status !== 'ACTIVE' && after.status !== 'ACTIVE')) return undefined
  const { id, institutionId, environment, coreType, status, version, updatedAt } = after
  return {
    kind: 'connectivity.changed',
    institutionId,
    resource: `connectivity/${id}`,
    data: { institutionId, environment, coreType, status, version, updatedAt },
  }
}

function testOf(row: TestColumns): ConnectionTest | null {
  const { tested_at: at, test_status: status } = row
  if (at === null || status === null) return null
  return { at: at.toISOString(), status, latencyMs: row.test_latency_ms ?? 0, message: row.test_message ?? '' }
}
