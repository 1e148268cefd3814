// Who looks after an exception, how urgent it is, and what people have noted about it. The tables are the coordinator's on
// distributed books: a filter by work is a condition on the ids of exceptions, which any server can check.

import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { IdCondition } from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Of an exception that many have written about, a list shows the newest ones. */
export const LISTED_COMMENTS = 5
export const MOST_COMMENTS = 200

export interface ExceptionComment {
  readonly at: string
  readonly by: string
  readonly text: string
}

export interface Work {
  readonly assigneeId?: string
  /** The mail address of the assignee. */
  readonly assignee?: string
  readonly priority: Priority
  readonly dueAt?: string
  /** Oldest first. */
  readonly comments: readonly ExceptionComment[]
  readonly commentCount: number
}

export interface WorkFilter {
  readonly assigneeId?: string | undefined
  readonly isAssigned?: boolean | undefined
  readonly priority?: readonly Priority[] | undefined
  readonly dueBefore?: string | undefined
}

export interface WorkRow {
  readonly exception_id: string
  readonly assignee_id: string | null
  readonly assignee: string | null
  readonly priority: Priority
  readonly due_at: Date | null
}

interface CommentRow {
  readonly exception_id: string
  readonly at: Date
  readonly by_user: string
  readonly text: string
  readonly total: bigint
}

/** An exception, as far as its work is found by it. */
export interface WorkedOn {
  readonly id: string
  readonly institutionId: string
}

/** The work on each of these, also of those that nobody has worked on. */
export async function readWork(
  sql: Sql,
  exceptions: readonly WorkedOn[],
  mostComments: number,
): Promise<ReadonlyMap<string, Work>> {
  if (exceptions.length === 0) return new Map()
  const keys = [exceptions.map(({ institutionId }) => institutionId), exceptions.map(({ id }) => id)]
  const { rows } = await sql.query<WorkRow>(
    `SELECT w.exception_id, w.assignee_id, u.mail_id AS assignee, w.priority, w.due_at
       FROM unnest($1::text[], $2::uuid[]) AS asked (institution_id, exception_id)
       JOIN exception_work w ON w.institution_id = asked.institution_id AND w.exception_id = asked.exception_id
       LEFT JOIN users u ON u.user_id = w.assignee_id`,
    keys,
  )
  const { rows: noted } = await sql.query<CommentRow>(
    `SELECT c.exception_id, c.at, c.by_user, c.text, c.total
       FROM (SELECT n.*, count(*) OVER (PARTITION BY n.exception_id) AS total,
                    row_number() OVER (PARTITION BY n.exception_id ORDER BY n.comment_id DESC) AS place
               FROM unnest($1::text[], $2::uuid[]) AS asked (institution_id, exception_id)
               JOIN exception_comments n ON n.institution_id = asked.institution_id AND n.exception_id = asked.exception_id) AS c
      WHERE c.place <= $3::bigint
      ORDER BY c.comment_id`,
    [...keys, mostComments],
  )
  const work = new Map(rows.map((row) => [row.exception_id, row]))
  const comments = Map.groupBy(noted, (row) => row.exception_id)
  return new Map(exceptions.map(({ id }) => [id, workOf(work.get(id), comments.get(id) ?? [])]))
}

function workOf(row: WorkRow | undefined, comments: readonly CommentRow[]): Work {
  return {
    ...handedOut(row),
    comments: comments.map(({ at, by_user: by, text }) => ({ at: isoTimestamp(at.getTime()), by, text })),
    commentCount: Number(comments[0]?.total ?? 0n),
  }
}

/** The work without comments. */
export function handedOut(row: WorkRow | undefined): Omit<Work, 'comments' | 'commentCount'> {
  if (row === undefined) return { priority: 'NORMAL' }
  return {
    ...(row.assignee_id !== null && { assigneeId: row.assignee_id }),
    ...(row.assignee !== null && { assignee: row.assignee }),
    priority: row.priority,
    ...(row.due_at !== null && { dueAt: isoTimestamp(row.due_at.getTime()) }),
  }
}

interface WorkSet {
  /** False: the exceptions outside of the set, of which most have no row. */
  readonly isIn: boolean
  where(parameters: Parameters): string
}

/** The conditions of a filter by work. */
export async function workConditions(sql: Sql, filter: WorkFilter): Promise<readonly IdCondition[]> {
  const conditions: IdCondition[] = []
  for (const set of setsOf(filter)) {
    if (sql.isDistributed !== true) {
      const selected = (parameters: Parameters) =>
        `SELECT w.exception_id FROM exception_work w WHERE ${set.where(parameters)}`
      conditions.push((id, parameters) => `${id} ${set.isIn ? 'IN' : 'NOT IN'} (${selected(parameters)})`)
      continue
    }
    const parameters = new Parameters()
    const { rows } = await sql.query<{ exception_id: string }>(
      `SELECT w.exception_id FROM exception_work w WHERE ${set.where(parameters)}`,
      parameters.values,
    )
    const ids = rows.map((row) => row.exception_id)
    conditions.push((id, those) => `${id} ${set.isIn ? '= ANY' : '<> ALL'} (${those.add(ids)}::uuid[])`)
  }
  return conditions
}

function setsOf({ assigneeId, isAssigned, priority, dueBefore }: WorkFilter): readonly WorkSet[] {
  const sets: WorkSet[] = []
  if (assigneeId !== undefined)
    sets.push({ isIn: true, where: (parameters) => `w.assignee_id = ${parameters.add(assigneeId)}::uuid` })
  if (isAssigned !== undefined) sets.push({ isIn: isAssigned, where: () => 'w.assignee_id IS NOT NULL' })
  if (priority !== undefined) {
    const isIn = !priority.includes('NORMAL')
    sets.push({
      isIn,
      where: (parameters) =>
        `w.priority <> 'NORMAL' AND w.priority ${isIn ? '= ANY' : '<> ALL'} (${parameters.add([...priority])}::text[])`,
    })
  }
  if (dueBefore !== undefined)
    sets.push({ isIn: true, where: (parameters) => `w.due_at < ${parameters.add(new Date(dueBefore))}::timestamptz` })
  return sets
}
