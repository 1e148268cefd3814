// A chaos campaign: rounds of random family A orders with retries, one fault per round, checked against a model of the
// books. After every round each acknowledged answer and each balance is compared, and at the end `verify` checks
// everything. Orders, faults and their parameters come from the seed; how requests interleave depends on the machine.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { openPglite, openPostgres } from '../../src/storage/open-database.ts'
import { type Command, command, ordersOf } from '../property/commands.ts'
import { OPENINGS, openCourseAccounts } from '../property/course-accounts.ts'
import { createSandboxStore, pgliteStore, runTillgate, type Store } from '../support/gateways/gateway.ts'
import type { EngineName } from '../support/machine/database.ts'
import { type FaultProxy, startFaultProxy } from '../support/machine/fault-proxy.ts'
import { copyDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { until } from '../support/until.ts'
import type { Fault, Stage } from './faults.ts'
import { Fleet } from './fleet.ts'
import { Worker } from './worker.ts'

const WORKERS = 8
/** Below an account's daily number of withdrawals, so that a day ending at any moment changes no answer. */
const ORDERS_PER_WORKER = 15
const RRNS_PER_WORKER = 1_000

export interface CampaignOptions {
  readonly engine: EngineName
  readonly seed: number
  readonly rounds: number
  readonly faults: Readonly<Record<string, Fault>>
  report?(line: string): void
}

interface TestSetup {
  readonly store: Store
  readonly server?: PostgresServer
  readonly network?: FaultProxy
  remove(): Promise<void>
}

export async function runCampaign(options: CampaignOptions): Promise<void> {
  const setup = options.engine === 'postgres' ? await postgresSetup() : await pgliteSetup()
  const fleet = new Fleet(setup.store, options.engine === 'postgres' ? 2 : 1)
  try {
    await openAccounts(options, setup, fleet)
    const names = Object.keys(options.faults)
    for (let round = 0; round < options.rounds; round++) {
      // Every fault runs once before one is repeated.
      const name = names[(round + options.seed) % names.length] as string
      await runRound(options, { setup, fleet, round, name })
    }
    assert.deepEqual(new Set(await fleet.stop()), new Set([0]), 'every gateway stops with 0')
    const verified = await runTillgate(setup.store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
    assert.equal(verified.code, 0)
  } finally {
    await fleet.stop().catch(() => {})
    await setup.remove()
  }
}

interface Round {
  readonly setup: TestSetup
  readonly fleet: Fleet
  readonly round: number
  readonly name: string
}

async function runRound(options: CampaignOptions, { setup, fleet, round, name }: Round): Promise<void> {
  const numbers = fc.sample(fc.nat(), { seed: options.seed + round, numRuns: 1_000 })
  const draw = (min: number, max: number) => min + ((numbers.pop() ?? 0) % (max - min + 1))
  const workers = Array.from({ length: WORKERS }, (_, index) => {
    const accounts = accountsOf(round, index)
    const commands = commandsOf(options.seed + round * WORKERS + index, name)
    return new Worker({
      accounts,
      planned: ordersOf(commands, accounts, (round * WORKERS + index) * RRNS_PER_WORKER + 1),
      doubled: new Set(commands.keys().filter(() => draw(1, 5) === 1)),
      gateways: () => fleet.running(),
      firstGateway: index,
    })
  })
  const sum = (of: (worker: Worker) => number) => workers.reduce((total, worker) => total + of(worker), 0)
  const answered = () => sum((worker) => worker.answered)
  let load: 'running' | 'done' | { readonly failure: unknown } = 'running'
  const running = Promise.all(workers.map((worker) => worker.run())).then(
    () => (load = 'done'),
    (failure: unknown) => (load = { failure }),
  )
  const stage: Stage = {
    ...setup,
    network: setup.network,
    server: setup.server,
    fleet,
    draw,
    answered,
    failed: () => sum((worker) => worker.failed),
    underLoad: async (condition, what) => {
      await until(() => load !== 'running' || condition(), what)
    },
  }
  const threshold = draw(0, Math.floor(sum((worker) => worker.planned.length) * 0.6))
  await stage.underLoad(() => answered() >= threshold, 'orders are answered before the fault')
  await options.faults[name]?.(stage)
  const result = await running
  if (typeof result === 'object') throw result.failure

  for (const worker of workers) await worker.assertKept(fleet.any())
  const counts = [`${answered()} orders answered`, `${stage.failed()} attempts failed`]
  if (setup.network) counts.push(`${setup.network.lost} answers of PostgreSQL lost so far`)
  options.report?.(`round ${round + 1}: ${name}; ${counts.join(', ')}`)
}

/** Holds and the reversal window depend on the day, so rounds in which days pass leave them out. */
function commandsOf(seed: number, fault: string): Command[] {
  const [commands = []] = fc.sample(fc.array(command, { minLength: ORDERS_PER_WORKER, maxLength: ORDERS_PER_WORKER }), {
    seed,
    numRuns: 1,
  })
  if (fault !== 'days pass') return commands
  return commands
    .filter(({ kind }) => kind !== 'reverse')
    .map((one) => (one.kind === 'deposit' ? { ...one, free: 1 } : one))
}

function accountsOf(round: number, worker: number): string[] {
  return OPENINGS.map((_, i) => String(7_000_000_000 + (round * WORKERS + worker) * 10 + i))
}

/** Opens the accounts of all rounds while the gateways are stopped: the embedded engine allows one process. */
async function openAccounts({ rounds }: CampaignOptions, { store, server }: TestSetup, fleet: Fleet): Promise<void> {
  await fleet.start()
  if (server === undefined) await fleet.stop()
  const database = server === undefined ? openPglite(store.env.DATA_DIR as string) : openPostgres(server.url)
  for (let round = 0; round < rounds; round++) {
    await openCourseAccounts(
      database,
      Array.from({ length: WORKERS }, (_, worker) => accountsOf(round, worker)),
    )
  }
  await database.close()
  await fleet.start()
}

async function pgliteSetup(): Promise<TestSetup> {
  const store = await createSandboxStore('pglite')
  return { store, remove: store.remove }
}

/** A separate server, as durable as in production, behind its own fault proxy. */
async function postgresSetup(): Promise<TestSetup> {
  const server = await startPostgres()
  const network = await startFaultProxy(server.url)
  const directory = copyDirectory(undefined)
  const { env } = pgliteStore(directory)
  return {
    store: { engine: 'postgres', env: { ...env, DATABASE_URL: network.url }, remove: async () => {} },
    server,
    network,
    async remove() {
      await network.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
