// Hands exceptions out to users, and keeps what people note about them.

import type { Principal } from '../../../administration/access/principal/principal.ts'
import { authorOf } from '../../../administration/audit/actor.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { dropNotifications, storeNotifications } from '../../../administration/notifications/store-notifications.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { auditOwnerOf } from '../../../tokens/resource.ts'
import type { AnyException, ExceptionKey } from '../exception-list.ts'
import { exceptionProblem } from '../exception-problems.ts'
import type { Exceptions } from '../exceptions.ts'
import { handedOut, MOST_COMMENTS, type Priority, type WorkRow } from './work-records.ts'

const MOST_ASSIGNEES = 200

/** What is absent stays as it is; null clears it. */
export interface Handing {
  readonly assigneeId?: string | null | undefined
  readonly priority?: Priority | undefined
  readonly dueAt?: string | null | undefined
  readonly comment?: string | undefined
}

export interface Assignee {
  readonly userId: string
  readonly mailID: string
  readonly firstName: string
  readonly lastName: string
}

export interface ExceptionDeskParts {
  readonly database: Database
  readonly clock: Clock
  readonly exceptions: Exceptions
  /** Undefined for one who may not sign in. */
  userById(userId: string): Promise<Pick<Principal, 'userId' | 'email' | 'grants' | 'scope'> | undefined>
}

export class ExceptionDesk {
  readonly #parts: ExceptionDeskParts

  constructor(parts: ExceptionDeskParts) {
    this.#parts = parts
  }

  /** Refusals: `exception-not-found`, `already-resolved`, and an assignee who may not see it. */
  async assign(caller: RecordCaller, id: string, handing: Handing): Promise<AnyException> {
    const { exceptions } = this.#parts
    const { institutionId, kind, state } = await exceptions.find(caller.principal.scope, id)
    await this.handOut(caller, { id, institutionId, kind, state }, handing)
    return exceptions.find(caller.principal.scope, id)
  }

  /** `also` runs in the transaction that hands it out. */
  async handOut(
    caller: RecordCaller,
    key: ExceptionKey,
    handing: Handing,
    also?: (sql: Sql) => Promise<void>,
  ): Promise<void> {
    if (key.state === 'RESOLVED') throw exceptionProblem('already-resolved', 'the exception is resolved already')
    if (typeof handing.assigneeId === 'string') await this.#assertSees(caller, key, handing.assigneeId)
    const { database, clock } = this.#parts
    await database.transaction(async (sql) => {
      const nowMs = clock.now()
      const before = handedOut(await lockWork(sql, key, { nowMs, by: authorOf(caller.actor) }))
      const after = handedOut(await writeWork(sql, key, handing, { nowMs, by: authorOf(caller.actor) }))
      if (handing.comment !== undefined) await this.#note(sql, caller, key, handing.comment)
      await also?.(sql)
      // Of a job the assignees are told once, at its end.
      if (also === undefined && before.assigneeId !== after.assigneeId)
        await tellAssignee(sql, nowMs, caller, key, after.assigneeId)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (isSame && handing.comment === undefined) return
      await recordAudit(sql, nowMs, caller.actor, {
        action: 'exception.assign',
        resource: 'exception',
        resourceId: key.id,
        ...auditOwnerOf(key.institutionId),
        before: { kind: key.kind, ...before },
        after: { kind: key.kind, ...after, ...(handing.comment !== undefined && { comment: handing.comment }) },
      })
    })
  }

  /** Refusals: `exception-not-found`, `comments-at-limit`. */
  async comment(caller: RecordCaller, id: string, text: string): Promise<AnyException> {
    const { database, clock, exceptions } = this.#parts
    const { institutionId, kind } = await exceptions.find(caller.principal.scope, id)
    await database.transaction(async (sql) => {
      const nowMs = clock.now()
      await lockWork(sql, { id, institutionId }, { nowMs, by: authorOf(caller.actor) })
      await this.#note(sql, caller, { id, institutionId }, text)
      await recordAudit(sql, nowMs, caller.actor, {
        action: 'exception.comment',
        resource: 'exception-comment',
        resourceId: id,
        ...auditOwnerOf(institutionId),
        after: { kind, text },
      })
    })
    return exceptions.find(caller.principal.scope, id)
  }

  /** Active users in scope whose role shows exceptions; those of an institution, and of the platform, when one is named. */
  async assignees(scope: Scope, institutionId?: string): Promise<readonly Assignee[]> {
    const parameters = new Parameters()
    const where = new Conditions(parameters)
    where.addFor(scope.institutionId, (value) => `u.institution_id = ${value}`)
    where.addFor(scope.subTenantId, (value) => `u.sub_tenant_id = ${value}::uuid`)
    where.addFor(institutionId, (value) => `(u.institution_id IS NULL OR u.institution_id = ${value})`)
    const { rows } = await this.#parts.database.query<{
      user_id: string
      mail_id: string
      first_name: string
      last_name: string
    }>(
      `SELECT u.user_id, u.mail_id, u.first_name, u.last_name
         FROM users u JOIN roles r USING (role_id)
        WHERE u.is_active AND r.is_enabled AND ${where.toString()}
          AND (r.grants_all OR EXISTS (SELECT FROM role_grants g
                WHERE g.role_id = r.role_id AND g.module_id IN ('EXCEPTIONS', 'TRANSACTIONS') AND g.action_id = 'VIEW'))
        ORDER BY u.first_name, u.last_name, u.user_id
        LIMIT ${MOST_ASSIGNEES}`,
      parameters.values,
    )
    return rows.map((row) => ({
      userId: row.user_id,
      mailID: row.mail_id,
      firstName: row.first_name,
      lastName: row.last_name,
    }))
  }

  /** A user whom the caller may name: in the caller's scope, with a role that shows exceptions. */
  async assertMayWork(caller: RecordCaller, userId: string, path = 'assigneeId'): Promise<Scope> {
    const user = await this.#parts.userById(userId)
    const { scope } = caller.principal
    const isInScope =
      user !== undefined &&
      (scope.institutionId === undefined || scope.institutionId === user.scope.institutionId) &&
      (scope.subTenantId === undefined || scope.subTenantId === user.scope.subTenantId)
    if (isInScope && user.grants.allows('EXCEPTIONS', 'VIEW')) return user.scope
    throw noAssignee(path)
  }

  async #assertSees(caller: RecordCaller, { id, institutionId }: ExceptionKey, userId: string): Promise<void> {
    const scope = await this.assertMayWork(caller, userId)
    if (scope.institutionId === undefined) return
    if (scope.institutionId !== institutionId) throw noAssignee()
    if (scope.subTenantId === undefined) return
    if ((await this.#parts.exceptions.keysOf(scope, [id])).length === 0) throw noAssignee()
  }

  async #note(
    sql: Sql,
    caller: RecordCaller,
    { id, institutionId }: Pick<ExceptionKey, 'id' | 'institutionId'>,
    text: string,
  ) {
    const nowMs = this.#parts.clock.now()
    const { rowCount } = await sql.query(
      `INSERT INTO exception_comments (institution_id, exception_id, comment_id, at, by_user, text)
       SELECT $1, $2, $3, $4, $5, $6
        WHERE (SELECT count(*) FROM exception_comments WHERE institution_id = $1 AND exception_id = $2) < ${MOST_COMMENTS}`,
      [institutionId, id, newId(nowMs), new Date(nowMs), authorOf(caller.actor), text],
    )
    if (rowCount === 0) throw exceptionProblem('comments-at-limit', `the exception has ${MOST_COMMENTS} comments`)
  }
}

function noAssignee(path = 'assigneeId'): Problem {
  return invalidFields([{ path, message: 'must be an active user who may see the exception' }])
}

/** Whoever hands one to himself knows. */
async function tellAssignee(
  sql: Sql,
  nowMs: number,
  { actor }: RecordCaller,
  { id, institutionId, kind }: ExceptionKey,
  assigneeId: string | undefined,
): Promise<void> {
  const about = { kind: 'EXCEPTIONS_GIVEN', resource: 'exception', resourceId: id } as const
  await dropNotifications(sql, about)
  if (assigneeId === undefined || assigneeId === actor.userId) return
  await storeNotifications(sql, nowMs, [assigneeId], {
    ...about,
    grant: { module: 'EXCEPTIONS', action: 'VIEW' },
    ...auditOwnerOf(institutionId),
    title: `${authorOf(actor)} has given you an exception: ${kind}`,
    details: { by: authorOf(actor), exceptionKind: kind, exceptions: '1' },
  })
}

interface Writing {
  readonly nowMs: number
  readonly by: string
}

const COLUMNS = 'w.exception_id, w.assignee_id, u.mail_id AS assignee, w.priority, w.due_at'

/** The row of an exception, made when it has none, and locked until the commit. */
async function lockWork(
  sql: Sql,
  { id, institutionId }: Pick<ExceptionKey, 'id' | 'institutionId'>,
  { nowMs, by }: Writing,
): Promise<WorkRow | undefined> {
  await sql.query(
    `INSERT INTO exception_work (institution_id, exception_id, updated_at, updated_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (institution_id, exception_id) DO NOTHING`,
    [institutionId, id, new Date(nowMs), by],
  )
  const { rows } = await sql.query<WorkRow>(
    `SELECT ${COLUMNS} FROM exception_work w LEFT JOIN users u ON u.user_id = w.assignee_id
      WHERE w.institution_id = $1 AND w.exception_id = $2 FOR UPDATE OF w`,
    [institutionId, id],
  )
  return rows[0]
}

async function writeWork(
  sql: Sql,
  { id, institutionId }: ExceptionKey,
  { assigneeId, priority, dueAt }: Handing,
  { nowMs, by }: Writing,
): Promise<WorkRow | undefined> {
  await sql.query(
    `UPDATE exception_work
        SET assignee_id = CASE WHEN $3 THEN $4::uuid ELSE assignee_id END, priority = coalesce($5, priority),
            due_at = CASE WHEN $6 THEN $7::timestamptz ELSE due_at END, updated_at = $8, updated_by = $9
      WHERE institution_id = $1 AND exception_id = $2`,
    [
      institutionId,
      id,
      assigneeId !== undefined,
      assigneeId ?? null,
      priority ?? null,
      dueAt !== undefined,
      typeof dueAt === 'string' ? new Date(dueAt) : null,
      new Date(nowMs),
      by,
    ],
  )
  const { rows } = await sql.query<WorkRow>(
    `SELECT ${COLUMNS} FROM exception_work w LEFT JOIN users u ON u.user_id = w.assignee_id
      WHERE w.institution_id = $1 AND w.exception_id = $2`,
    [institutionId, id],
  )
  return rows[0]
}
