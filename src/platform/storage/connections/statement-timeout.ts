// The limit of a session's statements on the server, for work that sets it aside and puts it back. RESET would not: the limit
// is set after connecting, and is not the server's own.

import type { Sql } from '../database.ts'

export async function statementTimeout(session: Sql): Promise<string | undefined> {
  const { rows } = await session.query<{ usual: string }>(`SELECT current_setting('statement_timeout') AS usual`)
  return rows[0]?.usual
}

/** Fails only with the connection. */
export async function setStatementTimeout(session: Sql, timeout: string | undefined): Promise<void> {
  if (timeout === undefined) return
  await session.query(`SELECT set_config('statement_timeout', $1, false)`, [timeout]).catch(() => {})
}
