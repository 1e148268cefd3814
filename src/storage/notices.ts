// Notices that the database sends to whoever listens (LISTEN and NOTIFY). They are how a change made by one process
// reaches what another keeps in memory. A notice is sent when its transaction commits, and is lost while nobody listens:
// so a listener is told of every gap and can forget what it no longer knows for certain.

import pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'
import { endOrDestroy } from './close-socket.ts'

export interface NoticeListener {
  onPayload(payload: string): void
  /** Notices may have been missed. Also called once when listening begins. */
  onGap(): void
}

export interface Listening {
  /** False while notices may be missed. */
  isLive(): boolean
  close(): Promise<void>
}

/** Notices that arrive on the pool's only connection, for the engine that has no more than one. */
export class SharedConnectionNotices {
  readonly #listeners = new Map<string, Set<NoticeListener>>()
  #live = false

  /** To be called for every connection the pool makes. */
  attach(client: pg.PoolClient): void {
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onPayload(payload ?? '')
    })
    client.on('end', () => {
      this.#live = false
    })
    client.on('error', () => {
      this.#live = false
    })
    const channels = [...this.#listeners.keys()]
    if (channels.length > 0) void this.#begin(client, channels)
  }

  listen(pool: pg.Pool, channel: string, listener: NoticeListener): Listening {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    void this.#begin(pool, [channel])
    return {
      isLive: () => this.#live,
      close: async () => {
        listeners.delete(listener)
      },
    }
  }

  async #begin(target: pg.Pool | pg.PoolClient, channels: readonly string[]): Promise<void> {
    try {
      for (const channel of channels) await target.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      this.#live = true
    } catch {
      // The connection is gone; the next one begins anew.
      this.#live = false
    }
    for (const channel of channels) for (const listener of this.#listeners.get(channel) ?? []) listener.onGap()
  }
}

const RECONNECT_MS = [50, 250, 1000]
/** A connection that has died silently looks idle. It is asked this often whether it is still there. */
const HEARTBEAT_MS = 500
/** How long after an answer it counts as live. */
export const LIVE_AFTER_ANSWER_MS = 1_500
/** Without an answer for this long another connection is made. */
const GIVE_UP_MS = 5_000

/** Notices on a connection of their own, made anew whenever it is lost. */
export class OwnConnectionNotices implements Listening {
  readonly #config: pg.ClientConfig
  readonly #listen: string
  readonly #listener: NoticeListener
  #client: pg.Client | undefined
  #live = false
  /** When the last question was asked that has been answered: whatever was told before that has arrived. */
  #knownAliveMs = 0
  #closed = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined

  constructor(config: pg.ClientConfig, channel: string, listener: NoticeListener) {
    this.#config = config
    this.#listen = `LISTEN ${pg.escapeIdentifier(channel)}`
    this.#listener = listener
    void this.#connect()
  }

  isLive(): boolean {
    return this.#live && monotonicMs() - this.#knownAliveMs < LIVE_AFTER_ANSWER_MS
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.#client !== undefined) await endOrDestroy(this.#client.end(), [this.#client])
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config)
    this.#client = client
    client.on('notification', ({ payload }) => this.#listener.onPayload(payload ?? ''))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      await this.#ask(client)
    } catch {
      this.#lost(client)
      return
    }
    if (this.#client !== client) return
    this.#failures = 0
    this.#live = true
    this.#listener.onGap()
    this.#beat(client)
  }

  // To listen again changes nothing, and leaves the connection known by what it listens to.
  async #ask(client: pg.Client): Promise<void> {
    const askedAtMs = monotonicMs()
    await client.query(this.#listen)
    this.#knownAliveMs = askedAtMs
  }

  #beat(client: pg.Client): void {
    this.#timer = setTimeout(async () => {
      const overdue = setTimeout(() => this.#lost(client), GIVE_UP_MS).unref()
      await this.#ask(client).catch(() => this.#lost(client))
      clearTimeout(overdue)
      if (this.#client === client && !this.#closed) this.#beat(client)
    }, HEARTBEAT_MS).unref()
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#live = false
    clearTimeout(this.#timer)
    client.end().catch(() => {})
    if (this.#closed) return
    const pauseMs = RECONNECT_MS[Math.min(this.#failures++, RECONNECT_MS.length - 1)]
    this.#timer = setTimeout(() => void this.#connect(), pauseMs).unref()
  }
}
