// The SQL that rolls transactions up. A fact is one transaction as the rollups count it; `sign` is -1 when a change takes
// back what was counted before. Sweep, rebuild and `verify` share these fragments, so that they cannot disagree.

import { LATENCY_BUCKET } from './latency-buckets.ts'

/** Stands for all institutions together. No institution can have this id. */
export const ALL_INSTITUTIONS = '*'

const FACTS = `
  institution_id, business_date, date_bin('1 hour', recorded_at, 'epoch') AS hour, type LIKE '%REVERSAL' AS is_reversal, type,
  coalesce(terminal_id, '') AS terminal_id, currency, response_code, ${LATENCY_BUCKET} AS bucket, amount_minor, fee_minor,
  reversed_minor, original_id, coalesce(counted_on, business_date) AS counted_date`

/**
 * Facts of new transactions: visible now, and not in the snapshot $1. The upper limit excludes nothing; without statistics
 * the planner expects a third of the table above a lower limit alone. Nearly all new rows are past the snapshot's end, which
 * takes a comparison of numbers instead of a conversion through text.
 */
export const NEW_FACTS = `
  SELECT 1 AS sign, ${FACTS}
    FROM transactions
   WHERE insert_xid >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
     AND insert_xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
     AND (insert_xid >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
          OR NOT pg_visible_in_snapshot(insert_xid::text::xid8, $1::pg_snapshot))`

/** Facts of changes to transactions that snapshot $1 has counted; a new transaction is counted as it now is. */
export function changedFacts(changes: string): string {
  return `
  SELECT sign, ${FACTS}
    FROM ${changes}
   WHERE insert_xid IS NULL OR pg_visible_in_snapshot(insert_xid::text::xid8, $1::pg_snapshot)`
}

/** The same on distributed books, for `verify`: what lies under marks that are not counted. Nothing on one server, which has none. */
export const MARKED_FACTS = `
  SELECT 1 AS sign, ${FACTS}
    FROM transactions JOIN posting_marks USING (institution_id)
   WHERE mark = insert_xid AND NOT counted`

/** Marks are larger than any transaction id. */
export const MARKED_CHANGES = `
  SELECT sign, ${FACTS}
    FROM transaction_changes c
   WHERE insert_xid > ${2n ** 50n}
     AND NOT EXISTS (SELECT 1 FROM posting_marks m
                      WHERE m.institution_id = c.institution_id AND m.mark = c.insert_xid AND NOT m.counted)`

/** Facts that one business date of one institution counts: its own, and those of other dates that count in its totals. */
function factsOfDay(institution: string): string {
  return `
  SELECT 1 AS sign, ${FACTS}
    FROM transactions
   WHERE ${institution}institution_id COLLATE "POSIX" = $1 AND business_date COLLATE "C" = $2
   UNION ALL
  SELECT 1 AS sign, ${FACTS}
    FROM transactions
   WHERE institution_id = $1 AND counted_on = $2`
}
export const FACTS_OF_DAY = factsOfDay('')

/** Volumes go by the business date of an order, totals of terminals by the date that it counts in. */
export function onDay(facts: string, by: 'business_date' | 'counted_date', operator: '=' | '<>' = '='): string {
  return `(SELECT * FROM ${facts} WHERE ${by} ${operator} $2) AS ${by}_facts`
}

/** All facts, for `verify`. */
export const ALL_FACTS = `SELECT 1 AS sign, ${FACTS} FROM transactions`

/** What the facts add up to: per institution alone, or also for all institutions. */
export type Width = 'institution' | 'everywhere'

const SETS: Record<Width, string> = {
  institution: 'GROUPING SETS ((institution_id, hour), (institution_id))',
  everywhere: 'GROUPING SETS ((institution_id, hour), (institution_id), (hour), ())',
}

const KEY = `
  coalesce(institution_id, '${ALL_INSTITUTIONS}') AS institution_id,
  CASE grouping(hour) WHEN 0 THEN 'H' ELSE 'D' END AS granularity, business_date,
  coalesce(hour, '-infinity') AS hour`

const IS_APPROVED = `response_code = '000' AND NOT is_reversal`
/** Money moved. A reversal that came before its original is approved and moves nothing. */
const IS_POSTED = `response_code = '000' AND (NOT is_reversal OR original_id IS NOT NULL)`

/**
 * Facts summed per hour, code, currency and latency bucket, in one pass. Volumes and latencies are sums of these few rows:
 * each of their grouping sets would otherwise go through all facts.
 *
 * Declined amounts are not summed: nothing limits them. Sums of bigints are numeric.
 */
export function groupsOf(facts: string): string {
  return `
  SELECT institution_id, business_date, hour, is_reversal, response_code, currency, bucket, sum(sign)::bigint AS count,
         sum(CASE WHEN ${IS_APPROVED} THEN sign * amount_minor ELSE 0 END) AS amount_minor,
         sum(CASE WHEN ${IS_APPROVED} THEN sign * reversed_minor ELSE 0 END) AS reversed_minor
    FROM ${facts}
   GROUP BY institution_id, business_date, hour, is_reversal, response_code, currency, bucket`
}

export function volumeOf(groups: string, width: Width): string {
  return `
  SELECT ${KEY}, is_reversal, response_code, currency, sum(count)::bigint AS count, sum(amount_minor) AS amount_minor,
         sum(reversed_minor) AS reversed_minor
    FROM ${groups}
   GROUP BY business_date, is_reversal, response_code, currency, ${SETS[width]}`
}

export function latencyOf(groups: string, width: Width): string {
  return `
  SELECT ${KEY}, bucket, sum(count)::bigint AS count
    FROM ${groups}
   GROUP BY business_date, bucket, ${SETS[width]}`
}

const TOTALS: readonly (readonly [name: string, amount: string, condition: string])[] = [
  ['withdrawals', 'amount_minor', `type IN ('CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL')`],
  ['deposits', 'amount_minor', `type IN ('CASHDEPOSIT', 'CHECKDEPOSIT', 'CASHCHECKDEPOSIT')`],
  ['fees', 'fee_minor', `fee_minor > 0 AND NOT is_reversal`],
  ['reversals', 'amount_minor', 'is_reversal'],
]

/** Transfers and bill payments are not among the totals, so a terminal that made nothing else has none. */
export function totalsOf(facts: string): string {
  const sums = TOTALS.flatMap(([name, amount, condition]) => [
    `coalesce(sum(sign) FILTER (WHERE ${condition}), 0)::bigint AS ${name}_count`,
    `coalesce(sum(sign * ${amount}) FILTER (WHERE ${condition}), 0) AS ${name}_minor`,
  ])
  return `
  SELECT institution_id, counted_date AS business_date, terminal_id, currency, ${sums.join(', ')}
    FROM ${facts}
   WHERE ${IS_POSTED} AND (${TOTALS.map(([, , condition]) => condition).join(' OR ')})
   GROUP BY institution_id, counted_date, terminal_id, currency`
}

export interface RollupTable {
  readonly name: string
  readonly key: readonly string[]
  readonly sums: readonly string[]
}

export const VOLUMES: RollupTable = {
  name: 'transaction_rollups',
  key: ['institution_id', 'granularity', 'business_date', 'hour', 'is_reversal', 'response_code', 'currency'],
  sums: ['count', 'amount_minor', 'reversed_minor'],
}

export const LATENCIES: RollupTable = {
  name: 'latency_rollups',
  key: ['institution_id', 'granularity', 'business_date', 'hour', 'bucket'],
  sums: ['count'],
}

export const TERMINAL_TOTALS: RollupTable = {
  name: 'terminal_totals',
  key: ['institution_id', 'business_date', 'terminal_id', 'currency'],
  sums: TOTALS.flatMap(([name]) => [`${name}_count`, `${name}_minor`]),
}

/** Adds rows to those of a rollup table. In key order, so that two transactions cannot deadlock. */
export function addTo({ name, key, sums }: RollupTable, rows: string): string {
  const columns = [...key, ...sums].join(', ')
  const nothing = sums.map((sum) => `${sum} = 0`).join(' AND ')
  return `
  INSERT INTO ${name} AS r (${columns})
  SELECT ${columns} FROM (${rows}) AS added WHERE NOT (${nothing}) ORDER BY ${key.join(', ')}
  ON CONFLICT (${key.join(', ')})
  DO UPDATE SET ${sums.map((sum) => `${sum} = r.${sum} + excluded.${sum}`).join(', ')}`
}

/**
 * On distributed books (docs/decisions/0057): takes the marks and the changes of institution $1, and sums what was inserted under the
 * marks. With `day`, its transactions on business date $2 are summed as a whole, and the rest of what is new beside them. One statement
 * on one server, hence one snapshot: a change of a transaction that is new is dropped, because it is counted as it now is.
 */
export function takeMarked(day: 'no day' | 'with a day'): string {
  return `
  WITH marked AS MATERIALIZED (
         UPDATE posting_marks SET counted = true WHERE institution_id = $1 AND NOT counted RETURNING mark),
       changed AS MATERIALIZED (DELETE FROM transaction_changes WHERE institution_id = $1 RETURNING *),
       facts AS MATERIALIZED (
         SELECT 1 AS sign, ${FACTS} FROM transactions
          WHERE institution_id = $1 AND insert_xid IN (SELECT mark FROM marked)
         UNION ALL
         SELECT sign, ${FACTS} FROM changed
          WHERE coalesce(insert_xid NOT IN (SELECT mark FROM marked), true))${
            day === 'no day' ? '' : `,\n       of_day AS MATERIALIZED (${factsOfDay('institution_id = $1 AND ')})`
          }
  SELECT ${day === 'no day' ? summed('facts', 'facts') : summed(withDay('business_date'), withDay('counted_date'))}`
}

/** What is new on other days, and the day as a whole. */
function withDay(by: 'business_date' | 'counted_date'): string {
  return `(SELECT * FROM ${onDay('facts', by, '<>')} UNION ALL SELECT * FROM ${onDay('of_day', by)}) AS f`
}

/**
 * Marks of institution $1 that both sweeps have taken. A statement of its own: a sweep may only ask for its own flag when it takes them.
 * The other's may be set by a transaction that is committed on the coordinator and not yet on the worker; a mark that is then
 * skipped would be missing from what this snapshot shows.
 */
export const DROP_MARKS = 'DELETE FROM posting_marks WHERE institution_id = $1 AND counted AND listed'

function summed(volumes: string, totals: string): string {
  return `(SELECT json_agg(g)::text FROM (${groupsOf(volumes)}) AS g) AS hourly,
         (SELECT json_agg(g)::text FROM (${totalsOf(totals)}) AS g) AS totals`
}

/** Adds sums that were taken so: $1 by hour, $2 totals of terminals. */
export function addSummed(width: Width): string {
  const totals = TERMINAL_TOTALS.sums.map((sum) => `${sum} ${sum.endsWith('_count') ? 'bigint' : 'numeric'}`)
  return `
  WITH hourly AS MATERIALIZED (
         SELECT * FROM json_to_recordset($1::json) AS g (institution_id text, business_date text, hour timestamptz, is_reversal boolean,
                response_code text, currency text, bucket integer, count bigint, amount_minor numeric, reversed_minor numeric)),
       volumes AS (${addTo(VOLUMES, volumeOf('hourly', width))}),
       latencies AS (${addTo(LATENCIES, latencyOf('hourly', width))})
  ${addTo(
    TERMINAL_TOTALS,
    `SELECT * FROM json_to_recordset($2::json)
         AS t (institution_id text, business_date text, terminal_id text, currency text, ${totals.join(', ')})`,
  )}`
}

/** The days that have transactions or rollups. Steps from one date to the next in the index, instead of reading every transaction. */
export const DAYS = `
  WITH RECURSIVE asked AS (
    SELECT institution_id FROM institutions WHERE $1::text IS NULL OR institution_id = $1
  ), days AS (
    SELECT institution_id, (
             SELECT min(t.business_date COLLATE "C") FROM transactions t
              WHERE t.institution_id COLLATE "POSIX" = a.institution_id
                AND t.business_date COLLATE "C" >= coalesce($2, '')) AS business_date
      FROM asked a
    UNION ALL
    SELECT d.institution_id, (
             SELECT min(t.business_date COLLATE "C") FROM transactions t
              WHERE t.institution_id COLLATE "POSIX" = d.institution_id
                AND t.business_date COLLATE "C" > d.business_date)
      FROM days d
     WHERE d.business_date IS NOT NULL
  )
  SELECT institution_id, business_date FROM days
   WHERE business_date IS NOT NULL AND business_date <= coalesce($3, '99999999')
  UNION
  SELECT institution_id, business_date FROM transaction_rollups
   WHERE institution_id IN (SELECT institution_id FROM asked) AND granularity = 'D'
     AND business_date BETWEEN coalesce($2, '') AND coalesce($3, '99999999')
   ORDER BY 2 DESC, 1`
