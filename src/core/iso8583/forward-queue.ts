// The store-and-forward queue: reversals whose answer did not come, and advices that take back orders whose answer did not. Each
// institution's are sent one after another in their order, by one node at a time, and again until the host has answered. A node
// that dies in the middle lets its claim run out; the same advice sent twice is one to the host.

import { systemClock } from '../../kernel/clock.ts'
import type { Database } from '../../storage/database.ts'
import { EXCHANGE_COLUMNS, type ExchangeRow, type StoredExchange, storedOf } from './exchange-store.ts'

export interface ForwardQueueOptions {
  readonly database: Database
  readonly institutionId: string
  /** How long one attempt may take. */
  readonly attemptMs: number
  /** The first pause after an attempt that failed, which doubles. */
  readonly retryMs?: number
  /** Whether the host can be reached now. */
  isReady(): boolean
  /** True when the host has answered and the answer is recorded. */
  forward(exchange: StoredExchange): Promise<boolean>
  failed(error: unknown): void
}

const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
const CLAIM_GRACE_MS = 5_000

export class ForwardQueue {
  readonly #options: ForwardQueueOptions
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ForwardQueueOptions) {
    this.#options = options
  }

  /** Sends what waits. Resolves when nothing is left, or the next has to wait. */
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
        while (!this.#isClosed && this.#options.isReady()) {
          const exchange = await this.#claim()
          if (exchange === undefined) break
          if (!(await this.#options.forward(exchange).catch(this.#failed))) {
            await this.#postpone(exchange)
            return
          }
        }
      } while (this.#isAskedAgain && !this.#isClosed)
    } catch (error) {
      this.#options.failed(error)
    }
  }

  readonly #failed = (error: unknown): false => {
    this.#options.failed(error)
    return false
  }

  /** The first of the queue, unless another node works on it or it has to wait. */
  async #claim(): Promise<StoredExchange | undefined> {
    const { database, institutionId, attemptMs } = this.#options
    const { rows } = await database.query<ExchangeRow>(
      `UPDATE iso8583_exchanges
          SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + $2::integer * interval '1 ms'
        WHERE reference = (SELECT reference FROM iso8583_exchanges
                            WHERE institution_id = $1 AND state = 'QUEUED' ORDER BY position LIMIT 1)
          AND state = 'QUEUED' AND next_attempt_at <= clock_timestamp()
       RETURNING ${EXCHANGE_COLUMNS}`,
      [institutionId, attemptMs + CLAIM_GRACE_MS],
    )
    return rows[0] && storedOf(rows[0])
  }

  async #postpone({ reference, attempts }: StoredExchange): Promise<void> {
    const { database, retryMs = RETRY_MS } = this.#options
    const pauseMs = Math.min(LONGEST_RETRY_MS, retryMs * 2 ** Math.min(attempts - 1, 10))
    await database.query(
      `UPDATE iso8583_exchanges SET next_attempt_at = clock_timestamp() + $2::integer * interval '1 ms'
        WHERE reference = $1 AND state = 'QUEUED'`,
      [reference, pauseMs],
    )
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.run(), pauseMs + 10)
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
       SELECT reference FROM iso8583_exchanges WHERE ended_at < $1 AND state IN ('ANSWERED', 'CANCELLED') LIMIT $2)`,
    [before(KEPT_DAYS), PER_RUN],
  )
  await database.query(
    `DELETE FROM iso8583_strays WHERE stray_id IN (SELECT stray_id FROM iso8583_strays WHERE received_at < $1 LIMIT $2)`,
    [before(STRAYS_KEPT_DAYS), PER_RUN],
  )
}
