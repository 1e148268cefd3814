// What is expected in a terminal. It is never stored as a balance: in the books it follows from the vault, and at another core it is
// counted from the last COUNT.
//
//   in the books      −(balance of the vault), without what came after the time
//   at another core   what was counted last, the movements since, and the orders since
//
// Orders count when they are recorded, movements by their own time. Whatever is committed before the reading counts; an order that is
// under way comes after it, whatever its time (docs/decisions/0094).

import type { Institution } from '../../administration/institutions/directory.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import { type Anchor, type CashKind, type SummedBefore, vaultOf } from './cash-movement.ts'
import {
  type CashPlace,
  COUNTED_CASH,
  countedCashValues,
  POSTED_CASH,
  postedCash,
  postedSince,
  UNDER_WAY_MS,
} from './order-cash.ts'

/** What the movements of a terminal say in a currency, under one kind of core. */
export interface Standing {
  /** The last COUNT, under whatever core. */
  readonly lastCountMs: number | undefined
  /** The last COUNT under this kind of core, or else the first movement. */
  readonly anchor: Anchor | undefined
  /** Loads less unloads after the time. */
  readonly laterMinor: bigint
  /** Loads less unloads since the anchor, up to the time. */
  readonly sinceMinor: bigint
}

export interface StandingRow {
  last_count: Date | null
  anchor_id: string | null
  kind: CashKind | null
  at: Date | null
  amount_minor: bigint | null
  archived_minor: bigint | null
  later_minor: bigint
  since_minor: bigint
}

const SIGNED = `CASE m.kind WHEN 'LOAD' THEN m.amount_minor WHEN 'UNLOAD' THEN -m.amount_minor ELSE 0 END`
const OWN = `m.institution_id = $1 AND m.terminal_id = $2 AND m.currency = $3`

/** $4: whether movements are posted here. $5: the time. */
export const READ_STANDING: Statement = {
  name: 'read-cash-standing',
  text: `
    WITH counted AS (
           SELECT m.movement_id, m.kind, m.at, m.amount_minor, m.archived_minor FROM cash_movements m
            WHERE ${OWN} AND m.is_posted = $4::boolean AND m.kind = 'COUNT'
            ORDER BY m.at DESC, m.movement_id DESC LIMIT 1),
         first AS (
           SELECT m.movement_id, m.kind, m.at, m.amount_minor, m.archived_minor FROM cash_movements m
            WHERE ${OWN} AND m.is_posted = $4::boolean
            ORDER BY m.movement_id LIMIT 1),
         anchor AS (SELECT * FROM counted
                     UNION ALL
                    SELECT * FROM first WHERE NOT EXISTS (SELECT 1 FROM counted))
    SELECT (SELECT max(m.at) FROM cash_movements m WHERE ${OWN} AND m.kind = 'COUNT') AS last_count,
           a.movement_id AS anchor_id, a.kind, a.at, a.amount_minor, a.archived_minor,
           (SELECT coalesce(sum(${SIGNED}), 0)::bigint FROM cash_movements m
             WHERE ${OWN} AND m.is_posted = $4::boolean AND m.at > $5::timestamptz) AS later_minor,
           (SELECT coalesce(sum(${SIGNED}), 0)::bigint FROM cash_movements m
             WHERE ${OWN} AND m.is_posted = $4::boolean AND m.at <= $5::timestamptz
               AND (a.kind IS DISTINCT FROM 'COUNT' OR (m.at, m.movement_id) > (a.at, a.movement_id))) AS since_minor
      FROM (SELECT 1) AS one LEFT JOIN anchor a ON true`,
}

const VAULT = `
  SELECT coalesce(sum(amount_minor), 0)::bigint AS amount_minor
    FROM (SELECT amount_minor FROM general_ledger_totals WHERE institution_id = $1 AND account = $2 AND currency = $3
           UNION ALL
          SELECT amount_minor FROM general_ledger_deltas WHERE institution_id = $1 AND account = $2 AND currency = $3) AS parts`

const READ_VAULT: Statement = { name: 'read-vault-balance', text: VAULT }

/**
 * The balance of a vault, and what orders have posted to it since. One statement, hence one snapshot: an order that commits meanwhile is
 * in both or in neither.
 */
const READ_BOOKS: Statement = {
  name: 'read-vault-and-posted',
  text: `SELECT (${VAULT}) - (${postedCash('$2', '$3', '$4', '$5', "'infinity'")}) AS amount_minor`,
}

/** In a posting: the vault without what orders have posted since `afterMs`; at another core what they have brought until `atMs`. */
export function readInBatch(place: CashPlace, isPosted: boolean, afterMs: number, atMs: number) {
  if (!isPosted) return { statement: COUNTED_CASH, values: countedCashValues(place, afterMs, atMs) }
  return { statement: READ_BOOKS, values: [...vaultValues(place), ...postedSince(afterMs)] }
}

export interface AmountRow {
  amount_minor: bigint
}

export function standingValues({ institutionId, terminalId, currency }: CashPlace, isPosted: boolean, atMs: number) {
  return [institutionId, terminalId, currency, String(isPosted), isoTimestamp(atMs)]
}

function vaultValues({ institutionId, terminalId, currency }: CashPlace): string[] {
  return [institutionId, vaultOf(terminalId), currency]
}

export function toStanding(row: StandingRow | undefined): Standing {
  if (row === undefined) throw new Error('the standing of cash has a row')
  const { anchor_id: id, kind, at, amount_minor: amountMinor, archived_minor: archivedMinor } = row
  const isAnchored = id !== null && kind !== null && at !== null && amountMinor !== null && archivedMinor !== null
  return {
    lastCountMs: row.last_count?.getTime(),
    anchor: isAnchored ? { id, kind, atMs: at.getTime(), amountMinor, archivedMinor } : undefined,
    laterMinor: row.later_minor,
    sinceMinor: row.since_minor,
  }
}

/** Whether movements of the institution's terminals are posted in our books. */
export function isPostedHere({ coreType }: Pick<Institution, 'coreType'>): boolean {
  return coreType !== 'REST' && coreType !== 'ISO8583'
}

/** In the books; `vaultMinor` is the balance of the vault without what orders have posted to it after the time. */
export function expectedInBooks(vaultMinor: bigint, standing: Standing): bigint {
  return -vaultMinor - standing.laterMinor
}

/** At another core; `ordersMinor` is what orders have brought since the anchor, up to the time. Nothing before the first movement. */
export function expectedElsewhere({ anchor, sinceMinor }: Standing, ordersMinor: bigint): bigint {
  if (anchor === undefined) return 0n
  const countedMinor = anchor.kind === 'COUNT' ? anchor.amountMinor : 0n
  return countedMinor + anchor.archivedMinor + sinceMinor + ordersMinor
}

/** The part of the orders that a posting need not sum itself: all but those of the last minute, which may be under way. */
export async function sumBefore(
  sql: Sql,
  place: CashPlace,
  isPosted: boolean,
  { atMs, nowMs }: { readonly atMs: number; readonly nowMs: number },
): Promise<SummedBefore> {
  const settledMs = nowMs - UNDER_WAY_MS
  if (isPosted) {
    if (atMs >= settledMs) return { untilMs: atMs, amountMinor: 0n, anchor: undefined }
    return { untilMs: settledMs, amountMinor: await sumOf(sql, place, true, atMs, settledMs), anchor: undefined }
  }
  const { anchor } = await readStanding(sql, place, false, atMs)
  if (anchor === undefined) return { untilMs: atMs, amountMinor: 0n, anchor: undefined }
  const untilMs = Math.max(anchor.atMs, Math.min(atMs, settledMs))
  return { untilMs, amountMinor: await sumOf(sql, place, false, anchor.atMs, untilMs), anchor }
}

async function sumOf(sql: Sql, place: CashPlace, isPosted: boolean, afterMs: number, untilMs: number): Promise<bigint> {
  if (afterMs >= untilMs) return 0n
  const { rows } = isPosted
    ? await sql.query<AmountRow>(POSTED_CASH, [...vaultValues(place), ...postedSince(afterMs), isoTimestamp(untilMs)])
    : await sql.query<AmountRow>(COUNTED_CASH, countedCashValues(place, afterMs, untilMs))
  return rows[0]?.amount_minor ?? 0n
}

async function readStanding(sql: Sql, place: CashPlace, isPosted: boolean, atMs: number): Promise<Standing> {
  const { rows } = await sql.query<StandingRow>(READ_STANDING, standingValues(place, isPosted, atMs))
  return toStanding(rows[0])
}

export interface Expected {
  readonly expectedMinor: bigint
  readonly lastCountMs: number | undefined
}

/** What is expected now, in one snapshot if the caller's transaction has one. */
export async function readExpected(sql: Sql, place: CashPlace, isPosted: boolean, nowMs: number): Promise<Expected> {
  const standing = await readStanding(sql, place, isPosted, nowMs)
  const { lastCountMs, anchor } = standing
  if (isPosted) {
    const { rows } = await sql.query<AmountRow>(READ_VAULT, vaultValues(place))
    return { lastCountMs, expectedMinor: expectedInBooks(rows[0]?.amount_minor ?? 0n, standing) }
  }
  // An order of this very instant counts too.
  const ordersMinor = anchor === undefined ? 0n : await sumOf(sql, place, false, anchor.atMs, nowMs + UNDER_WAY_MS)
  return { lastCountMs, expectedMinor: expectedElsewhere(standing, ordersMinor) }
}
