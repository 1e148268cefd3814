// tillgate reset: puts the sandbox back to day one, like POST /sandbox/reset, while no gateway is running.

import { MovableClock, systemClock } from '../kernel/clock.ts'
import { resetSandbox } from '../sandbox/reset-sandbox.ts'
import { prepareSandbox, withStore } from './open-store.ts'

export async function reset(): Promise<void> {
  await withStore(async (store) => {
    const secretBox = await prepareSandbox(store, 'reset')
    await resetSandbox(store.database, {
      clock: new MovableClock(systemClock),
      secretBox,
      actor: { userId: 'cli' },
    })
    console.log('the sandbox is as on day one')
  })
}
