// Idempotency keys of lending as history: what remains is that they were used. Keys of requests that wait for a core stay.

import type { HistoryTable } from '../../platform/history/history-group.ts'
import { LENDING_KEY, spendKeys } from '../../platform/history/spent-keys.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** On distributed books: the requests whose keys stay. */
export async function pendingRequests(sql: Sql): Promise<string[]> {
  if (sql.isDistributed !== true) return []
  const { rows } = await sql.query<{ id: string }>(
    'SELECT pending_event_id AS id FROM loans WHERE pending_event_id IS NOT NULL',
  )
  return rows.map((row) => row.id)
}

export const LENDING_KEYS_HISTORY: HistoryTable = {
  name: 'lending_keys',
  key: [
    ['partner_id', 'text'],
    ['key', 'text'],
  ],
  due: `t.created_at < $3
        AND NOT EXISTS (SELECT 1 FROM loans l WHERE l.pending_event_id IS NOT NULL AND l.pending_event_id::text = t.resource_id)`,
  dueAtServer: `t.created_at < $3 AND coalesce(t.resource_id, '') <> ALL ($4::uuid[]::text[])`,
  onRemoved: (sql, { month }, rows) =>
    spendKeys(
      sql,
      month,
      rows.map((row) => ({ partnerId: row.partner_id, kind: LENDING_KEY, key: row.key })),
    ),
}
