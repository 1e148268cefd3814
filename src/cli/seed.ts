// tillgate seed: writes the sandbox's data once, and optionally any number of accounts for load tests.

import { ConfigError } from '../config-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { seedAccounts } from '../sandbox/bulk-accounts.ts'
import { seedSandbox } from '../sandbox/seed-sandbox.ts'
import type { Database } from '../storage/database.ts'
import { type OpenedStore, openBusinessClock, withSandbox } from './open-store.ts'
import { startProgress } from './progress.ts'
import type { Shell } from './shell.ts'

export interface SeedCommandOptions {
  readonly accounts?: number
  readonly institution: string
  readonly confirm?: string
}

export async function seed({ accounts, institution, confirm }: SeedCommandOptions, shell: Shell): Promise<void> {
  const work = async (store: OpenedStore) => {
    const { database, secretBox } = store
    const { clock, close } = await openBusinessClock(store)
    try {
      const seeded = await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
      shell.print(seeded ? 'the sandbox data is written' : 'the sandbox data was there already')
      if (accounts !== undefined)
        await seedMany({ database, clock, count: accounts, institutionId: institution }, shell)
    } finally {
      close()
    }
  }
  await withSandbox({ name: 'seed', confirm }, work, shell.env)
}

interface ManyAccounts {
  readonly database: Database
  readonly clock: Clock
  readonly count: number
  readonly institutionId: string
}

async function seedMany({ database, clock, count, institutionId }: ManyAccounts, shell: Shell): Promise<void> {
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
    shell.print(`${made} accounts made; ${institutionId} has its ${count} load-test accounts`)
  } finally {
    progress.stop()
  }
}
