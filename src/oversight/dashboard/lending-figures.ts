// Figures of lending: applications and disbursements of a period, and loans in arrears as of today. Read from indexes.

import { agingRanges } from '../../loans/servicing/loan-columns.ts'
import { loanDate } from '../../loans/servicing/loan-dates.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'

export interface LendingFigures {
  /** In the order of their numbers, most first. */
  readonly applications: readonly { readonly status: string; readonly count: number }[]
  /** Paid out, less what was reversed since. */
  readonly disbursed: readonly { readonly currencyCode: string; readonly count: number; readonly amountMinor: bigint }[]
  /** By days past due. Loans of different products may have different buckets. */
  readonly arrears: readonly ArrearsBucket[]
}

export interface ArrearsBucket {
  readonly bucket: string
  readonly fromDays: number
  readonly toDays: number | undefined
  readonly loans: number
}

export interface LendingPeriod {
  readonly from: BusinessDate
  readonly to: BusinessDate
  /** The business date of each institution. */
  readonly today: ReadonlyMap<string, BusinessDate>
  readonly now: Date
}

export async function readLendingFigures(sql: Sql, period: LendingPeriod): Promise<LendingFigures> {
  const institutionIds = [...period.today.keys()]
  const [applications, disbursed, arrears] = await Promise.all([
    sql.query<{ status: string; count: bigint }>(APPLICATIONS, [institutionIds, period.from, period.to, period.now]),
    sql.query<{ currency: string; count: bigint; amount_minor: bigint }>(DISBURSED, [
      institutionIds,
      loanDate(period.from),
      loanDate(period.to),
    ]),
    sql.query<ArrearsRow>(ARREARS, [institutionIds, [...period.today.values()]]),
  ])
  return {
    applications: applications.rows.map(({ status, count }) => ({ status, count: Number(count) })),
    disbursed: disbursed.rows.map((row) => ({
      currencyCode: row.currency,
      count: Number(row.count),
      amountMinor: row.amount_minor,
    })),
    arrears: inBuckets(arrears.rows),
  }
}

/** Days are those of the institution's time zone. An approval that has ended is expired, whatever the row says. */
const APPLICATIONS = `
  SELECT CASE WHEN a.status IN ('APPROVED', 'OFFERED') AND a.expires_at <= $4 THEN 'EXPIRED' ELSE a.status END AS status,
         count(*) AS count
    FROM institutions i
    JOIN loan_applications a ON a.institution_id = i.institution_id
     AND a.created_at >= $2::date::timestamp AT TIME ZONE i.time_zone
     AND a.created_at < ($3::date + 1)::timestamp AT TIME ZONE i.time_zone
   WHERE i.institution_id = ANY ($1)
   GROUP BY 1
   ORDER BY count DESC, status`

const DISBURSED = `
  SELECT l.currency, count(*) AS count, sum(abs(e.cash_minor))::bigint AS amount_minor
    FROM loan_events e
    JOIN loans l ON l.institution_id = e.institution_id AND l.loan_id = e.loan_id
   WHERE e.institution_id = ANY ($1) AND e.kind = 'DISBURSEMENT' AND e.business_date BETWEEN $2 AND $3
     AND e.state = 'COMPLETED' AND e.reversed_by IS NULL
   GROUP BY l.currency
   ORDER BY l.currency`

interface ArrearsRow {
  buckets: string
  days: number
  count: bigint
}

/** Counted from the due date, or, while an arrangement pauses the count, the figure that it stands at: never both. */
const ARREARS = `
  WITH today AS (
    SELECT institution_id, to_char(to_date(date, 'YYYYMMDD'), 'YYYY-MM-DD') AS date
      FROM unnest($1::text[], $2::text[]) AS t (institution_id, date)
  ), past_due AS (
    SELECT l.buckets, to_date(t.date, 'YYYY-MM-DD') - to_date(l.past_due_since, 'YYYY-MM-DD') AS days
      FROM today t
      JOIN loans l ON l.institution_id = t.institution_id AND l.past_due_since < t.date
     WHERE l.status = 'ACTIVE' AND (l.resumes_on IS NULL OR l.resumes_on <= t.date)
       AND (l.charge_off_on IS NULL OR l.charge_off_on > t.date)
    UNION ALL
    SELECT l.buckets, l.paused_days
      FROM today t
      JOIN loans l ON l.institution_id = t.institution_id AND l.resumes_on > t.date
     WHERE l.status = 'ACTIVE' AND l.paused_days > 0 AND (l.charge_off_on IS NULL OR l.charge_off_on > t.date)
  )
  SELECT buckets, days, count(*) AS count FROM past_due GROUP BY buckets, days`

function inBuckets(rows: readonly ArrearsRow[]): ArrearsBucket[] {
  const found = new Map<string, ArrearsBucket>()
  for (const { buckets, days, count } of rows) {
    const range = agingRanges(buckets).find(({ from, to }) => days >= from && (to === undefined || days <= to))
    if (range === undefined) continue
    const key = `${range.name}:${range.from}`
    const loans = (found.get(key)?.loans ?? 0) + Number(count)
    found.set(key, { bucket: range.name, fromDays: range.from, toDays: range.to, loans })
  }
  return [...found.values()].sort(
    (one, other) => one.fromDays - other.fromDays || one.bucket.localeCompare(other.bucket),
  )
}
