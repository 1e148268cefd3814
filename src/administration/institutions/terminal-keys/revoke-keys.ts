// What happens to the keys of a terminal that is decommissioned or deleted.

import { changeRecord, type RecordWork } from '../../records/change-record.ts'
import { TERMINAL_KEYS } from './terminal-key-records.ts'

interface TerminalIdentity {
  readonly institutionId: string
  readonly terminalId: string
}

/** Revokes every key that still counts. The caller holds the lock of the terminal. */
export async function revokeKeysOf(work: RecordWork, terminal: TerminalIdentity): Promise<void> {
  const { sql, nowMs } = work
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM terminal_keys
      WHERE institution_id = $1 AND terminal_id = $2 AND status IN ('PENDING', 'ACTIVE', 'ROTATING') AND expires_at > $3
      ORDER BY id`,
    [terminal.institutionId, terminal.terminalId, new Date(nowMs)],
  )
  for (const { id } of rows) {
    await changeRecord(work, TERMINAL_KEYS, 'terminal-key.revoke', id, () =>
      sql.query(`UPDATE terminal_keys SET status = 'REVOKED' WHERE id = $1`, [id]),
    )
  }
}

export async function deleteKeysOf(
  { sql }: RecordWork,
  { institutionId, terminalId }: TerminalIdentity,
): Promise<void> {
  await sql.query('DELETE FROM terminal_keys WHERE institution_id = $1 AND terminal_id = $2', [
    institutionId,
    terminalId,
  ])
}
