// Applications as they are stored: rows, their history, and the statements that read and list them.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import {
  Conditions,
  countOf,
  type ListPage,
  limitTo,
  type PageRequest,
  totalOf,
} from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import type { Term, TermUnit } from '../../engine/terms.ts'
import { type At, findById, readPage } from '../../lending-homes.ts'
import type { OriginationCaller } from '../origination-work.ts'
import {
  APPLICATION_MOVES,
  type ApplicationEvent,
  type ApplicationState,
  expiringStates,
  type Stored,
  stateAt,
} from '../states.ts'
import { nameQuery } from './applicant-name.ts'

/** The names, and the other fields sent about the applicant. */
export interface Applicant {
  readonly firstName: string
  readonly lastName: string
  readonly [field: string]: unknown
}

export interface HistoryEntry {
  readonly event: ApplicationEvent | 'SUBMIT'
  readonly status: ApplicationState
  readonly at: string
  readonly by: string
  /** The risk signals, decision, offer or loan of the event. */
  readonly resourceId?: string
}

export interface ApplicationRecord {
  readonly applicationId: string
  readonly institutionId: string
  readonly partnerId: string
  readonly productCode: string
  readonly currency: string
  readonly requestedMinor: bigint
  readonly interestRate: string
  readonly term: Term
  readonly applicant: Applicant
  readonly externalReference?: string
  readonly status: ApplicationState
  /** The latest decision. */
  readonly decisionId?: string
  /** When the approval ends. */
  readonly expiresAtMs?: number
  readonly offerIds: readonly string[]
  readonly history: readonly HistoryEntry[]
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
  readonly updatedBy: string
}

export type ApplicationKey = Pick<ApplicationRecord, 'institutionId' | 'applicationId'>

/** The columns from which others read the state of their application, joined as `a`. */
export const APPLICATION_STATE = 'a.status AS application_status, a.expires_at AS application_expires_at'

export interface ApplicationStateRow {
  application_status: Stored<ApplicationState>
  application_expires_at: Date | null
}

export function applicationStateOf(row: ApplicationStateRow, nowMs: number): ApplicationState {
  return stateAt(APPLICATION_MOVES, row.application_status, row.application_expires_at?.getTime(), nowMs)
}

export interface ApplicationFilter {
  readonly status?: ApplicationState | undefined
  readonly productCode?: string | undefined
  /** Each word begins a word of the applicant's name; case and accents make no difference. */
  readonly applicantName?: string | undefined
  /** Created at or after. */
  readonly fromMs?: number | undefined
  /** Created before. */
  readonly beforeMs?: number | undefined
}

interface ApplicationRow {
  institution_id: string
  application_id: string
  partner_id: string
  product_code: string
  currency: string
  requested_minor: bigint
  interest_rate: string
  term_count: number
  term_unit: TermUnit
  applicant: Applicant
  external_reference: string | null
  status: Stored<ApplicationState>
  decision_id: string | null
  expires_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
  offer_ids: string[]
  history: { event: HistoryEntry['event']; status: ApplicationState; at: number; by: string; id: string | null }[]
}

const selectAt = (at: At) => `
  SELECT a.*,
         coalesce((SELECT jsonb_agg(o.offer_id ORDER BY o.offer_id) FROM loan_offers o
                    WHERE o.institution_id = a.institution_id AND o.application_id = a.application_id${at('o')}), '[]') AS offer_ids,
         coalesce((SELECT jsonb_agg(jsonb_build_object('event', h.event, 'status', h.status, 'by', h.made_by,
                                                       'at', extract(epoch FROM h.at) * 1000, 'id', h.resource_id)
                                    ORDER BY h.sequence)
                     FROM loan_application_history h
                    WHERE h.institution_id = a.institution_id AND h.application_id = a.application_id${at('h')}), '[]') AS history
    FROM loan_applications a`

/** The application, or undefined when the caller has none of this id. */
export async function findApplication(
  sql: Sql,
  caller: OriginationCaller,
  applicationId: string,
  nowMs: number,
): Promise<ApplicationRecord | undefined> {
  if (!isUuid(applicationId)) return undefined
  const text = (at: At) => `${selectAt(at)} ${ownApplication(at)}`
  const row = await findById<ApplicationRow>(sql, applicationId, text, [caller.partnerId, applicationId])
  return row && applicationOf(row, nowMs)
}

/**
 * Locks the application until the transaction ends, then reads it: every change of an application, its decisions or its
 * offers takes this lock first.
 */
export async function lockApplication(
  sql: Sql,
  caller: OriginationCaller,
  applicationId: string,
  nowMs: number,
): Promise<ApplicationRecord | undefined> {
  if (!isUuid(applicationId)) return undefined
  const text = (at: At) => `SELECT 1 FROM loan_applications a ${ownApplication(at)} FOR NO KEY UPDATE`
  await findById(sql, applicationId, text, [caller.partnerId, applicationId])
  return await findApplication(sql, caller, applicationId, nowMs)
}

const ownApplication = (at: At) => `WHERE a.partner_id = $1 AND a.application_id = $2${at('a')}`

/** One page of the caller's applications, newest first. */
export async function listApplications(
  sql: Sql,
  caller: OriginationCaller,
  filter: ApplicationFilter,
  page: PageRequest,
  nowMs: number,
): Promise<ListPage<ApplicationRecord>> {
  const counted = new Parameters()
  const listed = new Parameters()
  const count = countOf(`1 FROM loan_applications a WHERE ${matching(caller, filter, nowMs, counted)}`)
  const order = 'a.created_at DESC, a.application_id DESC'
  // The page is picked from an index; only its rows are read.
  const picks = `
    SELECT a.institution_id, a.application_id AS id
      FROM loan_applications a
     WHERE ${matching(caller, filter, nowMs, listed)}
     ORDER BY ${order}
     ${limitTo(page, listed)}`
  const [total, rows] = await Promise.all([
    sql.query<{ total: bigint }>(count, counted.values),
    readPage<ApplicationRow>(sql, {
      picks,
      values: listed.values,
      select: selectAt,
      alias: 'a',
      idColumn: 'application_id',
      order,
    }),
  ])
  const items = rows.map((row) => applicationOf(row, nowMs))
  return { items, total: totalOf(Number(total.rows[0]?.total ?? 0n), page, items.length) }
}

function matching(
  { partnerId }: OriginationCaller,
  { status, productCode, applicantName, fromMs, beforeMs }: ApplicationFilter,
  nowMs: number,
  parameters: Parameters,
): string {
  const where = new Conditions(parameters)
  where.addFor(partnerId, (value) => `a.partner_id = ${value}`)
  where.addFor(productCode, (value) => `a.product_code = ${value}`)
  if (status !== undefined) where.add(inState('a', expiringStates(APPLICATION_MOVES), status, nowMs, parameters))
  where.addFor(dateOf(fromMs), (value) => `a.created_at >= ${value}`)
  where.addFor(dateOf(beforeMs), (value) => `a.created_at < ${value}`)
  if (applicantName !== undefined) {
    const query = nameQuery(applicantName)
    where.add(query === undefined ? 'false' : `a.name_words @@ ${parameters.add(query)}::tsquery`)
  }
  return where.toString()
}

function dateOf(epochMs: number | undefined): Date | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs)
}

/** The rows that are in this state now: expiry is compared, so that no sweep has to write it. */
export function inState(
  alias: string,
  expiring: readonly string[],
  state: string,
  nowMs: number,
  parameters: Parameters,
): string {
  const list = expiring.map((one) => `'${one}'`).join(', ')
  if (state === 'EXPIRED') {
    return `${alias}.status IN (${list}) AND ${alias}.expires_at <= ${parameters.add(new Date(nowMs))}`
  }
  const stored = `${alias}.status = ${parameters.add(state)}`
  if (!expiring.includes(state)) return stored
  return `${stored} AND ${alias}.expires_at > ${parameters.add(new Date(nowMs))}`
}

function applicationOf(row: ApplicationRow, nowMs: number): ApplicationRecord {
  const expiresAtMs = row.expires_at?.getTime()
  const status = stateAt(APPLICATION_MOVES, row.status, expiresAtMs, nowMs)
  return {
    applicationId: row.application_id,
    institutionId: row.institution_id,
    partnerId: row.partner_id,
    productCode: row.product_code,
    currency: row.currency,
    requestedMinor: row.requested_minor,
    interestRate: row.interest_rate,
    term: { count: row.term_count, unit: row.term_unit },
    applicant: row.applicant,
    ...(row.external_reference !== null && { externalReference: row.external_reference }),
    status,
    ...(row.decision_id !== null && { decisionId: row.decision_id }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    offerIds: row.offer_ids,
    history: historyOf(row, status, expiresAtMs),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  }
}

/** The stored history, and the expiry, which has no row. */
function historyOf({ history }: ApplicationRow, status: ApplicationState, expiresAtMs?: number): HistoryEntry[] {
  const entries: HistoryEntry[] = history.map(({ at, id, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    ...(id !== null && { resourceId: id }),
  }))
  if (status === 'EXPIRED' && expiresAtMs !== undefined) {
    entries.push({ event: 'EXPIRE', status, at: new Date(expiresAtMs).toISOString(), by: 'clock' })
  }
  return entries
}
