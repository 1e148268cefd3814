// Sandbox only: synthetic data, a clock that can be moved, and the controls for both.

import type { Directory } from '../../../administration/institutions/directory.ts'
import type { SandboxControls } from '../../../families/operations/sandbox-controls.ts'
import type { LoanCatalogue } from '../../../loans/products/loan-catalogue.ts'
import type { EndOfDay } from '../../../oversight/business-days/end-of-day.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { placeNewInstitutions } from '../../../platform/storage/distribution/placement.ts'
import { readMailbox } from '../../../sandbox/mailbox.ts'
import { resetSandbox } from '../../../sandbox/reset-sandbox.ts'
import { advanceSandboxClock, openSandboxClock } from '../../../sandbox/sandbox-clock.ts'
import { sandboxCredentials } from '../../../sandbox/sandbox-credentials.ts'
import { seedSandbox } from '../../../sandbox/seeding/seed-sandbox.ts'

export interface Sandbox {
  readonly clock: Clock
  controls(parts: ControlledParts): SandboxControls
  close(): void
}

export interface ControlledParts {
  readonly directory: Directory
  readonly loanCatalogue: LoanCatalogue
  readonly endOfDay: EndOfDay
  /** Followers of application properties. */
  readonly settings: readonly { reload(): Promise<unknown> }[]
  /** Makes the sandbox's loans and tokens, if they are missing. */
  seedByCommands(): Promise<unknown>
}

export interface SandboxParts {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly realClock: Clock
  readonly log: { warn(details: object, message: string): void }
}

export async function openSandbox({ database, secretBox, realClock, log }: SandboxParts): Promise<Sandbox> {
  const isNew = await database.transaction((sql) => seedSandbox(sql, { clock: realClock, secretBox }))
  if (isNew) await placeNewInstitutions(database, log)
  const { clock, close } = await openSandboxClock({ database, base: realClock })
  return {
    clock,
    controls: ({ directory, loanCatalogue, settings, endOfDay, seedByCommands }) => ({
      reset: ({ samples }) =>
        resetSandbox(database, { clock, secretBox, directory, loanCatalogue, settings, seedByCommands, samples }),
      async advanceClock(step) {
        endOfDay.assertClosesDays()
        return advanceSandboxClock(step, {
          database,
          clock,
          directory,
          closePassedDays: () => endOfDay.closeAllPassedDays(),
        })
      },
      mailbox: (to) => readMailbox(database, to),
      credentials: () => sandboxCredentials(),
    }),
    close,
  }
}
