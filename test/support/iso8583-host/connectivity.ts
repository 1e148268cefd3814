// Connects an institution to a host that speaks ISO 8583, past administration.

import { DIRECTORY_TOPIC } from '../../../src/administration/institutions/directory-store.ts'
import type { Database } from '../../../src/platform/storage/database.ts'

export interface HostConnectivity {
  readonly port: number
  readonly timeoutMs: number
  /** Of 1987 unless said. */
  readonly dialect?: 'iso87-ascii' | 'iso93-binary'
  readonly breakerFailureRate?: number
  readonly breakerOpenMs?: number
}

/** As if it had been so for an hour: younger orders than a change may have gone to the core before it. */
export async function connectHost(database: Database, connectivity: HostConnectivity): Promise<void> {
  const { port, timeoutMs, dialect = 'iso87-ascii', breakerFailureRate = 50, breakerOpenMs = 5_000 } = connectivity
  await database.query(
    `INSERT INTO core_connections (institution_id, environment, status, core_type, name, host, port, iso8583, timeout_ms,
                                   breaker_failure_rate, breaker_open_ms, updated_at)
     VALUES ('FI001', 'sandbox', 'ACTIVE', 'ISO8583', 'Host', '127.0.0.1', $1, $2, $3, $4, $5, now() - interval '1 hour')
     ON CONFLICT (institution_id, environment) WHERE status = 'ACTIVE' DO UPDATE
        SET core_type = excluded.core_type, host = excluded.host, port = excluded.port, iso8583 = excluded.iso8583,
            timeout_ms = excluded.timeout_ms, breaker_failure_rate = excluded.breaker_failure_rate,
            breaker_open_ms = excluded.breaker_open_ms, updated_at = excluded.updated_at`,
    [port, JSON.stringify({ dialect }), timeoutMs, breakerFailureRate, breakerOpenMs],
  )
  await database.changes.confirm(DIRECTORY_TOPIC)
}
