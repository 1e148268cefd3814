// tillgate reset: the sandbox as on day one, like POST /sandbox/reset, for when no gateway runs.

import { MovableClock, systemClock } from '../kernel/clock.ts'
import { checkMasterKey } from '../master-key.ts'
import { resetSandbox } from '../sandbox/reset-sandbox.ts'
import { migrate } from '../storage/migrate.ts'
import { requireSandbox, secretBoxOf, withStore } from './open-store.ts'

export async function reset(): Promise<void> {
  await withStore(async ({ config, database }) => {
    requireSandbox(config, 'reset')
    await migrate(database)
    const secretBox = secretBoxOf(config)
    await resetSandbox(database, { clock: new MovableClock(systemClock), secretBox })
    // The data is new, and so may be its key: a sandbox whose key was lost is mended this way.
    await checkMasterKey(database, secretBox)
    console.log('the sandbox is as on day one')
  })
}
