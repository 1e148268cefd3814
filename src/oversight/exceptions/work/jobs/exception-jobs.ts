// Asks for jobs on many exceptions. Which exceptions is fixed when a job is asked for: it is kept with them before the audit
// record that makes it due, so that a job which has to be approved waits as it was seen.

import type { Actor } from '../../../../administration/audit/actor.ts'
import { authorOf } from '../../../../administration/audit/actor.ts'
import { recordAudit } from '../../../../administration/audit/audit-log.ts'
import { HeldChange } from '../../../../administration/audit/change-witness.ts'
import { isUuid, newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { maskPansIn } from '../../../../platform/kernel/identifiers/pan.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { auditOwnerOf } from '../../../../tokens/resource.ts'
import type { ExceptionKey } from '../../exception-list.ts'
import { exceptionProblem } from '../../exception-problems.ts'
import type { Exceptions, ExceptionsFilter } from '../../exceptions.ts'
import type { ExceptionDesk } from '../exception-desk.ts'
import { JOB_NAME } from './exception-job.ts'
import {
  type ExceptionJob,
  findJob,
  type JobLine,
  type JobRow,
  type JobWork,
  jobOf,
  type LineState,
  listJobs,
  listLines,
} from './job-records.ts'
import { assertNoneWaits, JOB_RESOURCE, waitingOf } from './waiting-exceptions.ts'

export const MOST_IDS = 500
export const MOST_FOUND = 5_000
const MOST_OF_A_USER = 5
const RETRY_AFTER_SECONDS = 30
const KEPT_MS = 100 * DAY_MS
/** A job that nobody was asked to approve, because its node ended in between. */
const ABANDONED_MS = HOUR_MS
const WORK_KEPT_MS = 400 * DAY_MS
/** The rest goes with the next run. */
const DELETED_AT_ONCE = 10_000

export interface JobCaller {
  readonly principal: { readonly userId: string; readonly scope: Scope }
  readonly actor: Actor
}

/** These exceptions, or all open ones that the filter finds. */
export interface Selected {
  readonly ids?: readonly string[] | undefined
  readonly filter?: ExceptionsFilter | undefined
}

export interface ExceptionJobsParts {
  readonly database: Database
  readonly clock: Clock
  readonly exceptions: Exceptions
  readonly desk: ExceptionDesk
  readonly jobs: { enqueue(sql: Sql, name: string, id: string, data: object): Promise<void> }
}

export class ExceptionJobs {
  readonly #parts: ExceptionJobsParts

  constructor(parts: ExceptionJobsParts) {
    this.#parts = parts
  }

  /**
   * Refusals: `exception-not-found`, `nothing-found`, `too-many-found`, `waits-already`, `jobs-at-limit`, `job-changed`, and
   * invalid fields.
   */
  async request(caller: JobCaller, selected: Selected, asked: JobWork): Promise<ExceptionJob> {
    const work = withoutPans(asked)
    const { witness } = caller.actor
    const askedId = witness?.idAsked?.(JOB_RESOURCE)
    if (askedId !== undefined) {
      const { rows } = await this.#parts.database.query<{ institution_id: string }>(
        'SELECT DISTINCT institution_id FROM exception_job_lines WHERE job_id = $1',
        [askedId],
      )
      const institutionIds = rows.map((row) => row.institution_id)
      try {
        return await this.#start(caller, askedId, work, institutionIds)
      } catch (error) {
        if (witness?.isOnlyTry === true) await this.#forget(askedId)
        throw error
      }
    }
    const keys = await this.#select(caller, selected)
    await this.#check(caller, keys, work)
    const jobId = newId(this.#parts.clock.now())
    if (witness?.isTrial !== true) await this.#keep(caller, jobId, keys, work)
    const institutionIds = [...new Set(keys.map((key) => key.institutionId))]
    try {
      return await this.#start(caller, jobId, work, institutionIds)
    } catch (error) {
      // What is held back waits with its exceptions.
      if (!(error instanceof HeldChange)) await this.#forget(jobId)
      throw error
    }
  }

  /** Refusals: `job-not-found`. */
  async find(
    scope: Scope,
    jobId: string,
    state: LineState | undefined,
    page: PageRequest,
  ): Promise<{ job: ExceptionJob; lines: ListPage<JobLine> }> {
    const job = jobOf(await this.#row(scope, jobId))
    return { job, lines: await listLines(this.#parts.database, job.id, state, page) }
  }

  list(scope: Scope, _filter: object, page: PageRequest): Promise<ListPage<ExceptionJob>> {
    return listJobs(this.#parts.database, scope, page)
  }

  /** Removes jobs that ended long ago, and the work on exceptions that are no longer open. */
  async deleteOld(): Promise<void> {
    const { database, clock } = this.#parts
    const before = (ms: number) => new Date(clock.now() - ms)
    await database.query('DELETE FROM exception_jobs WHERE finished_at < $1', [before(KEPT_MS)])
    await database.query(
      `DELETE FROM exception_jobs j
        WHERE j.state = 'PENDING' AND j.created_at < $1
          AND NOT EXISTS (SELECT FROM change_requests c
                           WHERE c.resource = '${JOB_RESOURCE}' AND c.resource_id = j.job_id::text
                             AND (c.state = 'PENDING' OR c.updated_at > $2))`,
      [before(ABANDONED_MS), before(KEPT_MS)],
    )
    for (const [table, changedAt] of [
      ['exception_work', 'updated_at'],
      ['exception_comments', 'at'],
    ]) {
      await database.query(
        `DELETE FROM ${table}
          WHERE ctid = ANY (ARRAY(
            SELECT w.ctid FROM ${table} w
             WHERE w.${changedAt} < $1
               AND NOT EXISTS (SELECT FROM told_exceptions t WHERE t.transaction_id = w.exception_id)
               AND NOT EXISTS (SELECT FROM token_exceptions e WHERE e.exception_id = w.exception_id AND e.ended_at IS NULL)
             ORDER BY w.${changedAt} LIMIT ${DELETED_AT_ONCE}))`,
        [before(WORK_KEPT_MS)],
      )
    }
  }

  async #row(scope: Scope, jobId: string): Promise<JobRow> {
    const row = isUuid(jobId) ? await findJob(this.#parts.database, scope, jobId) : undefined
    if (row === undefined) throw exceptionProblem('job-not-found', 'there is no such job')
    return row
  }

  /** Of a filter without those that wait for approval already. */
  async #select(caller: JobCaller, { ids, filter }: Selected): Promise<readonly ExceptionKey[]> {
    const { database, exceptions } = this.#parts
    const { scope } = caller.principal
    if (ids !== undefined) {
      const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
      const keys = await exceptions.keysOf(scope, wanted)
      if (keys.length < wanted.length) {
        const known = new Set(keys.map(({ id }) => id))
        const unknown = wanted.filter((id) => !known.has(id))
        throw exceptionProblem('exception-not-found', `there is no such exception: ${unknown[0]}`)
      }
      await assertNoneWaits(database, wanted)
      return keys
    }
    const found = await exceptions.keys(scope, { ...filter, state: ['OPEN'] }, MOST_FOUND + 1)
    if (found.length > MOST_FOUND)
      throw exceptionProblem('too-many-found', `more than ${MOST_FOUND} exceptions match; narrow the filter`)
    const waiting = await waitingOf(
      database,
      found.map(({ id }) => id),
    )
    const keys = found.filter(({ id }) => !waiting.has(id))
    if (keys.length === 0)
      throw exceptionProblem('nothing-found', 'no open exception matches that does not wait already')
    return keys
  }

  async #check(caller: JobCaller, keys: readonly ExceptionKey[], { resolve, assign }: JobWork): Promise<void> {
    if (resolve?.action === 'MATCH' && resolve.outcome === undefined && keys.some(({ kind }) => kind === 'UNKNOWN'))
      throw invalidFields([{ path: 'outcome', message: 'must be APPROVED or DECLINED for unknown outcomes' }])
    for (const [place, userId] of (assign?.assigneeIds ?? []).entries())
      await this.#parts.desk.assertMayWork(caller, userId, `assigneeIds[${place}]`)
  }

  async #keep(caller: JobCaller, jobId: string, keys: readonly ExceptionKey[], work: JobWork): Promise<void> {
    const { database, clock } = this.#parts
    const { principal, actor } = caller
    const { witness: _, collected: __, ...facts } = actor
    await database.transaction(async (sql) => {
      await assertFew(sql, principal.userId)
      const now = new Date(clock.now())
      await sql.query(
        `INSERT INTO exception_jobs (job_id, user_id, institution_id, sub_tenant_id, action, request, actor, state, created_at,
                                     updated_at, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, $8, $9, $9)`,
        [
          jobId,
          principal.userId,
          principal.scope.institutionId ?? null,
          principal.scope.subTenantId ?? null,
          actionOf(work),
          JSON.stringify(work),
          JSON.stringify(facts),
          now,
          authorOf(actor),
        ],
      )
      await sql.query(
        `INSERT INTO exception_job_lines (job_id, seq, institution_id, exception_id, kind)
         SELECT $1, l.seq, l.institution_id, l.exception_id, l.kind
           FROM unnest($2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS l (institution_id, exception_id, kind, seq)`,
        [jobId, keys.map((key) => key.institutionId), keys.map((key) => key.id), keys.map((key) => key.kind)],
      )
    })
  }

  /** Makes the job due. The audit record is what a second user approves. */
  async #start(
    caller: JobCaller,
    jobId: string,
    work: JobWork,
    institutionIds: readonly string[],
  ): Promise<ExceptionJob> {
    const { database, clock, jobs } = this.#parts
    await database.transaction(async (sql) => {
      const nowMs = clock.now()
      const { rows } = await sql.query<{ lines: bigint }>(
        `UPDATE exception_jobs j SET state = 'QUEUED', version = version + 1, updated_at = $2, updated_by = $3
          WHERE job_id = $1 AND state = 'PENDING'
         RETURNING (SELECT count(*) FROM exception_job_lines l WHERE l.job_id = j.job_id) AS lines`,
        [jobId, new Date(nowMs), authorOf(caller.actor)],
      )
      const isTrial = caller.actor.witness?.isTrial === true
      if (rows.length === 0 && !isTrial) throw exceptionProblem('job-changed', 'the job has begun already')
      await jobs.enqueue(sql, JOB_NAME, jobId, { jobId })
      const { resolve, assign } = work
      const seen = { action: actionOf(work), ...resolve, ...assign, exceptions: Number(rows[0]?.lines ?? 0n) }
      const [only, ...others] = institutionIds
      await recordAudit(sql, nowMs, caller.actor, {
        action: `${JOB_RESOURCE}.start`,
        resource: JOB_RESOURCE,
        resourceId: jobId,
        ...(only !== undefined && others.length === 0 && auditOwnerOf(only)),
        concerns: institutionIds,
        before: { ...seen, state: 'PENDING' },
        after: { ...seen, state: 'QUEUED' },
      })
    })
    return jobOf(await this.#row({}, jobId))
  }

  async #forget(jobId: string): Promise<void> {
    await this.#parts.database.query(`DELETE FROM exception_jobs WHERE job_id = $1 AND state = 'PENDING'`, [jobId])
  }
}

function actionOf({ resolve }: JobWork): string {
  return resolve?.action ?? 'ASSIGN'
}

function withoutPans(work: JobWork): JobWork {
  if (work.resolve === undefined) return work
  return { resolve: { ...work.resolve, reason: maskPansIn(work.resolve.reason) } }
}

async function assertFew(sql: Sql, userId: string): Promise<void> {
  const { rows } = await sql.query<{ unfinished: bigint }>(
    `SELECT count(*) AS unfinished FROM exception_jobs WHERE user_id = $1 AND state IN ('QUEUED', 'RUNNING')`,
    [userId],
  )
  if ((rows[0]?.unfinished ?? 0n) < MOST_OF_A_USER) return
  throw exceptionProblem('jobs-at-limit', `you have ${MOST_OF_A_USER} unfinished jobs; wait for one`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
