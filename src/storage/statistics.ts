// The planner's statistics. A server's autovacuum keeps them; PGlite has none, so the process does it there. New
// statistics also make the engine plan its prepared statements again, for tables that have grown since.

import type { Sweep } from '../kernel/sweep.ts'
import type { Database } from './database.ts'

const EVERY_MS = 300_000

export function statisticsSweep(database: Database): Sweep {
  return {
    name: 'refresh-statistics',
    everyMs: EVERY_MS,
    async run() {
      if (database.engine === 'pglite') await database.query('ANALYZE')
    },
  }
}
