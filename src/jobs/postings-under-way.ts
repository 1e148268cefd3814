// Transactions that have locked or written rows of the books and have not ended. A transaction that is prepared and not committed
// still runs. They are found by their locks: transaction ids count those of other databases too, and a long one there would keep days
// from being closed.

import type { Database } from '../storage/database.ts'

const FIND = `
  SELECT coalesce(string_agg(DISTINCT l.virtualtransaction, ','), '') AS found
    FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
   WHERE l.locktype = 'relation' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND c.relname ~ '^(accounts|journals|transactions)(_[0-9]+)?$'
     AND l.mode IN ('RowShareLock', 'RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

/** The transactions under way at a moment. */
export class PostingsUnderWay {
  readonly #database: Database
  readonly #begun: ReadonlySet<string>

  static async find(database: Database): Promise<PostingsUnderWay> {
    return new PostingsUnderWay(database, await find(database))
  }

  private constructor(database: Database, begun: ReadonlySet<string>) {
    this.#database = database
    this.#begun = begun
  }

  /** How many of them still run. */
  async left(): Promise<number> {
    if (this.#begun.size === 0) return 0
    return (await find(this.#database)).intersection(this.#begun).size
  }
}

/** By server: ids of one mean nothing on another, so distributed books are asked server by server. */
async function find(database: Database): Promise<Set<string>> {
  const { rows } = await database.query<{ node: string; found: string }>(
    database.isDistributed
      ? `SELECT nodeid::text AS node, result AS found FROM run_command_on_all_nodes($$${FIND}$$) WHERE success`
      : `SELECT '' AS node, found FROM (${FIND}) AS here`,
  )
  return new Set(
    rows.flatMap(({ node, found }) =>
      found
        .split(',')
        .filter(Boolean)
        .map((id) => `${node} ${id}`),
    ),
  )
}
