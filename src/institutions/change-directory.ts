// A change of partners or clients: one transaction, after which this node reads the directory again, so that it obeys at
// once. The others follow within two seconds.

import type { Clock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { Directory } from './directory.ts'

export interface PartnerServices {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly directory: Pick<Directory, 'reload'>
}

export async function changeDirectory<T>(
  { database, clock, directory }: PartnerServices,
  work: (sql: Sql, nowMs: number) => Promise<T>,
): Promise<T> {
  const result = await database.transaction((sql) => work(sql, clock.now()))
  // The change is made; should this reading fail, the next poll sees it.
  await directory.reload().catch(() => {})
  return result
}
