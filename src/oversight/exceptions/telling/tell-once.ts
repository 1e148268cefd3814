import type { Database, Sql } from '../../../platform/storage/database.ts'

/** Nodes take turns to tell of exceptions, so that each is told once. */
export function once<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (sql) => {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('tell exceptions', 0))`)
    return work(sql)
  })
}
