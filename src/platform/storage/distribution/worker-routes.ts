// The connections of batches on distributed books: a bounded pool for each server that holds rows, and which of them can be
// reached. A server that is down costs its own institutions their answers; the others do not notice.

import { monotonicMs } from '../../kernel/time/clock.ts'
import type { ConnectionPool, PooledSession } from '../connections/connection-pool.ts'
import type { BatchPlace, ConnectionLoad, Distribution, Session, Sql, WorkerState } from '../database.ts'
import { isShardMoved, isUnreachable } from '../statements/sqlstate.ts'
import { addressOf, type Route, ShardMap, type Worker, type WorkerAddress } from './shard-map.ts'
import { ShardSession } from './shard-session.ts'

/** How often the catalogue and the servers are looked at while batches run: a route is at most this old. */
const REFRESH_MS = 5_000
/** The central database. */
const CENTRAL_GROUP = 0

export interface WorkerRoutesOptions {
  readonly central: ConnectionPool
  readonly sql: Sql
  openPool(address: WorkerAddress): ConnectionPool
}

interface WorkerPool {
  readonly pool: ConnectionPool
  isReachable: boolean
}

export class WorkerRoutes implements Distribution {
  readonly #options: WorkerRoutesOptions
  readonly #map: ShardMap
  readonly #pools = new Map<string, WorkerPool>()
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor(options: WorkerRoutesOptions) {
    this.#options = options
    this.#map = new ShardMap(options.sql)
  }

  /** The session of a batch. Throws `unavailable` when its server cannot be reached: nothing was sent. */
  async connect({ institutionIds, staysInShard }: BatchPlace): Promise<Session> {
    if (monotonicMs() - this.#lookedAtMs > REFRESH_MS) this.#look()
    const routes = await this.#map.routesOf(institutionIds)
    const [route] = routes
    const isDirect = staysInShard && routes.length === 1 && route?.worker.hasCatalogue === true
    const session = isDirect ? await this.#connectTo(route) : await this.#options.central.connect()
    return new ShardSession(session, {
      routes,
      isDirect,
      central: this.#options.sql,
      onError: (error) => this.#onError(error, routes, isDirect),
    })
  }

  isReachable(institutionId: string): boolean {
    const worker = this.#map.known(institutionId)?.worker
    return worker === undefined || (this.#pools.get(addressOf(worker))?.isReachable ?? true)
  }

  async reachable(institutionIds: readonly string[]): Promise<string[]> {
    await this.#map.routesOf(institutionIds)
    this.#look()
    await this.#looking
    return institutionIds.filter((institutionId) => this.isReachable(institutionId))
  }

  workers(): WorkerState[] {
    return Array.from(this.#map.institutionsByWorker(), ([worker, institutionIds]) => {
      const known = this.#pools.get(addressOf(worker))
      return {
        address: addressOf(worker),
        isReachable: known?.isReachable ?? true,
        institutionIds,
        load: (worker.groupId === CENTRAL_GROUP ? this.#options.central : known?.pool)?.load() ?? NO_LOAD,
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Array.from(this.#pools.values(), ({ pool }) => pool.close()))
  }

  async #connectTo({ worker, shardId }: Route): Promise<PooledSession> {
    if (worker.groupId === CENTRAL_GROUP) return this.#options.central.connect()
    const known = this.#poolOf(worker)
    try {
      const session = await known.pool.connect()
      known.isReachable = true
      return session
    } catch (error) {
      // With connections left, all of them are in use.
      known.isReachable = known.pool.load().total > 0
      // The server may have been replaced by another one.
      this.#map.expire(shardId)
      throw error
    }
  }

  #poolOf(worker: Worker): WorkerPool {
    const address = addressOf(worker)
    let known = this.#pools.get(address)
    if (known === undefined) {
      known = { pool: this.#options.openPool(worker), isReachable: true }
      this.#pools.set(address, known)
    }
    return known
  }

  #onError(error: unknown, routes: readonly Route[], isDirect: boolean): void {
    const isLost = isUnreachable(error)
    if (isLost || isShardMoved(error)) for (const { shardId } of routes) this.#map.expire(shardId)
    // The central database does not say which server it misses.
    if (isLost && !isDirect) this.#look()
  }

  /** Reads the catalogue again, and asks every server whether it answers. */
  #look(): void {
    this.#lookedAtMs = monotonicMs()
    this.#looking ??= this.#lookAtAll()
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookAtAll(): Promise<void> {
    await this.#map.refresh()
    const workers = [...this.#map.institutionsByWorker().keys()].filter(({ groupId }) => groupId !== CENTRAL_GROUP)
    await Promise.all(workers.map((worker) => this.#lookAt(worker)))
    this.#closeUnused(new Set(workers.map(addressOf)))
  }

  async #lookAt(worker: Worker): Promise<void> {
    if (this.#isClosed) return
    const known = this.#poolOf(worker)
    try {
      const session = await known.pool.connect()
      await session.query('SELECT 1').finally(() => session.release())
      known.isReachable = true
    } catch {
      known.isReachable = known.pool.load().total > 0
    }
  }

  /** Pools of servers that hold nothing any more. */
  #closeUnused(used: ReadonlySet<string>): void {
    for (const [address, { pool }] of this.#pools) {
      if (used.has(address)) continue
      this.#pools.delete(address)
      pool.close().catch(() => {})
    }
  }
}

const NO_LOAD: ConnectionLoad = { total: 0, idle: 0, waiting: 0, connectTimeouts: 0, placeTimeouts: 0 }
