// Orders that a host has to take back, as rows among the exceptions. Those of digital banking and lending have no transaction:
// what is shown of them is in the row itself.

import { knownReversed } from '../../transactions/transaction-record.ts'

export interface HostRowsWanted {
  /** The institution by value, where one server is asked; otherwise that of each row. */
  readonly institution?: string | undefined
  /** A condition on `h` and `t`. */
  readonly where: string
}

/** The columns are those of the other exceptions. */
export function hostRows({ institution, where }: HostRowsWanted): string {
  const own = institution ?? 'h.institution_id'
  return `
    SELECT h.order_reference AS transaction_id, coalesce(t.rrn, h.rrn) AS rrn, coalesce(t.type, h.type) AS type, h.institution_id,
           coalesce(t.partner_id, h.partner_id, '') AS partner_id, t.terminal_id, coalesce(t.account_id, h.account_id) AS account_id,
           t.beneficiary_account_id, t.biller_id, t.masked_pan, coalesce(t.amount_minor, h.amount_minor) AS amount_minor,
           coalesce(t.fee_minor, 0::bigint) AS fee_minor, coalesce(t.currency, h.currency) AS currency,
           ${knownReversed(own)} AS reversed_minor, coalesce(t.response_code, '911') AS response_code, t.auth_id,
           t.original_id, coalesce(t.business_date, to_char(h.recorded_at AT TIME ZONE 'UTC', 'YYYYMMDD')) AS business_date,
           coalesce(t.latency_ms, 0) AS latency_ms, coalesce(t.correlation_id, h.order_reference) AS correlation_id,
           coalesce(t.recorded_at, h.recorded_at) AS recorded_at, h.kind, h.recorded_at AS became_at, h.action, h.reason,
           h.resolved_by, h.resolved_at, NULL::uuid AS journal_id, h.exception_id, h.external_reference
      FROM host_exceptions h
      LEFT JOIN transactions t ON t.institution_id = ${own} AND t.account_id = h.account_id AND t.transaction_id = h.order_reference
     WHERE ${institution === undefined ? '' : `h.institution_id = ${institution} AND `}${where}`
}

/** Whether an order `t` is such an exception, and open: then it is not one of unknown outcome as well. */
export function isHostException(institution: string): string {
  return `EXISTS (SELECT FROM host_exceptions h
                   WHERE h.institution_id = ${institution} AND h.order_reference = t.transaction_id AND h.action IS NULL)`
}
