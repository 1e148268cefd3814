// Tells partners of exceptions among their orders. Some arise from time alone, others in batches that write no table of the coordinator:
// a sweep compares what is open with what partners know, and stores the events together with what they then know. One that
// settles by itself before that is not told at all; one that was told as opened is told as resolved, and one that an operator
// resolves is told as both, in this order.

import { storeEvent } from '../../../administration/events/event-outbox.ts'
import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { placesOf, type ReadException, readExceptions, readOpenIds, readUntold } from '../exception-records.ts'
import { once } from './tell-once.ts'
import { tellTokenExceptions } from './tell-token-exceptions.ts'

const EVERY_MS = 10_000
/** On distributed books each institution is asked for its own, one after the other. */
const TURNS_WHEN_DISTRIBUTED = 6
const PAGE = 500

export interface TellExceptionsParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
}

interface ToldRow {
  transaction_id: string
  institution_id: string
}

export function tellExceptionsSweep(parts: TellExceptionsParts): Sweep {
  let turn = 0
  return {
    name: 'tell-exceptions',
    everyMs: EVERY_MS,
    async run() {
      turn = (turn + 1) % TURNS_WHEN_DISTRIBUTED
      if (!parts.database.isDistributed || turn === 0) await tellExceptions(parts)
      await tellTokenExceptions(parts.database, parts.clock.now())
    },
  }
}

/** Resolves when partners are told of all that are open, or another node is at it. */
export async function tellExceptions({ database, clock }: TellExceptionsParts): Promise<void> {
  const nowMs = clock.now()
  const { rows: told } = await database.query<ToldRow>('SELECT transaction_id, institution_id FROM told_exceptions')
  const known = new Set(told.map((row) => row.transaction_id))
  const open = new Set<string>()
  for (const place of (await placesOf(database, {})) ?? [undefined]) {
    const ids = await readOpenIds(database, place, nowMs)
    for (const id of ids) open.add(id)
    if (known.isSupersetOf(new Set(ids))) continue
    const passed = [...known]
    let opened: readonly ReadException[]
    do {
      opened = await readUntold(database, place, passed, nowMs, PAGE)
      if (opened.length > 0) await once(database, (sql) => tellStillOpen(sql, nowMs, opened))
      passed.push(...opened.map(({ id }) => id))
    } while (opened.length === PAGE)
  }
  const gone = told.filter((row) => !open.has(row.transaction_id))
  for (let first = 0; first < gone.length; first += PAGE)
    await tellEnded(database, nowMs, gone.slice(first, first + PAGE))
}

/** Looks again under the lock: one that has settled since it was read is not told at all. */
async function tellStillOpen(sql: Sql, nowMs: number, opened: readonly ReadException[]): Promise<void> {
  const ids = opened.map(({ id }) => id)
  const found = await readExceptions(sql, {}, ids, nowMs, new Set(opened.map(({ institutionId }) => institutionId)))
  await tellOpened(
    sql,
    nowMs,
    found.filter(({ state }) => state === 'OPEN'),
  )
}

async function tellEnded(database: Database, nowMs: number, gone: readonly ToldRow[]): Promise<void> {
  const ids = gone.map((row) => row.transaction_id)
  const found = await readExceptions(database, {}, ids, nowMs, new Set(gone.map((row) => row.institution_id)))
  const resolved = found.filter(({ state }) => state === 'RESOLVED')
  // One that is no longer found has left the books.
  const ended = new Set(ids).difference(new Set(found.filter(({ state }) => state === 'OPEN').map(({ id }) => id)))
  if (ended.size > 0) await once(database, (sql) => tellResolved(sql, nowMs, resolved, [...ended]))
}

/** Before an operator resolves it: the sweep may not have come across it yet. */
export function tellBeforeResolving({ database, clock }: TellExceptionsParts, exception: ReadException): Promise<void> {
  return once(database, (sql) => tellOpened(sql, clock.now(), [exception]))
}

async function tellOpened(sql: Sql, nowMs: number, exceptions: readonly ReadException[]): Promise<void> {
  const { rows } = await sql.query<{ transaction_id: string }>(
    `INSERT INTO told_exceptions (transaction_id, institution_id, told_at)
     SELECT *, $3::timestamptz FROM unnest($1::uuid[], $2::text[])
     ON CONFLICT DO NOTHING RETURNING transaction_id`,
    [exceptions.map(({ id }) => id), exceptions.map(({ institutionId }) => institutionId), new Date(nowMs)],
  )
  const fresh = new Set(rows.map((row) => row.transaction_id))
  for (const one of exceptions) if (fresh.has(one.id)) await store(sql, nowMs, 'exception.opened', one)
}

async function tellResolved(
  sql: Sql,
  nowMs: number,
  exceptions: readonly ReadException[],
  ended: readonly string[],
): Promise<void> {
  const { rows } = await sql.query<{ transaction_id: string }>(
    'DELETE FROM told_exceptions WHERE transaction_id = ANY ($1::uuid[]) RETURNING transaction_id',
    [ended],
  )
  const fresh = new Set(rows.map((row) => row.transaction_id))
  for (const one of exceptions) if (fresh.has(one.id)) await store(sql, nowMs, 'exception.resolved', one)
}

/** Without account, reason and operator, which concern the institution alone. */
async function store(
  sql: Sql,
  nowMs: number,
  kind: 'exception.opened' | 'exception.resolved',
  exception: ReadException,
): Promise<void> {
  const { id, institutionId, createdAt, state, resolution } = exception
  // An order of an older version, of which no transaction says who asked.
  if ('transaction' in exception && exception.transaction.partnerId === '') return
  await storeEvent(sql, nowMs, {
    kind,
    // Cash is no partner's: all that work for the institution are told.
    ...('transaction' in exception && { partnerId: exception.transaction.partnerId }),
    institutionId,
    resource: `exception/${id}`,
    data: {
      exceptionId: id,
      institutionId,
      kind: exception.kind,
      state,
      ...dataOf(exception),
      openedAt: createdAt,
      ...(resolution !== undefined && { resolution: { action: resolution.action, at: resolution.at } }),
    },
  })
}

function dataOf(exception: ReadException): object {
  if (!('transaction' in exception)) {
    const { terminalId, countedMinor, expectedMinor, currency, at } = exception.cash
    const amount = numberFromMinor(countedMinor - expectedMinor, currency)
    return { terminalId, amount, currency, countedAt: at }
  }
  const { rrn, type, responseCode, amountMinor, currency = '' } = exception.transaction
  return {
    rrn,
    transactionType: type,
    responseCode,
    amount: currency === '' ? 0 : numberFromMinor(amountMinor, currency),
    currency,
  }
}
