// Advices that the bank declined. A switch advises what it has done already: it must not be told that it may not, and what it did
// must not go unseen. So the advice is acknowledged once its decline is an exception (docs/decisions/0068).
//
// The order has been recorded and answered before this. When the process ends in between, the switch has no answer and repeats
// its advice, which comes here again.

import { APPROVED_CODE, DECLINE } from '../../../channels/core/outcome.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'

export interface AdvisedOrder {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  /** What the order was declined with. */
  readonly code: string
}

interface OrderRow {
  readonly transaction_id: string
  readonly type: string
  readonly response_code: string
  readonly original_rrn: string | null
}

export class DeclinedAdvices {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Makes an exception of a declined order. False when that is none: the order is not on record with this decline, because its
   * RRN was used for another one, or it is a reversal that needs no more.
   */
  async record({ institutionId, partnerId, rrn, code }: AdvisedOrder): Promise<boolean> {
    const { rows } = await this.#database.query<OrderRow>(
      `SELECT transaction_id, type, response_code, original_rrn FROM transactions
        WHERE institution_id = $1 AND partner_id = $2 AND rrn = $3`,
      [institutionId, partnerId, rrn],
    )
    const [order] = rows
    if (order === undefined || order.response_code !== code || code === APPROVED_CODE) return false
    const isReversal = order.type.endsWith('REVERSAL')
    const reversed = isReversal ? await this.#postedOriginal(institutionId, partnerId, order) : undefined
    if (isReversal && reversed === undefined) return false
    await this.#database.query(
      `INSERT INTO declined_advices (institution_id, transaction_id, advice_id, partner_id, rrn, reverses_id, recorded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (institution_id, transaction_id) DO NOTHING`,
      [
        institutionId,
        order.transaction_id,
        newId(this.#clock.now()),
        partnerId,
        rrn,
        reversed ?? null,
        new Date(this.#clock.now()),
      ],
    )
    return true
  }

  /** The order that a reversal takes back, when it was declined at first and then posted by a person. */
  async #postedOriginal(institutionId: string, partnerId: string, reversal: OrderRow): Promise<string | undefined> {
    if (reversal.response_code !== DECLINE.originalDeclined || reversal.original_rrn === null) return undefined
    const { rows } = await this.#database.query<{ transaction_id: string }>(
      `SELECT transaction_id FROM declined_advices
        WHERE institution_id = $1 AND partner_id = $2 AND rrn = $3 AND journal_id IS NOT NULL`,
      [institutionId, partnerId, reversal.original_rrn],
    )
    return rows[0]?.transaction_id
  }
}
