// tillgate reset: puts the sandbox back to day one, like POST /sandbox/reset, while no gateway is running.

import { MovableClock } from '../../../platform/kernel/time/clock.ts'
import { DatabaseClock } from '../../../platform/storage/database-clock.ts'
import { resetSandbox } from '../../../sandbox/reset-sandbox.ts'
import { type OpenedStore, withSandbox } from '../open-store.ts'
import type { Shell } from '../shell.ts'

export interface ResetCommandOptions {
  readonly confirm?: string
}

export async function reset({ confirm }: ResetCommandOptions, shell: Shell): Promise<void> {
  const work = async ({ database, secretBox }: OpenedStore) => {
    const base = await DatabaseClock.open(database)
    try {
      await resetSandbox(database, { clock: new MovableClock(base), secretBox, actor: { userId: 'cli' } })
    } finally {
      base.close()
    }
    shell.print('the sandbox is as on day one')
  }
  await withSandbox({ name: 'reset', confirm }, work, shell.env)
}
