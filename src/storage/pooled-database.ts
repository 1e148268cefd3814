// The Database over the driver's pool, for both engines.

import pg from 'pg'
import { timedOut, unavailable } from '../kernel/problem.ts'
import { RoundTrip } from './batches/round-trip.ts'
import { OwnConnection, SharedConnection } from './broadcast/listening-connection.ts'
import { NotifyBroadcast } from './broadcast/notify-broadcast.ts'
import { destroySocket, endOrDestroy } from './close-socket.ts'
import { assertNoVeto, openToVeto } from './commit-veto.ts'
import type { ConnectionLoad, Database, Rows, Session, SessionOptions, Sql, Statement, Step } from './database.ts'
import { DROP_PLANS, PlanRenewal } from './plan-renewal.ts'
import { READ_SCHEMA_STATE, type SchemaState, SchemaVersion } from './schema/schema-version.ts'
import { asProblem, isConflict, isStalePlan, isUnreachable, leavesDoubt } from './sqlstate.ts'

const MAX_ATTEMPTS = 5
const INT8 = 20

/**
 * Our transactions rely on READ COMMITTED: statements after a lock see what was committed while waiting for it. With
 * another default of the database or the role, every wait for a lock would end in a serialization failure.
 */
const ISOLATION = `SET default_transaction_isolation = 'read committed'`

/**
 * Compiling a plan takes longer than any of our statements gains by it: they are short, and those that read whole tables
 * wait for the tables (docs/decisions/0026).
 */
const NO_JIT = 'SET jit = off'

const GREETING = [ISOLATION, NO_JIT]

/** Whether any table is distributed, and whether the last step of distributing them is done. */
const LAYOUT = `
  SELECT count(*) > 0 AS any,
         EXISTS (SELECT 1 FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                  WHERE a.attrelid = to_regclass('transactions') AND a.attname = 'insert_xid'
                    AND pg_get_expr(d.adbin, d.adrelid) LIKE '%posting_mark%') AS whole
    FROM pg_dist_partition WHERE partmethod = 'h' AND logicalrelid = to_regclass('accounts')`

/** The driver's own conversions, except that bigint columns become bigint: money must not turn into text or doubles. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return BigInt
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/**
 * How long an answer may take before the connection counts as dead. Without a limit, a server that vanished without
 * closing its connections (a failover, a firewall that dropped its state) costs TCP's own timeout: 15 minutes and more.
 */
export interface AnswerTimeouts {
  readonly statementMs: number
  readonly roundTripMs: number
}

const NO_TIMEOUTS: AnswerTimeouts = { statementMs: Number.POSITIVE_INFINITY, roundTripMs: Number.POSITIVE_INFINITY }

export interface PooledDatabaseOptions {
  readonly engine: Database['engine']
  readonly connections: number
  readonly pool: pg.PoolConfig
  readonly timeouts: AnswerTimeouts
  /** The newest migration this version knows; absent for an engine that no other version can be using. */
  readonly knownMigration?: number
  /** SQL that runs once per new connection, before anything else. */
  readonly greeting?: string
  afterClose?(): Promise<void>
}

export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly connections: number
  readonly #pool: pg.Pool
  readonly #timeouts: AnswerTimeouts
  readonly #clients = new Set<pg.PoolClient>()
  readonly #plans = new PreparedPlans()
  readonly #renewal = new PlanRenewal()
  readonly #schemaVersion: SchemaVersion | undefined
  readonly changes: NotifyBroadcast
  readonly #afterClose: (() => Promise<void>) | undefined
  #isReadOnly = false
  isDistributed = false
  isHalfDistributed = false

  constructor(options: PooledDatabaseOptions) {
    this.engine = options.engine
    this.connections = options.connections
    this.#afterClose = options.afterClose
    this.#timeouts = options.timeouts
    if (options.knownMigration !== undefined) {
      const readState = () => readSchemaState(options.pool)
      this.#schemaVersion = new SchemaVersion({ known: options.knownMigration, readState })
    }
    // An engine with a single connection listens on that one.
    const shared = options.connections === 1 ? new SharedConnection() : undefined
    this.changes = new NotifyBroadcast({
      sql: this,
      open: (name, events) => shared?.open(this.#pool, events) ?? new OwnConnection(options.pool, name, events),
    })
    this.#pool = new pg.Pool({
      ...options.pool,
      max: options.connections,
      types: columnTypes,
      pipeline: true,
    } as pg.PoolConfig)
    // A connection that dies while idle is replaced on the next use. Without a listener the event would end the process.
    this.#pool.on('error', () => {})
    const greeting = [...(options.greeting === undefined ? [] : [options.greeting]), ...GREETING].join('; ')
    this.#pool.on('remove', (client) => this.#clients.delete(client))
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      // Fails only with the connection, and then the next query on it fails too.
      client.query(greeting).catch(() => {})
      if (this.#isReadOnly) client.query(readOnly(true)).catch(() => {})
      shared?.attach(client)
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

  async connect({ takesLong = false }: SessionOptions = {}): Promise<Session> {
    this.#schemaVersion?.refuseOutdated()
    try {
      return new PooledSession(await this.#pool.connect(), {
        timeouts: takesLong ? NO_TIMEOUTS : this.#timeouts,
        engine: this.engine,
        plans: this.#plans,
        renewal: this.#renewal,
        schemaVersion: this.#schemaVersion,
      })
    } catch (error) {
      // No connection was opened, so nothing was sent.
      throw unavailable('the database cannot be reached', error)
    }
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, { takesLong = false }: SessionOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.connect({ takesLong })
      let isCommitting = false
      openToVeto(session)
      try {
        const begun = session.query(takesLong ? 'BEGIN; SET LOCAL statement_timeout = 0' : 'BEGIN')
        const [, result] = await Promise.all([begun, work(session)])
        assertNoVeto(session)
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
    this.#isReadOnly = isReadOnly
    // Fails only with the connection, and a new one starts with the right setting.
    this.query(readOnly(isReadOnly)).catch(() => {})
  }

  async learnLayout(): Promise<void> {
    if (this.engine === 'pglite') return
    const found = await this.query<{ has: boolean }>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS has")
    if (found.rows[0]?.has !== true) return
    const { rows } = await this.query<{ any: boolean; whole: boolean }>(LAYOUT)
    this.isDistributed = rows[0]?.any === true
    this.isHalfDistributed = this.isDistributed && rows[0]?.whole !== true
  }

  async checkSchema(): Promise<void> {
    if (this.#schemaVersion === undefined) return
    const { rows } = await this.query<SchemaState>(READ_SCHEMA_STATE)
    this.#schemaVersion.observe(rows[0] as SchemaState)
    this.#schemaVersion.refuseOutdated()
  }

  load(): ConnectionLoad {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  async close(): Promise<void> {
    await this.changes.close()
    await endOrDestroy(this.#pool.end(), this.#clients)
    await this.#afterClose?.()
  }
}

/**
 * The epoch of prepared statements, for all connections. One stale plan means that a table was altered, so every statement
 * that reads it is stale on every connection. Old ones stay with the server until their connection ends.
 */
class PreparedPlans {
  epoch = 0

  /** Starts a new epoch, unless another caller has done so since the plan was used. */
  renew(usedEpoch: number): void {
    if (usedEpoch === this.epoch) this.epoch++
  }

  nameOf({ name }: Statement): string {
    return this.epoch === 0 ? name : `${name}#${this.epoch}`
  }
}

interface SessionParts {
  readonly timeouts: AnswerTimeouts
  readonly engine: Database['engine']
  readonly plans: PreparedPlans
  readonly renewal: PlanRenewal
  readonly schemaVersion: SchemaVersion | undefined
}

class PooledSession implements Session {
  readonly #client: pg.PoolClient
  readonly #timeouts: AnswerTimeouts
  readonly #engine: Database['engine']
  readonly #plans: PreparedPlans
  readonly #renewal: PlanRenewal
  readonly #schemaVersion: SchemaVersion | undefined
  broken = false
  readonly #onError = () => {
    this.broken = true
  }

  constructor(client: pg.PoolClient, { timeouts, engine, plans, renewal, schemaVersion }: SessionParts) {
    this.#client = client
    this.#timeouts = timeouts
    this.#engine = engine
    this.#plans = plans
    this.#renewal = renewal
    this.#schemaVersion = schemaVersion
    client.on('error', this.#onError)
  }

  query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    return this.#within(this.#timeouts.statementMs, send<Row>(this.#client, this.#plans, statement, values))
  }

  roundTrip(steps: readonly Step[]): Promise<Rows<unknown>[]> {
    const renews = this.#renewal.isDue(this.#client)
    const sent = renews ? [DROP_PLANS, ...steps] : steps
    const answer = new Promise<Rows<unknown>[]>((resolve, reject) => {
      const settle = { resolve: renews ? (rows: Rows<unknown>[]) => resolve(rows.slice(1)) : resolve, reject }
      this.#client.query(new RoundTrip(sent, columnTypes, this.#plans.epoch, settle))
    })
    return this.#within(this.#timeouts.roundTripMs, answer)
  }

  /** On timeout the socket is destroyed: everything sent on this connection fails as lost. */
  async #within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
    const planEpoch = this.#plans.epoch
    const overdue =
      limitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => destroySocket(this.#client), limitMs)
    try {
      return await answer
    } catch (error) {
      clearTimeout(overdue)
      if (isUnreachable(error) && this.#isToBeReplaced(error)) this.broken = true
      if (isStalePlan(error)) this.#plans.renew(planEpoch)
      throw this.#schemaVersion === undefined ? error : await this.#schemaVersion.explain(error)
    } finally {
      clearTimeout(overdue)
    }
  }

  /** A new connection may reach another server that takes writes. The embedded engine is the same on every connection. */
  #isToBeReplaced(error: unknown): boolean {
    return this.#engine === 'postgres' || leavesDoubt(error)
  }

  release(): void {
    this.#client.off('error', this.#onError)
    this.#client.release(this.broken)
  }
}

function readOnly(isReadOnly: boolean): string {
  return `SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`
}

async function send<Row>(
  client: pg.PoolClient,
  plans: PreparedPlans,
  statement: string | Statement,
  values: readonly unknown[] | undefined,
): Promise<Rows<Row>> {
  const parameters = values as unknown[] | undefined
  const result =
    typeof statement === 'string'
      ? await client.query(statement, parameters)
      : await client.query({ name: plans.nameOf(statement), text: statement.text, values: parameters ?? [] })
  return rowsOf<Row>(result)
}

/** A text of several statements has a result for each: their rows together, and the count of the last. */
function rowsOf<Row>(result: pg.QueryResult | readonly pg.QueryResult[]): Rows<Row> {
  const results = Array.isArray(result) ? (result as readonly pg.QueryResult[]) : [result as pg.QueryResult]
  return { rows: results.flatMap(({ rows }) => rows as Row[]), rowCount: results.at(-1)?.rowCount ?? 0 }
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
