// The work of a server's background processes. PGlite has none, so periodic sweeps do it.

import type { Sweep } from '../../kernel/work/sweep.ts'
import type { Database } from '../database.ts'

const STATISTICS_EVERY_MS = 300_000
const CHECKPOINT_EVERY_MS = 30_000
/** Log since the last checkpoint: it is replayed after a crash, and takes disk space in addition to the data. */
const MAX_LOG_BYTES = 64 * 1024 * 1024

export function engineUpkeep(database: Database, maxLogBytes = MAX_LOG_BYTES): Sweep[] {
  if (database.engine !== 'pglite') return []
  return [
    {
      // New statistics also make the engine plan its prepared statements again, for tables that have grown since.
      name: 'refresh-statistics',
      everyMs: STATISTICS_EVERY_MS,
      async run() {
        await database.query('ANALYZE')
      },
    },
    {
      // Without checkpoints the log grows until the process stops.
      name: 'checkpoint',
      everyMs: CHECKPOINT_EVERY_MS,
      async run() {
        const { rows } = await database.query<{ is_due: boolean }>(
          'SELECT pg_current_wal_insert_lsn() - redo_lsn > $1 AS is_due FROM pg_control_checkpoint()',
          [maxLogBytes],
        )
        if (rows[0]?.is_due) await database.query('CHECKPOINT')
      },
    },
  ]
}
