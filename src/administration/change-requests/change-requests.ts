// Change requests: changes of administration that wait for the approval of another user.
//
//   PENDING → APPROVED    carried out, in the transaction of the change itself
//           → REJECTED    by another user who could make the change
//           → WITHDRAWN   by the user who asked for it
//           → EXPIRED     after seven days
//           → FAILED      approved, but refused when it was carried out
//           → CARRIED_OUT in an emergency, without an approval (emergencies.ts)
//
// Every end goes through the database's end_change_request() or carry_out_in_emergency(), which let one of them happen.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { type Clock, DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { refuseDuplicate } from '../../platform/storage/statements/duplicates.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import { requireGrant } from '../access/principal/grant.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import { type Actor, authorOf } from '../audit/actor.ts'
import { type RequestEnd, recordAudit, recordEnd } from '../audit/audit-log.ts'
import type { HeldChange } from '../audit/change-witness.ts'
import { type IdentityTie, identityTiesOf, tieWords } from '../audit/identity-ties.ts'
import { listRecords } from '../records/read-records.ts'
import { changeRequestProblem } from './change-request-problems.ts'
import {
  CHANGE_REQUESTS,
  type ChangeRequestFilter,
  type ChangeRequestReader,
  type ChangeRequestRecord,
  type SeenChangeRequest,
} from './change-request-records.ts'
import { mainChange, ownerOf, RequestedChanges, recordChanged } from './requested-changes.ts'
import { type HeldRequest, type OpenedRequest, openRequest, sealRequest } from './sealed-requests.ts'
import { isInScope, isOfferedTo } from './waits-for.ts'

const LIFETIME_MS = 7 * DAY_MS
/** Each keeps a body of up to 256 KiB. */
const MOST_PENDING_OF_A_USER = 100
const RETRY_AFTER_SECONDS = 3_600
const EXPIRED_AT_ONCE = 100

/** Who asks for a change, or decides about one. */
export interface ChangeRequestCaller {
  readonly principal: ChangeRequestReader
  readonly actor: Actor
}

export interface ChangeRequestsParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
}

export class ChangeRequests {
  readonly #parts: ChangeRequestsParts

  constructor(parts: ChangeRequestsParts) {
    this.#parts = parts
  }

  /** Keeps a request that was held back. Refusals: `pending` when the record has one already, `too-many`. */
  async request({ principal, actor }: ChangeRequestCaller, held: HeldChange, request: HeldRequest): Promise<string> {
    const { database, clock, secretBox } = this.#parts
    const { changes, change, entry } = mainChange(held, request.recordId)
    if (change.resourceId !== undefined) await this.#expireDue(change.resource, change.resourceId)
    const { institutionId, subTenantId } = ownerOf(entry, actor)
    const nowMs = clock.now()
    const id = newId(nowMs)
    const { operation, module, action } = request
    await refuseDuplicate('change_requests_pending', pendingAlready, () =>
      database.transaction(async (sql) => {
        await assertFewPending(sql, principal.userId)
        await sql.query(
          `INSERT INTO change_requests (change_request_id, module, action, operation, resource, resource_id, institution_id,
                                        sub_tenant_id, before, after, changes, body_sealed, requested_by_id, requested_by,
                                        expires_at, created_at, updated_at, created_by, updated_by)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $14, $14)`,
          [
            id,
            module,
            action,
            operation,
            change.resource,
            change.resourceId ?? null,
            institutionId ?? null,
            subTenantId ?? null,
            jsonOf(change.before),
            jsonOf(change.after),
            JSON.stringify(changes),
            sealRequest(secretBox, id, request),
            principal.userId,
            authorOf(actor),
            new Date(nowMs + LIFETIME_MS),
            new Date(nowMs),
          ],
        )
        await recordAudit(sql, nowMs, actor, {
          action: 'change-request.create',
          resource: CHANGE_REQUESTS.resource,
          resourceId: id,
          after: { module, action, operation, resource: change.resource, before: change.before, after: change.after },
          ...(institutionId !== undefined && { institutionId }),
          ...(subTenantId !== undefined && { subTenantId }),
        })
      }),
    )
    return id
  }

  async list(
    reader: ChangeRequestReader,
    filter: ChangeRequestFilter,
    page: PageRequest,
  ): Promise<ListPage<SeenChangeRequest>> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    const ties = await identityTiesOf(database, nowMs, reader.userId)
    const found = await listRecords(
      database,
      CHANGE_REQUESTS,
      { scope: reader.scope, nowMs },
      { ...filter, reader, tiedIds: ties.map(({ otherId }) => otherId) },
      page,
    )
    return { ...found, items: found.items.map((record) => seenBy(reader, asOf(record, nowMs), ties, nowMs)) }
  }

  /** Refusals: `not-found` for one that the reader may not see. */
  async find(reader: ChangeRequestReader, id: string): Promise<SeenChangeRequest> {
    const { items } = await this.list(reader, { id }, { page: 1, size: 1 })
    const [record] = items
    if (record === undefined) throw CHANGE_REQUESTS.refusals.notFound()
    return record
  }

  /** Users who may be one person with the maker, one tie each, newest first. */
  async tiesOfMaker({ requestedById }: ChangeRequestRecord): Promise<readonly IdentityTie[]> {
    const { database, clock } = this.#parts
    const ties = await identityTiesOf(database, clock.now(), requestedById)
    return ties.filter(({ otherId }, place) => ties.findIndex((tie) => tie.otherId === otherId) === place)
  }

  /** Refusals: `own-request`, `forbidden` without the right, `ended`. */
  async reject(caller: ChangeRequestCaller, id: string, comment: string | undefined): Promise<ChangeRequestRecord> {
    const record = await this.#decidedBy(caller.principal, id)
    await this.#end(caller.actor, record, { changeRequestId: record.id, state: 'REJECTED', comment })
    return this.find(caller.principal, id)
  }

  /** Refusals: `not-own-request`, `ended`. */
  async withdraw(caller: ChangeRequestCaller, id: string): Promise<ChangeRequestRecord> {
    const record = await this.find(caller.principal, id)
    if (record.requestedById !== caller.principal.userId) {
      throw changeRequestProblem('not-own-request', 'only the user who asked for the change withdraws it')
    }
    assertPending(record)
    await this.#end(caller.actor, record, { changeRequestId: record.id, state: 'WITHDRAWN' })
    return this.find(caller.principal, id)
  }

  /** The request to be carried out. Refusals: as for reject(), and `cannot-approve` when the two may be one person. */
  async open(reader: ChangeRequestReader, id: string): Promise<OpenedRequest> {
    const record = await this.#decidedBy(reader, id)
    if (record.cannotApprove !== undefined) throw changeRequestProblem('cannot-approve', record.cannotApprove)
    return openRequest(this.#parts.database, this.#parts.secretBox, record)
  }

  /** Sees that the change is made as it was asked for, and ends the request in the transaction that makes it. */
  witnessOf(record: ChangeRequestRecord, approver: Actor, comment: string | undefined): RequestedChanges {
    const changeRequestId = record.id
    return new RequestedChanges(record.changes, {
      changeRequestId,
      attemptId: newId(this.#parts.clock.now()),
      approver,
      comment,
      entry: entryOf(record, { changeRequestId, state: 'APPROVED', comment }),
    })
  }

  /**
   * After the change was made. A request that is still pending had nothing left to change: the record is not as it was when
   * the change was requested. Refusals: `changed`.
   */
  async assertCarriedOut({ id }: ChangeRequestRecord): Promise<void> {
    if (await this.#isPending(id)) throw recordChanged()
  }

  /**
   * The change was refused. Throws `ended` when another approver was quicker. A request that the same approval has ended stays
   * so: a further step of the change was refused.
   */
  async fail(
    record: ChangeRequestRecord,
    approver: Actor,
    { attemptId, comment, failure }: Pick<RequestEnd, 'attemptId' | 'comment' | 'failure'>,
  ): Promise<void> {
    const { rows } = await this.#parts.database.query<{ state: string; attempt_id: string | null }>(
      'SELECT state, attempt_id FROM change_requests WHERE change_request_id = $1',
      [record.id],
    )
    const [{ state, attempt_id: endedBy } = { state: '', attempt_id: null }] = rows
    if (state === 'PENDING') {
      await this.#end(approver, record, { changeRequestId: record.id, state: 'FAILED', comment, failure })
    } else if (attemptId === undefined || endedBy !== attemptId) throw CHANGE_REQUESTS.refusals.changed()
  }

  /** Ends what has waited too long. */
  async expire(): Promise<void> {
    while ((await this.#expireDue()) === EXPIRED_AT_ONCE);
  }

  async #expireDue(resource?: string, resourceId?: string): Promise<number> {
    const { database, clock } = this.#parts
    const { rows } = await database.query<DueRow>(
      `SELECT change_request_id, operation, institution_id, sub_tenant_id FROM change_requests
        WHERE state = 'PENDING' AND expires_at <= $1
          AND ($2::text IS NULL OR (resource = $2 AND resource_id = $3))
        ORDER BY expires_at LIMIT ${EXPIRED_AT_ONCE}`,
      [new Date(clock.now()), resource ?? null, resourceId ?? null],
    )
    for (const row of rows) {
      const { change_request_id: id, institution_id: institutionId, sub_tenant_id: subTenantId } = row
      const owned = {
        id,
        operation: row.operation,
        ...(institutionId !== null && { institutionId }),
        ...(subTenantId !== null && { subTenantId }),
      }
      // Another node may have been quicker.
      await this.#end({}, owned, { changeRequestId: id, state: 'EXPIRED' }).catch(ignoreEnded)
    }
    return rows.length
  }

  /** One that the reader may decide about. */
  async #decidedBy(reader: ChangeRequestReader, id: string): Promise<SeenChangeRequest> {
    const record = await this.find(reader, id)
    if (record.requestedById === reader.userId) {
      throw changeRequestProblem('own-request', 'another user has to decide about the change')
    }
    // What is stored was granted once, by the operation that was called.
    requireGrant(reader, { module: record.module as ModuleId, action: record.action as ActionId })
    if (!isInScope(record, reader))
      throw changeRequestProblem('cannot-approve', 'the change concerns more than your institution')
    assertPending(record)
    return record
  }

  async #isPending(id: string): Promise<boolean> {
    const { rowCount } = await this.#parts.database.query(
      `SELECT FROM change_requests WHERE change_request_id = $1 AND state = 'PENDING'`,
      [id],
    )
    return rowCount > 0
  }

  async #end(actor: Actor, record: EndedRecord, end: RequestEnd): Promise<void> {
    const { database, clock } = this.#parts
    try {
      await database.transaction((sql) => recordEnd(sql, clock.now(), actor, entryOf(record, end), end))
    } catch (error) {
      // The database refuses a second end.
      const hasEnded = error instanceof Problem && error.kind === 'conflict'
      throw hasEnded ? CHANGE_REQUESTS.refusals.changed() : error
    }
  }
}

type EndedRecord = Pick<ChangeRequestRecord, 'id' | 'operation' | 'institutionId' | 'subTenantId'>

interface DueRow {
  change_request_id: string
  operation: string
  institution_id: string | null
  sub_tenant_id: string | null
}

const END_ACTIONS = {
  APPROVED: 'approve',
  REJECTED: 'reject',
  WITHDRAWN: 'withdraw',
  EXPIRED: 'expire',
  FAILED: 'fail',
} as const satisfies Record<RequestEnd['state'], string>

function entryOf(record: EndedRecord, { state, comment, failure }: RequestEnd) {
  return {
    action: `${CHANGE_REQUESTS.resource}.${END_ACTIONS[state]}`,
    resource: CHANGE_REQUESTS.resource,
    resourceId: record.id,
    before: { operation: record.operation, state: 'PENDING' },
    after: {
      operation: record.operation,
      state,
      ...(comment !== undefined && { comment }),
      ...(failure !== undefined && { failure }),
    },
    ...(record.institutionId !== undefined && { institutionId: record.institutionId }),
    ...(record.subTenantId !== undefined && { subTenantId: record.subTenantId }),
  }
}

function assertPending({ state }: ChangeRequestRecord): void {
  if (state !== 'PENDING') throw changeRequestProblem('ended', `the change request is ${state}`)
}

function seenBy(
  reader: ChangeRequestReader,
  record: ChangeRequestRecord,
  ties: readonly IdentityTie[],
  nowMs: number,
): SeenChangeRequest {
  const tie = ties.find(({ otherId }) => otherId === record.requestedById)
  if (tie === undefined || !isOfferedTo(record, reader, nowMs)) return record
  return { ...record, cannotApprove: tieWords(tie, record.requestedBy) }
}

/** Expired by the clock, also before the sweep has ended it. */
function asOf(record: ChangeRequestRecord, nowMs: number): ChangeRequestRecord {
  const isOver = record.state === 'PENDING' && Date.parse(record.expiresAt) <= nowMs
  return isOver ? { ...record, state: 'EXPIRED' } : record
}

async function assertFewPending(sql: Sql, userId: string): Promise<void> {
  const { rows } = await sql.query<{ pending: bigint }>(
    `SELECT count(*) AS pending FROM change_requests WHERE requested_by_id = $1 AND state = 'PENDING'`,
    [userId],
  )
  if ((rows[0]?.pending ?? 0n) < MOST_PENDING_OF_A_USER) return
  throw changeRequestProblem('too-many', `you have ${MOST_PENDING_OF_A_USER} changes that wait for approval`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function pendingAlready(cause: unknown): Problem {
  return changeRequestProblem('pending', 'another change of this record waits for approval', { cause })
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof Problem) || error.reason !== 'change-requests.ended') throw error
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
