// tillgate reset: the sandbox as on day one, like POST /sandbox/reset, for when no gateway runs.

import { MovableClock, systemClock } from '../kernel/clock.ts'
import { resetSandbox } from '../sandbox/reset-sandbox.ts'
import { migrate } from '../storage/migrate.ts'
import { requireSandbox, secretBoxOf, withStore } from './open-store.ts'

export async function reset(): Promise<void> {
  await withStore(async ({ config, database }) => {
    requireSandbox(config, 'reset')
    await migrate(database)
    await resetSandbox(database, { clock: new MovableClock(systemClock), secretBox: secretBoxOf(config) })
    console.log('the sandbox is as on day one')
  })
}
