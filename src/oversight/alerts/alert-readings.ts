// What alert rules measure. A reading says the figure and what it is of; one that cannot be taken now has no value, and leaves
// an alert as it is.

import type { Scope } from '../../platform/kernel/scope.ts'
import { addDays, type Clock, HOUR_MS, isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { AlertMetric } from './alert-rule-records.ts'

export interface Reading {
  readonly value: number | undefined
  /** Institutions, users: whatever has the figure. */
  readonly about?: string
}

export interface AlertSources {
  readonly database: Sql
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  openExceptions(scope: Scope): Promise<readonly { institutionId: string; kind: string; count: number }[]>
  /** When the oldest open exception arose. */
  oldestException(scope: Scope): Promise<string | undefined>
  /** Institutions whose core does not answer, of those that take orders. */
  coresDown(scope: Scope): Promise<readonly string[]>
  /** Institutions with a day that should have been closed, and since when. */
  lateDays(): Promise<readonly { institutionId: string; sinceMs: number }[]>
  institutionIds(): readonly string[]
  /** Of this node, ahead or behind. */
  clockOffMs(): number
}

/** Fewer tell nothing about a rate. */
const FEWEST_ORDERS = 20
const MOST_NAMED = 5

export interface Measured {
  readonly metric: AlertMetric
  readonly institutionId?: string | undefined
  readonly responseCode?: string | undefined
}

/** For one round of measuring: several rules count the open exceptions, each its own kind of them. */
export function readOnce(sources: AlertSources): AlertSources {
  const read = new Map<string, ReturnType<AlertSources['openExceptions']>>()
  return {
    ...sources,
    openExceptions(scope) {
      const key = JSON.stringify(scope)
      const open = read.get(key) ?? sources.openExceptions(scope)
      read.set(key, open)
      return open
    },
  }
}

export async function readMetric(sources: AlertSources, measured: Measured): Promise<Reading> {
  return await READERS[measured.metric](sources, measured)
}

type Reader = (sources: AlertSources, measured: Measured) => Promise<Reading> | Reading

const scopeOf = ({ institutionId }: Measured): Scope => (institutionId === undefined ? {} : { institutionId })

const READERS: Readonly<Record<AlertMetric, Reader>> = {
  'exceptions.open': (sources, measured) => countExceptions(sources, measured, undefined),
  async 'exceptions.oldest-minutes'(sources, measured) {
    const oldest = await sources.oldestException(scopeOf(measured))
    return { value: oldest === undefined ? 0 : minutesSince(sources.businessClock, Date.parse(oldest)) }
  },
  async 'approval-rate'(sources, measured) {
    const { approved, all } = await countOrders(sources, measured)
    return { value: all < FEWEST_ORDERS ? undefined : Math.round((approved / all) * 1_000) / 10 }
  },
  async 'decline-code'(sources, measured) {
    const { counted } = await countOrders(sources, measured)
    return { value: counted }
  },
  async 'core.down'(sources, measured) {
    const down = await sources.coresDown(scopeOf(measured))
    return { value: down.length, about: named(down) }
  },
  async 'day.not-closed'(sources, { institutionId }) {
    const late = (await sources.lateDays()).filter((one) => [undefined, one.institutionId].includes(institutionId))
    const minutes = late.map(({ sinceMs }) => minutesSince(sources.businessClock, sinceMs))
    return { value: Math.max(0, ...minutes), about: named(late.map((one) => one.institutionId)) }
  },
  async 'webhook.off'({ database }) {
    const { rows } = await database.query<{ partner_id: string }>(
      `SELECT partner_id FROM webhooks WHERE NOT is_active AND off_reason IS NOT NULL ORDER BY partner_id LIMIT 1000`,
    )
    return { value: rows.length, about: named([...new Set(rows.map((row) => row.partner_id))]) }
  },
  'ledger.drift': (sources, measured) => countExceptions(sources, measured, 'LEDGER_DRIFT'),
  'ledger.silent': (sources, measured) => countExceptions(sources, measured, 'LEDGER_SILENT'),
  'cash.difference': (sources, measured) => countExceptions(sources, measured, 'CASH_DIFFERENCE'),
  clock: (sources) => ({ value: Math.round(Math.abs(sources.clockOffMs()) / 100) / 10 }),
  async 'changes.waiting'({ database }, { institutionId }) {
    const { rows } = await database.query<{ waiting: bigint }>(
      `SELECT count(*) AS waiting FROM change_requests
        WHERE state IN ('PENDING', 'CARRIED_OUT') AND ($1::text IS NULL OR institution_id = $1)`,
      [institutionId ?? null],
    )
    return { value: Number(rows[0]?.waiting ?? 0n) }
  },
  async 'reads.unusual'({ database, clock }, { institutionId }) {
    const { rows } = await database.query<{ actor_email: string | null; reads: bigint }>(
      `SELECT actor_email, count(*) AS reads FROM audit_log
        WHERE at > $1 AND action = 'transaction-export.download' AND ($2::text IS NULL OR institution_id = $2)
        GROUP BY actor_email ORDER BY reads DESC LIMIT 1`,
      [new Date(clock.now() - HOUR_MS), institutionId ?? null],
    )
    const [row] = rows
    return { value: Number(row?.reads ?? 0n), ...(row?.actor_email && { about: row.actor_email }) }
  },
}

async function countExceptions(sources: AlertSources, measured: Measured, kind: string | undefined): Promise<Reading> {
  const open = (await sources.openExceptions(scopeOf(measured))).filter((one) => [undefined, one.kind].includes(kind))
  const value = open.reduce((sum, { count }) => sum + count, 0)
  return { value, about: named([...new Set(open.map(({ institutionId }) => institutionId))]) }
}

/** From the rollups of hours, by the key of their table. */
async function countOrders(
  { database, businessClock, institutionIds }: AlertSources,
  { institutionId, responseCode }: Measured,
): Promise<{ approved: number; counted: number; all: number }> {
  const nowMs = businessClock.now()
  const sinceMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS
  const { rows } = await database.query<{ approved: bigint | null; counted: bigint | null; all_orders: bigint | null }>(
    `SELECT sum(count) FILTER (WHERE response_code = '000')::bigint AS approved,
            sum(count) FILTER (WHERE response_code = $4)::bigint AS counted, sum(count)::bigint AS all_orders
       FROM transaction_rollups
      WHERE institution_id = ANY ($1::text[]) AND granularity = 'H' AND business_date >= $2 AND hour >= $3 AND NOT is_reversal`,
    [
      institutionId === undefined ? institutionIds() : [institutionId],
      addDays(isoTimestamp(sinceMs).slice(0, 10).replaceAll('-', ''), -2),
      new Date(sinceMs),
      responseCode ?? '',
    ],
  )
  const [row] = rows
  return {
    approved: Number(row?.approved ?? 0n),
    counted: Number(row?.counted ?? 0n),
    all: Number(row?.all_orders ?? 0n),
  }
}

function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : []
  return [...names.slice(0, MOST_NAMED), ...more].join(', ')
}

function minutesSince(clock: Clock, sinceMs: number): number {
  return Math.max(0, Math.floor((clock.now() - sinceMs) / MINUTE_MS))
}
