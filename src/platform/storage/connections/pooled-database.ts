// The Database over the driver's pool, for both engines.

import pg from 'pg'
import { timedOut } from '../../kernel/problems/problem.ts'
import { OwnConnection, SharedConnection } from '../broadcast/listening-connection.ts'
import { NotifyBroadcast } from '../broadcast/notify-broadcast.ts'
import { assertNoVeto, openToVeto } from '../commit-veto.ts'
import type { ConnectionLoad, Database, Rows, Session, SessionOptions, Statement, TransactionSql } from '../database.ts'
import type { WorkerAddress } from '../distribution/shard-map.ts'
import { COMMIT_IN_TWO_PHASES } from '../distribution/shard-session.ts'
import { BY_INSTITUTION } from '../distribution/tables.ts'
import { WorkerRoutes } from '../distribution/worker-routes.ts'
import { READ_SCHEMA_STATE, type SchemaState, SchemaVersion } from '../schema/schema-version.ts'
import { asProblem, isConflict, isStalePlan, isUnreachable, leavesDoubt } from '../statements/sqlstate.ts'
import { endOrDestroy } from './close-socket.ts'
import { type AnswerTimeouts, ConnectionPool } from './connection-pool.ts'

const MAX_ATTEMPTS = 5

/** Whether any table is distributed, and whether all are, also those of later versions, with the last step done. */
const LAYOUT = `
  SELECT count(*) > 0 AS any,
         count(*) = cardinality($1::text[]) AND
         EXISTS (SELECT 1 FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                  WHERE a.attrelid = to_regclass('transactions') AND a.attname = 'insert_xid'
                    AND pg_get_expr(d.adbin, d.adrelid) LIKE '%posting_mark%') AS whole
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
   WHERE p.partmethod = 'h' AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1::text[])`

export interface PooledDatabaseOptions {
  readonly engine: Database['engine']
  readonly connections: number
  readonly pool: pg.PoolConfig
  readonly timeouts: AnswerTimeouts
  /** The newest migration this version knows; absent for an engine that no other version can be using. */
  readonly knownMigration?: number
  readonly placeTimeoutMs?: number | undefined
  /** SQL that runs once per new connection, before anything else. */
  readonly greeting?: string
  /** For commands that only look: no transaction writes. */
  readonly isReadOnly?: boolean
  afterClose?(): Promise<void>
}

export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly connections: number
  readonly #options: PooledDatabaseOptions
  readonly #pool: ConnectionPool
  readonly #schemaVersion: SchemaVersion | undefined
  readonly changes: NotifyBroadcast
  // Fields, not getters: tests put other objects in front of this one.
  isDistributed = false
  isHalfDistributed = false
  distribution: WorkerRoutes | undefined

  constructor(options: PooledDatabaseOptions) {
    this.#options = options
    this.engine = options.engine
    this.connections = options.connections
    if (options.knownMigration !== undefined) {
      const readState = () => readSchemaState(options.pool)
      this.#schemaVersion = new SchemaVersion({ known: options.knownMigration, readState })
    }
    // An engine with a single connection listens on that one.
    const shared = options.connections === 1 ? new SharedConnection() : undefined
    this.changes = new NotifyBroadcast({
      sql: this,
      open: (name, events) => shared?.open(this.#pool.driver, events) ?? new OwnConnection(options.pool, name, events),
    })
    this.#pool = new ConnectionPool({
      ...options,
      schemaVersion: this.#schemaVersion,
      onConnect: (client) => shared?.attach(client),
    })
  }

  async query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.connect()
      try {
        return await session.query<Row>(statement, values)
      } catch (error) {
        if (!isStalePlan(error) || attempt === MAX_ATTEMPTS) throw asProblem(error)
      } finally {
        session.release()
      }
    }
  }

  async connect({ takesLong = false, batch }: SessionOptions = {}): Promise<Session> {
    this.#schemaVersion?.refuseOutdated()
    return batch === undefined || this.distribution === undefined
      ? this.#pool.connect(takesLong)
      : this.distribution.connect(batch)
  }

  async transaction<T>(
    work: (sql: TransactionSql) => Promise<T>,
    { takesLong = false }: SessionOptions = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      this.#schemaVersion?.refuseOutdated()
      const session = await this.#pool.connect(takesLong)
      session.isDistributed = this.isDistributed
      let isCommitting = false
      openToVeto(session)
      try {
        const begun = session.query(takesLong ? 'BEGIN; SET LOCAL statement_timeout = 0' : 'BEGIN')
        const [, result] = await Promise.all([begun, work(session)])
        assertNoVeto(session)
        if (this.isDistributed && session.mayHaveWritten) await session.roundTrip([COMMIT_IN_TWO_PHASES])
        isCommitting = true
        await session.query('COMMIT')
        return result
      } catch (error) {
        await session.query('ROLLBACK').catch(() => {})
        // Only the confirmation is missing: the commit may have happened.
        if (isCommitting && isUnreachable(error) && leavesDoubt(error))
          throw timedOut('the commit was not confirmed', error)
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw asProblem(error)
      } finally {
        session.release()
      }
    }
  }

  /**
   * Refuses writes with 25006 from the next transaction on, or accepts them again. Reads still work. Only for the engine with
   * one connection: other connections of a pool would not be changed.
   */
  setReadOnly(isReadOnly: boolean): void {
    // Fails only with the connection, and a new one starts with the right setting.
    this.query(this.#pool.setReadOnly(isReadOnly)).catch(() => {})
  }

  async learnLayout(): Promise<void> {
    if (this.engine === 'pglite') return
    const found = await this.query<{ has: boolean }>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS has")
    if (found.rows[0]?.has !== true) return
    const { rows } = await this.query<{ any: boolean; whole: boolean }>(LAYOUT, [BY_INSTITUTION])
    const isDistributed = rows[0]?.any === true
    this.isHalfDistributed = isDistributed && rows[0]?.whole !== true
    if (!isDistributed || this.isDistributed) return
    this.isDistributed = true
    this.#pool.isDistributed = true
    const { pool, connections, timeouts, greeting } = this.#options
    this.distribution = new WorkerRoutes({
      central: this.#pool,
      sql: this,
      openPool: (address) => {
        const opened = new ConnectionPool({
          engine: 'postgres',
          connections,
          timeouts,
          greeting,
          pool: { ...pool, connectionString: urlOf(pool.connectionString ?? '', address) },
          schemaVersion: this.#schemaVersion,
        })
        opened.isDistributed = true
        return opened
      },
    })
  }

  async checkSchema(): Promise<void> {
    if (this.#schemaVersion === undefined) return
    const { rows } = await this.query<SchemaState>(READ_SCHEMA_STATE)
    this.#schemaVersion.observe(rows[0] as SchemaState)
    this.#schemaVersion.refuseOutdated()
  }

  setPatience(ms: number): void {
    this.#pool.setPatience(ms)
  }

  load(): ConnectionLoad {
    return this.#pool.load()
  }

  async close(): Promise<void> {
    await this.changes.close()
    await Promise.all([this.#pool.close(), this.distribution?.close()])
    await this.#options.afterClose?.()
  }
}

/** On its own connection: all connections of the pool may be waiting for this answer. */
async function readSchemaState(config: pg.PoolConfig): Promise<SchemaState> {
  const client = new pg.Client(config)
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<SchemaState>(READ_SCHEMA_STATE)
    return rows[0] as SchemaState
  } finally {
    await endOrDestroy(client.end(), [client])
  }
}

/** The same database on another server. */
function urlOf(centralUrl: string, { host, port }: WorkerAddress): string {
  const url = new URL(centralUrl)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  return url.href
}
