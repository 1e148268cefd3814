// Tells the user who asked for a job on exceptions that it has ended, and each assignee how many it has given them.

import { storeNotifications } from '../../../../administration/notifications/store-notifications.ts'
import type { Sql } from '../../../../platform/storage/database.ts'
import { auditOwnerOf } from '../../../../tokens/resource.ts'
import { findJob, type JobRow, type LineRow } from './job-records.ts'
import { JOB_RESOURCE } from './waiting-exceptions.ts'

const GRANT = { module: 'EXCEPTIONS', action: 'VIEW' } as const

/** Users get the exceptions in turn. `seq` counts from 1. */
export function assigneeOf(assigneeIds: readonly string[] | undefined, seq: number): string | undefined {
  return assigneeIds === undefined ? undefined : assigneeIds[(seq - 1) % assigneeIds.length]
}

export async function tellJobEnded(sql: Sql, nowMs: number, jobId: string): Promise<void> {
  const row = await findJob(sql, {}, jobId)
  if (row === undefined) return
  const isDone = row.state === 'DONE'
  await storeNotifications(sql, nowMs, [row.user_id], {
    kind: 'EXCEPTION_JOB_ENDED',
    resource: JOB_RESOURCE,
    resourceId: jobId,
    grant: GRANT,
    institutionId: row.institution_id ?? undefined,
    subTenantId: row.sub_tenant_id ?? undefined,
    title: isDone ? `Your job on ${row.total} exceptions is done` : `Your job on ${row.total} exceptions has failed`,
    details: {
      action: row.action,
      state: row.state,
      exceptions: String(row.total),
      done: String(row.done),
      skipped: String(row.skipped),
    },
  })
  await tellAssignees(sql, nowMs, row)
}

async function tellAssignees(sql: Sql, nowMs: number, row: JobRow): Promise<void> {
  const { assigneeIds } = row.request.assign ?? {}
  if (assigneeIds === undefined) return
  const { rows } = await sql.query<Pick<LineRow, 'seq' | 'institution_id'>>(
    `SELECT seq, institution_id FROM exception_job_lines WHERE job_id = $1 AND state = 'DONE'`,
    [row.job_id],
  )
  const given = Map.groupBy(rows, ({ seq }) => assigneeOf(assigneeIds, seq) ?? '')
  for (const [userId, lines] of given) {
    if (userId === row.user_id) continue
    // A user of an institution gets exceptions of that one only.
    const [institutionId = '', ...others] = new Set(lines.map((line) => line.institution_id))
    await storeNotifications(sql, nowMs, [userId], {
      kind: 'EXCEPTIONS_GIVEN',
      resource: JOB_RESOURCE,
      resourceId: row.job_id,
      grant: GRANT,
      ...(others.length === 0 && auditOwnerOf(institutionId)),
      title: `${row.created_by} has given you ${lines.length} exceptions`,
      details: { by: row.created_by, exceptions: String(lines.length) },
    })
  }
}
