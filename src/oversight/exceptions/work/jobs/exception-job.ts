// Carries out a job on many exceptions, in the name of the user who asked for it. Each exception is resolved or handed out on
// its own, with its own audit record, so a run that follows a crash goes on with those that are left.

import { type Actor, authorOf } from '../../../../administration/audit/actor.ts'
import type { JobKind } from '../../../../platform/jobs/job-queue.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import type { Clock } from '../../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import type { Exceptions, RequestedResolution } from '../../exceptions.ts'
import type { ExceptionDesk, ExceptionDeskParts } from '../exception-desk.ts'
import type { JobRow, LineRow, ManyHandings } from './job-records.ts'
import { assigneeOf, tellJobEnded } from './tell-job-ended.ts'

export const JOB_NAME = 'work-on-exceptions'

const PAGE_LINES = 100
/** Resolutions of one institution share batches. */
const AT_ONCE = 8

export interface ExceptionJobParts {
  readonly database: Database
  readonly clock: Clock
  readonly exceptions: Exceptions
  readonly desk: ExceptionDesk
  readonly userById: ExceptionDeskParts['userById']
}

interface Caller {
  readonly principal: { readonly scope: Scope }
  readonly actor: Actor
}

export function exceptionJob(parts: ExceptionJobParts): JobKind {
  return {
    name: JOB_NAME,
    atOnce: 1,
    retries: 8,
    limitSeconds: 3_600,
    async run(data, signal) {
      const { jobId } = data as { jobId: string }
      const row = await begin(parts, jobId)
      if (row !== undefined) await runJob(parts, row, signal)
    },
    async giveUp(data) {
      const { jobId } = data as { jobId: string }
      await fail(parts, jobId, 'not all exceptions could be worked on')
    },
  }
}

async function begin({ database, clock }: ExceptionJobParts, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await database.query<JobRow>(
    `UPDATE exception_jobs SET state = 'RUNNING', updated_at = $2, version = version + 1
      WHERE job_id = $1 AND state IN ('QUEUED', 'RUNNING') RETURNING *`,
    [jobId, new Date(clock.now())],
  )
  return rows[0]
}

async function runJob(parts: ExceptionJobParts, row: JobRow, signal: AbortSignal): Promise<void> {
  const maker = await parts.userById(row.user_id)
  const action = row.request.resolve === undefined ? 'UPDATE' : 'APPROVE'
  if (maker === undefined || !maker.grants.allows('EXCEPTIONS', action)) {
    await fail(parts, row.job_id, `${row.created_by} may not do this any more`)
    return
  }
  const caller = { principal: { scope: maker.scope }, actor: row.actor }
  let fault: unknown
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const lines = await readPending(parts.database, row.job_id, after)
    const last = lines.at(-1)
    if (last === undefined) break
    after = last.seq
    await eachOf(lines, async (line) => {
      signal.throwIfAborted()
      fault = (await workOn(parts, row, caller, line)) ?? fault
    })
  }
  // The others are done; these are tried again.
  if (fault !== undefined) throw fault
  await parts.database.transaction(async (sql) => {
    const nowMs = parts.clock.now()
    const { rowCount } = await sql.query(
      `UPDATE exception_jobs SET state = 'DONE', finished_at = $2, updated_at = $2, version = version + 1
        WHERE job_id = $1 AND state = 'RUNNING'`,
      [row.job_id, new Date(nowMs)],
    )
    if (rowCount > 0) await tellJobEnded(sql, nowMs, row.job_id)
  })
}

async function readPending(database: Database, jobId: string, after: number): Promise<readonly LineRow[]> {
  const { rows } = await database.query<LineRow>(
    `SELECT * FROM exception_job_lines WHERE job_id = $1 AND seq > $2 AND state = 'PENDING' ORDER BY seq LIMIT ${PAGE_LINES}`,
    [jobId, after],
  )
  return rows
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const takeTurns = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
}

/** Returns the fault that kept it from being worked on, if any: the line is still pending then. */
async function workOn(parts: ExceptionJobParts, row: JobRow, caller: Caller, line: LineRow): Promise<unknown> {
  const { resolve, assign } = row.request
  const end = (sql: Sql) => endLine(sql, parts.clock, row.job_id, line.seq, 'DONE')
  try {
    if (resolve !== undefined) {
      await parts.exceptions.resolve(caller, line.exception_id, resolve)
      await end(parts.database)
    } else await handOut(parts, caller, line, assign, end)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.httpStatus >= 500) return error
    const isDone = resolve !== undefined && (await wasResolved(parts, caller, line.exception_id, resolve))
    const state = isDone ? 'DONE' : 'SKIPPED'
    await endLine(parts.database, parts.clock, row.job_id, line.seq, state, isDone ? undefined : wordsOf(error))
    return undefined
  }
}

async function handOut(
  { exceptions, desk }: ExceptionJobParts,
  caller: Caller,
  line: LineRow,
  { assigneeIds, ...handing }: ManyHandings,
  end: (sql: Sql) => Promise<void>,
): Promise<void> {
  const { exception_id: id, seq } = line
  const { institutionId, kind, state } = await exceptions.find(caller.principal.scope, id)
  const assigneeId = assigneeOf(assigneeIds, seq)
  await desk.handOut(caller, { id, institutionId, kind, state }, { ...handing, assigneeId }, end)
}

/** By a run of this job before, whose node ended before it could say so. */
async function wasResolved(
  { exceptions }: ExceptionJobParts,
  { principal, actor }: Caller,
  id: string,
  { action, reason }: RequestedResolution,
): Promise<boolean> {
  const found = await exceptions.find(principal.scope, id).catch((error: unknown) => {
    if (error instanceof Problem && error.httpStatus < 500) return undefined
    throw error
  })
  const resolution = found?.resolution
  return resolution?.action === action && resolution.reason === reason && resolution.by === authorOf(actor)
}

async function endLine(
  sql: Sql,
  clock: Clock,
  jobId: string,
  seq: number,
  state: 'DONE' | 'SKIPPED',
  detail?: string,
): Promise<void> {
  await sql.query(
    `UPDATE exception_job_lines SET state = $3, detail = $4, ended_at = $5
      WHERE job_id = $1 AND seq = $2 AND state = 'PENDING'`,
    [jobId, seq, state, detail ?? null, new Date(clock.now())],
  )
}

async function fail({ database, clock }: ExceptionJobParts, jobId: string, error: string): Promise<void> {
  await database.transaction(async (sql) => {
    const now = new Date(clock.now())
    const { rowCount } = await sql.query(
      `UPDATE exception_jobs SET state = 'FAILED', error = $3, finished_at = $2, updated_at = $2, version = version + 1
        WHERE job_id = $1 AND state IN ('QUEUED', 'RUNNING')`,
      [jobId, now, error],
    )
    if (rowCount === 0) return
    await sql.query(
      `UPDATE exception_job_lines SET state = 'SKIPPED', detail = $3, ended_at = $2
        WHERE job_id = $1 AND state = 'PENDING'`,
      [jobId, now, error],
    )
    await tellJobEnded(sql, now.getTime(), jobId)
  })
}

function wordsOf({ message, details }: Problem): string {
  return details.length === 0 ? message : details.map((one) => `${one.path} ${one.message}`).join('; ')
}
