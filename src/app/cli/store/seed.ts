// tillgate seed: writes the sandbox's data once, and optionally any number of accounts for load tests.

import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { placeNewInstitutions } from '../../../platform/storage/distribution/placement.ts'
import { seedAccounts } from '../../../sandbox/bulk-accounts.ts'
import { seedSandbox } from '../../../sandbox/seeding/seed-sandbox.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, openBusinessClock, withSandbox } from '../open-store.ts'
import { startProgress } from '../prompts/progress.ts'
import type { Shell } from '../shell.ts'

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
      if (seeded) await placeNewInstitutions(database, { warn: (_, message) => shell.printError(message) })
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
