// Sandbox only: synthetic data, a clock that can be moved, and the controls for both.

import type { SandboxControls } from '../families/operations/sandbox-controls.ts'
import type { Directory } from '../institutions/directory.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import { closeLedgerDays } from '../ledger/sweeps/ledger-sweeps.ts'
import { readMailbox } from '../sandbox/mailbox.ts'
import { resetSandbox } from '../sandbox/reset-sandbox.ts'
import { advanceSandboxClock, openSandboxClock } from '../sandbox/sandbox-clock.ts'
import { sandboxCredentials } from '../sandbox/sandbox-credentials.ts'
import { seedSandbox } from '../sandbox/seed-sandbox.ts'
import type { Database } from '../storage/database.ts'

export interface Sandbox {
  readonly clock: Clock
  controls(directory: Directory): SandboxControls
  close(): void
}

export async function openSandbox(database: Database, secretBox: SecretBox): Promise<Sandbox> {
  await database.transaction((sql) => seedSandbox(sql, { clock: systemClock, secretBox }))
  const { clock, close } = await openSandboxClock({ database, base: systemClock })
  const closePassedDays = () => closeLedgerDays({ database, clock })
  return {
    clock,
    controls: (directory) => ({
      reset: () => resetSandbox(database, { clock, secretBox, directory }),
      advanceClock: (step) => advanceSandboxClock(step, { database, clock, directory, closePassedDays }),
      mailbox: (to) => readMailbox(database, to),
      credentials: () => sandboxCredentials(),
    }),
    close,
  }
}
