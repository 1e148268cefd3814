// Exceptions for which a change waits for a second user: one of its own, or that of a job. There is one at a time.

import type { Sql } from '../../../../platform/storage/database.ts'
import { exceptionProblem } from '../../exception-problems.ts'

/** What the audit log and change requests call a job. */
export const JOB_RESOURCE = 'exception-job'

/** Those of these ids. */
export async function waitingOf(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql.query<{ id: string }>(
    `SELECT c.resource_id AS id FROM change_requests c
      WHERE c.state = 'PENDING' AND c.resource = 'exception' AND c.resource_id = ANY ($1::text[])
     UNION
     SELECT l.exception_id::text FROM exception_job_lines l
       JOIN exception_jobs j ON j.job_id = l.job_id
       JOIN change_requests c ON c.resource = '${JOB_RESOURCE}' AND c.resource_id = j.job_id::text AND c.state = 'PENDING'
      WHERE l.exception_id = ANY ($1::text[]::uuid[]) AND l.state = 'PENDING' AND j.state = 'PENDING'`,
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Refusal: `waits-already`. */
export async function assertNoneWaits(sql: Sql, ids: readonly string[]): Promise<void> {
  const waiting = await waitingOf(sql, ids)
  if (waiting.size === 0) return
  const [first] = waiting
  const others = waiting.size === 1 ? '' : `, and for ${waiting.size - 1} others`
  throw exceptionProblem('waits-already', `another change of exception ${first} waits for approval${others}`)
}
