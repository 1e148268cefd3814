// A session for work that copies rows between servers: no limit of time, and none of the notices of Citus.

import { setStatementTimeout, statementTimeout } from '../connections/statement-timeout.ts'
import type { Database, Sql } from '../database.ts'

export async function inLongSession(database: Database, work: (session: Sql) => Promise<void>): Promise<void> {
  const session = await database.connect({ takesLong: true })
  let usual: string | undefined
  try {
    usual = await statementTimeout(session)
    await session.query(`SET statement_timeout = 0; SET client_min_messages = 'warning'`)
    await work(session)
  } finally {
    await session.query('RESET client_min_messages').catch(() => {})
    await setStatementTimeout(session, usual)
    session.release()
  }
}
