// The clock of business dates for a command: the sandbox can move it.

import { type Clock, systemClock } from '../kernel/clock.ts'
import { openSandboxClock } from '../sandbox/sandbox-clock.ts'
import type { Store } from './open-store.ts'

export async function openBusinessClock({ config, database }: Store): Promise<{ clock: Clock; close(): void }> {
  if (config.environment !== 'sandbox') return { clock: systemClock, close: () => {} }
  return openSandboxClock({ database, base: systemClock })
}
