// Sessions that were used lately, in memory, so that a call costs no query. What is here is true as long as every change
// is heard of: a notice drops what it names, and while notices may be missed nothing is taken from here.

import type { Principal } from '../principal/principal.ts'

export interface LiveSession {
  readonly principal: Principal
  /** The end of the session whatever happens. */
  readonly expiresAtMs: number
}

export interface SessionCacheOptions {
  /** Asks the database; undefined when the session is over. */
  load(sessionId: string): Promise<LiveSession | undefined>
  /** False while notices may be missed. */
  isLive(): boolean
  /** How many sessions are kept; the one unused for longest gives way. */
  readonly capacity?: number
}

const CAPACITY = 10_000

export class SessionCache {
  readonly #load: SessionCacheOptions['load']
  readonly #isLive: SessionCacheOptions['isLive']
  readonly #capacity: number
  /** In the order of their last use. */
  readonly #sessions = new Map<string, LiveSession>()
  readonly #loading = new Map<string, Promise<LiveSession | undefined>>()
  /** Moves with every notice: what was asked before one may be out of date after it. */
  #epoch = 0

  constructor(options: SessionCacheOptions) {
    this.#load = options.load
    this.#isLive = options.isLive
    this.#capacity = options.capacity ?? CAPACITY
  }

  async find(sessionId: string): Promise<LiveSession | undefined> {
    // Nor are loads shared then: one that began earlier may not know of a change that nobody told us about.
    if (!this.#isLive()) return this.#load(sessionId)
    const known = this.#sessions.get(sessionId)
    if (known !== undefined) {
      this.#sessions.delete(sessionId)
      this.#sessions.set(sessionId, known)
      return known
    }
    return this.#loading.get(sessionId) ?? this.#loadAndKeep(sessionId)
  }

  /** Drops what a notice names: `session:<id>`, `user:<id>`, `role:<id>`, or everything. */
  drop(notice: string): void {
    this.#epoch++
    // Who asks from now on must not be given the answer to a question from before.
    this.#loading.clear()
    const [kind, id = ''] = notice.split(':', 2)
    if (kind === 'session') this.#sessions.delete(id)
    else if (kind === 'user') this.#dropWhere(({ userId }) => userId === id)
    else if (kind === 'role') this.#dropWhere(({ roleId }) => roleId === id)
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
