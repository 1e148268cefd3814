// A change of what the directory holds: one transaction, after which every node reloads the directory. The caller is
// answered when all nodes have, so that its next call sees the change on any node.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { Directory } from './directory.ts'
import { DIRECTORY_TOPIC } from './directory-store.ts'

export interface PartnerServices {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly directory: Pick<Directory, 'reload'>
}

/** What a change of the directory needs. */
export type DirectoryServices = Omit<PartnerServices, 'secretBox'>

export async function changeDirectory<T>(
  { database, clock, directory }: DirectoryServices,
  work: (sql: Sql, nowMs: number) => Promise<T>,
): Promise<T> {
  const result = await database.transaction((sql) => work(sql, clock.now()))
  // This node reloads without waiting for the announcement. If that fails, the announcement causes another reload.
  await directory.reload().catch(() => {})
  await database.changes.confirm(DIRECTORY_TOPIC)
  return result
}
