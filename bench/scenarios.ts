// What is measured, and in which order. Runs that are compared are interleaved round by round, so that other load on
// the machine affects all of them alike.

import type { Database } from '../src/platform/storage/database.ts'
import { citusSubjects } from './citus.ts'
import { evmSubjects } from './digital/evm-subjects.ts'
import { transferSubjects } from './digital/transfer-subjects.ts'
import { findDoublePostings } from './double-posting.ts'
import { measureEvents } from './events.ts'
import { Measurements, type Subject } from './figures/measure.ts'
import { type Figures, OPEN_LOOP_PERCENTS, runLine } from './figures/report.ts'
import { median } from './figures/statistics.ts'
import { codecLine, connectExampleHost, measureCodec } from './iso8583.ts'
import { openLargestLoan, startNeighbour } from './lending/lending-neighbour.ts'
import type { LoadGenerator } from './load/load.ts'
import type { BenchOptions } from './options.ts'
import { measureRules, ruleLine } from './rules.ts'
import { measureSchedules, scheduleLine } from './schedules.ts'
import { writeHistory } from './servers/history.ts'
import { type Idle, measureIdle } from './servers/idle.ts'
import { openLoans } from './servers/loans.ts'
import { PGBENCH_CLIENTS, type PgbenchRun, pgbenchMissing, preparePgbench, runPgbench } from './servers/pgbench.ts'
import {
  runTillgate,
  type ServerProcess,
  type Store,
  startBare,
  startCeiling,
  startGateway,
  startWorkers,
} from './servers/server-process.ts'
import { measureStartUp } from './servers/startup.ts'
import { openStore, prepareStore, type TestBed, withStore } from './servers/test-bed.ts'

/** Workers behind one port, compared with a single process. */
const WORKERS = 2

export interface Bench {
  readonly bed: TestBed
  readonly options: BenchOptions
  readonly generator: LoadGenerator
  /** Disposed in reverse order when the bench ends, also on failure. */
  readonly cleanup: AsyncDisposableStack
  say(step: string, text: string): void
}

export interface Outcome extends Figures {
  /** Lost, duplicate or declined answers, and books that are wrong. A bench with faults proves nothing. */
  readonly faults: readonly string[]
}

export async function runScenarios(bench: Bench): Promise<Outcome> {
  const { bed, options, say } = bench
  const { subjects, rounds } = options
  const startUp = subjects.has('startup') ? await measureStartUp(bed.folder, Math.min(3, rounds)) : undefined
  if (startUp !== undefined) {
    say('startup', `first ${startUp.firstRunMs.toFixed(0)} ms, existing data ${startUp.existingDataMs.toFixed(0)} ms`)
  }

  const idle = subjects.has('idle') ? await measureIdle(options.accounts) : undefined
  if (idle !== undefined) say('idle', idleLine(idle))
  const idleWorkers =
    subjects.has('idle') && subjects.has('workers') ? await measureIdle(options.accounts, WORKERS) : undefined
  if (idleWorkers !== undefined) say(`idle, ${WORKERS} workers`, idleLine(idleWorkers))

  const rules = subjects.has('rules') ? await measureRules(rounds) : undefined
  if (rules !== undefined) say('rules', ruleLine(rules))

  const schedules = subjects.has('schedules') ? measureSchedules(rounds) : undefined
  if (schedules !== undefined) say('schedules', scheduleLine(schedules))

  const codec = subjects.has('iso8583') ? await measureCodec(rounds) : undefined
  if (codec !== undefined) say('iso8583', codecLine(codec))

  const measurements = new Measurements(bench.generator, options, bed)
  measurements.faults.push(...(rules?.faults ?? []))
  const stores = await prepareStores(bench)
  const withPgbench = subjects.has('pgbench') && (await readyPgbench(bench))
  const books = openBooks(bench, bed.postgres)
  const cast = await startServers(bench, stores, books)
  if (subjects.has('repayments')) {
    measurements.loans = await openLoans(cast.gateway, options.loans)
    say('prepare', `${options.loans} loans disbursed`)
  }
  const compared = [...cast.subjects]
  if (subjects.has('digital')) compared.push(...(await transferSubjects(cast.gateway, books, options, say)))
  const onChain = stores.get('evm')
  if (onChain !== undefined) compared.push(...(await evmSubjects(bench, onChain)))
  if (subjects.has('citus')) {
    const distributed = await citusSubjects(bench)
    compared.push(...distributed.subjects)
    for (const [name, store] of distributed.stores) stores.set(name, store)
  }
  for (const subject of compared) {
    say(`warm-up ${subject.name}`, `${subject.servers.map((server) => server.url).join(', ')}`)
    await measurements.warmUp(subject)
  }

  const pgbench: PgbenchRun[] = []
  for (let round = 1; round <= rounds; round++) {
    const label = (name: string) => `${round}/${rounds} ${name}`
    for (const subject of compared) say(label(subject.name), runLine(await measurements.measure(subject)))
    for (const clients of withPgbench ? PGBENCH_CLIENTS : []) {
      const run = await runPgbench(bed.server, clients, options.seconds)
      pgbench.push(run)
      say(label('pgbench'), `${Math.round(run.perSecond)}/s with ${clients} clients`.padStart(9))
    }
  }
  if (subjects.has('open-loop')) await measureOpenLoop(bench, measurements, cast.gateway, books)
  const deliveries = subjects.has('events') ? await measureEvents(bench, measurements, cast.gateway, books) : undefined
  if (subjects.has('beside-lending')) await measureBeside(bench, measurements, cast.gateway, books)
  for (const subject of cast.singles) say(subject.name, runLine(await measurements.measure(subject)))
  if (cast.pair !== undefined) {
    const doubled = await findDoublePostings(cast.pair, books, measurements.newRun())
    say('double posting', doubled.length === 0 ? 'every RRN sent to both gateways was posted once' : doubled.join('; '))
    measurements.faults.push(...doubled)
  }

  for (const server of new Set([...cast.servers, ...compared.flatMap((subject) => subject.servers)]))
    await server.stop()
  if (subjects.has('pglite')) await withStore(bed.pglite, (pglite) => measurements.countLater(pglite))
  await verifyBooks(bench, stores, measurements.faults)
  const { measured, faults } = measurements
  const workersStartMs = cast.workers?.startedInMs
  return { measured, pgbench, startUp, idle, idleWorkers, workersStartMs, rules, schedules, codec, deliveries, faults }
}

function idleLine({ percent, server }: Idle): string {
  return `${percent.toFixed(2)} % of a core in PostgreSQL ${server}`
}

/** Withdrawals that arrive at a part of the rate that was just measured; round by round. */
async function measureOpenLoop(
  { options, say }: Bench,
  measurements: Measurements,
  gateway: ServerProcess,
  books: Database,
): Promise<void> {
  const capacity = median(
    measurements.measured.filter(({ name }) => name === 'withdrawals').map(({ perSecond }) => perSecond),
  )
  for (let round = 1; round <= options.rounds; round++) {
    for (const percent of OPEN_LOOP_PERCENTS) {
      const perSecond = Math.round((capacity * percent) / 100)
      const name = `open loop, ${percent} %`
      const subject: Subject = { name, servers: [gateway], pattern: 'withdrawals', perSecond, books }
      say(`${round}/${options.rounds} ${name}`, runLine(await measurements.measure(subject)))
    }
  }
}

/** Balance inquiries alone, and beside a lending client that asks for as much as it can; round by round. */
async function measureBeside(
  { options, say }: Bench,
  measurements: Measurements,
  gateway: ServerProcess,
  books: Database,
): Promise<void> {
  const subject = (name: string): Subject => ({ name, servers: [gateway], pattern: 'balances', books })
  const loanId = await openLargestLoan(gateway)
  await measurements.warmUp(subject('quiet'))
  for (let round = 1; round <= options.rounds; round++) {
    say(`${round}/${options.rounds} quiet`, runLine(await measurements.measure(subject('quiet'))))
    const neighbour = startNeighbour(gateway, loanId)
    const line = runLine(await measurements.measure(subject('beside lending')))
    const statuses = [...(await neighbour.stop())].map(([status, count]) => `${count} × ${status || 'abandoned'}`)
    say(`${round}/${options.rounds} beside lending`, `${line}  lending: ${statuses.join(', ')}`)
  }
}

/** Creates and fills the stores that this bench needs. */
async function prepareStores({ bed, options, cleanup, say }: Bench): Promise<Map<string, Store>> {
  const { accounts, subjects, history } = options
  await prepareStore(bed.postgres, accounts)
  say('prepare', `PostgreSQL ${bed.server.version} with ${accounts} accounts`)
  const stores = new Map<string, Store>([['postgres', bed.postgres]])
  if (subjects.has('pglite')) {
    await prepareStore(bed.pglite, accounts)
    say('prepare', `PGlite with ${accounts} accounts`)
    stores.set('pglite', bed.pglite)
  }
  if (subjects.has('history')) {
    const store = await bed.copyPostgresStore('history')
    await writeHistory(store, {
      count: history,
      accounts,
      onProgress: (written) => say('prepare', `${written} of ${history} past transactions`),
    })
    stores.set('history', store)
  }
  if (subjects.has('evm')) stores.set('evm', await bed.copyPostgresStore('evm'))
  if (subjects.has('iso8583')) {
    const store = await bed.copyPostgresStore('iso8583')
    await connectExampleHost(store, accounts, cleanup)
    stores.set('iso8583', store)
  }
  return stores
}

async function readyPgbench({ bed, options, say }: Bench): Promise<boolean> {
  const missing = pgbenchMissing()
  if (missing !== undefined) {
    say('pgbench', missing)
    return false
  }
  await preparePgbench(bed.server, options.scale, bed.createDatabase)
  say('prepare', `pgbench at scale ${options.scale}`)
  return true
}

interface StartedServers {
  /** The one on PostgreSQL. */
  readonly gateway: ServerProcess
  /** Measured in every round, in this order. */
  readonly subjects: readonly Subject[]
  /** Measured once. */
  readonly singles: readonly Subject[]
  /** Two gateways on one database, when both run. */
  readonly pair: readonly ServerProcess[] | undefined
  /** One gateway of several workers. */
  readonly workers: ServerProcess | undefined
  readonly servers: readonly ServerProcess[]
}

async function startServers(
  bench: Bench,
  stores: ReadonlyMap<string, Store>,
  books: Database,
): Promise<StartedServers> {
  const { bed, options, cleanup } = bench
  const asked = options.subjects
  const servers: ServerProcess[] = []
  const started = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    servers.push(server)
    cleanup.defer(() => server.stop())
    return server
  }
  const { folder } = bed
  const pattern = 'withdrawals'
  const gateway = await started(startGateway('gateway', bed.postgres, { folder }))

  const subjects: Subject[] = []
  for (const kind of ['http', 'fastify'] as const) {
    const name = `bare-${kind}` as const
    if (!asked.has(name)) continue
    subjects.push({ name, servers: [await started(startBare(kind, bed.postgres, { folder }))], pattern })
  }
  if (asked.has('ceiling')) {
    const ceiling = await started(startCeiling('ceiling', bed.postgres, { folder }))
    subjects.push({ name: 'ceiling', servers: [ceiling], pattern })
  }
  if (asked.has('withdrawals')) subjects.push({ name: 'withdrawals', servers: [gateway], pattern, books })
  if (asked.has('repayments')) subjects.push({ name: 'repayments', servers: [gateway], pattern: 'repayments', books })
  let pair: ServerProcess[] | undefined
  if (asked.has('two-gateways')) {
    pair = [gateway, await started(startGateway('second-gateway', bed.postgres, { folder }))]
    subjects.push({ name: 'two-gateways', servers: pair, pattern, books })
  }
  let workers: ServerProcess | undefined
  if (asked.has('workers')) {
    workers = await started(startWorkers(WORKERS, bed.postgres, { folder }))
    subjects.push({ name: 'workers', servers: [workers], pattern, books })
  }
  if (asked.has('pglite')) {
    const pglite = await started(startGateway('pglite', bed.pglite, { folder }))
    subjects.push({ name: 'pglite', servers: [pglite], pattern })
  }
  const history = stores.get('history')
  if (history !== undefined) {
    const old = await started(startGateway('history', history, { folder }))
    subjects.push({ name: 'history', servers: [old], pattern, books: openBooks(bench, history) })
  }
  const behindHost = stores.get('iso8583')
  if (behindHost !== undefined) {
    const relay = await started(startGateway('iso8583', behindHost, { folder }))
    subjects.push({ name: 'iso8583', servers: [relay], pattern, books: openBooks(bench, behindHost) })
  }
  const singles = (['transfers', 'balances', 'mix'] as const)
    // Transfers of tokens are compared with plain ones, round by round.
    .filter((name) => asked.has(name) && !(name === 'transfers' && asked.has('digital')))
    .map((name) => ({ name, servers: [gateway], pattern: name, books }))
  return { gateway, subjects, singles, pair, workers, servers }
}

function openBooks({ cleanup }: Bench, store: Store): Database {
  const books = openStore(store)
  cleanup.defer(() => books.close())
  return books
}

async function verifyBooks({ say }: Bench, stores: ReadonlyMap<string, Store>, faults: string[]): Promise<void> {
  for (const [name, store] of stores) {
    try {
      say(`verify ${name}`, await runTillgate(store, 'verify'))
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      say(`verify ${name}`, text)
      faults.push(`the books of ${name} could not be proven`)
    }
  }
}
