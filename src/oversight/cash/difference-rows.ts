// Differences of cash as rows among the exceptions. They are of no transaction: the columns of one carry the count.

import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { TransactionRow } from '../transactions/transaction-record.ts'

/** A count that found another amount than what was expected. */
export interface CountedDifference {
  readonly terminalId: string
  readonly reference: string
  readonly currency: string
  readonly countedMinor: bigint
  readonly expectedMinor: bigint
  readonly at: string
}

export interface CashRowsWanted {
  /** The institution by value, where one server is asked; otherwise that of each row. */
  readonly institution?: string | undefined
  /** A condition on `d` and on the count `t`. */
  readonly where: string
}

/** The columns are those of the other exceptions. */
export function cashRows({ institution, where }: CashRowsWanted): string {
  const own = institution ?? 'd.institution_id'
  return `
    SELECT d.movement_id AS transaction_id, t.reference AS rrn, 'COUNT'::text AS type, d.institution_id, ''::text AS partner_id,
           d.terminal_id, NULL::text AS account_id, NULL::text AS beneficiary_account_id, NULL::text AS biller_id,
           NULL::text AS masked_pan, t.amount_minor, t.expected_minor AS fee_minor, d.currency, 0::bigint AS reversed_minor,
           ''::text AS response_code, NULL::text AS auth_id, NULL::uuid AS original_id, t.business_date, 0 AS latency_ms,
           d.movement_id AS correlation_id, t.at AS recorded_at, 'CASH_DIFFERENCE'::text AS kind, d.recorded_at AS became_at, d.action,
           d.reason, d.resolved_by, d.resolved_at, d.journal_id, d.movement_id AS exception_id, NULL::text AS external_reference
      FROM cash_differences d
      JOIN cash_movements t ON t.institution_id = ${own} AND t.movement_id = d.movement_id
     WHERE ${institution === undefined ? '' : `d.institution_id = ${institution} AND `}${where}`
}

/** The count of a row of cashRows(). */
export function countedOf(row: TransactionRow): CountedDifference {
  return {
    terminalId: row.terminal_id ?? '',
    reference: row.rrn,
    currency: row.currency ?? '',
    countedMinor: row.amount_minor,
    expectedMinor: row.fee_minor,
    at: isoTimestamp(row.recorded_at.getTime()),
  }
}
