// Caches recently used sessions, so that a call costs no query. An announced change drops what it names; while changes may
// be missed the cache is bypassed.

import type { Principal } from '../principal/principal.ts'

export interface LiveSession {
  readonly principal: Principal
  /** The latest end of the session. */
  readonly expiresAtMs: number
}

export interface SessionCacheOptions {
  /** Reads the database; undefined when the session has ended. */
  load(sessionId: string): Promise<LiveSession | undefined>
  /** False while changes may be missed. */
  isLive(): boolean
  /** How many sessions are kept; the least recently used one is evicted. */
  readonly capacity?: number
}

const CAPACITY = 10_000

export class SessionCache {
  readonly #load: SessionCacheOptions['load']
  readonly #isLive: SessionCacheOptions['isLive']
  readonly #capacity: number
  /** Least recently used first. */
  readonly #sessions = new Map<string, LiveSession>()
  readonly #loading = new Map<string, Promise<LiveSession | undefined>>()
  /** Moves with every change: what was read before may be out of date afterwards. */
  #epoch = 0

  constructor(options: SessionCacheOptions) {
    this.#load = options.load
    this.#isLive = options.isLive
    this.#capacity = options.capacity ?? CAPACITY
  }

  async find(sessionId: string): Promise<LiveSession | undefined> {
    // Loads are not shared either: one that began earlier may miss a change whose notice was lost.
    if (!this.#isLive()) return this.#load(sessionId)
    const known = this.#sessions.get(sessionId)
    if (known !== undefined) {
      this.#sessions.delete(sessionId)
      this.#sessions.set(sessionId, known)
      return known
    }
    return this.#loading.get(sessionId) ?? this.#loadAndKeep(sessionId)
  }

  /** Drops what changed: `session:<id>`, `user:<id>`, `role:<id>`, `tenant:<id>`; anything else drops everything. */
  drop(changed: string): void {
    this.#epoch++
    // Later calls must not share a load that began before the change.
    this.#loading.clear()
    const [kind, id = ''] = changed.split(':', 2)
    if (kind === 'session') this.#sessions.delete(id)
    else if (kind === 'user') this.#dropWhere(({ userId }) => userId === id)
    else if (kind === 'role') this.#dropWhere(({ roleId }) => roleId === id)
    else if (kind === 'tenant') this.#dropWhere(({ scope }) => scope.subTenantId === id)
    else this.#sessions.clear()
  }

  #dropWhere(isMeant: (principal: Principal) => boolean): void {
    for (const [sessionId, { principal }] of this.#sessions) {
      if (isMeant(principal)) this.#sessions.delete(sessionId)
    }
  }

  #loadAndKeep(sessionId: string): Promise<LiveSession | undefined> {
    const epoch = this.#epoch
    const loading = this.#load(sessionId)
      .then((found) => {
        if (found !== undefined && epoch === this.#epoch && this.#isLive()) this.#keep(sessionId, found)
        return found
      })
      .finally(() => {
        if (this.#loading.get(sessionId) === loading) this.#loading.delete(sessionId)
      })
    this.#loading.set(sessionId, loading)
    return loading
  }

  #keep(sessionId: string, session: LiveSession): void {
    this.#sessions.set(sessionId, session)
    if (this.#sessions.size <= this.#capacity) return
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined) this.#sessions.delete(oldest)
  }
}
