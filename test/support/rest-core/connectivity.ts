// Connects an institution of a store to a REST core, past administration, and reads the store beside a gateway.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PASSWORD_CONTEXT,
  USER_NAME_CONTEXT,
} from '../../../src/administration/institutions/connectivity/connection-secrets.ts'
import { DIRECTORY_TOPIC } from '../../../src/administration/institutions/directory-store.ts'
import { parseMasterKeys, SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { openPglite, openPostgres } from '../../../src/platform/storage/open-database.ts'
import { MASTER_KEY, type Store } from '../gateways/gateway.ts'

export interface Connectivity {
  readonly institutionId?: string
  readonly url: URL
  readonly timeoutMs?: number
  readonly breakerFailureRate?: number
  readonly breakerOpenMs?: number
  readonly credentials?: { readonly userName: string; readonly password: string }
}

/** Resolves when every gateway on the store uses the change. */
export async function connectRestCore(store: Store, connectivity: Connectivity): Promise<void> {
  const { institutionId = 'FI001', url, credentials } = connectivity
  const { timeoutMs = 10_000, breakerFailureRate = 50, breakerOpenMs = 5_000 } = connectivity
  const box = new SecretBox(parseMasterKeys(readFileSync(join(store.env.DATA_DIR ?? '', MASTER_KEY), 'utf8')))
  const [userName, password] =
    credentials === undefined
      ? [null, null]
      : [box.seal(credentials.userName, USER_NAME_CONTEXT), box.seal(credentials.password, PASSWORD_CONTEXT)]
  await inStore(store, async (database) => {
    await database.query(
      `INSERT INTO core_connections (institution_id, environment, status, core_type, name, base_url, timeout_ms,
                                     breaker_failure_rate, breaker_open_ms, user_name_sealed, password_sealed)
       VALUES ($1, 'sandbox', 'ACTIVE', 'REST', 'REST core', $2, $3, $4, $5, $6, $7)
       ON CONFLICT (institution_id, environment) WHERE status = 'ACTIVE' DO UPDATE
          SET core_type = 'REST', base_url = $2, timeout_ms = $3, breaker_failure_rate = $4, breaker_open_ms = $5,
              user_name_sealed = $6, password_sealed = $7`,
      [institutionId, url.href, timeoutMs, breakerFailureRate, breakerOpenMs, userName, password],
    )
    await database.changes.confirm(DIRECTORY_TOPIC)
  })
}

/** Opens the store; a store of the embedded engine only while no gateway runs on it. */
export async function inStore<T>(store: Store, work: (database: Database) => Promise<T>): Promise<T> {
  const { DATA_DIR = '', DATABASE_URL = '' } = store.env
  const database = store.engine === 'pglite' ? openPglite(DATA_DIR) : openPostgres(DATABASE_URL)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
