// Change requests as they are stored, read and listed. A pending one whose time is over counts as expired before the sweep
// has ended it. One that was carried out in an emergency waits for its review.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { Grants } from '../access/principal/principal.ts'
import { recordKind } from '../records/column-kind.ts'
import { type Column, instant, optional, sorted } from '../records/columns.ts'
import type { RecordFields } from '../records/record-kind.ts'
import { belongsTo } from '../records/scope-conditions.ts'
import { changeRequestProblem } from './change-request-problems.ts'

export const CHANGE_REQUEST_STATES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'FAILED',
  'CARRIED_OUT',
  'REVIEWED',
  'OBJECTED',
] as const
export type ChangeRequestState = (typeof CHANGE_REQUEST_STATES)[number]

export interface ChangeRequestRecord extends RecordFields {
  readonly module: string
  readonly action: string
  readonly operation: string
  /** What the audit log calls the record: `user`. */
  readonly resource: string
  /** Absent for a record that is yet to be made. */
  readonly resourceId?: string
  readonly institutionId?: string
  readonly subTenantId?: string
  readonly before: object | null
  readonly after: object | null
  readonly changes: readonly RequestedChange[]
  readonly comment?: string
  readonly failure?: string
  readonly requestedById: string
  readonly requestedBy: string
  readonly decidedBy?: string
  readonly expiresAt: string
  readonly state: ChangeRequestState
  /** Of a change that was carried out without an approval. */
  readonly emergency?: EmergencyRecord
}

export interface EmergencyRecord {
  /** Why it could not wait. */
  readonly reason: string
  readonly at: string
  readonly reviewDueAt: string
  /** Nobody has reviewed it in time. */
  readonly isOverdue: boolean
  readonly reviewedBy?: string
  readonly reviewedAt?: string
  /** What the reviewer said. */
  readonly comment?: string
}

/** One of the records that the change concerns. */
export interface RequestedChange {
  readonly resource: string
  /** Absent for a record that is yet to be made. */
  readonly resourceId?: string
  /** What must still hold of the record: its version, or all of it. */
  readonly mark?: string
  readonly before: object | null
  readonly after: object | null
}

/** A change request as a reader sees it. */
export interface SeenChangeRequest extends ChangeRequestRecord {
  /** Why the reader may not approve it, although role and scope cover it: the two may be one person. */
  readonly cannotApprove?: string
}

/** Who reads change requests. */
export interface ChangeRequestReader {
  readonly userId: string
  readonly grants: Grants
  readonly scope: Scope
}

export interface ChangeRequestFilter {
  readonly id?: string | undefined
  readonly state?: readonly ChangeRequestState[] | undefined
  readonly module?: readonly string[] | undefined
  readonly waitsForMe?: boolean | undefined
}

/** The kind sees no caller, only a scope: the caller is part of the filter. */
export interface OwnFilter extends ChangeRequestFilter {
  readonly reader: ChangeRequestReader
  /** Users whose changes the reader may not approve (audit/identity-ties.ts). */
  readonly tiedIds: readonly string[]
}

interface EmergencyRow {
  readonly emergency_reason: string | null
  readonly emergency_at: Date | null
  readonly review_due_at: Date | null
  readonly reviewed_by: string | null
  readonly reviewed_at: Date | null
  readonly review_comment: string | null
  readonly is_overdue: boolean
}

const EMERGENCY: Column<EmergencyRecord> = {
  select: (alias, { nowMs }, parameters) => ({
    ...Object.fromEntries(
      ['emergency_reason', 'emergency_at', 'review_due_at', 'reviewed_by', 'reviewed_at', 'review_comment'].map(
        (name) => [name, `${alias}.${name}`],
      ),
    ),
    is_overdue: `(${alias}.state = 'CARRIED_OUT' AND ${alias}.review_due_at <= ${parameters.add(new Date(nowMs))})`,
  }),
  read(row) {
    const stored = row as unknown as EmergencyRow
    if (stored.emergency_at === null || stored.review_due_at === null) return undefined
    return {
      reason: stored.emergency_reason ?? '',
      at: stored.emergency_at.toISOString(),
      reviewDueAt: stored.review_due_at.toISOString(),
      isOverdue: stored.is_overdue,
      ...(stored.reviewed_by !== null && { reviewedBy: stored.reviewed_by }),
      ...(stored.reviewed_at !== null && { reviewedAt: stored.reviewed_at.toISOString() }),
      ...(stored.review_comment !== null && { comment: stored.review_comment }),
    }
  },
}

/** Records without an owner that users of every institution see. */
const SHARED = ['application-property', 'transaction-capability']

export const CHANGE_REQUESTS = recordKind<ChangeRequestRecord, OwnFilter>({
  resource: 'change-request',
  table: 'change_requests c',
  idColumn: 'change_request_id',
  order: 'c.created_at DESC, c.change_request_id DESC',
  columns: {
    module: sorted('module'),
    action: 'action',
    operation: sorted('operation'),
    resource: 'resource',
    resourceId: optional('resource_id'),
    institutionId: optional('institution_id', true),
    subTenantId: optional('sub_tenant_id'),
    before: 'before',
    after: 'after',
    changes: 'changes',
    comment: optional('comment'),
    failure: optional('failure'),
    requestedById: 'requested_by_id',
    requestedBy: sorted('requested_by'),
    decidedBy: optional('decided_by'),
    expiresAt: instant('expires_at', true),
    state: 'state',
    emergency: EMERGENCY,
  },
  // matching() has the whole condition.
  inScope: () => 'true',
  matching({ id, state, module, waitsForMe, reader, tiedIds }, { nowMs }, where) {
    const { parameters } = where
    const now = () => parameters.add(new Date(nowMs))
    where.add(isVisibleTo(reader, parameters))
    where.addFor(id, (value) => `c.change_request_id = ${value}`)
    where.addFor(module, (value) => `c.module = ANY (${value})`)
    where.addFor(state, (value) => `${stateAt(now())} = ANY (${value})`)
    if (waitsForMe === undefined) return
    const isTied = `c.requested_by_id = ANY (${parameters.add(tiedIds)}::uuid[])`
    where.add(`(${waitsFor(reader, parameters, now())} AND NOT ${isTied}) = ${waitsForMe}`)
  },
  ownerOf: ({ institutionId, subTenantId }) => ({
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
  }),
  refusals: {
    notFound: () => changeRequestProblem('not-found', 'there is no such change request'),
    changed: () => changeRequestProblem('ended', 'the change request has ended'),
  },
})

function stateAt(now: string): string {
  return `CASE WHEN c.state = 'PENDING' AND c.expires_at <= ${now} THEN 'EXPIRED' ELSE c.state END`
}

/** Own ones always; others with VIEW on the module, when the record is in scope. */
function isVisibleTo({ userId, grants, scope }: ChangeRequestReader, parameters: Parameters): string {
  const viewed = grants.entries().flatMap(({ moduleId, actionIds }) => (actionIds.includes('VIEW') ? [moduleId] : []))
  const shared =
    scope.subTenantId === undefined
      ? `c.institution_id IS NULL AND c.resource = ANY (${parameters.add(SHARED)})`
      : 'false'
  return `(c.requested_by_id = ${parameters.add(userId)} OR (c.module = ANY (${parameters.add(viewed)})
            AND (${belongsTo('c', scope, parameters)} OR ${shared})))`
}

/** Pending or without a review, of another user, and the reader's role and scope cover the change. */
function waitsFor({ userId, grants, scope }: ChangeRequestReader, parameters: Parameters, now: string): string {
  const granted = grants
    .entries()
    .flatMap(({ moduleId, actionIds }) => actionIds.map((action) => `${moduleId}:${action}`))
  return `(c.state = 'PENDING' AND c.expires_at > ${now} OR c.state = 'CARRIED_OUT') AND c.requested_by_id <> ${parameters.add(userId)}
          AND c.module || ':' || c.action = ANY (${parameters.add(granted)}) AND ${belongsTo('c', scope, parameters)}`
}
