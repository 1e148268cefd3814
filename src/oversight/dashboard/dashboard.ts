// The dashboard: figures of transactions from the rollups, and counts of other records as of now. Inquiries do not count.

import type { Directory } from '../../administration/institutions/directory.ts'
import { INSTITUTION_STATUSES } from '../../administration/institutions/directory.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { BusinessDate, Clock } from '../../platform/kernel/time/clock.ts'
import { businessDateAt, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type DashboardRange, type DashboardRequest, dashboardRange, previousFrom } from './dashboard-range.ts'
import {
  type Counts,
  countsOf,
  type LatencyRow,
  type Percentiles,
  percentilesOf,
  type Volume,
  type VolumeRow,
  volumeOf,
} from './figures.ts'
import { type LendingFigures, readLendingFigures } from './lending-figures.ts'
import { type ReservedRow, readReserved } from './reserved-reversals.ts'
import { readTokenFigures, type TokenFigures } from './token-figures.ts'

export interface DashboardParts {
  readonly database: Database
  /** Business time: in the sandbox it can be moved. */
  readonly clock: Clock
  readonly directory: Directory
  /** Open exceptions of an institution, or of all. */
  countOpenExceptions(institutionId: string | undefined): Promise<number>
}

export interface PeriodFigures extends Volume, Percentiles {}

export interface Summary extends PeriodFigures {
  readonly previous: PeriodFigures
  readonly exceptionsOpen: number
  readonly institutionsByStatus: Readonly<Record<string, number>>
  readonly activeUsers: number
  readonly terminalsActive: number
}

export interface VolumeBucket extends Volume {
  readonly bucket: string
}

export interface LatencyBucket extends Percentiles {
  readonly bucket: string
}

export interface ResponseCodeCount {
  readonly responseCode: string
  readonly count: number
}

export interface InstitutionCounts extends Counts {
  readonly institutionId: string
}

/** Two periods in one pass; of equal length, so that every row lies in one of them. */
const SUMMED_VOLUME = `
  SELECT business_date >= $3 AS is_current, is_reversal, response_code, currency, sum(count)::bigint AS count,
         sum(amount_minor)::text AS amount_minor, sum(reversed_minor)::text AS reversed_minor
    FROM transaction_rollups
   WHERE institution_id = $1 AND granularity = 'D' AND business_date BETWEEN $2 AND $4
   GROUP BY is_current, is_reversal, response_code, currency`

const SUMMED_LATENCY = `
  SELECT business_date >= $3 AS is_current, bucket, sum(count)::bigint AS count
    FROM latency_rollups
   WHERE institution_id = $1 AND granularity = 'D' AND business_date BETWEEN $2 AND $4
   GROUP BY is_current, bucket`

export class Dashboard {
  readonly #parts: DashboardParts

  constructor(parts: DashboardParts) {
    this.#parts = parts
  }

  /** Refusals of every method: as dashboardRange() says. */
  async summary(scope: Scope, request: DashboardRequest): Promise<Summary> {
    const range = dashboardRange(scope, request, this.#parts)
    const from = previousFrom(range)
    const values = [range.rollupsOf, from, range.from, range.to]
    const { database } = this.#parts
    const [volume, reserved, latency, now] = await Promise.all([
      database.query<VolumeRow & { is_current: boolean }>(SUMMED_VOLUME, values),
      this.#reserved({ ...range, from }),
      database.query<LatencyRow & { is_current: boolean }>(SUMMED_LATENCY, values),
      this.#asOfNow(range.institutionId),
    ])
    const figuresOf = (isCurrent: boolean): PeriodFigures => ({
      ...volumeOf([
        ...volume.rows.filter((row) => row.is_current === isCurrent),
        ...reserved.filter((row) => row.business_date >= range.from === isCurrent),
      ]),
      ...percentilesOf(latency.rows.filter((row) => row.is_current === isCurrent)),
    })
    return { ...figuresOf(true), previous: figuresOf(false), ...now }
  }

  /** Oldest first; days or hours without transactions are left out. */
  async volume(scope: Scope, request: DashboardRequest): Promise<VolumeBucket[]> {
    const range = dashboardRange(scope, request, this.#parts)
    const counted = this.#parts.database.query<VolumeRow & Bucketed>(
      `SELECT ${bucketOf(range)}, is_reversal, response_code, currency, sum(count)::bigint AS count,
              sum(amount_minor)::text AS amount_minor, sum(reversed_minor)::text AS reversed_minor
         FROM transaction_rollups
        WHERE ${isIn(range)}
        GROUP BY ${GROUPS[range.granularity]}, is_reversal, response_code, currency
       HAVING sum(count) <> 0
        ORDER BY ${GROUPS[range.granularity]}`,
      [range.rollupsOf, range.from, range.to],
    )
    const [{ rows }, reserved] = await Promise.all([counted, this.#reserved(range)])
    const labelled = reserved.map((row) =>
      range.granularity === 'day' ? { ...row, hour: null } : { ...row, business_date: null },
    )
    const reservedIn = new Map(inBuckets<VolumeRow & Bucketed>(labelled))
    return inBuckets(rows).map(([bucket, ofBucket]) => ({
      bucket,
      ...volumeOf([...ofBucket, ...(reservedIn.get(bucket) ?? [])]),
    }))
  }

  /** The most frequent first. Reversals count too. */
  async responseCodes(scope: Scope, request: DashboardRequest): Promise<ResponseCodeCount[]> {
    const range = dashboardRange(scope, request, this.#parts)
    const { rows } = await this.#parts.database.query<{ response_code: string; count: bigint }>(
      `SELECT response_code, sum(count)::bigint AS count
         FROM transaction_rollups
        WHERE institution_id = $1 AND granularity = 'D' AND business_date BETWEEN $2 AND $3
        GROUP BY response_code
       HAVING sum(count) <> 0
        ORDER BY count DESC, response_code`,
      [range.rollupsOf, range.from, range.to],
    )
    return rows.map((row) => ({ responseCode: row.response_code, count: Number(row.count) }))
  }

  async latency(scope: Scope, request: DashboardRequest): Promise<LatencyBucket[]> {
    const range = dashboardRange(scope, request, this.#parts)
    const { rows } = await this.#parts.database.query<Omit<LatencyRow, 'bucket'> & Bucketed & { latency: number }>(
      `SELECT ${bucketOf(range)}, bucket AS latency, sum(count)::bigint AS count
         FROM latency_rollups
        WHERE ${isIn(range)}
        GROUP BY ${GROUPS[range.granularity]}, latency_rollups.bucket
       HAVING sum(count) <> 0
        ORDER BY ${GROUPS[range.granularity]}`,
      [range.rollupsOf, range.from, range.to],
    )
    return inBuckets(rows).map(([bucket, ofBucket]) => ({
      bucket,
      ...percentilesOf(ofBucket.map(({ latency, count }) => ({ bucket: latency, count }))),
    }))
  }

  /** Every institution in scope, by id, also those without transactions. */
  async institutions(scope: Scope, request: DashboardRequest): Promise<InstitutionCounts[]> {
    const range = dashboardRange(scope, request, this.#parts)
    const { database, directory } = this.#parts
    const institutionIds =
      range.institutionId === undefined
        ? Array.from(directory.institutions(), (institution) => institution.institutionId).sort()
        : [range.institutionId]
    const { rows } = await database.query<VolumeRow & { institution_id: string }>(
      `SELECT institution_id, is_reversal, response_code, '' AS currency, sum(count)::bigint AS count,
              '0' AS amount_minor, '0' AS reversed_minor
         FROM transaction_rollups
        WHERE institution_id = ANY ($1) AND granularity = 'D' AND business_date BETWEEN $2 AND $3
        GROUP BY institution_id, is_reversal, response_code`,
      [institutionIds, range.from, range.to],
    )
    const byInstitution = Map.groupBy(rows, (row) => row.institution_id)
    return institutionIds.map((institutionId) => ({
      institutionId,
      ...countsOf(byInstitution.get(institutionId) ?? []),
    }))
  }

  /** Applications and disbursements of the period, arrears as of today. */
  async lending(scope: Scope, request: DashboardRequest): Promise<LendingFigures> {
    const range = dashboardRange(scope, request, this.#parts)
    const { database, directory, clock } = this.#parts
    const now = clock.now()
    const today = Array.from(directory.institutions())
      .filter(({ institutionId }) => range.institutionId === undefined || institutionId === range.institutionId)
      .map((institution) => [institution.institutionId, businessDateAt(now, institution)] as const)
    return readLendingFigures(database, { ...range, today: new Map(today), now: new Date(now) })
  }

  /** As of now: the period does not matter. */
  async tokens(scope: Scope, request: DashboardRequest): Promise<TokenFigures[]> {
    const { institutionId } = dashboardRange(scope, request, this.#parts)
    return readTokenFigures(this.#parts.database, institutionId)
  }

  #reserved({
    institutionId,
    from,
    to,
  }: Pick<DashboardRange, 'institutionId' | 'from' | 'to'>): Promise<ReservedRow[]> {
    const { database, clock } = this.#parts
    return readReserved(database, { institutionId, from, to, nowMs: clock.now() })
  }

  async #asOfNow(institutionId: string | undefined) {
    const { database, countOpenExceptions } = this.#parts
    const [exceptionsOpen, records] = await Promise.all([
      countOpenExceptions(institutionId),
      database.query<{ statuses: Record<string, number> | null; users: number; terminals: number }>(
        `SELECT (SELECT jsonb_object_agg(status, count)
                   FROM (SELECT status, count(*) FROM institutions
                          WHERE $1::text IS NULL OR institution_id = $1 GROUP BY status) AS counted) AS statuses,
                (SELECT count(*)::int FROM users
                  WHERE is_active AND password_hash IS NOT NULL AND (locked_until IS NULL OR locked_until <= now())
                    AND ($1::text IS NULL OR institution_id = $1)) AS users,
                (SELECT count(*)::int FROM terminals
                  WHERE status = 'ACTIVE' AND ($1::text IS NULL OR institution_id = $1)) AS terminals`,
        [institutionId ?? null],
      ),
    ])
    const [row] = records.rows
    const none = Object.fromEntries(INSTITUTION_STATUSES.map((status) => [status, 0]))
    return {
      exceptionsOpen,
      institutionsByStatus: { ...none, ...row?.statuses },
      activeUsers: row?.users ?? 0,
      terminalsActive: row?.terminals ?? 0,
    }
  }
}

interface Bucketed {
  business_date: BusinessDate | null
  hour: Date | null
}

const GROUPS = { day: 'business_date', hour: 'hour' } as const

function bucketOf({ granularity }: DashboardRange): string {
  return granularity === 'day' ? 'business_date, NULL AS hour' : 'NULL AS business_date, hour'
}

function isIn({ granularity }: DashboardRange): string {
  const letter = granularity === 'day' ? 'D' : 'H'
  return `institution_id = $1 AND granularity = '${letter}' AND business_date BETWEEN $2 AND $3`
}

/** Rows by what they are labelled with: a date, or the beginning of an hour. */
function inBuckets<Row extends Bucketed>(rows: readonly Row[]): [bucket: string, rows: Row[]][] {
  return [
    ...Map.groupBy(rows, (row) => (row.hour === null ? isoDate(row.business_date) : isoTimestamp(row.hour.getTime()))),
  ]
}

function isoDate(date: BusinessDate | null): string {
  return (date ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}
