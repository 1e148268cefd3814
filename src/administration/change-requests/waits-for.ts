// Whether a change request waits for a user: it is pending or without a review, another user asked for it, and the user's role and scope cover
// the change, and the two are surely two people. A rule of the change itself may still refuse the user.

import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import type { ChangeRequestReader, ChangeRequestRecord, SeenChangeRequest } from './change-request-records.ts'

export function waitsForReader(record: SeenChangeRequest, reader: ChangeRequestReader, nowMs: number): boolean {
  return record.cannotApprove === undefined && isOfferedTo(record, reader, nowMs)
}

/** Whether it would wait for the user, if the two were not tied to each other. */
export function isOfferedTo(record: ChangeRequestRecord, reader: ChangeRequestReader, nowMs: number): boolean {
  const { module, action } = record
  return (
    isOpen(record, nowMs) &&
    record.requestedById !== reader.userId &&
    reader.grants.allows(module as ModuleId, action as ActionId) &&
    isInScope(record, reader)
  )
}

export function isInScope(
  record: Pick<ChangeRequestRecord, 'institutionId' | 'subTenantId'>,
  { scope: { institutionId, subTenantId } }: Pick<ChangeRequestReader, 'scope'>,
): boolean {
  return (
    (institutionId === undefined || institutionId === record.institutionId) &&
    (subTenantId === undefined || subTenantId === record.subTenantId)
  )
}

function isOpen({ state, expiresAt }: ChangeRequestRecord, nowMs: number): boolean {
  return state === 'CARRIED_OUT' || (state === 'PENDING' && Date.parse(expiresAt) > nowMs)
}
