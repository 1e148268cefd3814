// What is kept of a request while it waits, sealed: enough to make it again.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { ActionId, ModuleId } from '../access/principal/modules.ts'
import { CHANGE_REQUESTS, type ChangeRequestRecord } from './change-request-records.ts'

/** The request that was held back: enough to make it again. */
export interface HeldRequest {
  readonly operation: string
  readonly module: ModuleId
  readonly action: ActionId
  readonly params: Readonly<Record<string, string>>
  /** As they were sent. */
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** The record that the request names. */
  readonly recordId: string | undefined
}

/** A pending request with what is needed to carry it out. */
export interface OpenedRequest {
  readonly record: ChangeRequestRecord
  readonly request: Pick<HeldRequest, 'params' | 'query' | 'body'>
}

export function sealRequest(secretBox: SecretBox, id: string, { params, query, body }: HeldRequest): string {
  return secretBox.seal(JSON.stringify({ params, query, body }), contextOf(id))
}

/** Refusals: `ended`, when it is gone already. */
export async function openRequest(sql: Sql, secretBox: SecretBox, record: ChangeRequestRecord): Promise<OpenedRequest> {
  const { rows } = await sql.query<{ body_sealed: string | null }>(
    'SELECT body_sealed FROM change_requests WHERE change_request_id = $1',
    [record.id],
  )
  const sealed = rows[0]?.body_sealed ?? null
  if (sealed === null) throw CHANGE_REQUESTS.refusals.changed()
  return { record, request: JSON.parse(secretBox.open(sealed, contextOf(record.id))) }
}

const contextOf = (id: string) => `change_requests.body ${id}`
