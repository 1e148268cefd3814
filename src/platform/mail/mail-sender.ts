// Sends the mails of the outbox. Several nodes may do so at once: a node claims a mail by moving its next attempt
// further into the future than sending can take, and deletes it once it is delivered. A mail arrives twice only if a
// node dies between the two. No lock is held while a mail server is slow.

import type { SecretBox } from '../kernel/secrets/secrets.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { unattended } from '../kernel/work/unattended.ts'
import type { Database } from '../storage/database.ts'
import { MailError, type MailTransport } from './mail-transport.ts'
import { openContent } from './outbox.ts'

const CLAIM_MS = 120_000
const FIRST_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = 15 * 60_000
/** Mails sent at once, so that a slow server does not block the rest. */
const CONCURRENCY = 4

export interface MailSenderOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
  readonly transport: MailTransport
  readonly log?: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  /** How often to look for retries and for mails queued by other nodes. */
  readonly everyMs?: number
}

export class MailSender {
  readonly #options: MailSenderOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWoken = false
  #isClosed = false
  #lastError: string | undefined

  constructor(options: MailSenderOptions) {
    this.#options = options
  }

  /** Starts polling. */
  start(): void {
    if (this.#isClosed) return
    this.#timer = setInterval(() => this.wake(), this.#options.everyMs ?? 5_000).unref()
  }

  /** Call this after a commit that queued a mail. */
  wake(): void {
    unattended(this.sendDue())
  }

  /** Resolves when every due mail has been tried once. Never rejects. */
  sendDue(): Promise<void> {
    if (!this.#isClosed) {
      this.#isWoken = true
      this.#running ??= this.#rounds().finally(() => {
        this.#running = undefined
      })
    }
    return this.#running ?? Promise.resolve()
  }

  /** Throws when mails cannot be delivered now. */
  async probe(): Promise<void> {
    await this.#options.transport.probe?.()
  }

  /** How many mails wait, and for how long the oldest has, for metrics. */
  async backlog(): Promise<{ mails: number; oldestSeconds: number }> {
    const { database, clock } = this.#options
    const { rows } = await database.query<{ mails: number; oldest: Date | null }>(
      'SELECT count(*)::integer AS mails, min(created_at) AS oldest FROM mail_outbox',
    )
    const { mails = 0, oldest = null } = rows[0] ?? {}
    return { mails, oldestSeconds: oldest === null ? 0 : Math.max(0, (clock.now() - oldest.getTime()) / 1000) }
  }

  /** Waits for mails being sent; the others stay in the outbox. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #rounds(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false
      try {
        await this.#dropExpired()
        await settleAll(Array.from({ length: CONCURRENCY }, () => this.#work()))
        this.#lastError = undefined
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        // An error that repeats every few seconds is logged once.
        if (message !== this.#lastError) this.#options.log?.error({ err: error }, 'the outbox cannot be processed')
        this.#lastError = message
      }
    }
  }

  async #dropExpired(): Promise<void> {
    const { rows } = await this.#options.database.query<{ mail_id: string }>(
      'DELETE FROM mail_outbox WHERE expires_at <= $1 RETURNING mail_id',
      [new Date(this.#options.clock.now())],
    )
    for (const row of rows) this.#options.log?.warn({ mailId: row.mail_id }, 'a mail expired before it could be sent')
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const claimed = await this.#claim()
      if (claimed === undefined) return
      await this.#deliver(claimed)
    }
  }

  async #claim(): Promise<ClaimedMail | undefined> {
    const nowMs = this.#options.clock.now()
    const { rows } = await this.#options.database.query<ClaimedMail>(CLAIM, [
      new Date(nowMs),
      new Date(nowMs + CLAIM_MS),
    ])
    return rows[0]
  }

  async #deliver({ mail_id: mailId, content_sealed: sealed, attempts }: ClaimedMail): Promise<void> {
    const { database, clock, transport, log } = this.#options
    try {
      await transport.send({ mailId, ...this.#open(sealed) })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const { code, isFinal } = error
      log?.warn(
        { mailId, attempts, code },
        isFinal ? 'a mail was permanently rejected' : 'a mail could not be sent and will be retried',
      )
      if (!isFinal) {
        const next = new Date(clock.now() + backoffAfter(attempts))
        // Not if the claim has expired and another sender has taken the mail over.
        await database.query('UPDATE mail_outbox SET next_attempt_at = $3 WHERE mail_id = $1 AND attempts = $2', [
          mailId,
          attempts,
          next,
        ])
        return
      }
    }
    await database.query('DELETE FROM mail_outbox WHERE mail_id = $1', [mailId])
  }

  #open(sealed: string) {
    try {
      return openContent(this.#options.secretBox, sealed)
    } catch {
      // The key may be restored, so retry it like any failed mail.
      throw new MailError('UNREADABLE')
    }
  }
}

/** Unlike Promise.all, waits for all of them even if one fails. */
async function settleAll(workers: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Exponential backoff: 5 s, 10 s, 20 s … 15 minutes. */
function backoffAfter(attempts: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS)
}

interface ClaimedMail {
  readonly mail_id: string
  readonly content_sealed: string
  readonly attempts: number
}

const CLAIM = {
  name: 'mail-claim',
  text: `UPDATE mail_outbox
            SET attempts = attempts + 1, next_attempt_at = $2
          WHERE mail_id = (SELECT mail_id FROM mail_outbox
                            WHERE next_attempt_at <= $1 AND expires_at > $1
                            ORDER BY next_attempt_at, mail_id
                            LIMIT 1
                              FOR UPDATE SKIP LOCKED)
          RETURNING mail_id, content_sealed, attempts`,
}
