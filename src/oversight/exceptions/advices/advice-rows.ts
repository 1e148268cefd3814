// Declined advices as rows: among the exceptions, and as a resolution reads them.

import { DECLINE } from '../../../channels/core/outcome.ts'
import { reversalTypeSql } from '../../../channels/core/reversal-types.ts'
import type { Statement } from '../../../platform/storage/database.ts'
import { transactionColumns } from '../../transactions/transaction-record.ts'

/** How many transactions of an account are looked through for reversals of an advice. */
const LOOKED_THROUGH = 5_000

/**
 * What the switch has taken back of a declined order `t` by itself. Those reversals moved nothing: they found their original
 * declined, or came before it.
 */
const takenBack = (institution: string) => `
  SELECT sum(r.amount_minor)::bigint AS amount_minor, max(r.recorded_at) AS recorded_at
    FROM (SELECT n.amount_minor, n.recorded_at
            FROM (SELECT * FROM transactions
                   WHERE institution_id = ${institution} AND account_id = t.account_id AND transaction_id > t.transaction_id
                   ORDER BY transaction_id LIMIT ${LOOKED_THROUGH}) AS n
           WHERE n.partner_id = t.partner_id AND n.original_rrn = t.rrn AND n.type = ${reversalTypeSql('t.type')}
             AND n.response_code = '${DECLINE.originalDeclined}'
          UNION ALL
          SELECT n.amount_minor, n.recorded_at
            FROM reversal_tombstones s
            JOIN transactions n ON n.institution_id = ${institution} AND n.partner_id = s.partner_id AND n.rrn = s.reversal_rrn
           WHERE s.institution_id = ${institution} AND s.partner_id = t.partner_id AND s.original_rrn = t.rrn
             AND n.account_id = t.account_id AND n.type = ${reversalTypeSql('t.type')}) AS r`

export interface AdviceRowsWanted {
  /** The institution by value, where one server is asked; otherwise that of each row. */
  readonly institution?: string | undefined
  /** A condition on `d` and `t`. */
  readonly where: string
}

/** The columns are those of the other exceptions. */
export function adviceRows({ institution, where }: AdviceRowsWanted): string {
  const own = institution ?? 'd.institution_id'
  return `
    SELECT ${transactionColumns(own)}, 'DECLINED_ADVICE' AS kind, d.recorded_at AS became_at,
           coalesce(d.action, CASE WHEN back.amount_minor >= t.amount_minor THEN 'SETTLED' END) AS action,
           CASE WHEN d.action IS NULL THEN 'The switch has taken it back' ELSE d.reason END AS reason,
           coalesce(d.resolved_by, 'system') AS resolved_by,
           coalesce(d.resolved_at, greatest(back.recorded_at, d.recorded_at)) AS resolved_at, d.journal_id,
           d.advice_id AS exception_id, NULL::text AS external_reference
      FROM declined_advices d
      JOIN transactions t ON t.institution_id = ${own} AND t.partner_id = d.partner_id AND t.rrn = d.rrn
      LEFT JOIN LATERAL (${takenBack(own)}) AS back ON d.action IS NULL
     WHERE ${institution === undefined ? '' : `d.institution_id = ${institution} AND `}${where}`
}

/** A declined advice as its resolution reads it; `action` and what follows is that of a resolution before. */
export interface AdviceRow {
  transaction_id: string
  advice_id: string
  reverses_id: string | null
  action: 'MATCH' | 'WRITE_OFF' | 'IGNORE' | null
  posted_minor: bigint | null
  type: string
  account_id: string
  beneficiary_account_id: string | null
  biller_id: string | null
  terminal_id: string | null
  amount_minor: bigint
  fee_minor: bigint
  cash_minor: bigint
  currency: string
  taken_back_minor: bigint
  /** As what a reconciliation found missing here. */
  is_posted_otherwise: boolean
}

/** Those that are asked for, and those whose posting a reversal among them takes back. */
export const READ_ADVICES: Statement = {
  name: 'read-declined-advices',
  text: `SELECT d.transaction_id, d.advice_id, d.reverses_id, d.action, d.amount_minor AS posted_minor, t.type, t.account_id,
                t.beneficiary_account_id, t.biller_id, t.terminal_id, t.amount_minor, t.fee_minor, t.cash_minor, t.currency,
                coalesce(back.amount_minor, 0)::bigint AS taken_back_minor,
                EXISTS (SELECT FROM reconciliation_exceptions r
                         WHERE r.institution_id = $1 AND r.transaction_id = d.transaction_id AND r.journal_id IS NOT NULL
                           AND r.difference = 'MISSING_HERE') AS is_posted_otherwise
           FROM declined_advices d
           JOIN transactions t ON t.institution_id = $1 AND t.partner_id = d.partner_id AND t.rrn = d.rrn
           LEFT JOIN LATERAL (${takenBack('$1')}) AS back ON true
          WHERE d.institution_id = $1
            AND d.transaction_id IN (SELECT unnest($2::uuid[])
                                     UNION ALL
                                     SELECT o.reverses_id FROM declined_advices o
                                      WHERE o.institution_id = $1 AND o.transaction_id = ANY ($2::uuid[]))`,
}

export const RESOLVE_ADVICES: Statement = {
  name: 'resolve-declined-advices',
  text: `UPDATE declined_advices AS d
            SET resolved_at = $2::timestamptz, action = n.action, reason = n.reason, resolved_by = n.resolved_by,
                amount_minor = n.amount_minor, journal_id = n.journal_id
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::uuid[])
                AS n (transaction_id, action, reason, resolved_by, amount_minor, journal_id)
          WHERE d.institution_id = $1 AND d.transaction_id = n.transaction_id AND d.action IS NULL`,
}
