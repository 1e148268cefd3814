// Jobs that resolve many exceptions or hand them out, as they are stored and shown.
//
//   PENDING → QUEUED → RUNNING → DONE
//           ↘ CANCELLED        ↘ FAILED
//
//   PENDING    waits for a second user, with its change request
//   CANCELLED  the change request was rejected, withdrawn, has expired or failed: told from it, not stored
//   FAILED     its user may not do it any more, or no retry is left: the exceptions that are left were skipped

import type { Actor } from '../../../../administration/audit/actor.ts'
import { type RecordFields, type RecordRow, recordFieldsOf } from '../../../../administration/records/record-kind.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../../platform/storage/database.ts'
import {
  Conditions,
  type ListPage,
  limitTo,
  type PageRequest,
} from '../../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../../platform/storage/statements/parameters.ts'
import type { TokenExceptionKind } from '../../../../tokens/exceptions/token-exception.ts'
import type { ExceptionKind } from '../../exception-kinds.ts'
import type { RequestedResolution } from '../../exceptions.ts'
import type { Handing } from '../exception-desk.ts'
import { JOB_RESOURCE } from './waiting-exceptions.ts'

export const JOB_STATES = ['PENDING', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobState = (typeof JOB_STATES)[number]

export const LINE_STATES = ['PENDING', 'DONE', 'SKIPPED'] as const
export type LineState = (typeof LINE_STATES)[number]

/** Of several users each gets every n-th exception. */
export interface ManyHandings extends Omit<Handing, 'assigneeId'> {
  readonly assigneeIds?: readonly string[] | undefined
}

/** What is done with each exception. */
export type JobWork =
  | { readonly resolve: RequestedResolution; readonly assign?: undefined }
  | { readonly assign: ManyHandings; readonly resolve?: undefined }

export interface ExceptionJob extends RecordFields {
  /** An action of a resolution, or ASSIGN. */
  readonly action: string
  readonly work: JobWork
  readonly state: JobState
  readonly changeRequestId?: string
  readonly total: number
  readonly done: number
  readonly skipped: number
  readonly error?: string
  readonly finishedAt?: string
}

export interface JobLine {
  readonly exceptionId: string
  readonly institutionId: string
  readonly kind: ExceptionKind | TokenExceptionKind
  readonly state: LineState
  /** SKIPPED: why. */
  readonly detail?: string
}

export interface JobRow extends RecordRow {
  job_id: string
  user_id: string
  institution_id: string | null
  sub_tenant_id: string | null
  action: string
  request: JobWork
  actor: Omit<Actor, 'witness' | 'collected'>
  state: Exclude<JobState, 'CANCELLED'>
  change_request_id: string | null
  request_state: string | null
  total: bigint
  done: bigint
  skipped: bigint
  error: string | null
  finished_at: Date | null
}

export interface LineRow {
  seq: number
  institution_id: string
  exception_id: string
  kind: JobLine['kind']
  state: LineState
  detail: string | null
}

const SELECT = `
  SELECT j.*, c.change_request_id, c.state AS request_state, l.total, l.done, l.skipped
    FROM exception_jobs j
    LEFT JOIN change_requests c ON c.resource = '${JOB_RESOURCE}' AND c.resource_id = j.job_id::text
   CROSS JOIN LATERAL (
         SELECT count(*) AS total, count(*) FILTER (WHERE n.state = 'DONE') AS done,
                count(*) FILTER (WHERE n.state = 'SKIPPED') AS skipped
           FROM exception_job_lines n WHERE n.job_id = j.job_id) AS l`

/** Only jobs of the scope itself or below: what a user of the platform does is not an institution's. */
function addScope(where: Conditions, { institutionId, subTenantId }: Scope): void {
  where.addFor(institutionId, (value) => `j.institution_id = ${value}`)
  where.addFor(subTenantId, (value) => `j.sub_tenant_id = ${value}::uuid`)
}

/** Undefined when there is none in scope. */
export async function findJob(sql: Sql, scope: Scope, jobId: string): Promise<JobRow | undefined> {
  const parameters = new Parameters()
  const where = new Conditions(parameters)
  where.addFor(jobId, (value) => `j.job_id = ${value}::uuid`)
  addScope(where, scope)
  const { rows } = await sql.query<JobRow>(`${SELECT} WHERE ${where.toString()}`, parameters.values)
  return rows[0]
}

/** Newest first. */
export async function listJobs(sql: Sql, scope: Scope, page: PageRequest): Promise<ListPage<ExceptionJob>> {
  const parameters = new Parameters()
  const where = new Conditions(parameters)
  addScope(where, scope)
  const counted = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM exception_jobs j WHERE ${where.toString()}`,
    parameters.values,
  )
  const { rows } = await sql.query<JobRow>(
    `${SELECT} WHERE ${where.toString()} ORDER BY j.created_at DESC, j.job_id DESC ${limitTo(page, parameters)}`,
    parameters.values,
  )
  return { items: rows.map(jobOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

/** In the order in which they are worked on. */
export async function listLines(
  sql: Sql,
  jobId: string,
  state: LineState | undefined,
  page: PageRequest,
): Promise<ListPage<JobLine>> {
  const parameters = new Parameters()
  const where = new Conditions(parameters)
  where.addFor(jobId, (value) => `n.job_id = ${value}::uuid`)
  where.addFor(state, (value) => `n.state = ${value}`)
  const counted = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM exception_job_lines n WHERE ${where.toString()}`,
    parameters.values,
  )
  const { rows } = await sql.query<LineRow>(
    `SELECT n.* FROM exception_job_lines n WHERE ${where.toString()} ORDER BY n.seq ${limitTo(page, parameters)}`,
    parameters.values,
  )
  return { items: rows.map(lineOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

function lineOf({ exception_id: exceptionId, institution_id: institutionId, kind, state, detail }: LineRow): JobLine {
  return { exceptionId, institutionId, kind, state, ...(detail !== null && { detail }) }
}

const ENDED_WITHOUT = ['REJECTED', 'WITHDRAWN', 'EXPIRED', 'FAILED']

export function jobOf(row: JobRow): ExceptionJob {
  const isCancelled = row.state === 'PENDING' && ENDED_WITHOUT.includes(row.request_state ?? '')
  return {
    ...recordFieldsOf(row.job_id, row),
    action: row.action,
    work: row.request,
    state: isCancelled ? 'CANCELLED' : row.state,
    ...(row.change_request_id !== null && { changeRequestId: row.change_request_id }),
    total: Number(row.total),
    done: Number(row.done),
    skipped: Number(row.skipped),
    ...(row.error !== null && { error: row.error }),
    ...(row.finished_at !== null && { finishedAt: isoTimestamp(row.finished_at.getTime()) }),
  }
}
