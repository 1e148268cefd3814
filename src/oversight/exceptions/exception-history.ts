// Exceptions as history. An order that is an open exception stays, and so does the order that it would reverse. A resolution
// leaves with its order, once its journal may leave too.

import { type Cut, DATE_SLACK, type HistoryTable } from '../../platform/history/history-group.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { fromFiltered, placesOf } from './exception-records.ts'

export const RESOLUTIONS_HISTORY: HistoryTable = {
  name: 'exception_resolutions',
  key: [
    ['institution_id', 'text'],
    ['transaction_id', 'uuid'],
  ],
  due: `t.institution_id = $1 AND t.resolved_at < $3::timestamptz - ${DATE_SLACK} AND t.transaction_id <> ALL ($4::uuid[])
        AND EXISTS (SELECT 1 FROM transactions o
                     WHERE o.institution_id = $1 AND o.partner_id = t.partner_id AND o.rrn = t.rrn AND o.business_date <= $2)`,
}

/** One that the switch has taken back has ended without a resolution; those that are open are among the kept ones. */
export const ADVICES_HISTORY: HistoryTable = {
  name: 'declined_advices',
  key: [
    ['institution_id', 'text'],
    ['transaction_id', 'uuid'],
  ],
  due: `t.institution_id = $1 AND coalesce(t.resolved_at, t.recorded_at) < $3::timestamptz - ${DATE_SLACK}
        AND t.transaction_id <> ALL ($4::uuid[])
        AND EXISTS (SELECT 1 FROM transactions o
                     WHERE o.institution_id = $1 AND o.partner_id = t.partner_id AND o.rrn = t.rrn AND o.business_date <= $2)`,
}

/** Orders that stay because of exceptions: open ones, those resolved too late for this cut, and the originals of both. */
export async function ordersOfExceptions(sql: Sql, cut: Cut, nowMs: number): Promise<string[]> {
  const { institutionId, end } = cut
  const parameters = new Parameters()
  const places = await placesOf(sql, {}, institutionId)
  // A book without business days has no exceptions of orders.
  if (places?.length === 0) return []
  const open = fromFiltered({}, { institutionId, state: ['OPEN'] }, nowMs, parameters, places?.[0])
  const of = parameters.add(institutionId)
  const until = `${parameters.add(end)}::timestamptz - ${DATE_SLACK}`
  const { rows } = await sql.query<{ id: string }>(
    `WITH open AS (SELECT x.transaction_id, x.original_id ${open}),
          late AS (SELECT transaction_id, original_id FROM exception_resolutions
                    WHERE institution_id = ${of} AND resolved_at >= ${until}),
          advices AS (SELECT transaction_id, reverses_id AS original_id FROM declined_advices
                       WHERE institution_id = ${of} AND (resolved_at >= ${until} OR action IS NULL AND reverses_id IS NOT NULL)),
          files AS (SELECT transaction_id FROM reconciliation_exceptions
                     WHERE institution_id = ${of} AND transaction_id IS NOT NULL AND (resolved_at >= ${until} OR action IS NULL))
     SELECT transaction_id AS id FROM open
     UNION SELECT original_id FROM open WHERE original_id IS NOT NULL
     UNION SELECT transaction_id FROM late
     UNION SELECT original_id FROM late WHERE original_id IS NOT NULL
     UNION SELECT transaction_id FROM files
     UNION SELECT transaction_id FROM advices
     UNION SELECT original_id FROM advices WHERE original_id IS NOT NULL`,
    parameters.values,
  )
  return rows.map((row) => row.id)
}
