// The loans of one customer at one institution, whoever of these partners has lent: what a page about the customer shows.

import { type BusinessDate, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { addDaysTo, loanDate } from '../loan-dates.ts'

export interface CustomerLoan {
  readonly loanId: string
  readonly partnerId: string
  readonly productCode: string
  readonly status: string
  readonly currency: string
  readonly principalMinor: bigint
  /** The account that its payments are booked on; absent before the first disbursement. */
  readonly accountId?: string
  readonly externalReference?: string
  readonly createdAt: string
}

export interface LoansOfCustomer {
  readonly institutionId: string
  readonly customerId: string
  readonly partnerIds: readonly string[]
  /** The business date of the institution: whether a loan is in arrears follows from it. */
  readonly today: BusinessDate
  readonly limit: number
}

interface Row {
  loan_id: string
  partner_id: string
  product_code: string
  status: string
  currency: string
  principal_minor: bigint
  account_id: string | null
  external_reference: string | null
  created_at: Date
}

/** Newest first; from the index of a partner's customers. */
export async function loansOfCustomer(sql: Sql, asked: LoansOfCustomer): Promise<readonly CustomerLoan[]> {
  const { institutionId, customerId, partnerIds, today, limit } = asked
  if (partnerIds.length === 0) return []
  const date = loanDate(today)
  const { rows } = await sql.query<Row>(
    `SELECT l.loan_id, l.partner_id, l.product_code, l.currency, l.external_reference, l.created_at,
            (l.agreement ->> 'principalApprovedMinor')::bigint AS principal_minor,
            CASE WHEN l.account_opened THEN l.account_id END AS account_id,
            CASE WHEN l.status <> 'ACTIVE' THEN l.status
                 WHEN l.charge_off_on <= $5 THEN 'CHARGED_OFF'
                 WHEN l.resumes_on > $5 AND l.paused_days >= 1 THEN 'IN_ARREARS'
                 WHEN l.past_due_since <= $6 AND (l.resumes_on IS NULL OR l.resumes_on <= $5) THEN 'IN_ARREARS'
                 ELSE 'ACTIVE' END AS status
       FROM loans l
      WHERE l.institution_id = $1 AND l.partner_id = ANY ($2::text[]) AND l.customer_id = $3
      ORDER BY l.loan_id DESC LIMIT $4`,
    [institutionId, partnerIds, customerId, limit, date, addDaysTo(date, -1)],
  )
  return rows.map((row) => ({
    loanId: row.loan_id,
    partnerId: row.partner_id,
    productCode: row.product_code,
    status: row.status,
    currency: row.currency,
    principalMinor: row.principal_minor,
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.external_reference !== null && { externalReference: row.external_reference }),
    createdAt: isoTimestamp(row.created_at.getTime()),
  }))
}
