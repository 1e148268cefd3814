// The connections to one server, and the sessions that callers check out.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { unavailable } from '../../kernel/problems/problem.ts'
import { monotonicMs } from '../../kernel/time/clock.ts'
import { RoundTrip } from '../batches/round-trip.ts'
import type { ConnectionLoad, Database, Rows, Session, Statement, Step } from '../database.ts'
import type { SchemaVersion } from '../schema/schema-version.ts'
import { DROP_PLANS, PlanRenewal } from '../statements/plan-renewal.ts'
import { isPassing, isStalePlan, isUnreachable, leavesDoubt, withOwnSqlState } from '../statements/sqlstate.ts'
import { destroySocket, endOrDestroy } from './close-socket.ts'

const INT8 = 20
const CHANGES_ROWS = /\b(insert|update|delete|merge)\b/i

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

/** How long a caller waits for one of the connections when all are in use. */
const PLACE_TIMEOUT_MS = 2_000
/** To open a connection during the start: on a busy machine a connection can take longer than callers would wait. */
const PATIENT_CONNECT_TIMEOUT_MS = 10_000
const PATIENT_PAUSE_MS = 250

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

export interface ConnectionPoolOptions {
  readonly engine: Database['engine']
  readonly connections: number
  readonly pool: pg.PoolConfig
  readonly timeouts: AnswerTimeouts
  readonly schemaVersion?: SchemaVersion | undefined
  readonly placeTimeoutMs?: number | undefined
  /** SQL that runs once per new connection, before anything else. */
  readonly greeting?: string | undefined
  /** Refuses every write with 25006. */
  readonly isReadOnly?: boolean | undefined
  onConnect?(client: pg.PoolClient): void
}

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  readonly #clients = new Set<pg.PoolClient>()
  readonly #plans = new PreparedPlans()
  readonly #renewal = new PlanRenewal()
  /** For the one connection that an engine shares with its listener. */
  readonly driver: pg.Pool
  /** Whether the server is one of several that hold the books. */
  isDistributed = false
  #isReadOnly: boolean
  #patienceMs = 0
  #connectTimeouts = 0
  #placeTimeouts = 0

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
    this.#isReadOnly = options.isReadOnly === true
    this.driver = new pg.Pool({
      ...options.pool,
      max: options.connections,
      types: columnTypes,
      pipeline: true,
    } as pg.PoolConfig)
    // A connection that dies while idle is replaced on the next use. Without a listener the event would end the process.
    this.driver.on('error', () => {})
    const greeting = [...(options.greeting === undefined ? [] : [options.greeting]), ...GREETING].join('; ')
    this.driver.on('remove', (client) => this.#clients.delete(client))
    this.driver.on('connect', (client) => {
      this.#clients.add(client)
      // Fails only with the connection, and then the next query on it fails too.
      client.query(greeting).catch(() => {})
      if (this.#isReadOnly) client.query(readOnly(true)).catch(() => {})
      options.onConnect?.(client)
    })
  }

  /** Throws `unavailable` when no connection can be had: nothing was sent. */
  async connect(takesLong = false): Promise<PooledSession> {
    const { timeouts, engine, schemaVersion } = this.#options
    try {
      return new PooledSession(await this.#checkOut(), {
        timeouts: takesLong ? NO_TIMEOUTS : timeouts,
        engine,
        plans: this.#plans,
        renewal: this.#renewal,
        schemaVersion,
        isOneOfSeveral: this.isDistributed,
      })
    } catch (error) {
      this.#countTimeout(error)
      const isBusy = error instanceof PoolBusy
      throw unavailable(isBusy ? 'all connections to the database are in use' : 'the database cannot be reached', error)
    }
  }

  /** From now on callers wait so long for a connection, however often it fails; 0 ends that. For the start. */
  setPatience(ms: number): void {
    this.#patienceMs = ms
    // The driver reads it for every new connection.
    const { options, pool } = { options: this.driver.options, pool: this.#options.pool }
    const usualMs = pool.connectionTimeoutMillis
    if (usualMs !== undefined)
      options.connectionTimeoutMillis = Math.max(usualMs, Math.min(ms, PATIENT_CONNECT_TIMEOUT_MS))
  }

  #checkOut(): Promise<pg.PoolClient> {
    return this.#patienceMs === 0 ? this.#place() : this.#placePatiently()
  }

  async #placePatiently(): Promise<pg.PoolClient> {
    const endMs = monotonicMs() + this.#patienceMs
    for (;;) {
      try {
        return await this.#place()
      } catch (error) {
        const leftMs = endMs - monotonicMs()
        if (leftMs <= 0 || !isPassing(error)) throw error
        this.#countTimeout(error)
        await delay(Math.min(PATIENT_PAUSE_MS, leftMs))
      }
    }
  }

  #place(): Promise<pg.PoolClient> {
    const { driver } = this
    const { connections, pool } = this.#options
    // The engine with one connection has no limits of this kind.
    if (pool.connectionTimeoutMillis === undefined) return driver.connect()
    return driver.idleCount === 0 && driver.totalCount >= connections ? this.#waitForPlace() : driver.connect()
  }

  #countTimeout(error: unknown): void {
    if (error instanceof PoolBusy) this.#placeTimeouts++
    else if (isConnectTimeout(error)) this.#connectTimeouts++
  }

  #waitForPlace(): Promise<pg.PoolClient> {
    const { connections, placeTimeoutMs = PLACE_TIMEOUT_MS } = this.#options
    return new Promise((resolve, reject) => {
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        reject(new PoolBusy(connections, placeTimeoutMs))
      }, placeTimeoutMs)
      this.driver.connect().then(
        (client) => {
          clearTimeout(late)
          if (isLate) client.release()
          else resolve(client)
        },
        (error: unknown) => {
          clearTimeout(late)
          reject(error as Error)
        },
      )
    })
  }

  /** For new connections; the statement changes the one that an engine has. */
  setReadOnly(isReadOnly: boolean): string {
    this.#isReadOnly = isReadOnly || this.#options.isReadOnly === true
    return readOnly(this.#isReadOnly)
  }

  load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount } = this.driver
    return {
      total: totalCount,
      idle: idleCount,
      waiting: waitingCount,
      connectTimeouts: this.#connectTimeouts,
      placeTimeouts: this.#placeTimeouts,
    }
  }

  async close(): Promise<void> {
    await endOrDestroy(this.driver.end(), this.#clients)
  }
}

/** Nothing was sent. It passes when another caller gives its connection back. */
class PoolBusy extends Error {
  constructor(connections: number, timeoutMs: number) {
    super(`timeout: none of ${connections} connections became free within ${timeoutMs / 1_000} seconds`)
  }
}

/** The driver's words. */
function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && /connection timeout|timeout exceeded|timeout expired/.test(error.message)
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
  readonly isOneOfSeveral: boolean
}

export class PooledSession implements Session {
  readonly #client: pg.PoolClient
  readonly #timeouts: AnswerTimeouts
  readonly #engine: Database['engine']
  readonly #plans: PreparedPlans
  readonly #renewal: PlanRenewal
  readonly #schemaVersion: SchemaVersion | undefined
  readonly #isOneOfSeveral: boolean
  broken = false
  isDistributed = false
  /** Whether a statement of query() may have changed rows. */
  mayHaveWritten = false
  readonly #onError = () => {
    this.broken = true
  }

  constructor(client: pg.PoolClient, parts: SessionParts) {
    const { timeouts, engine, plans, renewal, schemaVersion, isOneOfSeveral } = parts
    this.#client = client
    this.#timeouts = timeouts
    this.#engine = engine
    this.#plans = plans
    this.#renewal = renewal
    this.#schemaVersion = schemaVersion
    this.#isOneOfSeveral = isOneOfSeveral
    client.on('error', this.#onError)
  }

  query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    this.mayHaveWritten ||= CHANGES_ROWS.test(typeof statement === 'string' ? statement : statement.text)
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
    } catch (reported) {
      clearTimeout(overdue)
      const error = withOwnSqlState(reported, this.#isOneOfSeveral)
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

function readOnly(isReadOnly: boolean): string {
  return `SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`
}
