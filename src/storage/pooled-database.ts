// The Database over the driver's pool, for both engines.

import pg from 'pg'
import { timedOut, unavailable } from '../kernel/problem.ts'
import { RoundTrip } from './batches/round-trip.ts'
import type { ConnectionLoad, Database, Rows, Session, Sql, Statement, Step } from './database.ts'
import { type Listening, type NoticeListener, OwnConnectionNotices, SharedConnectionNotices } from './notices.ts'
import { asProblem, isConflict, isUnreachable } from './sqlstate.ts'

const MAX_ATTEMPTS = 5
const INT8 = 20

/** The driver's own conversions, except that bigint columns become bigint: money must not turn into text or doubles. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return BigInt
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export interface PooledDatabaseOptions {
  readonly engine: Database['engine']
  readonly connections: number
  readonly pool: pg.PoolConfig
  /** Runs once per new connection, before anything else. */
  readonly greeting?: string
  afterClose?(): Promise<void>
}

export class PooledDatabase implements Database {
  readonly engine: Database['engine']
  readonly connections: number
  readonly #pool: pg.Pool
  readonly #poolConfig: pg.PoolConfig
  /** For the engine whose only connection must carry the notices too. */
  readonly #sharedNotices: SharedConnectionNotices | undefined
  readonly #listening = new Set<Listening>()
  readonly #afterClose: (() => Promise<void>) | undefined

  constructor(options: PooledDatabaseOptions) {
    this.engine = options.engine
    this.connections = options.connections
    this.#afterClose = options.afterClose
    this.#poolConfig = options.pool
    this.#sharedNotices = options.connections === 1 ? new SharedConnectionNotices() : undefined
    this.#pool = new pg.Pool({
      ...options.pool,
      max: options.connections,
      types: columnTypes,
      pipeline: true,
    } as pg.PoolConfig)
    // A connection that dies while idle is replaced when one is needed next; without a listener it would end the process.
    this.#pool.on('error', () => {})
    const { greeting } = options
    this.#pool.on('connect', (client) => {
      if (greeting !== undefined) client.query(greeting).catch(() => {})
      this.#sharedNotices?.attach(client)
    })
  }

  async query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    try {
      return await send<Row>(this.#pool, statement, values)
    } catch (error) {
      throw asProblem(error)
    }
  }

  async connect(): Promise<Session> {
    try {
      return new PooledSession(await this.#pool.connect())
    } catch (error) {
      // Whatever kept a connection from opening, nothing was sent.
      throw unavailable('the database cannot be reached', error)
    }
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.connect()
      let isCommitting = false
      try {
        const [, result] = await Promise.all([session.query('BEGIN'), work(session)])
        isCommitting = true
        await session.query('COMMIT')
        return result
      } catch (error) {
        await session.query('ROLLBACK').catch(() => {})
        // The answer to the commit is missing, not necessarily the commit.
        if (isCommitting && isUnreachable(error)) throw timedOut('the commit was not confirmed', error)
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw asProblem(error)
      } finally {
        session.release()
      }
    }
  }

  listen(channel: string, listener: NoticeListener): Listening {
    const listening =
      this.#sharedNotices?.listen(this.#pool, channel, listener) ??
      new OwnConnectionNotices(this.#poolConfig, channel, listener)
    this.#listening.add(listening)
    return listening
  }

  load(): ConnectionLoad {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#listening, (listening) => listening.close()))
    await this.#pool.end()
    await this.#afterClose?.()
  }
}

class PooledSession implements Session {
  readonly #client: pg.PoolClient
  broken = false
  readonly #onError = () => {
    this.broken = true
  }

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.on('error', this.#onError)
  }

  query<Row>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>> {
    return send<Row>(this.#client, statement, values)
  }

  roundTrip(steps: readonly Step[]): Promise<Rows<unknown>[]> {
    return new Promise((resolve, reject) => {
      this.#client.query(new RoundTrip(steps, columnTypes, { resolve, reject }))
    })
  }

  release(): void {
    this.#client.off('error', this.#onError)
    this.#client.release(this.broken)
  }
}

async function send<Row>(
  target: pg.Pool | pg.PoolClient,
  statement: string | Statement,
  values: readonly unknown[] | undefined,
): Promise<Rows<Row>> {
  const parameters = values as unknown[] | undefined
  const result =
    typeof statement === 'string'
      ? await target.query(statement, parameters)
      : await target.query({ name: statement.name, text: statement.text, values: parameters ?? [] })
  return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
}
