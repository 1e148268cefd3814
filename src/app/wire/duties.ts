// Work beside requests: refreshes, the end of the day, and every periodic sweep.

import { ClientUsage } from '../../administration/institutions/clients/client-usage.ts'
import { Refreshes } from '../../families/operations/refresh/refreshes.ts'
import { ledgerClosingSteps, ledgerSweeps } from '../../ledger/sweeps/ledger-sweeps.ts'
import { EndOfDay } from '../../oversight/business-days/end-of-day.ts'
import { sweepsOnDuty } from '../../platform/jobs/periodic.ts'
import { engineUpkeep } from '../../platform/storage/embedded/engine-upkeep.ts'
import { schemaSweep, watchSchema } from '../../platform/storage/schema/schema-watch.ts'
import type { Administration } from './rooms/administration.ts'
import type { Business } from './rooms/business.ts'
import { seedSweep } from './seed-by-commands.ts'
import type { StartedWith } from './started-with.ts'
import type { Store } from './store.ts'
import type { Watching } from './watching/watching.ts'

export type Duties = Awaited<ReturnType<typeof openDuties>>

export async function openDuties(
  { database, logger, wiring, runSweeps, link }: StartedWith,
  { clock, realClock, directory, loanCatalogue, rollups, entryIndex }: Store,
  { rules, bank, seed, seeded }: Business,
  administration: Administration,
  { metrics }: Watching,
) {
  const refreshes = await wiring.open('refreshes', Refreshes.open, {
    database,
    clock: realClock,
    rules: rules.book,
    seenRefreshes: rules.seenRefreshes,
    caches: [
      { name: 'directory', refresh: () => Promise.all([directory.reload(), loanCatalogue.reload()]) },
      ...administration.caches,
    ],
    log: logger,
  })
  const isSeeded = (await seeded) ?? true
  const clientUsage = wiring.make(ClientUsage, database)
  const endOfDay = wiring.make(EndOfDay, {
    database,
    clock,
    closesDays: () => !realClock.state().isIntolerable,
    // The totals of the day are complete before it is shown as closed.
    steps: [...bank.closingSteps, ...ledgerClosingSteps({ database, clock }), rollups.closingStep()],
  })
  watchSchema(database)
  const sweeps = wiring.open(
    'sweeps',
    link === undefined ? runSweeps : sweepsOnDuty(link.duties, runSweeps),
    [
      ...ledgerSweeps({ database, clock, institutions: () => directory.institutions() }),
      ...bank.sweeps,
      rollups.sweep(),
      entryIndex.sweep(),
      endOfDay.sweep(),
      ...administration.sweeps,
      clientUsage.sweep(),
      ...engineUpkeep(database),
      ...schemaSweep(database),
      ...(isSeeded ? [] : [seedSweep(seed)]),
    ],
    { clock, log: logger, observer: metrics.sweeps },
  )
  return { refreshes, clientUsage, endOfDay, sweeps }
}
