// Differences of reconciliations as rows among the exceptions. What is missing here may have no transaction: what is shown of it is in
// the row itself.

import type { Sql } from '../../platform/storage/database.ts'
import { knownReversed } from '../transactions/transaction-record.ts'
import type { ExceptionalDifference } from './reconciliation-record.ts'

/** The answer to a reversal whose original is not here: nor is the order. */
const NOT_HERE = '914'

export interface ReconciliationRowsWanted {
  /** The institution by value, where one server is asked; otherwise that of each row. */
  readonly institution?: string | undefined
  /** A condition on `r` and `t`. */
  readonly where: string
}

/** The columns are those of the other exceptions. */
export function reconciliationRows({ institution, where }: ReconciliationRowsWanted): string {
  const own = institution ?? 'r.institution_id'
  return `
    SELECT coalesce(r.transaction_id, r.exception_id) AS transaction_id, coalesce(t.rrn, r.rrn) AS rrn,
           coalesce(t.type, r.type, CASE WHEN r.is_credit THEN 'CASHDEPOSIT' ELSE 'CASHWITHDRAWAL' END) AS type, r.institution_id,
           r.partner_id, coalesce(t.terminal_id, r.terminal_id) AS terminal_id, coalesce(t.account_id, r.account_id) AS account_id,
           t.beneficiary_account_id, t.biller_id, t.masked_pan, coalesce(t.amount_minor, r.their_minor, r.our_minor) AS amount_minor,
           coalesce(t.fee_minor, 0::bigint) AS fee_minor, coalesce(t.currency, r.currency) AS currency,
           ${knownReversed(own)} AS reversed_minor, coalesce(t.response_code, '${NOT_HERE}') AS response_code, t.auth_id,
           t.original_id, coalesce(t.business_date, r.business_date) AS business_date, coalesce(t.latency_ms, 0) AS latency_ms,
           coalesce(t.correlation_id, r.exception_id) AS correlation_id, coalesce(t.recorded_at, r.opened_at) AS recorded_at,
           'RECONCILIATION' AS kind, r.opened_at AS became_at, r.action, r.reason, r.resolved_by, r.resolved_at, r.journal_id,
           r.exception_id, NULL::text AS external_reference
      FROM reconciliation_exceptions r
      LEFT JOIN transactions t ON t.institution_id = ${own} AND t.partner_id = r.partner_id AND t.rrn = r.our_rrn
     WHERE ${institution === undefined ? '' : `r.institution_id = ${institution} AND `}${where}`
}

/** What a file and the books say of an order. */
export interface ReconciledDifference {
  readonly reconciliationId: string
  readonly source: string
  readonly difference: ExceptionalDifference
  /** As the source knows it. */
  readonly rrn: string
  readonly isCredit: boolean
  readonly currency: string
  readonly theirMinor?: bigint
  readonly ourMinor?: bigint
  readonly line?: number
}

interface DetailRow {
  exception_id: string
  reconciliation_id: string
  source: string
  difference: ExceptionalDifference
  rrn: string
  is_credit: boolean
  currency: string
  their_minor: bigint | null
  our_minor: bigint | null
  line: number | null
}

/** Of exceptions, by their ids. */
export async function readReconciled(
  sql: Sql,
  exceptions: readonly { readonly id: string; readonly institutionId: string }[],
): Promise<ReadonlyMap<string, ReconciledDifference>> {
  const found = new Map<string, ReconciledDifference>()
  for (const [institutionId, ofInstitution] of Map.groupBy(exceptions, (one) => one.institutionId)) {
    const { rows } = await sql.query<DetailRow>(
      `SELECT exception_id, reconciliation_id, source, difference, rrn, is_credit, currency, their_minor, our_minor, line
         FROM reconciliation_exceptions WHERE institution_id = $1 AND exception_id = ANY ($2::uuid[])`,
      [institutionId, ofInstitution.map(({ id }) => id)],
    )
    for (const row of rows) found.set(row.exception_id, detailOf(row))
  }
  return found
}

function detailOf(row: DetailRow): ReconciledDifference {
  return {
    reconciliationId: row.reconciliation_id,
    source: row.source,
    difference: row.difference,
    rrn: row.rrn,
    isCredit: row.is_credit,
    currency: row.currency,
    ...(row.their_minor !== null && { theirMinor: row.their_minor }),
    ...(row.our_minor !== null && { ourMinor: row.our_minor }),
    ...(row.line !== null && { line: row.line }),
  }
}
