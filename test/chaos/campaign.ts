// A chaos campaign: rounds of random family A orders with retries, beside loans, tokens and an institution on a REST core,
// with one fault per round, checked against models of the books. After every round each acknowledged answer and each
// balance is compared, and at the end `verify` checks everything. Orders, faults and their parameters come from the seed;
// how requests interleave depends on the machine.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { openPglite, openPostgres } from '../../src/platform/storage/open-database.ts'
import { type Command, command, ordersOf } from '../property/commands.ts'
import { OPENINGS, openCourseAccounts } from '../property/course-accounts.ts'
import { balancesOf } from '../support/accounts/account-services.ts'
import { createSandboxStore, type Gateway, pgliteStore, runTillgate, type Store } from '../support/gateways/gateway.ts'
import type { EngineName } from '../support/machine/database.ts'
import { type FaultProxy, startFaultProxy } from '../support/machine/fault-proxy.ts'
import { copyDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { until } from '../support/until.ts'
import { Families } from './families.ts'
import type { Fault, Stage } from './faults.ts'
import { Fleet } from './fleet.ts'
import type { Load } from './loads.ts'
import { Worker } from './worker.ts'

const WORKERS = 8
/** Below an account's daily number of withdrawals, so that a day ending at any moment changes no answer. */
const ORDERS_PER_WORKER = 15
const RRNS_PER_WORKER = 1_000
/** Above the RRNs that a process counts up, which the load of the REST core uses. */
const FIRST_RRN = 1_000_000
const LENDING_ACCOUNTS = 8_000_000_000

export interface CampaignOptions {
  readonly engine: EngineName
  readonly seed: number
  readonly rounds: number
  readonly faults: Readonly<Record<string, Fault>>
  /** How many each worker sends in a round; fewer make it shorter. */
  readonly orders?: number
  /** Runs `verify` after every round: to know in which one something went wrong. */
  readonly verifiesRounds?: boolean
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
  let families: Families | undefined
  try {
    await fleet.start()
    // The embedded engine allows one process.
    if (setup.server === undefined) await fleet.stop()
    await openAccounts(options, setup)
    families = await Families.start(fleet, setup.store)
    await fleet.start()
    await families.openTokens()
    options.report?.('the rounds begin')
    const names = Object.keys(options.faults)
    for (let round = 0; round < options.rounds; round++) {
      // Every fault runs once before one is repeated.
      const name = names[(round + options.seed) % names.length] as string
      await runRound(options, { setup, fleet, families, round, name })
      if (options.verifiesRounds && setup.server !== undefined) await assertBooksRight(setup.store)
    }
    assert.deepEqual(new Set(await fleet.stop()), new Set([0]), 'every gateway stops with 0')
    await families.assertRecordsMatch()
    await assertBooksRight(setup.store)
  } finally {
    await fleet.stop().catch(() => {})
    await families?.close()
    await setup.remove()
  }
}

async function assertBooksRight(store: Store): Promise<void> {
  const verified = await runTillgate(store, ['verify'])
  assert.match(verified.output, /^the books are right/m, verified.output)
  assert.equal(verified.code, 0)
}

interface Round {
  readonly setup: TestSetup
  readonly fleet: Fleet
  readonly families: Families
  readonly round: number
  readonly name: string
}

async function runRound(options: CampaignOptions, { setup, fleet, families, round, name }: Round): Promise<void> {
  const numbers = fc.sample(fc.nat(), { seed: options.seed + round, numRuns: 1_000 })
  const draw = (min: number, max: number) => min + ((numbers.pop() ?? 0) % (max - min + 1))
  // Attempts depend on the machine: what they draw must not change what is planned.
  const chances = fc.sample(fc.nat(), { seed: options.seed - round, numRuns: 500 })
  let drawn = 0
  const drawBelow = (below: number) => (chances[drawn++ % chances.length] as number) % below
  const daysPass = name === 'days pass'
  const workers = Array.from({ length: WORKERS }, (_, index) => {
    const accounts = accountsOf(round, index)
    const commands = commandsOf(options, round * WORKERS + index, name)
    return new Worker({
      accounts,
      planned: ordersOf(commands, accounts, FIRST_RRN + (round * WORKERS + index) * RRNS_PER_WORKER),
      doubled: new Set(commands.keys().filter(() => draw(1, 5) === 1)),
      reverses: !daysPass,
      draw: drawBelow,
      gateways: () => fleet.running(),
      firstGateway: index,
    })
  })
  const lendingAccount = lendingAccountOf(round)
  const beside = await families.loads({ round, seed: options.seed, daysPass, lendingAccount, draw: drawBelow })
  const loads: readonly Load[] = [...workers, beside.lending, beside.tokens, beside.core]
  const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0)
  const answered = () => sum((load) => load.answered)
  let load: 'running' | 'done' | { readonly failure: unknown } = 'running'
  const running = Promise.all(loads.map((one) => one.run())).then(
    () => (load = 'done'),
    (failure: unknown) => (load = { failure }),
  )
  const stage: Stage = {
    ...setup,
    network: setup.network,
    server: setup.server,
    core: families.core,
    coreLoad: beside.core,
    fleet,
    draw,
    answered,
    failed: () => sum((one) => one.failed),
    underLoad: async (condition, what) => {
      await until(() => load !== 'running' || condition(), what)
    },
  }
  const threshold = draw(0, Math.floor(workers.reduce((total, { planned }) => total + planned.length, 0) * 0.6))
  await stage.underLoad(() => answered() >= threshold, 'orders are answered before the fault')
  await options.faults[name]?.(stage)
  const result = await running
  if (typeof result === 'object') throw result.failure

  // The load may have ended before the fault, of which a gateway may be finding out just now.
  for (const gateway of fleet.running()) await untilServing(gateway, lendingAccount, name)
  for (const one of loads) await one.assertKept(fleet.any())
  const counts = [`${answered()} requests answered`, `${stage.failed()} attempts failed`]
  if (setup.network) counts.push(`${setup.network.lost} answers of PostgreSQL lost so far`)
  options.report?.(`round ${round + 1}: ${name}; ${counts.join(', ')}`)
}

async function untilServing(gateway: Gateway, accountId: string, fault: string): Promise<void> {
  let refusal: unknown
  const isServing = async () => {
    refusal = await balancesOf(gateway, accountId).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return refusal === undefined
  }
  await until(isServing, () => {
    const [uncaught = 'no uncaught error'] = /^.*"level":"fatal".*$/m.exec(gateway.output()) ?? []
    return `${gateway.url} serves after ${fault}; last it said ${refusal}, with ${uncaught}`
  })
}

/** Holds and the reversal window depend on the day, so rounds in which days pass leave them out. */
function commandsOf({ seed, orders = ORDERS_PER_WORKER }: CampaignOptions, worker: number, fault: string): Command[] {
  const several = fc.array(command, { minLength: orders, maxLength: orders })
  const [commands = []] = fc.sample(several, { seed: seed + worker, numRuns: 1 })
  if (fault !== 'days pass') return commands
  return commands
    .filter(({ kind }) => kind !== 'reverse')
    .map((one) => (one.kind === 'deposit' ? { ...one, free: 1 } : one))
}

function accountsOf(round: number, worker: number): string[] {
  return OPENINGS.map((_, i) => String(7_000_000_000 + (round * WORKERS + worker) * 10 + i))
}

function lendingAccountOf(round: number): string {
  return String(LENDING_ACCOUNTS + round * 10)
}

/** Opens the accounts of all rounds. */
async function openAccounts({ rounds }: CampaignOptions, { store, server }: TestSetup): Promise<void> {
  const database = server === undefined ? openPglite(store.env.DATA_DIR as string) : openPostgres(server.url)
  for (let round = 0; round < rounds; round++) {
    const courses = Array.from({ length: WORKERS }, (_, worker) => accountsOf(round, worker))
    const ofLending = OPENINGS.map((_, i) => String(Number(lendingAccountOf(round)) + i))
    await openCourseAccounts(database, [...courses, ofLending])
  }
  await database.close()
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
    store: {
      engine: 'postgres',
      env: { ...env, ENVIRONMENT: 'sandbox', DATABASE_URL: network.url },
      remove: async () => {},
    },
    server,
    network,
    async remove() {
      await network.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
