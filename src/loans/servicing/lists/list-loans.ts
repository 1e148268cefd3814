// Lists loans by columns that hold between events (loan-columns.ts). Status, bucket and days past due are one question: the
// days past due of a running loan say which of the states it is in, and a bucket is a range of them.
//
// The ids of a page are picked from an index alone, and only its rows are read. A condition with an OR would need the rows
// of all matches; it is asked as several queries, none of which finds a loan of another.

import type { Sql } from '../../../platform/storage/database.ts'
import {
  COUNT_LIMIT,
  type ListPage,
  type PageRequest,
  totalOf,
} from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { readPicked } from '../../lending-homes.ts'
import { partnersNameQuery } from '../../origination/applications/applicant-name.ts'
import { LOAN_COLUMNS, type LoanRow } from '../loan-codec.ts'
import { bucketRange } from '../loan-columns.ts'
import { addDaysTo } from '../loan-dates.ts'
import type { LoanFilter, LoanHistory } from '../loan-record.ts'
import { type Computing, type Extent, withEvents } from './read-loans.ts'

/** The business dates that arrears are counted on, and the institutions whose date it is. */
export type TodayOf = ReadonlyMap<string, readonly string[]>

const NOTHING = { items: [], total: 0 }

/** Newest first. */
export async function listLoans(
  sql: Sql,
  filter: LoanFilter,
  page: PageRequest,
  today: TodayOf,
  extent: Extent,
  computing: Computing,
): Promise<ListPage<LoanHistory>> {
  const kinds =
    filter.bucket === undefined ? ALL_BUCKETS : rangesOf(await bucketsOf(sql, filter.partnerId), filter.bucket)
  const parameters = new Parameters()
  const ids = sql.isDistributed === true ? 'institution_id, loan_id' : 'loan_id'
  const parts = partsOf(filter, kinds, today, parameters).map(
    (condition) => `SELECT ${ids} FROM loans WHERE ${condition}`,
  )
  if (parts.length === 0) return NOTHING
  const counts = parts.map((part) => `(${part} LIMIT ${COUNT_LIMIT})`)
  const { rows: counted } = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM (${counts.join(' UNION ALL ')}) AS found LIMIT ${COUNT_LIMIT}) AS counted`,
    [...parameters.values],
  )
  const total = Number(counted[0]?.total ?? 0n)
  const until = page.page * page.size
  const isFoundSoon = total === COUNT_LIMIT && until <= SOON
  const picks = parts.map((part) => {
    const limit = parameters.add(until)
    const fence = isFoundSoon || sql.isDistributed === true ? '' : ' OFFSET 0'
    return `(SELECT * FROM (${part}${fence}) AS part ORDER BY loan_id DESC LIMIT ${limit})`
  })
  const picked = `SELECT * FROM (${picks.join(' UNION ALL ')}) AS found
                   ORDER BY loan_id DESC LIMIT ${parameters.add(page.size)} OFFSET ${parameters.add(until - page.size)}`
  const rows = await readPickedLoans(sql, picked, parameters.values)
  return { items: await withEvents(sql, rows, extent, computing), total: totalOf(total, page, rows.length) }
}

async function readPickedLoans(sql: Sql, picked: string, values: readonly unknown[]): Promise<LoanRow[]> {
  if (sql.isDistributed === true) {
    const picks = `SELECT institution_id, loan_id AS id FROM (${picked}) AS picked ORDER BY id DESC`
    const select = () => `SELECT ${LOAN_COLUMNS} FROM loans`
    return await readPicked<LoanRow>(sql, picks, values, { select, alias: 'loans', idColumn: 'loan_id' })
  }
  const { rows } = await sql.query<LoanRow>(
    `SELECT ${LOAN_COLUMNS} FROM loans JOIN (${picked}) AS picked USING (loan_id) ORDER BY loan_id DESC`,
    values,
  )
  return rows
}

/**
 * The newest of many matches are found by going through the loans from the newest on. Of few ones the planner must not
 * hope for that: it expects filters to be independent, and would go through all loans where an index finds the few.
 * OFFSET 0 keeps it from doing so.
 */
const SOON = 1_000

/** Days past due, both ends included. */
interface DayRange {
  readonly from: number
  readonly to: number
}

/** Loans that have these buckets, or any when absent, are asked for by these days. */
interface BucketKind extends DayRange {
  readonly buckets?: readonly string[]
}

const ANY_DAYS: DayRange = { from: 0, to: Number.POSITIVE_INFINITY }
const ALL_BUCKETS: readonly BucketKind[] = [ANY_DAYS]

/** Every loan has an account in the ledger; family A shows that of a customer, from the first disbursement on. */
const IS_ACCOUNT_SHOWN = 'account_opened AND customer_id IS NOT NULL'

/** What does not depend on the date. */
function namedBy(filter: LoanFilter, parameters: Parameters): string[] {
  const { partnerId, productCode, applicationId, customerId, accountId, externalReference, applicantName } = filter
  const where = [`partner_id = ${parameters.add(partnerId)}`]
  if (productCode !== undefined) where.push(`product_code = ${parameters.add(productCode)}`)
  if (applicationId !== undefined) where.push(`application_id = ${parameters.add(applicationId)}::uuid`)
  if (customerId !== undefined) where.push(`customer_id = ${parameters.add(customerId)}`)
  if (accountId !== undefined) where.push(`account_id = ${parameters.add(accountId)} AND ${IS_ACCOUNT_SHOWN}`)
  if (externalReference !== undefined) where.push(`external_reference = ${parameters.add(externalReference)}`)
  if (applicantName !== undefined) {
    const query = partnersNameQuery(partnerId, applicantName)
    where.push(query === undefined ? 'false' : `name_words @@ ${parameters.add(query)}::tsquery`)
  }
  return where
}

/** Conditions that no loan meets two of. */
function partsOf(filter: LoanFilter, kinds: readonly BucketKind[], today: TodayOf, parameters: Parameters): string[] {
  const { status, dpdMin = 0 } = filter
  const common = namedBy(filter, parameters)
  const asked = { from: dpdMin, to: Number.POSITIVE_INFINITY }
  const isDated =
    status === 'ACTIVE' || status === 'IN_ARREARS' || status === 'CHARGED_OFF' || dpdMin > 0 || kinds !== ALL_BUCKETS
  const dates: [string, readonly string[]][] = isDated ? [...today] : [['', []]]
  const parts: string[] = []
  for (const [date, institutionIds] of dates) {
    const own = dates.length === 1 ? [] : [`institution_id = ANY (${parameters.add(institutionIds)}::text[])`]
    for (const { buckets, ...days } of kinds) {
      const ofKind = buckets === undefined ? [] : [`buckets = ANY (${parameters.add(buckets)}::text[])`]
      for (const each of standings(status, both(asked, days), date, parameters))
        parts.push([...common, ...own, ...ofKind, ...each].join(' AND '))
    }
  }
  return parts
}

/** The states that only a loan which runs, or was charged off, can be past due in. */
function standings(status: string | undefined, days: DayRange, today: string, parameters: Parameters): string[][] {
  const date = () => `${parameters.add(today)}::text`
  const inState = (conditions: readonly string[], range: DayRange) =>
    pastDue(range, today, parameters).map((one) => [...conditions, ...one])
  switch (status) {
    case undefined:
      return inState([], days)
    case 'ACTIVE':
      return inState([`status = 'ACTIVE'`, isNotChargedOff(date())], both(days, { from: 0, to: 0 }))
    case 'IN_ARREARS':
      return inState([`status = 'ACTIVE'`, isNotChargedOff(date())], both(days, { ...ANY_DAYS, from: 1 }))
    case 'CHARGED_OFF':
      return [
        ...inState([`status = 'CHARGED_OFF'`], days),
        ...inState([`status = 'ACTIVE'`, `charge_off_on <= ${date()}`], days),
      ]
    default:
      return days.from > 0 ? [] : [[`status = ${parameters.add(status)}`]]
  }
}

/** ACTIVE in the table is a loan that runs: the dates say which of three states that is today. */
function isNotChargedOff(date: string): string {
  return `(charge_off_on IS NULL OR charge_off_on > ${date})`
}

/** Counted from the due date, or, while an arrangement pauses the count, the figure that it stands at: never both. */
function pastDue({ from, to }: DayRange, today: string, parameters: Parameters): string[][] {
  if (from > to) return []
  const date = () => `${parameters.add(today)}::text`
  const since = (days: number) => `${parameters.add(addDaysTo(today, -days))}::text`
  const isBounded = Number.isFinite(to)
  if (from > 0) {
    // Not `arrears_on <= today`, which says the same: the planner would take it for a second, independent condition.
    const counted = [`past_due_since <= ${since(from)}`, `(resumes_on IS NULL OR resumes_on <= ${date()})`]
    const paused = [`resumes_on > ${date()}`, `paused_days >= ${parameters.add(from)}`]
    if (isBounded) {
      counted.push(`past_due_since >= ${since(to)}`)
      paused.push(`paused_days <= ${parameters.add(to)}`)
    }
    return [counted, paused]
  }
  if (!isBounded) return [[]]
  return [
    [
      `(past_due_since IS NULL OR past_due_since > ${since(to + 1)} OR resumes_on > ${date()})`,
      `(resumes_on IS NULL OR resumes_on <= ${date()} OR paused_days <= ${parameters.add(to)})`,
    ],
  ]
}

function both(a: DayRange, b: DayRange): DayRange {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
}

/** Loans of one partner may have different buckets: those of their products when they were agreed. */
function rangesOf(kinds: readonly string[], bucket: string): BucketKind[] {
  const byRange = new Map<string, BucketKind & { readonly buckets: string[] }>()
  for (const buckets of kinds) {
    const range = bucketRange(buckets, bucket)
    if (range === undefined) continue
    const { from, to = Number.POSITIVE_INFINITY } = range
    const known = byRange.get(`${from}-${to}`)
    if (known === undefined) byRange.set(`${from}-${to}`, { from, to, buckets: [buckets] })
    else known.buckets.push(buckets)
  }
  const found = [...byRange.values()]
  // All loans have the same days for it: nothing else has to be compared.
  const [only] = found
  if (only !== undefined && only.buckets.length === kinds.length) return [{ from: only.from, to: only.to }]
  return found
}

/** The distinct buckets of a partner's loans: a step of the index for each, however many loans have them. */
async function bucketsOf(sql: Sql, partnerId: string): Promise<string[]> {
  const { rows } = await sql.query<{ buckets: string }>(
    sql.isDistributed === true
      ? 'SELECT DISTINCT buckets FROM loans WHERE partner_id = $1 LIMIT 1000'
      : `WITH RECURSIVE found AS (
       (SELECT buckets FROM loans WHERE partner_id = $1 ORDER BY buckets LIMIT 1)
       UNION ALL
       SELECT (SELECT l.buckets FROM loans l WHERE l.partner_id = $1 AND l.buckets > found.buckets ORDER BY l.buckets LIMIT 1)
         FROM found WHERE found.buckets IS NOT NULL)
     SELECT buckets FROM found WHERE buckets IS NOT NULL LIMIT 1000`,
    [partnerId],
  )
  return rows.map((row) => row.buckets)
}
