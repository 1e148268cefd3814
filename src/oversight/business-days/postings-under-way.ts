// Transactions that may have written and have not ended: those of this database with an id, which the first write or lock of a row
// gives them. One that is prepared and not committed still runs. Ids alone would not do: a long transaction of another database on the
// same server would keep days from being closed.

import type { Database } from '../../platform/storage/database.ts'

const FIND = `
  SELECT coalesce(string_agg(DISTINCT l.virtualtransaction, ','), '') AS found
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted AND l.pid IS DISTINCT FROM pg_backend_pid()
     AND (a.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
          OR l.pid IS NULL AND l.transactionid IN (SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()))`

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
