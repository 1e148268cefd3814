// Sends events to the webhooks of partners, at least once and in order per resource. A sender leases a webhook, so that one node at
// a time works for it; what a node that dies has not stored as sent is sent again by the next one. Webhooks are served side by side,
// each with a few requests at a time, so that a slow receiver delays no other. No connection of the database is held meanwhile.
//
// A delivery that fails is tried again after 5 s, 10 s, 20 s … 4 h, or when the receiver's Retry-After says, for three days; later events
// of its resource wait for it, all others go on. After several failures in a row the webhook itself is left alone for up to five
// minutes. When three days bring no success at all, or the receiver answers 410 Gone, the webhook is switched off.
//
// A webhook whose attempts cannot be stored rests here for a second, two, four … a minute: what is not stored would be sent again.

import { randomInt } from 'node:crypto'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Networks } from '../../../platform/kernel/networks.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS, isoTimestamp, MINUTE_MS, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'
import { webhookOffMail } from '../../../platform/mail/mails.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import type { Database, Subscription } from '../../../platform/storage/database.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { DeliveryAttempt } from '../deliveries.ts'
import {
  type AttemptEnd,
  type DueDelivery,
  dueDeliveries,
  INTERRUPTED_AFTER_MS,
  type LeasedWebhook,
  leaseWebhooks,
  releaseLease,
  storeAttempts,
  TRIED_FOR_MS,
} from '../delivery-store.ts'
import type { ClockShift } from '../delivery-time.ts'
import { EVENTS_TOPIC } from '../sequencer.ts'
import { openConnections, type PostOutcome, postWebhook, type WebhookConnections } from './post-webhook.ts'
import { webhookGuard } from './webhook-addresses.ts'
import { webhookHeaders, webhookSecretContext } from './webhook-signature.ts'

const EVERY_MS = 1_000
const MOST_WEBHOOKS = 256
const REQUESTS_OF_A_WEBHOOK = 4
/** More than are due at once. */
const STORED_AT_ONCE = 200
const ANSWER_WITHIN_MS = 15_000
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 4 * HOUR_MS
/** Failures in a row after which the webhook is left alone: fewer may be the fault of single events. */
const PAUSED_AFTER = 5
const LAST_PAUSE_MS = 5 * MINUTE_MS
const FIRST_REST_MS = 1_000
const LAST_REST_MS = MINUTE_MS
const GONE = 410
const MAIL_FOR_MS = 24 * HOUR_MS

export interface WebhookSenderOptions {
  readonly database: Database
  /** How far the sandbox's clock was moved. */
  readonly shiftMs: ClockShift
  /** Real time: receivers compare it with their own. */
  readonly systemClock: Clock
  readonly secretBox: SecretBox
  readonly environment: Environment
  /** Networks that webhooks may reach besides the public internet. */
  allowedNetworks(): Networks
  readonly outbox: Outbox
  readonly log?: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** Called after a mail was queued. */
  readonly mailQueued?: () => void
  readonly answerWithinMs?: number
  /** Told how each attempt ended. */
  readonly observer?: { attempt(outcome: string): void } | undefined
}

export class WebhookSender {
  readonly #options: WebhookSenderOptions
  readonly #served = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  /** Webhooks that could not be served, by their ids. */
  readonly #resting = new Map<string, Rest>()
  #timer: NodeJS.Timeout | undefined
  #subscription: Subscription | undefined
  #leasing: Promise<void> | undefined
  #isWoken = false
  #lastError: string | undefined

  constructor(options: WebhookSenderOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#stopping.signal.aborted) return
    const wake = () => unattended(this.#lease())
    this.#subscription = this.#options.database.changes.subscribe(EVENTS_TOPIC, { onChange: wake, onGap: wake })
    this.#timer = setInterval(wake, EVERY_MS).unref()
  }

  /** Resolves when everything that is due now was tried, here. What cannot be stored is tried once. */
  async sendDue(): Promise<void> {
    this.#resting.clear()
    for (;;) {
      await this.#lease()
      if (this.#served.size === 0) return
      await Promise.all(this.#served)
    }
  }

  /** Aborts requests under way: they are sent again by another node, or after the restart. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    this.#subscription?.close()
    await this.#leasing
    await Promise.all(this.#served)
  }

  #lease(): Promise<void> {
    this.#isWoken = true
    this.#leasing ??= this.#leaseRounds().finally(() => {
      this.#leasing = undefined
    })
    return this.#leasing
  }

  /** Takes on webhooks until there is none left. */
  async #leaseRounds(): Promise<void> {
    const { database, shiftMs, systemClock } = this.#options
    while (this.#isWoken && !this.#stopping.signal.aborted) {
      this.#isWoken = false
      const most = MOST_WEBHOOKS - this.#served.size
      if (most === 0) return
      try {
        const leaseId = newId(systemClock.now())
        const without = this.#restingIds()
        for (const webhook of await leaseWebhooks(database, { leaseId, most, shiftMs: shiftMs(), without })) {
          const served = this.#serve(webhook, leaseId).finally(() => {
            this.#served.delete(served)
            unattended(this.#lease())
          })
          this.#served.add(served)
        }
        if (this.#resting.size === 0) this.#lastError = undefined
      } catch (error) {
        this.#failed(error)
      }
    }
  }

  #restingIds(): string[] {
    const nowMs = monotonicMs()
    // Served by another node since, or deleted.
    for (const [id, { untilMs }] of this.#resting) if (nowMs - untilMs > LAST_REST_MS) this.#resting.delete(id)
    return [...this.#resting].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id)
  }

  #rest(webhookId: string): void {
    const failures = (this.#resting.get(webhookId)?.failures ?? 0) + 1
    const restMs = Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, 10), LAST_REST_MS)
    this.#resting.set(webhookId, { failures, untilMs: monotonicMs() + restMs })
  }

  /** Sends some of what is due to one webhook; the next lease sees how it was changed meanwhile. Never rejects. */
  async #serve(webhook: LeasedWebhook, leaseId: string): Promise<void> {
    const { database, shiftMs } = this.#options
    const connections = openConnections(webhook.url, REQUESTS_OF_A_WEBHOOK)
    const leasedMs = monotonicMs()
    const served: ServedWebhook = {
      ...webhook,
      connections,
      failuresInARow: webhook.failures,
      nowMs: () => Math.floor(webhook.leasedAtMs + monotonicMs() - leasedMs),
    }
    try {
      const due = await dueDeliveries(database, webhook, shiftMs())
      await this.#sendAll(served, leaseId, due)
      this.#resting.delete(webhook.id)
    } catch (error) {
      this.#rest(webhook.id)
      this.#failed(error)
    }
    connections.destroy()
    // If this fails the lease expires by itself.
    await releaseLease(database, webhook.id, leaseId).catch(() => {})
  }

  /**
   * Stops when the webhook has to wait: after several failures in a row, or because another sender has it. The next request does not
   * wait until the last one is stored: all are of different resources, and what a node that dies has not stored is sent again.
   */
  async #sendAll(webhook: ServedWebhook, leaseId: string, due: readonly DueDelivery[]): Promise<void> {
    const waiting = [...due]
    const stored: Promise<void>[] = []
    let goesOn = true
    let failure: unknown
    const store = this.#storing(webhook, leaseId)
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined && goesOn; next = waiting.shift()) {
        const end = await this.#send(webhook, next)
        if (end === undefined) {
          goesOn = false
          return
        }
        webhook.failuresInARow = end.state === 'DELIVERED' ? 0 : webhook.failuresInARow + 1
        if (webhook.failuresInARow >= PAUSED_AFTER || end.attempt.status === GONE) goesOn = false
        stored.push(
          store({ ...end, failures: webhook.failuresInARow }).catch((error: unknown) => {
            goesOn = false
            failure ??= error
          }),
        )
      }
    }
    // A receiver that was left alone is tried with one request.
    const atOnce = webhook.failures >= PAUSED_AFTER ? 1 : REQUESTS_OF_A_WEBHOOK
    await Promise.all(Array.from({ length: atOnce }, worker))
    await Promise.all(stored)
    if (failure !== undefined) throw failure
  }

  #storing(webhook: ServedWebhook, leaseId: string): (end: EndedAttempt) => Promise<void> {
    const { database } = this.#options
    const queue = new BatchQueue<EndedAttempt, void>({
      maxBatch: STORED_AT_ONCE,
      maxInFlight: 1,
      maxQueued: STORED_AT_ONCE,
      run: async (ends) => {
        const last = ends.at(-1)
        const isKept = await storeAttempts(database, {
          webhookId: webhook.id,
          leaseId,
          ends,
          nowMs: webhook.nowMs(),
          failures: last?.failures ?? 0,
          pauseMs: last && pauseOf(last),
        })
        if (!isKept) throw new Error('another sender works for the webhook')
        const over = ends.find(({ state }) => state === 'FAILED')
        if (over !== undefined)
          await this.#switchOff(webhook, { reason: 'no event was accepted for three days', unlessSince: over.firstAt })
        if (ends.some(({ attempt }) => attempt.status === GONE))
          await this.#switchOff(webhook, { reason: 'the receiver answered 410 Gone' })
        return ends.map(() => ({ status: 'fulfilled', value: undefined }))
      },
    })
    return (end) => queue.submit(end)
  }

  /** Undefined when the request was cut off here, which says nothing about the receiver. */
  async #send(webhook: ServedWebhook, delivery: DueDelivery): Promise<Omit<EndedAttempt, 'failures'> | undefined> {
    if (this.#stopping.signal.aborted) return undefined
    const [startedMs, sentAtMs] = [monotonicMs(), webhook.nowMs()]
    const { retryAfterMs, ...outcome } = await this.#post(webhook, delivery)
    if (this.#stopping.signal.aborted && 'error' in outcome) return undefined
    const nowMs = webhook.nowMs()
    const durationMs = Math.round(monotonicMs() - startedMs)
    const attempt: DeliveryAttempt = { at: isoTimestamp(sentAtMs), durationMs, ...outcome }
    this.#options.observer?.attempt(outcomeName(outcome))
    const firstAt = triedSince(delivery, sentAtMs)
    const end = { delivery, attempt, firstAt }
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return { ...end, state: 'DELIVERED' }
    if (nowMs - firstAt.getTime() >= TRIED_FOR_MS) return { ...end, state: 'FAILED' }
    const waitMs = retryAfterMs === undefined ? backOffMs(delivery.attempts + 1) : within(retryAfterMs)
    return { ...end, state: 'PENDING', retryAt: new Date(nowMs + waitMs), retryAfterMs }
  }

  #post(webhook: ServedWebhook, { eventId, body }: DueDelivery): Promise<PostOutcome> {
    const { secretBox, systemClock, environment, allowedNetworks, answerWithinMs = ANSWER_WITHIN_MS } = this.#options
    const { id, secretSealed, oldSecretSealed, oldSecretUntil, connections } = webhook
    const isOverlapping =
      oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil.getTime() > systemClock.now()
    const secrets = [secretSealed, ...(isOverlapping ? [oldSecretSealed] : [])].map((sealed) =>
      secretBox.open(sealed, webhookSecretContext(id)),
    )
    const timestampSeconds = Math.floor(systemClock.now() / 1000)
    const guard = webhookGuard({ environment, allowed: allowedNetworks() })
    return postWebhook(
      { url: webhook.url, body, headers: webhookHeaders({ id: eventId, timestampSeconds, body }, secrets) },
      { guard, timeoutMs: answerWithinMs, signal: this.#stopping.signal, connections },
    )
  }

  /** `unlessSince`: unless something was accepted since then, which shows that single events are refused. */
  async #switchOff(
    webhook: ServedWebhook,
    { reason, unlessSince }: { readonly reason: string; readonly unlessSince?: Date },
  ): Promise<void> {
    const { database, systemClock, outbox, mailQueued, log } = this.#options
    const isOff = await database.transaction(async (sql) => {
      const nowMs = systemClock.now()
      const { rowCount } = await sql.query(
        `UPDATE webhooks SET is_active = false, off_reason = $3, version = version + 1, updated_at = $4, updated_by = 'system'
          WHERE id = $1 AND is_active AND ($2::timestamptz IS NULL OR succeeded_at IS NULL OR succeeded_at < $2)`,
        [webhook.id, unlessSince ?? null, reason, new Date(nowMs)],
      )
      if (rowCount === 0) return false
      const { contactEmail: to, url, partnerId } = webhook
      await outbox.queue(sql, webhookOffMail({ to, url, partnerId, reason, expiresAtMs: nowMs + MAIL_FOR_MS }))
      await recordAudit(
        sql,
        nowMs,
        {},
        {
          action: 'webhook.switch-off',
          resource: 'webhook',
          resourceId: webhook.id,
          after: { partnerId, isActive: false, offReason: reason },
        },
      )
      return true
    })
    if (!isOff) return
    log?.warn({ webhookId: webhook.id, partnerId: webhook.partnerId }, 'a webhook was switched off')
    mailQueued?.()
  }

  #failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    // An error that repeats every second is logged once.
    if (message !== this.#lastError) this.#options.log?.error({ err: error }, 'webhooks cannot be served')
    this.#lastError = message
  }
}

interface Rest {
  /** In a row. */
  readonly failures: number
  /** Monotonic. */
  readonly untilMs: number
}

interface ServedWebhook extends LeasedWebhook {
  readonly connections: WebhookConnections
  /** Since the last success, in the order in which attempts ended. */
  failuresInARow: number
  /** The time of deliveries, by the database's clock when it was leased. */
  nowMs(): number
}

interface EndedAttempt extends AttemptEnd {
  /** Failures in a row with this one. */
  readonly failures: number
  readonly retryAfterMs?: number | undefined
}

/** `accepted`, `3xx`, `4xx`, `5xx`; `none` without an answer. */
function outcomeName(outcome: PostOutcome): string {
  if ('error' in outcome) return 'none'
  const hundreds = Math.floor(outcome.status / 100)
  return hundreds === 2 ? 'accepted' : `${hundreds}xx`
}

/** The first of the attempts without a long interruption. */
function triedSince({ firstAttemptAt, lastAttemptAt }: DueDelivery, nowMs: number): Date {
  const isInterrupted = lastAttemptAt === null || nowMs - lastAttemptAt.getTime() > INTERRUPTED_AFTER_MS
  return firstAttemptAt === null || isInterrupted ? new Date(nowMs) : firstAttemptAt
}

/** Doubled each time, with up to a fifth more, so that receivers that were away are not asked all at once. */
function backOffMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LAST_RETRY_MS) * (1 + randomInt(200) / 1_000)
}

/** What a receiver asks for, within what retries may wait. */
function within(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, FIRST_RETRY_MS), LAST_RETRY_MS)
}

function pauseOf({ failures, retryAfterMs = 0 }: EndedAttempt): number | undefined {
  if (failures < PAUSED_AFTER) return undefined
  const own = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - PAUSED_AFTER, 10), LAST_PAUSE_MS)
  return Math.max(own, Math.min(retryAfterMs, LAST_RETRY_MS))
}
