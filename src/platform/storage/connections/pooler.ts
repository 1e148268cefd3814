// Finds a pooler between this node and its database that gives every transaction another connection (PgBouncer with
// pool_mode = transaction or statement). Settings, locks of sessions and LISTEN would then reach other connections than meant.

import type { Database, Session } from '../database.ts'

/** A pooler may use its connections in turn, so once is not enough. */
const ROUNDS = 3
const PID = 'SELECT pg_backend_pid() AS pid'

class TransactionPooling extends Error {
  constructor() {
    super(
      'DATABASE_URL: leads to a pooler that changes the connection with every transaction; set its pool_mode to session',
    )
  }
}

/**
 * Two sessions ask for the process that serves them, one of them within transactions. Each has its own process and keeps it,
 * unless a pooler is in between.
 */
export async function refuseTransactionPooling(database: Pick<Database, 'engine' | 'connect' | 'connections'>) {
  if (database.engine === 'pglite' || database.connections < 2) return
  const one = await database.connect()
  try {
    const other = await database.connect()
    try {
      await compare(one, other)
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}

async function compare(one: Session, other: Session): Promise<void> {
  const own = await pidOf(one)
  let others: number | undefined
  for (let round = 0; round < ROUNDS; round++) {
    await other.query('BEGIN').catch((error: unknown) => {
      // PgBouncer with pool_mode = statement.
      throw /statement pooling/.test(String(error)) ? new TransactionPooling() : error
    })
    const pid = await pidOf(other)
    others ??= pid
    const isKept = pid === others && pid !== own && (await pidOf(one)) === own
    await other.query('COMMIT')
    if (!isKept) throw new TransactionPooling()
  }
}

async function pidOf(session: Session): Promise<number | undefined> {
  const { rows } = await session.query<{ pid: number }>(PID)
  return rows[0]?.pid
}
