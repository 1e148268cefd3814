// Sends what waits in the outbox. Several nodes may do so at once: a mail is claimed by moving its next attempt out of
// the others' sight for longer than sending can take, and it is removed once it has been handed over. Only a node that
// dies between the two makes a mail arrive twice. Nothing is locked while a server takes its time.

import type { Clock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Database } from '../storage/database.ts'
import { MailError, type MailTransport } from './mail-transport.ts'
import { openContent } from './outbox.ts'

const CLAIM_MS = 120_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** How many mails are on their way at once, so that one slow receiver does not hold up the rest. */
const LANES = 4

export interface MailSenderOptions {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
  readonly transport: MailTransport
  readonly log?: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  /** How often to look for mails that other nodes queued or that are to be tried again. */
  readonly everyMs?: number
}

export class MailSender {
  readonly #options: MailSenderOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false
  #lastTrouble: string | undefined

  constructor(options: MailSenderOptions) {
    this.#options = options
  }

  /** Looks from now on by itself, too. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.everyMs ?? 5_000).unref()
  }

  /** Call it after a commit that queued a mail. */
  wake(): void {
    void this.sendDue()
  }

  /** Resolves when everything that was due has been tried once. Never rejects. */
  sendDue(): Promise<void> {
    if (!this.#isClosed) {
      this.#isAskedAgain = true
      this.#running ??= this.#rounds().finally(() => {
        this.#running = undefined
      })
    }
    return this.#running ?? Promise.resolve()
  }

  /** Waits for the mails that are on their way; those that wait stay where they are. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #rounds(): Promise<void> {
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false
      try {
        await this.#dropExpired()
        await allEnded(Array.from({ length: LANES }, () => this.#lane()))
        this.#lastTrouble = undefined
      } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error)
        // What fails every few seconds for the same reason says so once.
        if (trouble !== this.#lastTrouble) this.#options.log?.error({ err: error }, 'the outbox cannot be worked on')
        this.#lastTrouble = trouble
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

  async #lane(): Promise<void> {
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
      log?.warn({ mailId, attempts, code }, isFinal ? 'a mail was refused for good' : 'a mail could not be sent yet')
      if (!isFinal) {
        const next = new Date(clock.now() + pauseAfter(attempts))
        // Unless the claim ran out and somebody else has it now.
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
      // The key may come back; until then it is a mail like any other that does not get through.
      throw new MailError('UNREADABLE')
    }
  }
}

/** Unlike Promise.all it leaves none behind that nobody waits for. */
async function allEnded(lanes: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Twice as long each time: 5 s, 10 s, 20 s … a quarter of an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
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
