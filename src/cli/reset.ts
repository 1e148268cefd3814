// tillgate reset: puts the sandbox back to day one, like POST /sandbox/reset, while no gateway is running.

import { MovableClock, systemClock } from '../kernel/clock.ts'
import { resetSandbox } from '../sandbox/reset-sandbox.ts'
import { type OpenedStore, withSandbox } from './open-store.ts'
import type { Shell } from './shell.ts'

export interface ResetCommandOptions {
  readonly confirm?: string
}

export async function reset({ confirm }: ResetCommandOptions, shell: Shell): Promise<void> {
  const work = async ({ database, secretBox }: OpenedStore) => {
    await resetSandbox(database, {
      clock: new MovableClock(systemClock),
      secretBox,
      actor: { userId: 'cli' },
    })
    shell.print('the sandbox is as on day one')
  }
  await withSandbox({ name: 'reset', confirm }, work, shell.env)
}
