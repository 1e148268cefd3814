// What an idle gateway costs its PostgreSQL: the server's processor time without requests, as a share of one core. On
// Debian's server when it is installed, because it compiles expensive plans and the npm binaries cannot.

import { setTimeout as delay } from 'node:timers/promises'
import { findStockPostgres } from '../../test/support/machine/stock-postgres.ts'
import { busySecondsOfChildren } from '../figures/process-usage.ts'
import { startWorkers } from './server-process.ts'
import { openTestBed, prepareStore } from './test-bed.ts'

/** Until the first sweeps have run and their plans are made. */
const SETTLE_MS = 15_000
const MEASURED_MS = 60_000

export interface Idle {
  /** Share of one core. */
  readonly percent: number
  readonly server: string
}

export async function measureIdle(accounts: number, workers = 1): Promise<Idle> {
  const programs = findStockPostgres()
  const bed = await openTestBed({}, programs)
  try {
    await prepareStore(bed.postgres, accounts)
    const gateway = await startWorkers(workers, bed.postgres, { folder: bed.folder })
    try {
      await delay(SETTLE_MS)
      const beforeSeconds = busySecondsOfChildren(bed.server.pid)
      await delay(MEASURED_MS)
      const seconds = busySecondsOfChildren(bed.server.pid) - beforeSeconds
      const kind = programs === undefined ? 'npm, without JIT' : 'Debian, with JIT'
      return { percent: (seconds / (MEASURED_MS / 1000)) * 100, server: `${bed.server.version} (${kind})` }
    } finally {
      await gateway.stop()
    }
  } finally {
    await bed.close()
  }
}
