// The connection on which a node receives announcements, one for all topics. On PostgreSQL it is a dedicated connection;
// PGlite has only one for everything.

import pg from 'pg'
import { monotonicMs } from '../../kernel/time/clock.ts'
import { unattended } from '../../kernel/work/unattended.ts'
import { destroySocket, endOrDestroy } from '../connections/close-socket.ts'
import { CHANGES_CHANNEL, CONFIRMATIONS_CHANNEL } from './messages.ts'
import { PREVIOUS_CHANNEL, PREVIOUS_LISTEN } from './previous-version.ts'

export interface ConnectionEvents {
  onNotice(channel: string, payload: string): void
  /** Listening has started or restarted; earlier notices are lost. */
  onConnected(): void
}

export interface ListeningConnection {
  /** False while notices may be missed. */
  isLive(): boolean
  close(): Promise<void>
}

const LISTEN = [CHANGES_CHANNEL, CONFIRMATIONS_CHANNEL, PREVIOUS_CHANNEL]
  .map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`)
  .join('; ')

/** Listens on the pool's only connection. */
export class SharedConnection implements ListeningConnection {
  #events: ConnectionEvents | undefined
  #client: pg.PoolClient | undefined
  #live = false

  /** Called with every connection that the pool opens. */
  attach(client: pg.PoolClient): void {
    this.#client = client
    const lost = () => {
      if (this.#client === client) this.#live = false
    }
    client.on('notification', ({ channel, payload }) => this.#events?.onNotice(channel, payload ?? ''))
    client.on('end', lost)
    client.on('error', lost)
    if (this.#events !== undefined) unattended(this.#begin(client))
  }

  open(pool: pg.Pool, events: ConnectionEvents): ListeningConnection {
    this.#events = events
    unattended(this.#begin(pool))
    return this
  }

  isLive(): boolean {
    return this.#live
  }

  async close(): Promise<void> {
    this.#events = undefined
    this.#live = false
  }

  // One message for all channels: a second one could run inside a transaction of the connection's next user.
  async #begin(target: pg.Pool | pg.PoolClient): Promise<void> {
    try {
      await target.query(LISTEN)
    } catch {
      // The connection is lost; the pool's next one listens again.
      this.#live = false
      return
    }
    this.#live = this.#events !== undefined
    this.#events?.onConnected()
  }
}

const RECONNECT_MS = [50, 250, 1000]
/** A dead connection looks idle, so it is probed this often. */
const HEARTBEAT_MS = 500
/** How long a connection counts as live after it answered. */
export const LIVE_AFTER_ANSWER_MS = 1_500
/** A connection that has not answered for this long is replaced. */
const GIVE_UP_MS = 5_000

/** Listens on a dedicated connection and replaces it when it is lost. */
export class OwnConnection implements ListeningConnection {
  readonly #config: pg.ClientConfig
  readonly #name: string
  readonly #events: ConnectionEvents
  #client: pg.Client | undefined
  #live = false
  /** When the last answered heartbeat was sent: every notice from before has arrived. */
  #knownAliveMs = 0
  #closed = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined

  /** Other nodes recognise the connection by `name`, its application_name. */
  constructor(config: pg.ClientConfig, name: string, events: ConnectionEvents) {
    this.#config = config
    this.#name = name
    this.#events = events
    unattended(this.#connect())
  }

  isLive(): boolean {
    return this.#live && monotonicMs() - this.#knownAliveMs < LIVE_AFTER_ANSWER_MS
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#live = false
    clearTimeout(this.#timer)
    if (this.#client !== undefined) await endOrDestroy(this.#client.end(), [this.#client])
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config)
    this.#client = client
    client.on('notification', ({ channel, payload }) => {
      if (this.#client === client && !this.#closed) this.#events.onNotice(channel, payload ?? '')
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    const overdue = setTimeout(() => this.#lost(client), GIVE_UP_MS).unref()
    try {
      await client.connect()
      await client.query(LISTEN)
      // Only now, so that no node waits for an answer from one that is not listening yet. Set here because a name in the URL
      // would override one in the configuration.
      await client.query(`SET application_name = ${pg.escapeLiteral(this.#name)}`)
      await this.#heartbeat(client)
    } catch {
      this.#lost(client)
      return
    } finally {
      clearTimeout(overdue)
    }
    if (this.#client !== client || this.#closed) return
    this.#failures = 0
    this.#live = true
    this.#events.onConnected()
    this.#scheduleHeartbeat(client)
  }

  // Listening again changes nothing. It must be this statement: see previous-version.ts.
  async #heartbeat(client: pg.Client): Promise<void> {
    const sentAtMs = monotonicMs()
    await client.query(PREVIOUS_LISTEN)
    this.#knownAliveMs = sentAtMs
  }

  #scheduleHeartbeat(client: pg.Client): void {
    this.#timer = setTimeout(async () => {
      const overdue = setTimeout(() => this.#lost(client), GIVE_UP_MS).unref()
      await this.#heartbeat(client).catch(() => this.#lost(client))
      clearTimeout(overdue)
      if (this.#client === client && !this.#closed) this.#scheduleHeartbeat(client)
    }, HEARTBEAT_MS).unref()
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#live = false
    clearTimeout(this.#timer)
    // Not end(), which would wait for a server that no longer answers.
    destroySocket(client)
    if (this.#closed) return
    const pauseMs = RECONNECT_MS[Math.min(this.#failures++, RECONNECT_MS.length - 1)]
    this.#timer = setTimeout(() => unattended(this.#connect()), pauseMs).unref()
  }
}
