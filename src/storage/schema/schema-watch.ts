// Notices while serving that another node has migrated the database further than this one may work on.

import type { Sweep } from '../../kernel/sweep.ts'
import type { Database } from '../database.ts'

const EVERY_MS = 1_000

/** None for the embedded engine: no other version can be using it. */
export function schemaWatch(database: Database): Sweep[] {
  if (database.engine === 'pglite') return []
  return [{ name: 'schema-version', everyMs: EVERY_MS, isOwn: true, run: () => database.checkSchema() }]
}
