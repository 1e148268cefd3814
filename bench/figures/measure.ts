// One measured run: load on one or more gateways, their CPU and memory use, and a check that everything acknowledged
// was recorded.

import type { Database } from '../../src/platform/storage/database.ts'
import type { Latency, LoadGenerator, LoadResult, TokenAccounts } from '../load/load.ts'
import { OPEN_CONNECTIONS, sendOpenLoop } from '../load/open-loop.ts'
import { PATTERNS, type PatternName } from '../load/requests.ts'
import type { BenchOptions } from '../options.ts'
import type { ServerProcess } from '../servers/server-process.ts'
import type { TestBed } from '../servers/test-bed.ts'
import { type Acknowledged, countRecorded, faultsOf, type Recorded } from './books.ts'
import { cpuSecondsOfChildren } from './process-usage.ts'
import { type BatchMetrics, batchMetricsBetween, readPostingMetrics } from './prometheus.ts'

export interface Measured {
  readonly name: string
  readonly pattern: PatternName
  readonly gateways: number
  readonly seconds: number
  readonly answered: number
  readonly perSecond: number
  readonly latencyMs: Latency
  /** CPU time per answer, which a busy machine distorts less than the rate. */
  readonly cpuMicros: { readonly gateway: number; readonly database: number }
  /** Peak resident memory of a gateway during the run. */
  readonly residentMb: number
  readonly batches: BatchMetrics | undefined
  recorded?: Recorded
}

export interface Subject {
  readonly name: string
  readonly servers: readonly ServerProcess[]
  readonly pattern: PatternName
  /** The accounts that transfers of tokens are between. */
  readonly tokenAccounts?: readonly TokenAccounts[]
  /** The loans that repayments are for, unless they are those of all. */
  readonly loans?: readonly string[]
  /** The server processes whose children's time counts, unless it is the bench's own PostgreSQL. */
  readonly databasePids?: readonly number[]
  /** Withdrawals that become due in a second; without it, each connection sends as fast as it is answered. */
  readonly perSecond?: number
  /** Where the answers are recorded; absent for the ceiling, which records nothing, and while PGlite is in use. */
  readonly books?: Database
}

const SAMPLE_MS = 200
// RRNs begin with these three digits, one number per load; past transactions begin with 0.
const FIRST_RUN = 100
const LAST_RUN = 999

export class Measurements {
  readonly measured: Measured[] = []
  readonly faults: string[] = []
  /** The loans that repayments are for. */
  loans: readonly string[] = []
  /** Runs whose store could not be opened at the time; countLater() counts them. */
  readonly #uncounted: { readonly measured: Measured; readonly acknowledged: Acknowledged[] }[] = []
  readonly #generator: LoadGenerator
  readonly #options: BenchOptions
  readonly #folder: string
  readonly #postgresPid: number
  #nextRun = FIRST_RUN

  constructor(generator: LoadGenerator, options: BenchOptions, bed: TestBed) {
    this.#generator = generator
    this.#options = options
    this.#folder = bed.folder
    this.#postgresPid = bed.server.pid
  }

  newRun(): number {
    if (this.#nextRun > LAST_RUN) throw new RangeError('the bench has used up its RRNs: fewer rounds, please')
    return this.#nextRun++
  }

  /** Unmeasured load, to warm up the JIT and the caches. */
  async warmUp(subject: Subject): Promise<void> {
    const seconds = Math.max(1, Math.ceil(this.#options.seconds / 2))
    await this.#load(subject, seconds)
    for (const server of subject.servers) server.truncateLog()
  }

  async measure(subject: Subject): Promise<Measured> {
    const { name, servers, pattern, books, databasePids = [this.#postgresPid] } = subject
    const databaseSecondsSoFar = () => sum(databasePids.map(cpuSecondsOfChildren))
    const managed = servers.filter((server) => server.managementUrl !== undefined)
    const before = await Promise.all(managed.map(readPostingMetrics))
    const gatewayBefore = cpuOf(servers)
    const databaseBefore = databaseSecondsSoFar()
    const memory = watchMemory(servers)
    const { results, runs } = await this.#load(subject, this.#options.seconds)
    const residentMb = memory.stop()
    const gatewaySeconds = cpuOf(servers) - gatewayBefore
    // If a server process has exited during the load, its time is missing from the total.
    const databaseSeconds = Math.max(0, databaseSecondsSoFar() - databaseBefore)
    const after = await Promise.all(managed.map(readPostingMetrics))
    for (const server of servers) server.truncateLog()

    const seconds = Math.max(...results.map((result) => result.seconds))
    const answered = sum(results.map((result) => result.answered))
    const measured: Measured = {
      name,
      pattern,
      gateways: servers.length,
      seconds,
      answered,
      perSecond: sum(results.map((result) => result.answered / result.seconds)),
      latencyMs: slowest(results.map((result) => result.latencyMs)),
      cpuMicros: { gateway: (gatewaySeconds / answered) * 1e6, database: (databaseSeconds / answered) * 1e6 },
      residentMb,
      batches: before[0] && after[0] && batchMetricsBetween(before[0], after[0]),
    }
    this.measured.push(measured)
    this.#notePlainFaults(measured, results)
    const acknowledged = results.map((result, i) => this.#acknowledged(subject, result, runs[i] as number))
    if (books !== undefined) await this.#count(measured, acknowledged, books)
    else if (managed.length > 0) this.#uncounted.push({ measured, acknowledged })
    return measured
  }

  /** Counts the runs that measure() could not. */
  async countLater(books: Database): Promise<void> {
    for (const { measured, acknowledged } of this.#uncounted.splice(0)) await this.#count(measured, acknowledged, books)
  }

  async #load(subject: Subject, seconds: number): Promise<{ results: LoadResult[]; runs: number[] }> {
    const { servers, pattern, tokenAccounts = [], loans = this.loans, perSecond } = subject
    const { accounts } = this.#options
    const connections = this.#connectionsOf(subject)
    const runs = servers.map(() => this.newRun())
    const results = await Promise.all(
      servers.map(({ url }, i) => {
        const run = runs[i] as number
        const load = { url, pattern, connections, seconds, accounts, loans, tokenAccounts, run, folder: this.#folder }
        return perSecond === undefined ? this.#generator.run(load) : sendOpenLoop({ ...load, perSecond })
      }),
    )
    return { results, runs }
  }

  /** Several gateways share the connections, so that one or many get the same load. */
  #connectionsOf({ servers }: Subject): number {
    return Math.floor(this.#options.connections / servers.length)
  }

  #acknowledged(subject: Subject, { answered, refused }: LoadResult, run: number): Acknowledged {
    const kinds: readonly string[] = PATTERNS[subject.pattern]
    const inFlight = subject.perSecond === undefined ? this.#connectionsOf(subject) : OPEN_CONNECTIONS
    const recordedAs = kinds.includes('repayment')
      ? ('repayments' as const)
      : kinds.some((kind) => kind.startsWith('token-'))
        ? ('token-transfers' as const)
        : undefined
    return { run, answers: answered - refused, inFlight, hasInquiries: kinds.includes('balance'), recordedAs }
  }

  #notePlainFaults({ name, answered }: Measured, results: readonly LoadResult[]): void {
    const refused = sum(results.map((result) => result.refused))
    const broken = sum(results.map((result) => result.broken))
    if (answered === 0) this.faults.push(`${name}: nothing was answered`)
    if (refused > 0) this.faults.push(`${name}: ${refused} of ${answered} answers were not 2xx`)
    if (broken > 0) this.faults.push(`${name}: ${broken} connections failed or timed out`)
  }

  async #count(measured: Measured, acknowledged: readonly Acknowledged[], books: Database): Promise<void> {
    const codes: Record<string, number> = {}
    for (const one of acknowledged) {
      const recorded = await countRecorded(books, one)
      for (const fault of faultsOf(one, recorded)) this.faults.push(`${measured.name}: ${fault}`)
      for (const [code, times] of Object.entries(recorded.codes)) codes[code] = (codes[code] ?? 0) + times
    }
    measured.recorded = { total: sum(Object.values(codes)), codes }
  }
}

function watchMemory(servers: readonly ServerProcess[]): { stop(): number } {
  let highestMb = 0
  const look = () => {
    for (const server of servers) highestMb = Math.max(highestMb, server.residentMb())
  }
  const timer = setInterval(look, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return highestMb
    },
  }
}

function cpuOf(servers: readonly ServerProcess[]): number {
  return sum(servers.map((server) => server.cpuSeconds()))
}

/** The slowest of several gateways counts, because its callers notice. */
function slowest(latencies: readonly Latency[]): Latency {
  const worst = (of: (latency: Latency) => number) => Math.max(...latencies.map(of))
  const p999 = latencies.some((l) => l.p999 === undefined) ? undefined : worst((l) => l.p999 as number)
  return {
    p50: worst((l) => l.p50),
    p90: worst((l) => l.p90),
    p99: worst((l) => l.p99),
    p999,
    max: worst((l) => l.max),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
