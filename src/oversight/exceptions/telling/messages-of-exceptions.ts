// What an exception is known by at its switch: an operator compares it with the switch's own lists.

import type { Database } from '../../../platform/storage/database.ts'
import type { AnyException } from '../exception-list.ts'

interface MessageRow {
  institution_id: string
  partner_id: string
  rrn: string
  switch: string
  sent_rrn: string
  stan: string
}

/** The exceptions, those of switches with the trace number and DE 37 of their first message. */
export async function withSwitchMessages(
  database: Database,
  exceptions: readonly AnyException[],
): Promise<AnyException[]> {
  const orders = exceptions.flatMap((one) => ('transaction' in one ? [one.transaction] : []))
  if (orders.length === 0) return [...exceptions]
  const { rows } = await database.query<MessageRow>(
    `SELECT DISTINCT ON (institution_id, partner_id, rrn) institution_id, partner_id, rrn, switch, sent_rrn, stan
       FROM switch_messages
      WHERE institution_id = ANY ($1::text[]) AND partner_id = ANY ($2::text[]) AND rrn = ANY ($3::text[])
      ORDER BY institution_id, partner_id, rrn, recorded_at`,
    [
      [...new Set(orders.map((order) => order.institutionId))],
      [...new Set(orders.map((order) => order.partnerId))],
      [...new Set(orders.map((order) => order.rrn))],
    ],
  )
  const keyOf = (institutionId: string, partnerId: string, rrn: string) => `${institutionId} ${partnerId} ${rrn}`
  const found = new Map(rows.map((row) => [keyOf(row.institution_id, row.partner_id, row.rrn), row]))
  return exceptions.map((one) => {
    if (!('transaction' in one)) return one
    const { institutionId, partnerId, rrn } = one.transaction
    const row = found.get(keyOf(institutionId, partnerId, rrn))
    return row === undefined
      ? one
      : { ...one, switchMessage: { switch: row.switch, rrn: row.sent_rrn, stan: row.stan } }
  })
}
