// Idempotency keys of lending as history: what remains is that they were used. Keys of requests that wait for a core stay.

import type { HistoryTable } from '../../history/history-group.ts'
import { LENDING_KEY, spendKeys } from '../../history/spent-keys.ts'

export const LENDING_KEYS_HISTORY: HistoryTable = {
  name: 'lending_keys',
  key: [
    ['partner_id', 'text'],
    ['key', 'text'],
  ],
  due: `t.created_at < $3
        AND NOT EXISTS (SELECT FROM loans l WHERE l.pending_event_id IS NOT NULL AND l.pending_event_id::text = t.resource_id)`,
  onRemoved: (sql, { month }, rows) =>
    spendKeys(
      sql,
      month,
      rows.map((row) => ({ partnerId: row.partner_id, kind: LENDING_KEY, key: row.key })),
    ),
}
