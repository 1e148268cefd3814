// The record of a transaction or an inquiry as administration reads it, with its SELECT columns. Search, exports,
// exceptions and the reconciliation file share it.

import { UNKNOWN_OUTCOME } from '../../channels/channel/record/order-record.ts'
import { APPROVED_CODE } from '../../channels/core/outcome.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'

/**
 * | status             | response code | known reversed  |
 * |--------------------|---------------|-----------------|
 * | APPROVED           | 000           | nothing         |
 * | PARTIALLY_REVERSED | 000           | a part          |
 * | REVERSED           | 000           | everything      |
 * | TIMED_OUT          | 911           | any             |
 * | DECLINED           | any other     | any             |
 *
 * A reversal is a transaction of its own: it is APPROVED, DECLINED or TIMED_OUT, and only its original is REVERSED. An order
 * that a remote core settled later has the code it was settled with; one that the core promised never to execute is DECLINED.
 * While the outcome of a reversal is unknown its amount is reserved on the original, in the column reversed_minor, but not known
 * to be reversed: the original keeps the status it had.
 */
export const TRANSACTION_STATUSES = ['APPROVED', 'DECLINED', 'TIMED_OUT', 'PARTIALLY_REVERSED', 'REVERSED'] as const

export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** The types of records in `inquiries`; all others are in `transactions`. */
export const INQUIRY_TYPES = ['ACCOUNTLOOKUP', 'BALANCEINQUIRY'] as const

export interface TransactionRecord {
  readonly id: string
  readonly rrn: string
  readonly type: string
  readonly institutionId: string
  readonly partnerId: string
  /** Absent when the order named none. */
  readonly terminalId?: string
  /** Absent on lookups. */
  readonly accountId?: string
  readonly beneficiaryAccountId?: string
  readonly billerId?: string
  readonly maskedPan?: string
  readonly amountMinor: bigint
  readonly accessFeeMinor: bigint
  /** Absent on inquiries, which have no amount. */
  readonly currency?: string
  readonly reversedMinor: bigint
  readonly responseCode: string
  readonly authId?: string
  /** Reversals: the transaction they reverse, once matched. */
  readonly originalId?: string
  readonly businessDate: BusinessDate
  readonly latencyMs: number
  readonly correlationId: string
  readonly status: TransactionStatus
  readonly createdAtMs: number
}

export interface TransactionRow {
  transaction_id: string
  rrn: string
  type: string
  institution_id: string
  partner_id: string
  terminal_id: string | null
  account_id: string | null
  beneficiary_account_id: string | null
  biller_id: string | null
  masked_pan: string | null
  amount_minor: bigint
  fee_minor: bigint
  currency: string | null
  /** Without what is only reserved. */
  reversed_minor: bigint
  response_code: string
  auth_id: string | null
  original_id: string | null
  business_date: string
  latency_ms: number
  correlation_id: string
  recorded_at: Date
}

/** The institution of a row `t`. Where one server of distributed books is asked, its value stands in place of it. */
export const OF_ROW = 't.institution_id'

/** What reversals of unknown outcome have reserved on a row `t`, from an index of those alone. */
const reserved = (institution: string) => `
  coalesce((SELECT sum(u.amount_minor) FROM transactions u
             WHERE u.institution_id = ${institution} AND u.original_id = t.transaction_id
               AND u.response_code = '${UNKNOWN_OUTCOME}'), 0)::bigint`

/** What is known to be reversed of a row `t`. Only few rows are looked up: nothing is reserved on the others. */
export function knownReversed(institution: string): string {
  return `CASE WHEN t.reversed_minor > 0 THEN t.reversed_minor - ${reserved(institution)} ELSE 0::bigint END`
}

/** The columns of a TransactionRow from `transactions t`. */
export function transactionColumns(institution: string): string {
  return `t.transaction_id, t.rrn, t.type, t.institution_id, t.partner_id, t.terminal_id, t.account_id,
  t.beneficiary_account_id, t.biller_id, t.masked_pan, t.amount_minor, t.fee_minor, t.currency,
  ${knownReversed(institution)} AS reversed_minor,
  t.response_code, t.auth_id, t.original_id, t.business_date, t.latency_ms, t.correlation_id, t.recorded_at`
}

/** The columns of a TransactionRow from `inquiries t`. */
export const INQUIRY_COLUMNS = `t.inquiry_id AS transaction_id, t.rrn, t.type, t.institution_id, t.partner_id, t.terminal_id, t.account_id,
  NULL::text AS beneficiary_account_id, NULL::text AS biller_id, t.masked_pan, 0::bigint AS amount_minor, 0::bigint AS fee_minor,
  NULL::text AS currency, 0::bigint AS reversed_minor, t.response_code, t.auth_id, NULL::uuid AS original_id, t.business_date,
  t.latency_ms, t.correlation_id, t.recorded_at`

export function transactionOf(row: TransactionRow): TransactionRecord {
  return {
    id: row.transaction_id,
    rrn: row.rrn,
    type: row.type,
    institutionId: row.institution_id,
    partnerId: row.partner_id,
    ...(row.terminal_id !== null && { terminalId: row.terminal_id }),
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.beneficiary_account_id !== null && { beneficiaryAccountId: row.beneficiary_account_id }),
    ...(row.biller_id !== null && { billerId: row.biller_id }),
    ...(row.masked_pan !== null && { maskedPan: row.masked_pan }),
    amountMinor: row.amount_minor,
    accessFeeMinor: row.fee_minor,
    ...(row.currency !== null && { currency: row.currency }),
    reversedMinor: row.reversed_minor,
    responseCode: row.response_code,
    ...(row.auth_id !== null && { authId: row.auth_id }),
    ...(row.original_id !== null && { originalId: row.original_id }),
    businessDate: row.business_date,
    latencyMs: row.latency_ms,
    correlationId: row.correlation_id,
    status: statusOf(row),
    createdAtMs: row.recorded_at.getTime(),
  }
}

type StatusColumns = Pick<TransactionRow, 'response_code' | 'amount_minor' | 'reversed_minor'>

export function statusOf({ response_code, amount_minor, reversed_minor }: StatusColumns): TransactionStatus {
  if (response_code === UNKNOWN_OUTCOME) return 'TIMED_OUT'
  if (response_code !== APPROVED_CODE) return 'DECLINED'
  if (reversed_minor === 0n) return 'APPROVED'
  return reversed_minor < amount_minor ? 'PARTIALLY_REVERSED' : 'REVERSED'
}

/** The condition on `transactions t` under which a transaction has the status. Agrees with statusOf(). */
export function statusCondition(status: TransactionStatus, institution: string): string {
  const reversed = knownReversed(institution)
  const isApproved = `t.response_code = '${APPROVED_CODE}'`
  switch (status) {
    case 'APPROVED':
      return `${isApproved} AND ${reversed} = 0`
    case 'PARTIALLY_REVERSED':
      return `${isApproved} AND ${reversed} BETWEEN 1 AND t.amount_minor - 1`
    case 'REVERSED':
      // Compared first with what is reserved too, so that few rows are looked up.
      return `${isApproved} AND t.reversed_minor > 0 AND t.reversed_minor >= t.amount_minor AND ${reversed} >= t.amount_minor`
    case 'TIMED_OUT':
      return `t.response_code = '${UNKNOWN_OUTCOME}'`
    case 'DECLINED':
      return `t.response_code NOT IN ('${APPROVED_CODE}', '${UNKNOWN_OUTCOME}')`
  }
}
