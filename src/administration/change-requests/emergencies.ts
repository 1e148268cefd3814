// Changes that are carried out in an emergency, without the approval that they would wait for. Another user who could have approved
// one reviews it afterwards.
//
//   PENDING → CARRIED_OUT   by the user who asked for it
//   (none)  → CARRIED_OUT   sent as an emergency from the start
//             CARRIED_OUT → REVIEWED   by a second user, who agrees
//                         → OBJECTED   by a second user, who does not: nothing is undone
//
// The record is made or ended in the transaction of the change, so that there is neither without the other.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { requireGrant } from '../access/principal/grant.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import { type Actor, authorOf } from '../audit/actor.ts'
import { HOLD_AUDIT_HEAD, recordAudit } from '../audit/audit-log.ts'
import type { AuditedChange, HeldChange } from '../audit/change-witness.ts'
import { belongsTo } from '../records/scope-conditions.ts'
import { changeRequestProblem } from './change-request-problems.ts'
import { CHANGE_REQUESTS, type ChangeRequestReader, type ChangeRequestRecord } from './change-request-records.ts'
import type { ChangeRequestCaller, ChangeRequests, ChangeRequestsParts } from './change-requests.ts'
import { mainChange, ownerOf, RequestedChanges } from './requested-changes.ts'
import { type HeldRequest, type OpenedRequest, openRequest } from './sealed-requests.ts'
import { isInScope } from './waits-for.ts'

const REVIEWED_WITHIN_MS = DAY_MS

export const VERDICTS = ['CONFIRMED', 'OBJECTED'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Review {
  readonly verdict: Verdict
  readonly comment: string
}

/** Emergency changes that nobody has reviewed yet. */
export interface Unreviewed {
  readonly count: number
  readonly overdue: number
}

export interface EmergenciesParts extends ChangeRequestsParts {
  readonly changeRequests: Pick<ChangeRequests, 'find'>
}

export class Emergencies {
  readonly #parts: EmergenciesParts

  constructor(parts: EmergenciesParts) {
    this.#parts = parts
  }

  /** Sees that a change that was held back is made as it was tried, and makes its record in the same transaction. */
  witnessOfHeld(
    { actor }: ChangeRequestCaller,
    held: HeldChange,
    request: HeldRequest,
    reason: string,
  ): RequestedChanges {
    const { changes, change, entry } = mainChange(held, request.recordId)
    const { operation, module, action } = request
    const owner = ownerOf(entry, actor)
    const changeRequestId = newId(this.#parts.clock.now())
    const { resource, resourceId, before, after } = change
    const made = { module, action, operation, resource, resourceId, ...owner, before, after, changes }
    return this.#witness(changes, { id: changeRequestId, operation, ...owner }, actor, reason, made)
  }

  /** The same of a request that is pending. */
  witnessOfPending(record: ChangeRequestRecord, actor: Actor, reason: string): RequestedChanges {
    return this.#witness(record.changes, record, actor, reason)
  }

  #witness(
    changes: ChangeRequestRecord['changes'],
    record: Pick<ChangeRequestRecord, 'id' | 'operation'> & Scope,
    actor: Actor,
    reason: string,
    made?: object,
  ): RequestedChanges {
    const nowMs = this.#parts.clock.now()
    const state = { operation: record.operation, state: 'CARRIED_OUT', reason }
    return new RequestedChanges(changes, {
      changeRequestId: record.id,
      attemptId: newId(nowMs),
      approver: actor,
      comment: undefined,
      emergency: { reason, reviewDueAtMs: nowMs + REVIEWED_WITHIN_MS, made },
      entry: entryOf(
        record,
        'break-glass',
        made === undefined ? { operation: record.operation, state: 'PENDING' } : undefined,
        made === undefined ? state : { ...made, changes: undefined, ...state },
      ),
    })
  }

  /** The reader's own request, to be carried out. Refusals: `not-found`, `not-own-emergency`, `ended`, `forbidden`. */
  async openOwn(reader: ChangeRequestReader, id: string): Promise<OpenedRequest> {
    const { database, secretBox, changeRequests } = this.#parts
    const record = await changeRequests.find(reader, id)
    if (record.requestedById !== reader.userId) {
      throw changeRequestProblem(
        'not-own-emergency',
        'only the user who asked for a change carries it out in an emergency',
      )
    }
    if (record.state !== 'PENDING') throw changeRequestProblem('ended', `the change request is ${record.state}`)
    requireGrant(reader, { module: record.module as ModuleId, action: record.action as ActionId })
    return openRequest(database, secretBox, record)
  }

  /** Refusals: `not-found`, `own-emergency`, `forbidden` without the right, `cannot-review`, `not-to-review`. */
  async review({ principal, actor }: ChangeRequestCaller, id: string, review: Review): Promise<ChangeRequestRecord> {
    const { database, clock, changeRequests } = this.#parts
    const record = await changeRequests.find(principal, id)
    if (record.requestedById === principal.userId) {
      throw changeRequestProblem('own-emergency', 'another user has to review the change')
    }
    requireGrant(principal, { module: record.module as ModuleId, action: record.action as ActionId })
    if (!isInScope(record, principal)) {
      throw changeRequestProblem('cannot-review', 'the change concerns more than your institution')
    }
    if (record.state !== 'CARRIED_OUT') throw notToReview(record.state)
    if (record.cannotApprove !== undefined) throw changeRequestProblem('cannot-review', record.cannotApprove)
    const state = review.verdict === 'CONFIRMED' ? 'REVIEWED' : 'OBJECTED'
    const nowMs = clock.now()
    await database.transaction(async (sql) => {
      // Before the row: who carries a change request out locks the head first.
      await sql.query(HOLD_AUDIT_HEAD)
      const { rowCount } = await sql.query(
        `UPDATE change_requests
            SET state = $2, told_state = $2, reviewed_by_id = $3, reviewed_by = $4, reviewed_at = $5, review_comment = $6,
                version = version + 1, updated_at = $5, updated_by = $4
          WHERE change_request_id = $1 AND state = 'CARRIED_OUT'`,
        [record.id, state, principal.userId, authorOf(actor), new Date(nowMs), review.comment],
      )
      if (rowCount === 0) throw notToReview('reviewed already')
      const before = { operation: record.operation, state: 'CARRIED_OUT' }
      const after = { operation: record.operation, state, comment: review.comment }
      await recordAudit(sql, nowMs, actor, entryOf(record, state === 'REVIEWED' ? 'review' : 'object', before, after))
    })
    return changeRequests.find(principal, id)
  }

  /** Of the scope itself: what belongs to the whole platform is the platform's alone. */
  async unreviewed(scope: Scope): Promise<Unreviewed> {
    const { database, clock } = this.#parts
    const parameters = new Parameters()
    const isOverdue = `c.review_due_at <= ${parameters.add(new Date(clock.now()))}`
    const { rows } = await database.query<{ count: bigint; overdue: bigint }>(
      `SELECT count(*) AS count, count(*) FILTER (WHERE ${isOverdue}) AS overdue
         FROM change_requests c WHERE c.state = 'CARRIED_OUT' AND ${belongsTo('c', scope, parameters)}`,
      parameters.values,
    )
    return { count: Number(rows[0]?.count ?? 0n), overdue: Number(rows[0]?.overdue ?? 0n) }
  }
}

function notToReview(state: string) {
  return changeRequestProblem(
    'not-to-review',
    `only an emergency change without a review can be reviewed: it is ${state}`,
  )
}

function entryOf(
  record: Pick<ChangeRequestRecord, 'id' | 'operation'> & Scope,
  deed: 'break-glass' | 'review' | 'object',
  before: object | undefined,
  after: object,
): AuditedChange {
  return {
    action: `${CHANGE_REQUESTS.resource}.${deed}`,
    resource: CHANGE_REQUESTS.resource,
    resourceId: record.id,
    ...(before !== undefined && { before }),
    after,
    ...(record.institutionId !== undefined && { institutionId: record.institutionId }),
    ...(record.subTenantId !== undefined && { subTenantId: record.subTenantId }),
  }
}
