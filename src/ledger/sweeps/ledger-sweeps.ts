// The ledger's periodic work: the sweeps that jobs/periodic.ts runs, and the steps that close a business day.

import { addDays, type Clock } from '../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'
import { foldGeneralLedger } from './fold-general-ledger.ts'
import { findDueDates, type InstitutionDay, releaseHolds, releaseHoldsOf } from './release-holds.ts'

export interface LedgerSweepOptions {
  readonly database: Database
  readonly clock: Clock
  institutions(): Iterable<InstitutionDay>
}

export function ledgerSweeps(options: LedgerSweepOptions): Sweep[] {
  const { database } = options
  return [
    { name: 'fold-general-ledger', everyMs: 5_000, run: () => foldGeneralLedger(database) },
    // Closing a day releases what falls due; this releases holds that were already due when they were placed.
    { name: 'release-holds', everyMs: 60_000, run: () => releaseHolds(options) },
  ]
}

/** What the ledger does at the end of a day. */
export function ledgerClosingSteps({
  database,
  clock,
}: Pick<LedgerSweepOptions, 'database' | 'clock'>): readonly ClosingStep[] {
  return [
    {
      name: 'HOLDS',
      // Once a date is closed the next one has begun, so the holds due on that one are released.
      run: (institutionId, date) => releaseHoldsOf(institutionId, addDays(date, 1), { database, clock }),
      async daysWithWork(institutionId, first, last) {
        const due = await findDueDates(database, institutionId, addDays(last, 1))
        return due.map((date) => (date <= first ? first : addDays(date, -1)))
      },
    },
    // Folding does not depend on dates: it runs once, at the end.
    { name: 'GENERAL_LEDGER', run: () => foldGeneralLedger(database), daysWithWork: async () => [] },
  ]
}
