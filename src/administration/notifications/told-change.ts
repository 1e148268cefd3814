// What people are told of a change request: what it changes, where it is shown, and who could decide about it.

import type { Sql } from '../../platform/storage/database.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import { type ToldUser, usersWhoMay } from '../access/users/users-who-may.ts'
import { identityTiesOf } from '../audit/identity-ties.ts'
import type { ChangeRequestState } from '../change-requests/change-request-records.ts'
import { inWords, recordNameOf } from '../change-requests/record-name.ts'

export interface ToldChange {
  readonly change_request_id: string
  readonly module: ModuleId
  readonly action: ActionId
  readonly operation: string
  readonly resource: string
  readonly resource_id: string | null
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly before: object | null
  readonly after: object | null
  readonly requested_by_id: string
  readonly requested_by: string
  readonly state: ChangeRequestState
}

export const TOLD_COLUMNS = `change_request_id, module, action, operation, resource, resource_id, institution_id, sub_tenant_id,
                             before, after, requested_by_id, requested_by, state`

/** Whose role and scope cover the change, without the maker and those who may be the same person. */
export async function approversOf(
  sql: Sql,
  nowMs: number,
  row: ToldChange,
  most: number,
): Promise<readonly ToldUser[]> {
  const { module, action, requested_by_id: makerId } = row
  const ties = await identityTiesOf(sql, nowMs, makerId)
  const excluded = new Set([makerId, ...ties.map(({ otherId }) => otherId)])
  const owner = { institutionId: row.institution_id ?? undefined, subTenantId: row.sub_tenant_id ?? undefined }
  const users = await usersWhoMay(sql, { module, action, ...owner }, most + excluded.size)
  return users.filter(({ userId }) => !excluded.has(userId)).slice(0, most)
}

export function about(row: ToldChange) {
  return {
    resource: 'change-request',
    resourceId: row.change_request_id,
    institutionId: row.institution_id ?? undefined,
    subTenantId: row.sub_tenant_id ?? undefined,
  }
}

export function linkTo({ publicUrl }: { publicUrl(): string }, { change_request_id: id }: ToldChange): string {
  return `${publicUrl()}/console/change-requests/${id}`
}

/** `Update biller: Biller Harbor Gas`. */
export function wordsOf(row: ToldChange): { title: string; details: Readonly<Record<string, string | undefined>> } {
  const recordName = recordNameOf({ before: row.before, after: row.after, resourceId: row.resource_id ?? undefined })
  const record = [inWords(row.resource), recordName].filter((part) => part !== undefined).join(' ')
  return {
    title: `${inWords(row.operation)}: ${record}`,
    details: { operation: row.operation, record: row.resource, recordName },
  }
}
