// The store-and-forward queue: reversals whose answer did not come, and advices that take back orders. Each waits for itself: one
// that a host does not take is tried again later and later, and holds up no other. A node that dies in the middle lets its claim
// run out; the same advice sent twice is one to the host.

import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { EXCHANGE_COLUMNS, type ExchangeRow, type StoredExchange, storedOf } from './exchange-store.ts'

export interface ForwardQueueOptions {
  readonly database: Database
  readonly institutionId: string
  /** How many may be under way at once, over all nodes. */
  readonly atOnce: number
  /** How long one attempt may take. */
  readonly attemptMs: number
  /** The first pause after an attempt that failed, which doubles. */
  readonly retryMs?: number
  /** Whether the host can be reached now. */
  isReady(): boolean
  /** Whether the host has left the last message unanswered: then one is under way at a time. */
  isSilent(): boolean
  /** True when the host has answered and the answer is recorded. */
  forward(exchange: StoredExchange): Promise<boolean>
  failed(error: unknown): void
}

const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 300_000
const CLAIM_GRACE_MS = 5_000

export class ForwardQueue {
  readonly #options: ForwardQueueOptions
  readonly #underWay = new Set<Promise<void>>()
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #timer: NodeJS.Timeout | undefined
  #wakesAtMs = Number.POSITIVE_INFINITY
  #isClosed = false

  constructor(options: ForwardQueueOptions) {
    this.#options = options
  }

  /** Sends what is due. Resolves when nothing is left, or everything has to wait. Never rejects. */
  run(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#running !== undefined) {
      // Something may have been queued after the run had looked.
      this.#isAskedAgain = true
      return this.#running
    }
    this.#running = this.#drain().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #drain(): Promise<void> {
    try {
      do {
        this.#isAskedAgain = false
        await this.#sendDue()
      } while (this.#isAskedAgain && !this.#isClosed)
    } catch (error) {
      this.#options.failed(error)
    }
    await Promise.all(this.#underWay)
  }

  async #sendDue(): Promise<void> {
    while (!this.#isClosed && this.#options.isReady()) {
      const claimed = await this.#claim()
      if (claimed.length === 0 && this.#underWay.size === 0) return
      for (const exchange of claimed) this.#begin(exchange)
      await Promise.race(this.#underWay)
    }
  }

  #begin(exchange: StoredExchange): void {
    const attempt = this.#attempt(exchange)
      .catch(this.#options.failed)
      .finally(() => this.#underWay.delete(attempt))
    this.#underWay.add(attempt)
  }

  async #attempt(exchange: StoredExchange): Promise<void> {
    const isEnded = await this.#options.forward(exchange).catch((error: unknown) => {
      this.#options.failed(error)
      return false
    })
    if (!isEnded) await this.#postpone(exchange)
  }

  /** Those that are due, as many as may be under way. Nodes take turns, so that together they keep to the limit. */
  #claim(): Promise<StoredExchange[]> {
    const { database, institutionId, attemptMs, atOnce, isSilent } = this.#options
    const limit = isSilent() ? 1 : atOnce
    if (this.#underWay.size >= limit) return Promise.resolve([])
    return database.transaction(async (sql) => {
      await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('iso8583 queue ' || $1::text, 0))`, [
        institutionId,
      ])
      const { rows } = await sql.query<ExchangeRow>(
        `UPDATE iso8583_exchanges
            SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + $2::integer * interval '1 ms',
                claimed_until = clock_timestamp() + $2::integer * interval '1 ms'
          WHERE state = 'QUEUED'
            AND reference IN (SELECT reference FROM iso8583_exchanges
                               WHERE institution_id = $1 AND state = 'QUEUED' AND next_attempt_at <= clock_timestamp()
                               ORDER BY next_attempt_at, position
                               LIMIT greatest(0, $3::integer - (SELECT count(*) FROM iso8583_exchanges
                                                                 WHERE institution_id = $1 AND state = 'QUEUED'
                                                                   AND claimed_until > clock_timestamp())))
         RETURNING ${EXCHANGE_COLUMNS}`,
        [institutionId, attemptMs + CLAIM_GRACE_MS, limit],
      )
      return rows.map(storedOf)
    })
  }

  async #postpone({ reference, attempts }: StoredExchange): Promise<void> {
    const { database, retryMs = RETRY_MS } = this.#options
    const pauseMs = Math.min(LONGEST_RETRY_MS, retryMs * 2 ** Math.min(attempts - 1, 20))
    await database.query(
      `UPDATE iso8583_exchanges
          SET next_attempt_at = clock_timestamp() + $2::integer * interval '1 ms', claimed_until = NULL
        WHERE reference = $1 AND state = 'QUEUED'`,
      [reference, pauseMs],
    )
    this.#wakeIn(pauseMs + 10)
  }

  /** The earliest counts. What is due after it is found by its run, or by the sweep. */
  #wakeIn(pauseMs: number): void {
    const atMs = systemClock.now() + pauseMs
    if (this.#isClosed || atMs >= this.#wakesAtMs) return
    clearTimeout(this.#timer)
    this.#wakesAtMs = atMs
    this.#timer = setTimeout(() => {
      this.#wakesAtMs = Number.POSITIVE_INFINITY
      this.run().catch(this.#options.failed)
    }, pauseMs)
    this.#timer.unref()
  }
}

/** Institutions with something to send. */
export async function institutionsWithQueue(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ institution_id: string }>(
    `SELECT DISTINCT institution_id FROM iso8583_exchanges WHERE state = 'QUEUED'`,
  )
  return rows.map((row) => row.institution_id)
}

/** Reversals and references are asked for as long as their orders can be: longer than any window for reversals. */
const KEPT_DAYS = 100
const STRAYS_KEPT_DAYS = 30
const PER_RUN = 2_000

export async function removeOld(database: Database): Promise<void> {
  const dayMs = 86_400_000
  const before = (days: number) => new Date(systemClock.now() - days * dayMs).toISOString()
  await database.query(
    `DELETE FROM iso8583_exchanges WHERE reference IN (
       SELECT o.reference FROM iso8583_exchanges o
        WHERE o.ended_at < $1 AND o.state IN ('ANSWERED', 'CANCELLED')
          AND NOT EXISTS (SELECT FROM iso8583_exchanges a
                           WHERE a.original_reference = o.reference AND a.state IN ('QUEUED', 'REFUSED'))
        LIMIT $2)`,
    [before(KEPT_DAYS), PER_RUN],
  )
  await database.query(`DELETE FROM host_exceptions WHERE resolved_at < $1`, [before(KEPT_DAYS)])
  await database.query(
    `DELETE FROM iso8583_strays WHERE stray_id IN (SELECT stray_id FROM iso8583_strays WHERE received_at < $1 LIMIT $2)`,
    [before(STRAYS_KEPT_DAYS), PER_RUN],
  )
}
