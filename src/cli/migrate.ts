// tillgate migrate: migrates the schema without starting the gateway, which also migrates when it starts.

import { installJobQueue } from '../jobs/job-queue.ts'
import { describeProgress, migrate } from '../storage/schema/migrate.ts'
import { withStore } from './open-store.ts'

export async function migrateStore(): Promise<void> {
  await withStore(async ({ database }) => {
    const applied = await migrate(database, { onProgress: (progress) => console.log(describeProgress(progress)) })
    await installJobQueue(database)
    if (applied.length === 0) console.log('the schema is up to date')
  })
}
