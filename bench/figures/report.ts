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
}

export interface Line extends Target {
  readonly reached: boolean | undefined
  readonly gone: boolean | undefined
}

/** Repeated runs differ by about this much; a smaller difference means nothing. */
const NOISE = 0.03

export function linesOf(figures: Figures): Line[] {
  const { measured, pgbench, startUp, idle, idleWorkers, workersStartMs, rules, schedules, codec, deliveries } = figures
  const of = (name: string) => measured.filter((run) => run.name === name)
  const rate = (name: string) => medianOf(of(name), (run) => run.perSecond)
  const p99 = (name: string) => medianOf(of(name), (run) => run.latencyMs.p99)
  const cost = (name: string) => medianOf(of(name), ({ cpuMicros }) => cpuMicros.gateway + cpuMicros.database)
  const withdrawals = rate('withdrawals')
  const fastify = rate('bare-fastify')
  return [
    target('Withdrawals against pgbench TPC-B', over(withdrawals, bestOf(pgbench)), '×', 'higher', 2, 3),
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
    target('PGlite against PostgreSQL', over(rate('pglite'), withdrawals), '×', 'higher', 0.3, 0.6),
    target('Two gateways against one', over(rate('two-gateways'), withdrawals), '×', 'higher', 1 - NOISE),
    target('Two workers against one', over(rate('workers'), withdrawals), '×', 'higher', 1 - NOISE),
    target('With long history against without', over(rate('history'), withdrawals), '×', 'higher', 0.95),
    target('Repayments of loans against withdrawals', over(rate('repayments'), withdrawals), '×', 'higher', 0.25, 0.4),
    target('p99 beside a lending client against quiet', over(p99('beside lending'), p99('quiet')), '×', 'lower', 2),
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
    ...digitalLines((name, phases = 1) => over(rate(name), times(rate('transfers'), phases))),
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
    target('Start on existing data', startUp?.existingDataMs, 'ms', 'lower', 2_000),
    target('Start, first run', startUp?.firstRunMs, 'ms', 'lower', 8_000),
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
    target('… that ten webhooks get', ratio(ten, 'rate'), '×', 'higher', 0.5),
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

/** Transfers of tokens against plain ones. A transfer in two phases takes two requests. */
function digitalLines(ratio: (name: string, phases?: number) => number | undefined): Line[] {
  return [
    target('Token transfers against plain transfers', ratio('tokens'), '×', 'higher', 0.5, 0.7),
    target('… among 20 institutions', ratio('tokens, 20 institutions'), '×', 'higher', 0.3, 0.5),
    target('… in two phases', ratio('tokens, two phases', 2), '×', 'higher', 0.25, 0.35),
    target('… on the simulated ledger', ratio('tokens, simulated'), '×', 'higher', 0.01),
    target('… on the simulated ledger, in two phases', ratio('tokens, simulated, two phases', 2), '×', 'higher', 0.005),
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
  const line = { what, value, unit, better, reach, reached: meets(reach), gone: meets(beyond) }
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
  const { p50, p90, p99, max } = latencyMs
  return [
    `${whole(perSecond)}/s`.padStart(9),
    `p50 ${ms(p50)}  p90 ${ms(p90)}  p99 ${ms(p99)}  max ${ms(max)} ms`,
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
  return table
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
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
