// What a person decides about an order that a host does not take back.

import type { Sql } from '../../../platform/storage/database.ts'

/** `over`: nothing of it waits any more. `under-way`: a message about it has been sent, and its answer may still come. */
export type TakeBackEnd = 'done' | 'over' | 'under-way'

interface WaitingRow {
  reference: string
  kind: 'ADVICE' | 'REVERSAL'
  original_reference: string
  amount_minor: bigint
  is_claimed: boolean
}

/** Its advice, or the reversal itself. */
async function waitingOf(sql: Sql, orderReference: string): Promise<WaitingRow | undefined> {
  const { rows } = await sql.query<WaitingRow>(
    `SELECT reference, kind, original_reference, amount_minor,
            coalesce(claimed_until, '-infinity') > clock_timestamp() AS is_claimed
       FROM iso8583_exchanges
      WHERE (original_reference = $1 AND kind = 'ADVICE' OR reference = $1 AND kind = 'REVERSAL')
        AND state IN ('QUEUED', 'REFUSED')
        FOR UPDATE`,
    [orderReference],
  )
  return rows[0]
}

/** Asks the host now, as if it had not been asked before. */
export async function retryTakingBack(sql: Sql, orderReference: string): Promise<TakeBackEnd> {
  const waiting = await waitingOf(sql, orderReference)
  if (waiting === undefined) return 'over'
  if (waiting.is_claimed) return 'under-way'
  await sql.query(
    `UPDATE iso8583_exchanges
        SET state = 'QUEUED', queued_at = clock_timestamp(), next_attempt_at = '-infinity', claimed_until = NULL
      WHERE reference = $1`,
    [waiting.reference],
  )
  return 'done'
}

/** The host is not asked any more: the order counts as taken back, a reversal as approved. */
export async function settleOutside(sql: Sql, orderReference: string): Promise<TakeBackEnd> {
  const waiting = await waitingOf(sql, orderReference)
  if (waiting === undefined) return 'over'
  if (waiting.is_claimed) return 'under-way'
  const { reference, kind, original_reference: original, amount_minor: amount } = waiting
  if (kind === 'ADVICE') {
    await sql.query(
      `UPDATE iso8583_exchanges SET state = 'CANCELLED', ended_at = clock_timestamp() WHERE reference = $1`,
      [reference],
    )
    await sql.query(
      `UPDATE iso8583_exchanges
          SET state = CASE state WHEN 'REVERSING' THEN 'CANCELLED' ELSE state END, pan_sealed = NULL,
              ended_at = coalesce(ended_at, clock_timestamp())
        WHERE reference = $1`,
      [original],
    )
    return 'done'
  }
  await sql.query(
    `UPDATE iso8583_exchanges SET state = 'ANSWERED', response_code = '000', pan_sealed = NULL, ended_at = clock_timestamp()
      WHERE reference = $1`,
    [reference],
  )
  await sql.query(`UPDATE iso8583_exchanges SET reversed_minor = reversed_minor + $2 WHERE reference = $1`, [
    original,
    amount,
  ])
  return 'done'
}
