// tillgate seed: writes the sandbox's data once, and optionally any number of accounts for load tests.

import { ConfigError } from '../config-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { seedAccounts } from '../sandbox/bulk-accounts.ts'
import { seedSandbox } from '../sandbox/seed-sandbox.ts'
import type { Database } from '../storage/database.ts'
import { openBusinessClock, prepareSandbox, withStore } from './open-store.ts'
import { startProgress } from './progress.ts'

export interface SeedCommandOptions {
  readonly accounts?: number
  readonly institution: string
}

export async function seed({ accounts, institution }: SeedCommandOptions): Promise<void> {
  await withStore(async (store) => {
    const { database } = store
    const secretBox = await prepareSandbox(store, 'seed')
    const { clock, close } = await openBusinessClock(store)
    try {
      const seeded = await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
      console.log(seeded ? 'the sandbox data is written' : 'the sandbox data was there already')
      if (accounts !== undefined) await seedMany(database, clock, accounts, institution)
    } finally {
      close()
    }
  })
}

async function seedMany(database: Database, clock: Clock, count: number, institutionId: string): Promise<void> {
  const { rowCount } = await database.query('SELECT 1 FROM institutions WHERE institution_id = $1', [institutionId])
  if (rowCount === 0) throw new ConfigError('--institution', `takes the id of an institution; ${institutionId} is none`)
  const progress = startProgress({ label: 'accounts', total: count })
  try {
    const made = await seedAccounts(database, {
      count,
      institutionId,
      clock,
      onProgress: (existing) => progress.update(existing, `${existing} of ${count}`),
    })
    progress.stop()
    console.log(`${made} accounts made; ${institutionId} has its ${count} load-test accounts`)
  } finally {
    progress.stop()
  }
}
