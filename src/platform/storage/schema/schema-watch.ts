// Notices while serving that another node has migrated the database further than this one may work on.

import { MINUTE_MS } from '../../kernel/time/clock.ts'
import type { Sweep } from '../../kernel/work/sweep.ts'
import { coalesce } from '../broadcast/coalesce.ts'
import type { Database } from '../database.ts'
import { NodeOutdated } from './schema-version.ts'

/** Announced by a trigger (migration announce-schema-changes). */
const TOPIC = 'schema'

/** Follows what is announced, so that an idle node asks nothing. The embedded engine has no other version beside it. */
export function watchSchema(database: Database): void {
  if (database.engine === 'pglite') return
  const check = coalesce(() =>
    database.checkSchema().catch((error: unknown) => {
      // It stays so; there is nothing to retry.
      if (!(error instanceof NodeOutdated)) throw error
    }),
  )
  database.changes.subscribe(TOPIC, { onChange: check, onGap: check, poll: check })
}

/** Shows an outdated node as DOWN. */
export function schemaSweep(database: Database): Sweep[] {
  if (database.engine === 'pglite') return []
  return [{ name: 'schema-version', everyMs: MINUTE_MS, isOwn: true, run: () => database.checkSchema() }]
}
