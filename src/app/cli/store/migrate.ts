// tillgate migrate: migrates the schema without starting the gateway, which also migrates when it starts.

import { installJobQueue } from '../../../platform/jobs/job-queue.ts'
import { describeProgress } from '../../../platform/storage/schema/migrate.ts'
import { migrateStore, withStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'

export async function migrateDatabase(shell: Shell): Promise<void> {
  await withStore(async (store) => {
    const applied = await migrateStore(store, { onProgress: (progress) => shell.print(describeProgress(progress)) })
    await installJobQueue(store.database)
    if (applied.length === 0) shell.print('the schema is up to date')
  }, shell.env)
}
