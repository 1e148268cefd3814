// The change broadcast over PostgreSQL's LISTEN and NOTIFY: all topics on one listening connection per node.

import { newCorrelationId } from '../../kernel/identifiers/ids.ts'
import { monotonicMs } from '../../kernel/time/clock.ts'
import type { ChangeBroadcast, ChangeSubscriber, Confirmed, ConfirmOptions, Sql, Subscription } from '../database.ts'
import { Confirmations } from './confirmations.ts'
import { Delivery } from './delivery.ts'
import { type ConnectionEvents, LIVE_AFTER_ANSWER_MS, type ListeningConnection } from './listening-connection.ts'
import { CHANGES_CHANNEL, CONFIRMATIONS_CHANNEL, changeMessage, nodeName, readChange } from './messages.ts'
import { PREVIOUS_CHANNEL } from './previous-version.ts'

/** Longer than a disconnected node keeps trusting its cache, so that a confirmation holds even when it times out. */
const CONFIRM_TIMEOUT_MS = LIVE_AFTER_ANSWER_MS + 500
/**
 * A connection that misses notices stops being live after at most LIVE_AFTER_ANSWER_MS. With this interval the first poll
 * happens within the two seconds in which every change must reach every node.
 */
const CHECK_MS = 250
const POLL_MS = 1_000

export interface NotifyBroadcastParts {
  /** Outside any transaction. */
  readonly sql: Sql
  /** Opens the listening connection, which other nodes recognise by its name. */
  open(name: string, events: ConnectionEvents): ListeningConnection
}

export class NotifyBroadcast implements ChangeBroadcast {
  readonly #open: NotifyBroadcastParts['open']
  readonly nodeId = newCorrelationId()
  readonly #deliveries = new Map<string, Set<Delivery>>()
  readonly #confirmations: Confirmations
  #connection: ListeningConnection | undefined
  #timer: NodeJS.Timeout | undefined
  #wasLive = false
  #lastPollMs = 0
  #closed = false

  constructor({ sql, open }: NotifyBroadcastParts) {
    this.#open = open
    this.#confirmations = new Confirmations({
      sql,
      nodeId: this.nodeId,
      handled: (topic) => this.#handled(topic),
    })
  }

  subscribe(topic: string, subscriber: ChangeSubscriber): Subscription {
    const deliveries = this.#deliveries.get(topic) ?? new Set()
    const delivery = new Delivery(subscriber)
    this.#deliveries.set(topic, deliveries.add(delivery))
    this.#listen()
    return {
      close: () => {
        deliveries.delete(delivery)
      },
    }
  }

  async announce(sql: Sql, topic: string, payload = ''): Promise<void> {
    await sql.query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, changeMessage(topic, payload)])
  }

  confirm(topic: string, { timeoutMs = CONFIRM_TIMEOUT_MS }: ConfirmOptions = {}): Promise<Confirmed> {
    this.#listen()
    return this.#confirmations.confirm(topic, timeoutMs)
  }

  isLive(): boolean {
    return this.#connection?.isLive() ?? false
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#deliveries.clear()
    this.#confirmations.close()
    await this.#connection?.close()
  }

  /** On first use: most CLI commands need no listening connection. */
  #listen(): void {
    if (this.#closed || this.#connection !== undefined) return
    this.#connection = this.#open(nodeName(this.nodeId), {
      onNotice: (channel, payload) => this.#onNotice(channel, payload),
      onConnected: () => this.#onConnected(),
    })
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  #onNotice(channel: string, payload: string): void {
    if (channel === CHANGES_CHANNEL) {
      const change = readChange(payload)
      for (const delivery of this.#deliveries.get(change.topic) ?? []) delivery.change(change.payload)
    } else if (channel === CONFIRMATIONS_CHANNEL) this.#confirmations.onNotice(payload)
    else if (channel === PREVIOUS_CHANNEL) this.#confirmations.onPreviousNotice(payload)
  }

  #onConnected(): void {
    for (const delivery of this.#allDeliveries()) delivery.gap()
    this.#confirmations.askAgain()
  }

  /** Makes subscribers catch up as soon as the connection is not live, and every second from then on. */
  #check(): void {
    const isLive = this.isLive()
    const fellSilent = this.#wasLive && !isLive
    this.#wasLive = isLive
    const nowMs = monotonicMs()
    if (!fellSilent && nowMs - this.#lastPollMs < POLL_MS) return
    this.#lastPollMs = nowMs
    for (const delivery of this.#allDeliveries()) delivery.catchUp(isLive)
  }

  async #handled(topic: string): Promise<boolean> {
    const deliveries = [...(this.#deliveries.get(topic) ?? [])]
    const results = await Promise.all(deliveries.map((delivery) => delivery.handled()))
    return results.every((isHandled) => isHandled)
  }

  *#allDeliveries(): Iterable<Delivery> {
    for (const deliveries of this.#deliveries.values()) yield* deliveries
  }
}
