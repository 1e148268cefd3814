// tillgate distribute: turns the books into distributed ones on PostgreSQL with Citus, and places institutions on workers. Run again
// after a worker or an institution was added.

import { EntryIndex } from '../../../oversight/customers/entries/entry-index.ts'
import { Rollups } from '../../../oversight/transactions/rollups/rollups.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { distribute } from '../../../platform/storage/distribution/distribute.ts'
import { migrateStore, type Store, withStore, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'

export interface DistributeCommand {
  readonly shards: number
  readonly dryRun?: boolean
}

export async function distributeStore({ shards, dryRun = false }: DistributeCommand, shell: Shell): Promise<void> {
  const work = (store: Store) =>
    distribute(store.database, {
      shards,
      dryRun,
      say: (line) => shell.print(line),
      settle: () => countEverything(store.database),
    })
  if (dryRun) return withUnchangedStore(work, shell.env, { isReadOnly: true })
  await withStore(async (store) => {
    await migrateStore(store)
    await work(store)
  }, shell.env)
}

/** What is new is found by transaction ids until here, and by marks from here on. */
export async function countEverything(database: Database): Promise<void> {
  const rollups = new Rollups(database)
  await rollups.catchUp()
  while ((await database.query('SELECT 1 FROM rollup_rebuilds LIMIT 1')).rows.length > 0) await rollups.rebuildQueued()
  const entries = new EntryIndex(database)
  await entries.refresh()
  await entries.addHistory(Number.POSITIVE_INFINITY)
}
