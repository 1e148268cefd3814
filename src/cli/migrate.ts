// tillgate migrate: migrates the schema without starting the gateway, which also migrates when it starts.

import { migrate } from '../storage/migrate.ts'
import { withStore } from './open-store.ts'

export async function migrateStore(): Promise<void> {
  await withStore(async ({ database }) => {
    const applied = await migrate(database)
    for (const name of applied) console.log(`applied ${name}`)
    if (applied.length === 0) console.log('the schema is up to date')
  })
}
