// The audit log as history: its oldest records leave, and a signed anchor stays. It says which record was the last of them and
// what its hash is; the chain goes on from there.

import type { HistoryGroup, HistoryTable } from '../../platform/history/history-group.ts'
import { monthOf } from '../../platform/history/month.ts'

/** The text that an anchor's signature covers. */
export function anchorText({ position, hash }: { readonly position: bigint; readonly hash: string }): string {
  return `audit record ${position} has hash ${hash}`
}

const RECORDS: HistoryTable = {
  name: 'audit_log',
  key: [['position', 'bigint']],
  // Up to the first record that is younger: nodes' clocks differ, and nothing may leave from the middle of the chain.
  due: `t.position < (SELECT coalesce((SELECT n.position FROM audit_log n WHERE n.at >= $3 ORDER BY n.position LIMIT 1),
                                      (SELECT h.position + 1 FROM audit_head h)))`,
  order: 't.position',
}

export const AUDIT_HISTORY: HistoryGroup = {
  name: 'audit',
  isOfInstitutions: false,
  tables: [RECORDS],
  async firstMonth(sql) {
    const { rows } = await sql.query<{ at: Date }>('SELECT at FROM audit_log ORDER BY position LIMIT 1')
    return rows[0] && monthOf(rows[0].at.getTime())
  },
  async onCut(sql, { month }, exported) {
    const last = exported.ends(RECORDS.name)?.[1]
    if (last === undefined) return
    const anchor = { position: last.position as bigint, hash: last.hash as string }
    await sql.query(
      'INSERT INTO audit_anchors (position, hash, month, signature, recorded_at) VALUES ($1, $2, $3, $4, $5)',
      [anchor.position, anchor.hash, month, exported.sign(anchorText(anchor)), exported.recordedAt],
    )
  },
}
