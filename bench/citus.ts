// Distributed books against the same on one server: withdrawals, whose batches go straight to a worker, and repayments with an
// idempotency key, which the coordinator commits in two phases. `--citus` names the coordinator; its workers must run on
// this machine, because their processor time is what is compared.

import { join } from 'node:path'
import { createOnCluster, removeFromCluster, serverPids } from '../test/support/machine/citus.ts'
import type { Subject } from './figures/measure.ts'
import type { BenchOptions } from './options.ts'
import { openLoans } from './servers/loans.ts'
import { runTillgate, type Store, startGateway } from './servers/server-process.ts'
import { openStore, prepareStore, type TestBed } from './servers/test-bed.ts'

const SHARDS = '4'

interface Surroundings {
  readonly bed: TestBed
  readonly options: BenchOptions
  readonly cleanup: AsyncDisposableStack
  say(step: string, text: string): void
}

export interface CitusBench {
  /** To be measured round by round. */
  readonly subjects: readonly Subject[]
  readonly stores: ReadonlyMap<string, Store>
}

export async function citusSubjects({ bed, options, cleanup, say }: Surroundings): Promise<CitusBench> {
  const { citus: coordinator = '', accounts } = options
  const databasePids = await serverPids(coordinator)
  const name = `tillgate_bench_${process.pid}`
  await createOnCluster(coordinator, name, '')
  cleanup.defer(() => removeFromCluster(coordinator, name))
  await createOnCluster(coordinator, `${name}_one`, '')
  cleanup.defer(() => removeFromCluster(coordinator, `${name}_one`))

  const subjects: Subject[] = []
  const stores = new Map<string, Store>()
  for (const [kind, database] of [
    ['one server', `${name}_one`],
    ['distributed', name],
  ] as const) {
    const url = new URL(coordinator)
    url.pathname = `/${database}`
    const store: Store = {
      name: kind,
      env: { ENVIRONMENT: 'sandbox', DATABASE_URL: url.href, DATA_DIR: join(bed.folder, database) },
    }
    if (kind === 'distributed') await runTillgate(store, 'distribute', '--shards', SHARDS)
    await prepareStore(store, accounts)
    const books = openStore(store)
    cleanup.defer(() => books.close())
    const gateway = await startGateway(kind.replace(' ', '-'), store, { folder: bed.folder })
    cleanup.defer(() => gateway.stop())
    const loans = await openLoans(gateway, options.loans)
    say('prepare', `${kind}: ${accounts} accounts, ${loans.length} loans, ${databasePids.length} servers`)
    const common = { servers: [gateway], books, databasePids }
    subjects.push({ ...common, name: `withdrawals, ${kind}`, pattern: 'withdrawals' })
    subjects.push({ ...common, name: `repayments, ${kind}`, pattern: 'repayments', loans })
    stores.set(kind, store)
  }
  return { subjects, stores }
}
