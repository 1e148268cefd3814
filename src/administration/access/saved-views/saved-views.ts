// Views of lists that users keep under a name, for themselves or shared with the users of their scope. The owner changes and
// removes one; a shared one also whoever may do that to users.

import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import type { Actor } from '../../audit/actor.ts'
import { assertVersion, changeRecord, deleteRecord, type RecordWork } from '../../records/change-record.ts'
import { fieldsToSet } from '../../records/fixed-fields.ts'
import { Records } from '../../records/records.ts'
import { createRecord, writeFields } from '../../records/write-record.ts'
import { accessProblem } from '../access-problems.ts'
import type { Principal } from '../principal/principal.ts'
import {
  isOfScope,
  SAVED_VIEWS,
  type SavedViewFilter,
  type SavedViewRecord,
  type ViewFilter,
  type ViewScope,
} from './saved-view-records.ts'

/** Of one user, and of one list shared in one scope: so that own and shared ones of a list fit one page of 200. */
export const MOST_VIEWS = 100

export interface NewSavedView {
  readonly list: string
  readonly name: string
  readonly filters: readonly ViewFilter[]
  readonly sort?: string | null | undefined
  readonly isShared?: boolean | undefined
}

export interface SavedViewChange extends Partial<NewSavedView> {
  readonly version: number
}

export interface ViewCaller {
  readonly principal: Pick<Principal, 'userId' | 'grants' | 'scope'>
  readonly actor: Actor
}

export class SavedViews {
  readonly #records: ViewRecords

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#records = new ViewRecords(SAVED_VIEWS, parts)
  }

  /** Own ones, and those that others of the scope share. */
  list({ principal }: ViewCaller, filter: SavedViewFilter, page: PageRequest): Promise<ListPage<SavedViewRecord>> {
    return this.#records.list(scopeOf(principal), filter, page)
  }

  /** Refusals: `view-not-found`. */
  find({ principal }: ViewCaller, id: string): Promise<SavedViewRecord> {
    return this.#records.find(scopeOf(principal), id)
  }

  /** Refusals: `view-name-taken`, `too-many-views`. */
  create({ principal, actor }: ViewCaller, view: NewSavedView): Promise<SavedViewRecord> {
    const caller = { principal: { scope: scopeOf(principal) }, actor }
    assertOnce(view.filters)
    return this.#records.run(caller, async (work) => {
      const { userId, scope } = principal
      await lockViews(work)
      await assertNameFree(work.sql, userId, view)
      await assertRoom(work.sql, 'v.owner_id = $1', [userId], 'you keep')
      if (view.isShared === true) await assertRoomToShare(work, view.list)
      return await createRecord(work, SAVED_VIEWS, {
        ...view,
        ownerId: userId,
        institutionId: scope.institutionId ?? null,
        subTenantId: scope.subTenantId ?? null,
      })
    })
  }

  /** Refusals: `view-not-found`, `view-changed`, `view-of-another`, `view-name-taken`, `too-many-views`, invalid fields. */
  update({ principal, actor }: ViewCaller, id: string, change: SavedViewChange): Promise<SavedViewRecord> {
    if (change.filters !== undefined) assertOnce(change.filters)
    // One that an administrator stops sharing is still answered.
    const caller = { principal: { scope: { ...scopeOf(principal), seesPrivate: true } }, actor }
    return this.#records.run(caller, async (work) => {
      await lockViews(work)
      return await changeRecord(work, SAVED_VIEWS, 'saved-view.update', id, async (before) => {
        assertSeen(principal, before)
        assertMay(principal, before, 'UPDATE')
        assertVersion(SAVED_VIEWS, before, change.version)
        const { version: _, ...fields } = change
        const set = fieldsToSet(['list'], { sort: null, ...before }, fields)
        const { name } = set
        if (name !== undefined) await assertNameFree(work.sql, before.ownerId, { list: before.list, name }, id)
        if (set.isShared === true && !before.isShared) await assertRoomToShare(work, before.list)
        await writeFields(work, SAVED_VIEWS, id, set)
      })
    })
  }

  /** Refusals: `view-not-found`, `view-of-another`. */
  delete({ principal, actor }: ViewCaller, id: string): Promise<void> {
    const caller = { principal: { scope: scopeOf(principal) }, actor }
    return this.#records.run(caller, (work) =>
      deleteRecord(work, SAVED_VIEWS, 'saved-view.delete', id, async (before) => {
        assertMay(principal, before, 'DELETE')
        await work.sql.query('DELETE FROM saved_views WHERE id = $1', [id])
      }),
    )
  }
}

class ViewRecords extends Records<SavedViewRecord, SavedViewFilter> {
  readonly run = this.transaction
}

function scopeOf({ userId, scope }: ViewCaller['principal']): ViewScope {
  return { ...scope, userId }
}

function assertSeen({ userId }: ViewCaller['principal'], { isShared, ownerId }: SavedViewRecord): void {
  if (!isShared && ownerId !== userId) throw SAVED_VIEWS.refusals.notFound()
}

function assertMay(
  { userId, grants }: ViewCaller['principal'],
  { ownerId }: SavedViewRecord,
  action: 'UPDATE' | 'DELETE',
): void {
  if (ownerId === userId || grants.allows('USERS', action)) return
  throw accessProblem('view-of-another', `only its owner changes it, or a user whose role grants ${action} on USERS`)
}

/** Two values of one filter would leave open which of them counts. */
function assertOnce(filters: readonly ViewFilter[]): void {
  const names = filters.map(({ name }) => name)
  const faults = names.flatMap((name, place) =>
    names.indexOf(name) === place ? [] : [{ path: `filters[${place}].name`, message: 'is there already' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** Names and counts hold together: changes of the views of one scope wait for each other. */
async function lockViews({ sql, caller }: RecordWork): Promise<void> {
  const { institutionId = '', subTenantId = '' } = caller.principal.scope
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `saved views of ${institutionId} ${subTenantId}`,
  ])
}

async function assertNameFree(
  sql: Sql,
  ownerId: string,
  { list, name }: Pick<NewSavedView, 'list' | 'name'>,
  exceptId?: string,
): Promise<void> {
  const { rows } = await sql.query(
    `SELECT FROM saved_views
      WHERE owner_id = $1 AND list = $2 AND lower(name) = lower($3) AND ($4::uuid IS NULL OR id <> $4) LIMIT 1`,
    [ownerId, list, name, exceptId ?? null],
  )
  if (rows.length > 0) throw accessProblem('view-name-taken', 'there is a view of this list with this name already')
}

async function assertRoomToShare({ sql, caller }: RecordWork, list: string): Promise<void> {
  const parameters = new Parameters()
  const condition = `v.is_shared AND v.list = ${parameters.add(list)} AND ${isOfScope(caller.principal.scope, parameters)}`
  await assertRoom(sql, condition, parameters.values, 'are shared for this list')
}

async function assertRoom(sql: Sql, condition: string, values: readonly unknown[], who: string): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM saved_views v WHERE ${condition}`,
    values,
  )
  if ((rows[0]?.count ?? 0) >= MOST_VIEWS) {
    throw accessProblem('too-many-views', `${MOST_VIEWS} views ${who}: remove one first`)
  }
}
