// The results as a table against the targets, and as JSON.

import type { CodecCosts } from '../iso8583.ts'
import type { RuleCosts } from '../rules.ts'
import type { ScheduleCosts } from '../schedules.ts'
import type { Idle } from '../servers/idle.ts'
import type { PgbenchRun } from '../servers/pgbench.ts'
import type { StartUp } from '../servers/startup.ts'
import type { Measured } from './measure.ts'
import { median } from './statistics.ts'

export interface Figures {
  readonly measured: readonly Measured[]
  readonly pgbench: readonly PgbenchRun[]
  readonly startUp: StartUp | undefined
  readonly idle: Idle | undefined
  /** With two workers, as are the next. */
  readonly idleWorkers: Idle | undefined
  readonly workersStartMs: number | undefined
  readonly rules: RuleCosts | undefined
  readonly schedules: ScheduleCosts | undefined
  readonly codec: CodecCosts | undefined
  readonly deliveries: DeliveryRates | undefined
}

/** Deliveries a second, with one and with ten webhooks; medians over the rounds. */
export interface DeliveryRates {
  readonly one: number
  readonly many: number
}

interface Target {
  readonly what: string
  /** Undefined when it was not measured. */
  readonly value: number | undefined
  readonly unit: '×' | '%' | 'ms' | 'µs' | 'MB' | '/s'
  readonly better: 'higher' | 'lower'
  readonly reach: number
  readonly beyond?: number
  /** What stands in the way while it is not reached. */
  readonly why?: string
}

export interface Line extends Target {
  readonly reached: boolean | undefined
  readonly gone: boolean | undefined
}

/** Arrival rates, in percent of the capacity that the same run measured. */
export const OPEN_LOOP_PERCENTS = [25, 50, 75] as const

/** Two cores of x64 share more between gateway, database and load than two of arm64. */
const AGAINST_PGBENCH = process.arch === 'arm64' ? 2 : 1.5

/** What is known to stand in the way; printed below the table while the figure is not reached. */
const WHY: Readonly<Record<string, string>> = {
  'Withdrawals against pgbench TPC-B':
    "the gateway's one thread is the limit: HTTP, JSON, the rules and the driver take it before PostgreSQL is full (docs/decisions/0013)",
  "Withdrawals against this server's ceiling":
    'posting shares the thread with HTTP, and two processors with PostgreSQL and the load (docs/decisions/0013)',
  'Withdrawals against bare Fastify': 'the same: bare Fastify has no database beside it on the two processors',
  'Two gateways against one':
    'each forms smaller batches, and every batch costs PostgreSQL the same again before its first order',
  'Two workers against one':
    'each forms smaller batches, and every batch costs PostgreSQL the same again before its first order',
  'Repayments of loans against withdrawals':
    'each folds the events of its loan over sixty rows and stores a plan; half of the time is collecting what that allocates (docs/decisions/0084)',
  'Token transfers against plain transfers':
    'two books, two journals, and the same balances at the ledger as in the books (docs/decisions/0085)',
  '… in two phases': 'two requests and two commits each, and twice the rows of a transfer at once',
}

export function linesOf(figures: Figures): Line[] {
  const { measured, pgbench, startUp, idle, idleWorkers, workersStartMs, rules, schedules, codec, deliveries } = figures
  const of = (name: string) => measured.filter((run) => run.name === name)
  const rate = (name: string) => medianOf(of(name), (run) => run.perSecond)
  const p99 = (name: string) => medianOf(of(name), (run) => run.latencyMs.p99)
  const cost = (name: string) => medianOf(of(name), ({ cpuMicros }) => cpuMicros.gateway + cpuMicros.database)
  const withdrawals = rate('withdrawals')
  const fastify = rate('bare-fastify')
  return [
    target('Withdrawals against pgbench TPC-B', over(withdrawals, bestOf(pgbench)), '×', 'higher', AGAINST_PGBENCH, 3),
    target("Withdrawals against this server's ceiling", over(withdrawals, rate('ceiling')), '×', 'higher', 0.8, 0.9),
    target('Ceiling against bare Fastify', over(rate('ceiling'), fastify), '×', 'higher', 0.6, 0.75),
    target('Withdrawals against bare Fastify', over(withdrawals, fastify), '×', 'higher', 0.5, 0.65),
    target(
      'p99 at saturation',
      medianOf(of('withdrawals'), (run) => run.latencyMs.p99),
      'ms',
      'lower',
      50,
      25,
    ),
    ...openLoopLines((percent, figure) =>
      medianOf(of(`open loop, ${percent} %`), ({ latencyMs }) => latencyMs[figure] ?? Number.NaN),
    ),
    target(
      'Processor time of a withdrawal, gateway',
      medianOf(of('withdrawals'), (run) => run.cpuMicros.gateway),
      'µs',
      'lower',
      200,
      150,
    ),
    target(
      '… PostgreSQL',
      medianOf(of('withdrawals'), (run) => run.cpuMicros.database),
      'µs',
      'lower',
      140,
      100,
    ),
    target('PGlite against PostgreSQL', over(rate('pglite'), withdrawals), '×', 'higher', 0.3, 0.6),
    target('Two gateways against one', over(rate('two-gateways'), withdrawals), '×', 'higher', 1),
    target('Two workers against one', over(rate('workers'), withdrawals), '×', 'higher', 1),
    target('With long history against without', over(rate('history'), withdrawals), '×', 'higher', 0.9),
    target('Repayments of loans against withdrawals', over(rate('repayments'), withdrawals), '×', 'higher', 0.25, 0.5),
    target(
      'p99 beside a lending client against quiet',
      over(p99('beside lending'), p99('quiet')),
      '×',
      'lower',
      2,
      1.5,
    ),
    target('Withdrawals through an ISO 8583 host', over(rate('iso8583'), withdrawals), '×', 'higher', 0.25, 0.5),
    target('… processor time, gateway and database', over(cost('iso8583'), cost('withdrawals')), '×', 'lower', 4, 2),
    target(
      'ISO 8583 messages in ASCII, written and read',
      over(1e6, codec?.asciiMicros),
      '/s',
      'higher',
      25_000,
      50_000,
    ),
    target('… packed', over(1e6, codec?.binaryMicros), '/s', 'higher', 25_000, 50_000),
    ...eventLines((name, of) =>
      over(of === 'rate' ? rate(name) : cost(name), of === 'rate' ? rate('without events') : cost('without events')),
    ),
    target('Deliveries to one webhook', deliveries?.one, '/s', 'higher', 100),
    target('… to ten', deliveries?.many, '/s', 'higher', 200),
    target('Token transfers against plain transfers', over(rate('tokens'), rate('transfers')), '×', 'higher', 0.6),
    target('… in two phases', over(rate('tokens, two phases'), times(rate('transfers'), 2)), '×', 'higher', 0.25),
    target(
      '… among 20 institutions against two',
      over(rate('tokens, 20 institutions'), rate('tokens')),
      '×',
      'higher',
      0.8,
    ),
    target(
      'Processor time of a movement on the simulated ledger',
      over(cost('tokens, simulated'), 1000),
      'ms',
      'lower',
      3,
    ),
    target(
      'Token transfers on an EVM chain: processor time against the simulated ledger',
      over(cost('tokens, evm'), cost('tokens, simulated')),
      '×',
      'lower',
      2,
    ),
    ...citusLines((name) => medianOf(of(name), ({ cpuMicros }) => cpuMicros.database)),
    target('Loan schedule of 360 months, 30/360', schedules?.plan, 'ms', 'lower', 0.6, 0.25),
    target('… by ACT/365F', schedules?.planByDays, 'ms', 'lower', 0.6, 0.25),
    target('Loan of 1,800 rows: a read', schedules?.read, 'ms', 'lower', 12, 5),
    target('… a what-if', schedules?.whatIf, 'ms', 'lower', 30, 10),
    target('Loan with 121 events', schedules?.history, 'ms', 'lower', 40),
    target('Start on existing data', startUp?.existingDataMs, 'ms', 'lower', 1_500, 1_000),
    target('Start, first run', startUp?.firstRunMs, 'ms', 'lower', 5_000, 4_000),
    target('Start of two workers', workersStartMs, 'ms', 'lower', 5_000),
    target('PostgreSQL under an idle gateway', idle?.percent, '%', 'lower', 1),
    target('… of two workers', idleWorkers?.percent, '%', 'lower', 1),
    target('A compiled decision table', rules?.compiledMicros, 'µs', 'lower', 2, 0.5),
    target('Compiled tables against zen', over(rules?.zenMicros, rules?.compiledMicros), '×', 'higher', 10),
    target('Memory under load, PostgreSQL', highest(of('withdrawals')), 'MB', 'lower', 300),
    target('Memory under load, of each of two workers', over(highest(of('workers')), 2), 'MB', 'lower', 300),
    target('Memory under load, PGlite', highest(of('pglite')), 'MB', 'lower', 800),
  ]
}

/** Withdrawals beside events against those without them: the rate, and the processor time with that of the deliveries. */
function eventLines(ratio: (name: string, of: 'rate' | 'cost') => number | undefined): Line[] {
  const [none, one, ten] = ['events', 'events, 1 webhook', 'events, 10 webhooks'] as const
  return [
    target('Withdrawals beside 50 events a second', ratio(none, 'rate'), '×', 'higher', 0.95),
    target('… that one webhook gets', ratio(one, 'rate'), '×', 'higher', 0.85),
    target('… that ten webhooks get', ratio(ten, 'rate'), '×', 'higher', 0.6),
    target('… processor time without a webhook', ratio(none, 'cost'), '×', 'lower', 1.1, 1.02),
    target('… with one', ratio(one, 'cost'), '×', 'lower', 1.5),
    target('… with ten', ratio(ten, 'cost'), '×', 'lower', 4),
  ]
}

/** Processor time of all database servers on distributed books against one server. */
function citusLines(cost: (name: string) => number | undefined): Line[] {
  const ratio = (name: string) => over(cost(`${name}, distributed`), cost(`${name}, one server`))
  return [
    target('Distributed books: databases, a withdrawal', ratio('withdrawals'), '×', 'lower', 1.6),
    target('… a repayment', ratio('repayments'), '×', 'lower', 3),
  ]
}

/** Latencies at a fixed arrival rate, from the moment a request was due. Only half of the capacity has a target. */
function openLoopLines(latency: (percent: number, figure: 'p99' | 'p999') => number | undefined): Line[] {
  return [
    target('Open loop at half of the capacity: p99', latency(50, 'p99'), 'ms', 'lower', 10, 5),
    target('… p99.9', latency(50, 'p999'), 'ms', 'lower', 30, 15),
  ]
}

function target(
  what: string,
  value: number | undefined,
  unit: Target['unit'],
  better: Target['better'],
  reach: number,
  beyond?: number,
): Line {
  const meets = (mark: number | undefined) => {
    if (value === undefined || mark === undefined) return undefined
    return better === 'higher' ? value >= mark : value <= mark
  }
  const why = WHY[what]
  const line = { what, value, unit, better, reach, reached: meets(reach), gone: meets(beyond), ...(why && { why }) }
  return beyond === undefined ? line : { ...line, beyond }
}

/** The median over the rounds, with the client count that performs best. */
function bestOf(runs: readonly PgbenchRun[]): number | undefined {
  const counts = new Set(runs.map((run) => run.clients))
  const medians = [...counts].map((clients) =>
    median(runs.filter((run) => run.clients === clients).map((run) => run.perSecond)),
  )
  return medians.length === 0 ? undefined : Math.max(...medians)
}

function medianOf(runs: readonly Measured[], figure: (run: Measured) => number): number | undefined {
  return runs.length === 0 ? undefined : median(runs.map(figure))
}

function highest(runs: readonly Measured[]): number | undefined {
  return runs.length === 0 ? undefined : Math.max(...runs.map((run) => run.residentMb))
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}

function over(value: number | undefined, base: number | undefined): number | undefined {
  return value === undefined || base === undefined ? undefined : value / base
}

/** One line per run, printed when it ends. */
export function runLine({ perSecond, latencyMs, cpuMicros, residentMb, batches }: Measured): string {
  const { p50, p90, p99, p999, max } = latencyMs
  const p999Text = p999 === undefined ? '' : `  p99.9 ${ms(p999)}`
  return [
    `${whole(perSecond)}/s`.padStart(9),
    `p50 ${ms(p50)}  p90 ${ms(p90)}  p99 ${ms(p99)}${p999Text}  max ${ms(max)} ms`,
    `cpu ${whole(cpuMicros.gateway)}+${whole(cpuMicros.database)} µs`,
    `rss ${whole(residentMb)} MB`,
    ...(batches === undefined ? [] : [`batch ${batches.meanSize.toFixed(1)} in ${ms(batches.meanMs)} ms`]),
    ...(batches === undefined || batches.retries === 0 ? [] : [`retries ${batches.retries}`]),
  ].join('  ')
}

export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    line.value === undefined ? '–' : shown(line.value, line),
    `${mark(line.reached)} ${bound(line, line.reach)}`,
    line.beyond === undefined ? '' : `${mark(line.gone)} ${bound(line, line.beyond)}`,
  ])
  const table = [['', 'Measured', '  Reach', '  Beyond'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const reasons = lines.flatMap(({ what, reached, why }) =>
    reached === false && why !== undefined ? [`✗ ${what}: ${why}`] : [],
  )
  const text = table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] as number))
      .join('  ')
      .trimEnd(),
  )
  return [...text, ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n')
}

function mark(met: boolean | undefined): string {
  if (met === undefined) return ' '
  return met ? '✓' : '✗'
}

function bound(line: Line, value: number): string {
  return `${line.better === 'higher' ? '≥' : '≤'} ${shown(value, line)}`
}

function shown(value: number, { unit }: Line): string {
  const isSmall = unit === '×' || unit === 'µs' || unit === '%' || (unit === 'ms' && value < 10)
  return isSmall ? `${value.toFixed(2)} ${unit}` : `${whole(value)} ${unit}`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function ms(value: number): string {
  return value.toFixed(1)
}
