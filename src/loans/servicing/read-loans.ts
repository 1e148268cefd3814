// Reads loans with their events, and lists them by columns that hold between events (loan-columns.ts).

import type { Sql } from '../../storage/database.ts'
import { Conditions, type ListPage, limitTo, type PageRequest } from '../../storage/list-query.ts'
import { Parameters } from '../../storage/parameters.ts'
import type { FoldSnapshot } from './history-fold.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  LOAN_COLUMNS,
  type LoanRow,
  type ScheduleRow,
  toLoan,
  toSchedule,
} from './loan-codec.ts'
import { bucketRange } from './loan-columns.ts'
import { addDaysTo } from './loan-dates.ts'
import type { LoanFilter, LoanHistory, LoanRecord, StoredSchedule } from './loan-record.ts'
import { eventsByLoan, type SnapshotRow, snapshotsByLoan } from './loan-records.ts'
import { SNAPSHOT_FROM } from './open-loan.ts'

export async function findLoan(sql: Sql, partnerId: string, loanId: string): Promise<LoanHistory | undefined> {
  const { rows } = await sql.query<LoanRow>(
    { name: 'find-loan', text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE loan_id = $1 AND partner_id = $2` },
    [loanId, partnerId],
  )
  return (await withEvents(sql, rows))[0]
}

async function withEvents(sql: Sql, rows: readonly LoanRow[]): Promise<LoanHistory[]> {
  if (rows.length === 0) return []
  const { rows: eventRows } = await sql.query<EventRow>(
    {
      name: 'find-loan-events',
      text: `SELECT ${EVENT_COLUMNS}
               FROM loan_events
              WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[])
              ORDER BY loan_id, sequence`,
    },
    [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
  )
  const events = eventsByLoan(eventRows)
  const snapshots = await snapshotsOf(
    sql,
    rows.filter((row) => (events.get(row.loan_id)?.length ?? 0) >= SNAPSHOT_FROM),
  )
  return rows.map((row) => {
    const snapshot = snapshots.get(row.loan_id)
    return { loan: toLoan(row), events: events.get(row.loan_id) ?? [], ...(snapshot && { snapshot }) }
  })
}

async function snapshotsOf(sql: Sql, rows: readonly LoanRow[]): Promise<ReadonlyMap<string, FoldSnapshot>> {
  if (rows.length === 0) return new Map()
  const found = await sql.query<SnapshotRow>(
    {
      name: 'find-loan-snapshots',
      text: `SELECT loan_id, snapshot FROM loan_snapshots
              WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[])`,
    },
    [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
  )
  return snapshotsByLoan(found.rows)
}

export async function readSchedules(sql: Sql, { institutionId, loanId }: LoanRecord): Promise<StoredSchedule[]> {
  const { rows } = await sql.query<ScheduleRow>(
    {
      name: 'read-loan-schedules',
      text: `SELECT version, reason, valid_from, event_id, instalments, recorded_at
               FROM loan_schedules WHERE institution_id = $1 AND loan_id = $2 ORDER BY version`,
    },
    [institutionId, loanId],
  )
  return rows.map(toSchedule)
}

/** The business dates that arrears are counted on, and the institutions whose date it is. */
export type TodayOf = ReadonlyMap<string, readonly string[]>

/** Newest first. */
export async function listLoans(
  sql: Sql,
  filter: LoanFilter,
  page: PageRequest,
  today: TodayOf,
): Promise<ListPage<LoanHistory>> {
  const parameters = new Parameters()
  const conditions = new Conditions(parameters)
  conditions.addFor(filter.partnerId, (value) => `partner_id = ${value}`)
  conditions.addFor(filter.productCode, (value) => `product_code = ${value}`)
  conditions.addFor(filter.applicationId, (value) => `application_id = ${value}::uuid`)
  const { status, dpdMin, bucket, partnerId } = filter
  const dated = (condition: (date: string) => string) => conditions.add(onDates(condition, today, parameters))
  if (status !== undefined) dated((date) => hasStatus(status, parameters, date))
  if (dpdMin !== undefined && dpdMin > 0) dated((date) => isPastDue({ from: dpdMin, to: undefined }, parameters, date))
  if (bucket !== undefined) {
    const kinds = await bucketsOf(sql, partnerId)
    dated((date) => isInBucket(kinds, bucket, parameters, date))
  }
  const where = conditions.toString()
  const counted = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM loans WHERE ${where}`,
    parameters.values,
  )
  const { rows } = await sql.query<LoanRow>(
    `SELECT ${LOAN_COLUMNS} FROM loans WHERE ${where} ORDER BY loan_id DESC ${limitTo(page, parameters)}`,
    parameters.values,
  )
  return { items: await withEvents(sql, rows), total: Number(counted.rows[0]?.total ?? 0n) }
}

/** A condition that depends on the date, which may differ between the institutions. */
function onDates(condition: (date: string) => string, today: TodayOf, parameters: Parameters): string {
  const [only] = today
  if (only !== undefined && today.size === 1) return condition(only[0])
  const parts = [...today].map(
    ([date, ids]) => `(institution_id = ANY (${parameters.add(ids)}::text[]) AND ${condition(date)})`,
  )
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`
}

/**
 * ACTIVE in the table is a loan that runs: the dates say which of three states that is today. Each way to be in arrears or
 * charged off is a range of one index.
 */
function hasStatus(status: string, parameters: Parameters, today: string): string {
  const date = `${parameters.add(today)}::text`
  const isOnBooks = `(charge_off_on IS NULL OR charge_off_on > ${date})`
  switch (status) {
    case 'ACTIVE':
      return `(status = 'ACTIVE' AND ${isOnBooks} AND (arrears_on IS NULL OR arrears_on > ${date})
               AND (resumes_on IS NULL OR resumes_on <= ${date} OR paused_days = 0))`
    case 'IN_ARREARS':
      return `(status = 'ACTIVE' AND ${isOnBooks} AND (past_due_since < ${date} AND arrears_on <= ${date}
               OR resumes_on > ${date} AND paused_days > 0))`
    case 'CHARGED_OFF':
      return `(status = 'CHARGED_OFF' OR status = 'ACTIVE' AND charge_off_on <= ${date})`
    default:
      return `status = ${parameters.add(status)}`
  }
}

interface DayRange {
  readonly from: number
  readonly to: number | undefined
}

/** Days past due within a range that starts above zero. */
function isPastDue({ from, to }: DayRange, parameters: Parameters, today: string): string {
  const date = `${parameters.add(today)}::text`
  const latest = `${parameters.add(addDaysTo(today, -from))}::text`
  const earliest = to === undefined ? '' : ` AND past_due_since >= ${parameters.add(addDaysTo(today, -to))}::text`
  const paused = to === undefined ? '' : ` AND paused_days <= ${parameters.add(to)}`
  const counted = `past_due_since <= ${latest}${earliest} AND arrears_on <= ${date}`
  const stands = `resumes_on > ${date} AND paused_days >= ${parameters.add(from)}${paused}`
  return `(${counted} OR ${stands})`
}

/** Loans of one partner may have different buckets: those of their products when they were agreed. */
function isInBucket(kinds: readonly string[], bucket: string, parameters: Parameters, today: string): string {
  const conditions: string[] = []
  for (const buckets of kinds) {
    const range = bucketRange(buckets, bucket)
    if (range === undefined) continue
    const own = `buckets = ${parameters.add(buckets)}`
    if (range.from > 0) conditions.push(`(${own} AND ${isPastDue(range, parameters, today)})`)
    else if (range.to === undefined) conditions.push(own)
    else {
      const beyond = isPastDue({ from: range.to + 1, to: undefined }, parameters, today)
      conditions.push(`(${own} AND ${beyond} IS NOT TRUE)`)
    }
  }
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`
}

/** The distinct buckets of a partner's loans: a step of the index for each, however many loans have them. */
async function bucketsOf(sql: Sql, partnerId: string): Promise<string[]> {
  const { rows } = await sql.query<{ buckets: string }>(
    `WITH RECURSIVE found AS (
       (SELECT buckets FROM loans WHERE partner_id = $1 ORDER BY buckets LIMIT 1)
       UNION ALL
       SELECT (SELECT l.buckets FROM loans l WHERE l.partner_id = $1 AND l.buckets > found.buckets ORDER BY l.buckets LIMIT 1)
         FROM found WHERE found.buckets IS NOT NULL)
     SELECT buckets FROM found WHERE buckets IS NOT NULL LIMIT 1000`,
    [partnerId],
  )
  return rows.map((row) => row.buckets)
}
