// The earlier records that a batch reads: those of its RRNs, their tombstones, and the originals of its reversals.

import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement } from '../../../platform/storage/database.ts'
import { type OrderFields, recordKey } from './order-record.ts'
import { readOriginals } from './read-originals.ts'
import type { RecordsRead } from './record-book.ts'
import { readSwitchMessages } from './switch-messages.ts'

// One list of RRNs per partner: consecutive numbers are adjacent in the index. Archived ones have no id.
const READ_RECORDS: Statement = {
  name: 'read-records',
  text: `SELECT partner_id, rrn, transaction_id, fingerprint, response_code, response, business_date, amount_minor, original_id,
                core_outcome, sent_again
           FROM transactions
          WHERE institution_id = $1 AND partner_id = $2 AND rrn = ANY ($3::text[])
         UNION ALL
         SELECT partner_id, rrn, NULL, '', '', '', '', 0, NULL, NULL, false
           FROM spent_rrns
          WHERE institution_id = $1 AND partner_id = $2 AND rrn = ANY ($3::text[])`,
}

/** Originals that reversals name and that are archived. */
const READ_SPENT: Statement = {
  name: 'read-spent-rrns',
  text: `SELECT partner_id, rrn
           FROM spent_rrns
          WHERE institution_id = $1 AND partner_id = $2 AND rrn = ANY ($3::text[])`,
}

const READ_TOMBSTONES: Statement = {
  name: 'read-tombstones',
  text: `SELECT partner_id, original_rrn
           FROM reversal_tombstones
          WHERE institution_id = $1 AND partner_id = $2 AND original_rrn = ANY ($3::text[])`,
}

interface RecordRow {
  partner_id: string
  rrn: string
  transaction_id: string | null
  fingerprint: string
  response_code: string
  response: string
  business_date: string
  amount_minor: bigint
  original_id: string | null
  core_outcome: string | null
  sent_again: boolean
}

interface SpentRow {
  partner_id: string
  rrn: string
}

interface TombstoneRow {
  partner_id: string
  original_rrn: string
}

/** The fields that find an order's earlier records. */
type Named = Pick<OrderFields, 'partnerId' | 'rrn' | 'original'> &
  Partial<Pick<OrderFields, 'message' | 'receivedAtMs'>>

/** Queues the reads; the caller sends the trip. */
export async function readRecords(trip: Trip, institutionId: string, orders: readonly Named[]): Promise<RecordsRead> {
  const reversals = orders.filter(({ original }) => original?.rrn !== undefined)
  const [records, tombstones, originals, archived, messages] = await Promise.all([
    readByPartner<RecordRow>(trip, READ_RECORDS, institutionId, orders, ({ rrn }) => rrn),
    // Tombstones of the originals that reversals name; for other orders, their own.
    readByPartner<TombstoneRow>(
      trip,
      READ_TOMBSTONES,
      institutionId,
      orders,
      ({ rrn, original }) => original?.rrn ?? rrn,
    ),
    readOriginals(trip, institutionId, orders),
    readByPartner<SpentRow>(trip, READ_SPENT, institutionId, reversals, ({ original }) => original?.rrn as string),
    readSwitchMessages(trip, institutionId, orders),
  ])
  return {
    records: new Map(
      records.filter(isKept).map((row) => [
        recordKey(row.partner_id, row.rrn),
        {
          transactionId: row.transaction_id,
          fingerprint: row.fingerprint,
          code: row.response_code,
          reply: row.response,
          businessDate: row.business_date,
          amountMinor: row.amount_minor,
          originalId: row.original_id ?? undefined,
          coreOutcome: row.core_outcome ?? undefined,
          sentAgain: row.sent_again,
        },
      ]),
    ),
    tombstones: tombstones.map((row) => ({ partnerId: row.partner_id, rrn: row.original_rrn })),
    originals,
    messages,
    spent: [...records.filter((row) => !isKept(row)), ...archived].map((row) => ({
      partnerId: row.partner_id,
      rrn: row.rrn,
    })),
  }
}

function isKept(row: RecordRow): row is RecordRow & { readonly transaction_id: string } {
  return row.transaction_id !== null
}

/** Rows of the RRNs that orders name, one query per partner. */
async function readByPartner<Row>(
  trip: Trip,
  statement: Statement,
  institutionId: string,
  orders: readonly Named[],
  rrnOf: (order: Named) => string,
): Promise<Row[]> {
  const byPartner = Map.groupBy(orders, (order) => order.partnerId)
  const answers = await Promise.all(
    Array.from(byPartner, ([partnerId, asked]) =>
      trip.ask<Row>(statement, [institutionId, partnerId, textArray(asked.map(rrnOf))]),
    ),
  )
  return answers.flatMap((answer) => answer.rows)
}
