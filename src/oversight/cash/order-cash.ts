// The cash that orders have moved at a terminal in a time, in SQL. Each statement takes an institution, and answers one `amount_minor`.

import { APPROVED_CODE } from '../../channels/core/outcome.ts'
import { earliestIdAt } from '../../platform/kernel/identifiers/ids.ts'
import { DAY_MS, isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { Statement } from '../../platform/storage/database.ts'
import { CASH_JOURNALS } from './cash-movement.ts'

/** A batch ends long before: what it has recorded by then is committed. */
export const UNDER_WAY_MS = MINUTE_MS
/** The id of a journal is about as old as the journal. One that resumes an order is younger than its id. */
const IDS_DIFFER_MS = 5 * MINUTE_MS

const KINDS = Object.values(CASH_JOURNALS)
  .map((kind) => `'${kind}'`)
  .join(', ')

/**
 * What orders and resolutions have posted to a vault after a time: recorded after it, and not by a journal that is older by its id.
 * Movements of cash post to it too, and count by another time. $1 is the institution; the others are given.
 */
export function postedCash(account: string, currency: string, firstId: string, after: string, until: string): string {
  return `
  SELECT coalesce(sum(l.amount_minor), 0)::bigint AS amount_minor
    FROM journals j
   CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.currencies, j.amounts_minor)
         AS l (book, account, currency, amount_minor)
   WHERE j.institution_id = $1 AND j.journal_id >= ${firstId}::uuid AND j.recorded_at > ${after}::timestamptz
     AND j.recorded_at <= ${until}::timestamptz AND j.kind NOT IN (${KINDS}) AND ${account} = ANY (j.accounts)
     AND l.book = 'G' AND l.account = ${account} AND l.currency = ${currency}`
}

export const POSTED_CASH: Statement = {
  name: 'read-posted-cash',
  text: postedCash('$2', '$3', '$4', '$5', '$6'),
}

const [PAID, PAID_BACK, TAKEN, TAKEN_BACK] = [
  ['CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL'],
  ['CASHWITHDRAWALREVERSAL', 'CARDLESSREVERSAL'],
  ['CASHDEPOSIT', 'CASHCHECKDEPOSIT'],
  ['CASHDEPOSITREVERSAL', 'CASHCHECKDEPOSITREVERSAL'],
] as const

/** The types of orders that move cash. */
export const MOVES_CASH: ReadonlySet<string> = new Set([...PAID, ...PAID_BACK, ...TAKEN, ...TAKEN_BACK])

function isOne(types: readonly string[]): string {
  return `t.type IN (${types.map((type) => `'${type}'`).join(', ')})`
}

/** What a row `t` has brought into its terminal; `takenBack` is the cash that the reversal of a deposit has given back. */
function broughtBy(takenBack: string): string {
  return `CASE WHEN ${isOne(PAID)} THEN t.fee_minor - t.amount_minor
               WHEN ${isOne(TAKEN)} THEN t.cash_minor
               WHEN t.original_id IS NULL THEN 0
               WHEN ${isOne(PAID_BACK)} THEN t.amount_minor - t.fee_minor
               ELSE -(${takenBack}) END`
}

/** Of an archived mixed deposit it is not known any more which part was checks. */
export const BROUGHT_BY_ARCHIVED = broughtBy(`CASE t.type WHEN 'CASHDEPOSITREVERSAL' THEN t.amount_minor ELSE 0 END`)

/** What has been taken back of an order up to reversal `r`, itself included. */
const reversedUntil = (operator: '<' | '<=') => `
  coalesce((SELECT sum(n.amount_minor) FROM transactions n
             WHERE n.institution_id = $1 AND n.account_id = t.account_id AND n.original_id = t.original_id
               AND n.response_code = '${APPROVED_CODE}'
               AND (n.recorded_at, n.transaction_id) ${operator} (t.recorded_at, t.transaction_id)), 0)::bigint`

/** Of a mixed deposit the checks are taken back before the cash. */
const CASH_TAKEN_BACK = `
  greatest(0, ${reversedUntil('<=')} - (o.amount_minor - o.cash_minor)) - greatest(0, ${reversedUntil('<')} - (o.amount_minor - o.cash_minor))`

/**
 * What approved orders of another core have brought into a terminal: recorded after $2, until $3. A reversal counts at the terminal of its
 * original. $6 is the business date before which none of them can be.
 */
export const COUNTED_CASH: Statement = {
  name: 'read-counted-cash',
  text: `SELECT coalesce(sum(${broughtBy(`CASE WHEN o.transaction_id IS NULL THEN t.amount_minor ELSE ${CASH_TAKEN_BACK} END`)}), 0)::bigint
                  AS amount_minor
           FROM transactions t
           LEFT JOIN transactions o ON o.institution_id = $1 AND o.account_id = t.account_id AND o.transaction_id = t.original_id
          WHERE t.institution_id = $1 AND t.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" >= $6
            AND t.recorded_at > $2::timestamptz AND t.recorded_at <= $3::timestamptz
            AND coalesce(o.terminal_id, t.terminal_id) = $4 AND t.currency = $5 AND t.response_code = '${APPROVED_CODE}'
            AND ${isOne([...MOVES_CASH])}`,
}

export interface CashPlace {
  readonly institutionId: string
  readonly terminalId: string
  readonly currency: string
}

/** The lowest id that a journal after this time can have, and the time. */
export function postedSince(afterMs: number): string[] {
  return [earliestIdAt(afterMs - IDS_DIFFER_MS), isoTimestamp(afterMs)]
}

export function countedCashValues(place: CashPlace, afterMs: number, untilMs: number): string[] {
  const firstDate = isoTimestamp(afterMs - 2 * DAY_MS)
    .slice(0, 10)
    .replaceAll('-', '')
  return [
    place.institutionId,
    isoTimestamp(afterMs),
    isoTimestamp(untilMs),
    place.terminalId,
    place.currency,
    firstDate,
  ]
}
