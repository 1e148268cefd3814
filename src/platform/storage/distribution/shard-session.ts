// The session of a batch on distributed books: at the server that holds the institution, or at the central database when the
// batch also writes local tables or is of several institutions.
//
// A shard may be moved while a batch is under way. The locks that its reads took stay at the old place, and what it writes goes
// to the new one, where another batch may have changed the same rows. So a transaction checks right before its commit that the
// shards are where they were when it began. Its writes hold off a move until then: from the first of them on, the catalogue
// cannot change. A batch that finds its shard moved is rolled back and run again by the new route.

import type { PooledSession } from '../connections/connection-pool.ts'
import type { Rows, Session, ShardAccess, Sql, Statement, Step } from '../database.ts'
import { SHARD_MOVED } from '../statements/sqlstate.ts'
import { bindInstitution } from './bound-statement.ts'
import type { Route } from './shard-map.ts'
import { FIRST_TABLE, PLACED_BY } from './tables.ts'

// The cast fails when a shard is not there. It must be an error: the commit is sent in the same round trip.
const CHECK_SHARDS: Statement = {
  name: 'check-shards',
  text: `SELECT (CASE WHEN count(*) = cardinality($1::bigint[]) THEN '0' ELSE '${SHARD_MOVED}' END)::integer AS moved
           FROM unnest($1::bigint[], $2::integer[]) AS began (shard_id, group_id)
           JOIN pg_dist_placement p ON p.shardid = began.shard_id AND p.groupid = began.group_id AND p.shardstate = 1`,
}

/**
 * Makes a transaction of the central database commit in two phases. Citus does so by itself only when several servers were
 * written to, or by COPY; otherwise it would answer COMMIT although the one server died while committing.
 */
export const COMMIT_IN_TWO_PHASES: Step = {
  statement: { name: 'commit-in-two-phases', text: `COPY ${FIRST_TABLE} (${PLACED_BY}) FROM STDIN` },
  values: [],
  rows: '',
}

export interface ShardSessionOptions {
  readonly routes: readonly Route[]
  /** At the server that holds the shard. */
  readonly isDirect: boolean
  readonly central: Sql
  onError(error: unknown): void
}

export class ShardSession implements Session {
  readonly #session: PooledSession
  readonly #options: ShardSessionOptions
  readonly #institutionIds: readonly string[]
  readonly shards: ShardAccess

  constructor(session: PooledSession, options: ShardSessionOptions) {
    this.#session = session
    this.#options = options
    this.#institutionIds = options.routes.map(({ institutionId }) => institutionId)
    this.shards = { central: options.central, beforeCommit: (written) => this.#beforeCommit(written) }
  }

  get broken(): boolean {
    return this.#session.broken
  }

  async query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    try {
      return await this.#session.query<Row>(statement, values)
    } catch (error) {
      this.#options.onError(error)
      throw error
    }
  }

  async roundTrip(steps: readonly Step[]): Promise<Rows<unknown>[]> {
    try {
      return await this.#session.roundTrip(steps.map((step) => bindInstitution(step, this.#institutionIds)))
    } catch (error) {
      this.#options.onError(error)
      throw error
    }
  }

  release(): void {
    this.#session.release()
  }

  #beforeCommit(written: readonly Step[]): Step[] {
    const { routes, isDirect } = this.#options
    const shardIds = `{${routes.map(({ shardId }) => shardId).join(',')}}`
    const groupIds = `{${routes.map(({ worker }) => worker.groupId).join(',')}}`
    const check = { statement: CHECK_SHARDS, values: [shardIds, groupIds] }
    const isInTwoPhases = isDirect || written.some(({ rows }) => rows !== undefined)
    return isInTwoPhases ? [check] : [COMMIT_IN_TWO_PHASES, check]
  }
}
