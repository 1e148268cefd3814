// Orders that a host has to take back. An advice asks it to, again and again, until it has; what it does not take within a day is
// parked for a person. An approval that comes when it counts no more, or is not of what was asked, is taken back as well: then
// "original not found" is no answer, and the next advice has a new STAN.
//
//   an advice    QUEUED ─ acknowledged ──────────────▶ ANSWERED
//                QUEUED ─ refused, or waits too long ▶ REFUSED (parked) ─ RETRY ▶ QUEUED
//                QUEUED, REFUSED ─ SETTLED_OUTSIDE ──▶ CANCELLED
//
// What is parked, and what a host has approved and not taken back, is an exception (host_exceptions) until that has ended.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Message } from '../../iso8583/message-codec.ts'

export type HostExceptionKind = 'ADVICE_PARKED' | 'HOST_APPROVAL'

/** An approval that cannot stand. */
export interface Repudiated {
  readonly reference: string
  readonly response: Message
  /** What the order is answered with; undefined: its outcome is not known until the host has taken it back. */
  readonly code?: string
  readonly amountMinor: bigint
  readonly currency: string
}

const LONGEST_PAUSE_S = 300

/** Ends an order whose approval cannot stand and queues its advice, in one commit. False when something else ended it first. */
export function repudiate(database: Database, order: Repudiated): Promise<boolean> {
  const { reference, response, code, amountMinor, currency } = order
  return database.transaction(async (sql) => {
    const { rows } = await sql.query<{ institution_id: string }>(
      `UPDATE iso8583_exchanges
          SET state = $2, response = $3, response_code = $4, late_code = '000',
              ended_at = CASE WHEN $2 = 'ANSWERED' THEN clock_timestamp() END
        WHERE reference = $1 AND state = 'SENT'
       RETURNING institution_id`,
      [reference, code === undefined ? 'REVERSING' : 'ANSWERED', JSON.stringify(response), code ?? null],
    )
    if (rows[0] === undefined) return false
    await queueAdvice(sql, reference, { amountMinor, currency })
    if (code === undefined) await raise(sql, rows[0].institution_id, [reference], 'HOST_APPROVAL')
    return true
  })
}

/** DE 7 of an advice is when it was queued; its repeats keep it. */
async function queueAdvice(
  sql: Sql,
  reference: string,
  { amountMinor, currency, pauseS = 0 }: { amountMinor?: bigint; currency?: string; pauseS?: number },
): Promise<void> {
  await sql.query(
    `INSERT INTO iso8583_exchanges (reference, institution_id, kind, state, original_reference, mti, stan, transmitted_at,
                                    local_time, rrn, fields, amount_minor, currency, due_at, queued_at, next_attempt_at)
     SELECT gen_random_uuid(), institution_id, 'ADVICE', 'QUEUED', reference, left(mti, 1) || '420',
            lpad(nextval('iso8583_stans')::text, 6, '0'), to_char(clock_timestamp() AT TIME ZONE 'UTC', 'MMDDHH24MISS'),
            local_time, rrn, '{}', coalesce($2::bigint, amount_minor), coalesce($3::text, currency), clock_timestamp(),
            clock_timestamp(), clock_timestamp() + $4::integer * interval '1 s'
       FROM iso8583_exchanges WHERE reference = $1
     ON CONFLICT DO NOTHING`,
    [reference, amountMinor?.toString() ?? null, currency ?? null, pauseS],
  )
}

interface OwedRow {
  reference: string
  institution_id: string
  times: bigint
  amount_minor: bigint
  currency: string
}

/**
 * Queues the reversal again, under a new STAN, of orders that the host has approved and says it does not know. `references`: of
 * these orders; otherwise of all.
 */
export async function takeBackAgain(database: Database, references?: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ reference: string }>(
    `SELECT o.reference FROM iso8583_exchanges o WHERE ${OWED} AND ($1::uuid[] IS NULL OR o.reference = ANY ($1)) LIMIT 1000`,
    [references ?? null],
  )
  const institutions = new Set<string>()
  for (const { reference } of rows) {
    await database.transaction(async (sql) => {
      await sql.query(`SELECT FROM iso8583_exchanges WHERE reference = $1 FOR UPDATE`, [reference])
      // Looked at once more under the lock: another node may have queued it.
      const found = await sql.query<OwedRow>(
        `SELECT o.reference, o.institution_id, coalesce(a.times, 0) AS times,
                coalesce(a.amount_minor, o.amount_minor) AS amount_minor, coalesce(a.currency, o.currency) AS currency
           FROM iso8583_exchanges o
           LEFT JOIN LATERAL (SELECT count(*) AS times, min(amount_minor) AS amount_minor, min(currency) AS currency
                                FROM iso8583_exchanges WHERE original_reference = o.reference AND kind = 'ADVICE') AS a ON true
          WHERE o.reference = $1 AND ${OWED}`,
        [reference],
      )
      const [owed] = found.rows
      if (owed === undefined) return
      const times = Number(owed.times)
      const pauseS = times <= 1 ? 0 : Math.min(LONGEST_PAUSE_S, 2 ** Math.min(times - 1, 10))
      await queueAdvice(sql, reference, { amountMinor: owed.amount_minor, currency: owed.currency, pauseS })
      await raise(sql, owed.institution_id, [reference], 'HOST_APPROVAL')
      institutions.add(owed.institution_id)
    })
  }
  return [...institutions]
}

/** Approved late, or not as asked; it does not stand here, and no advice of it waits, is parked or was accepted. */
const OWED = `o.late_code = '000' AND o.kind = 'ORDER'
  AND (o.state = 'CANCELLED' OR o.state = 'ANSWERED' AND o.response_code IS DISTINCT FROM '000')
  AND NOT EXISTS (SELECT FROM iso8583_exchanges a
                   WHERE a.original_reference = o.reference AND a.kind = 'ADVICE'
                     AND (a.state IN ('QUEUED', 'REFUSED', 'CANCELLED')
                          OR a.state = 'ANSWERED' AND a.response_code IS DISTINCT FROM '914'))`

/** An answer that came when it counted no more. False when one was recorded before. */
export async function recordLate(sql: Sql, reference: string, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE iso8583_exchanges SET late_code = $2
      WHERE reference = $1 AND kind = 'ORDER' AND (late_code IS NULL OR late_code <> '000' AND $2 = '000')
        AND (state IN ('REVERSING', 'CANCELLED', 'REFUSED')
             OR state = 'ANSWERED' AND $2 = '000' AND response_code IS DISTINCT FROM '000')`,
    [reference, code],
  )
  return rowCount > 0
}

/** Parks one that the host has refused. */
export function parkRefused(database: Database, reference: string): Promise<void> {
  return database.transaction((sql) => park(sql, `reference = $1`, [reference]))
}

/** Parks what has waited for too long. */
export async function parkOverdue(database: Database, parkAfterMs: number): Promise<void> {
  const overdue = `coalesce(queued_at, created_at) < clock_timestamp() - $1::bigint * interval '1 ms'
                   AND coalesce(claimed_until, '-infinity') < clock_timestamp()`
  const { rows } = await database.query(
    `SELECT FROM iso8583_exchanges WHERE state = 'QUEUED' AND kind IN ('ADVICE', 'REVERSAL') AND ${overdue} LIMIT 1`,
    [parkAfterMs],
  )
  if (rows.length > 0) await database.transaction((sql) => park(sql, overdue, [parkAfterMs]))
}

async function park(sql: Sql, condition: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await sql.query<{ institution_id: string; order_reference: string }>(
    `UPDATE iso8583_exchanges SET state = 'REFUSED', claimed_until = NULL
      WHERE reference IN (SELECT reference FROM iso8583_exchanges
                           WHERE state = 'QUEUED' AND kind IN ('ADVICE', 'REVERSAL') AND ${condition} LIMIT 1000 FOR UPDATE)
     RETURNING institution_id, CASE kind WHEN 'ADVICE' THEN original_reference ELSE reference END AS order_reference`,
    values,
  )
  const byInstitution = Map.groupBy(rows, (row) => row.institution_id)
  for (const [institutionId, parked] of byInstitution) {
    await raise(
      sql,
      institutionId,
      parked.map((row) => row.order_reference),
      'ADVICE_PARKED',
    )
  }
}

/** The types of transactions, by the first digits of DE 3 in the shipped dialects. */
const TYPE = `CASE left(fields ->> '3', 2) WHEN '01' THEN 'CASHWITHDRAWAL' WHEN '18' THEN 'CARDLESSWITHDRAWAL' WHEN '21' THEN 'DEPOSIT'
                   WHEN '40' THEN 'TRANSFER' WHEN '50' THEN 'BILLPAYMENT' ELSE '' END`

interface RaisedRow {
  reference: string
  partner_id: string | null
  account_id: string | null
  rrn: string
  type: string
  amount_minor: bigint
  currency: string
}

/** Makes exceptions of orders, unless they are. Two statements: the tables may lie on different servers. */
async function raise(
  sql: Sql,
  institutionId: string,
  references: readonly string[],
  kind: HostExceptionKind,
): Promise<void> {
  const { rows } = await sql.query<RaisedRow>(
    `SELECT reference, partner_id, coalesce(account_id, fields ->> '102') AS account_id, rrn, amount_minor, currency,
            ${TYPE} || CASE kind WHEN 'REVERSAL' THEN 'REVERSAL' ELSE '' END AS type
       FROM iso8583_exchanges WHERE reference = ANY ($1::uuid[])`,
    [references],
  )
  for (const row of rows) {
    await sql.query(
      `INSERT INTO host_exceptions (institution_id, exception_id, kind, order_reference, partner_id, account_id, rrn, type,
                                    amount_minor, currency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (institution_id, order_reference) WHERE action IS NULL DO NOTHING`,
      [
        institutionId,
        newId(systemClock.now()),
        kind,
        row.reference,
        row.partner_id,
        row.account_id,
        row.rrn,
        row.type,
        row.amount_minor.toString(),
        row.currency,
      ],
    )
  }
}

/** Ends exceptions whose order the host has taken back. `references`: of these orders; otherwise of all. */
export async function endSettled(database: Database, references?: readonly string[]): Promise<void> {
  const { rows } = await database.query<{ institution_id: string; order_reference: string }>(
    `SELECT institution_id, order_reference FROM host_exceptions
      WHERE action IS NULL AND ($1::uuid[] IS NULL OR order_reference = ANY ($1))`,
    [references ?? null],
  )
  if (rows.length === 0) return
  const ended = await database.query<{ reference: string; institution_id: string }>(
    `SELECT o.reference, o.institution_id FROM iso8583_exchanges o
      WHERE o.reference = ANY ($1::uuid[])
        AND CASE o.kind WHEN 'ORDER'
              THEN o.state IN ('CANCELLED', 'ANSWERED') AND NOT (${OWED})
                   AND NOT EXISTS (SELECT FROM iso8583_exchanges a WHERE a.original_reference = o.reference
                                      AND a.kind = 'ADVICE' AND a.state IN ('QUEUED', 'REFUSED'))
              ELSE o.state = 'ANSWERED' END`,
    [rows.map((row) => row.order_reference)],
  )
  for (const { reference, institution_id: institutionId } of ended.rows) {
    await database.query(
      `UPDATE host_exceptions SET action = 'SETTLED', reason = 'The host has taken it back', resolved_by = 'system',
              resolved_at = clock_timestamp()
        WHERE institution_id = $1 AND order_reference = $2 AND action IS NULL`,
      [institutionId, reference],
    )
  }
}
