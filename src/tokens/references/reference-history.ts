// References of digital banking as history: what remains is that they were used.

import type { HistoryTable } from '../../platform/history/history-group.ts'
import { spendKeys } from '../../platform/history/spent-keys.ts'

export const REFERENCES_HISTORY: HistoryTable = {
  name: 'digital_references',
  key: [
    ['partner_id', 'text'],
    ['transaction_type', 'text'],
    ['ref', 'text'],
  ],
  due: 't.created_at < $3',
  onRemoved: (sql, { month }, rows) =>
    spendKeys(
      sql,
      month,
      rows.map((row) => ({ partnerId: row.partner_id, kind: row.transaction_type, key: row.ref })),
    ),
}
