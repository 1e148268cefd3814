// Reads the candidate originals of a batch's reversals: by authorization id, by RRN, or the recent ones of the account.

import { earliestIdAt } from '../../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Rows, Statement } from '../../../platform/storage/database.ts'
import type { Original } from '../../core/original.ts'
import { LOST_ON_ITS_WAY, type OrderFields, type OriginalQuery } from './order-record.ts'
import { MESSAGES_LOOKED_THROUGH } from './switch-messages.ts'

const ORIGINAL_COLUMNS = `t.transaction_id, t.partner_id, t.rrn, t.type, t.account_id, t.beneficiary_account_id, t.biller_id, t.terminal_id,
       t.amount_minor, t.fee_minor - t.fee_refunded_minor AS fee_minor, t.cash_minor, t.currency, t.response_code, t.auth_id, t.pan_hash, t.business_date, t.recorded_at, t.reversed_minor,
       t.response_code = '485' AND t.core_outcome IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM reversal_tombstones s
                          WHERE s.institution_id = $1 AND s.partner_id = t.partner_id AND s.original_rrn = t.rrn) AS is_cancelled,
       coalesce(t.response_code = '911' AND t.core_outcome = '${LOST_ON_ITS_WAY}' AND NOT t.sent_again, false) AS is_lost`

const ORIGINALS_BY_AUTH_ID: Statement = {
  name: 'originals-by-auth-id',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (account_id, auth_id)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND auth_id = asked.auth_id
                 ORDER BY transaction_id DESC
                 LIMIT 1) AS t`,
}

const ORIGINALS_BY_RRN: Statement = {
  name: 'originals-by-rrn',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t`,
}

// By the messages of switches that they came with; HEARD_BY_STAN and HEARD_BY_TIME read those.
const originalsOfMessages = (name: string, column: 'stan' | 'sent_time'): Statement => ({
  name,
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (switch, value)
          CROSS JOIN LATERAL (
                SELECT * FROM switch_messages
                 WHERE institution_id = $1 AND switch = asked.switch AND ${column} = asked.value AND NOT is_reversal
                 ORDER BY recorded_at DESC
                 LIMIT ${MESSAGES_LOOKED_THROUGH}) AS m
           JOIN transactions t ON t.institution_id = $1 AND t.partner_id = m.partner_id AND t.rrn = m.rrn`,
})
const ORIGINALS_BY_STAN = originalsOfMessages('originals-by-stan', 'stan')
const ORIGINALS_BY_TIME = originalsOfMessages('originals-by-time', 'sent_time')

// Candidates for a reversal that names no original: the newest match that is not fully reversed. An id starts with a time
// not before its record's, so the index scan can stop at the window.
const RECENT_ORIGINALS: Statement = {
  name: 'recent-originals',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::uuid[], $6::bigint[])
             AS asked (account_id, type, not_before, first_id, amount_minor)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND type = asked.type
                   AND transaction_id >= asked.first_id AND recorded_at >= asked.not_before
                   AND (response_code IN ('000', '911') OR response_code = '485' AND core_outcome IS NOT NULL)
                   AND amount_minor = coalesce(asked.amount_minor, amount_minor)
                 ORDER BY transaction_id DESC
                 LIMIT 500) AS t`,
}

// The originals of reversals that are already recorded.
const ORIGINALS_OF_REVERSALS: Statement = {
  name: 'originals-of-reversals',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
           JOIN transactions r ON r.institution_id = $1 AND r.partner_id = asked.partner_id AND r.rrn = asked.rrn
           JOIN transactions t
             ON t.institution_id = $1 AND t.account_id = r.account_id AND t.transaction_id = r.original_id`,
}

interface OriginalRow {
  transaction_id: string
  partner_id: string
  rrn: string
  type: string
  account_id: string
  beneficiary_account_id: string | null
  biller_id: string | null
  terminal_id: string | null
  amount_minor: bigint
  fee_minor: bigint
  cash_minor: bigint
  currency: string
  response_code: string
  auth_id: string | null
  pan_hash: string | null
  business_date: string
  recorded_at: Date
  reversed_minor: bigint
  is_cancelled: boolean
  is_lost: boolean
}

type Named = Pick<OrderFields, 'partnerId' | 'rrn' | 'original' | 'message'>

export async function readOriginals(trip: Trip, institutionId: string, orders: readonly Named[]): Promise<Original[]> {
  const reversals = orders.filter((order) => order.original !== undefined)
  if (reversals.length === 0) return []
  const queries = reversals.map((order) => order.original as OriginalQuery)
  const byAuthId = queries.filter((query) => query.authId !== undefined)
  const byRrn = reversals.filter((order) => order.original?.rrn !== undefined)
  const unnamed = queries.filter(
    (query) =>
      (query.elements === undefined || query.messagesSinceMs !== undefined) &&
      query.authId === undefined &&
      query.rrn === undefined,
  )
  const byElements = reversals.filter((order) => order.original?.elements !== undefined && order.message !== undefined)
  const byStan = byElements.filter((order) => order.original?.elements?.stan !== '')
  const byTime = byElements.filter((order) => order.original?.elements?.stan === '')
  const switchesOf = (of: readonly Named[]) => textArray(of.map((order) => order.message?.switchName as string))
  const found = await Promise.all([
    byAuthId.length > 0 &&
      trip.ask<OriginalRow>(ORIGINALS_BY_AUTH_ID, [
        institutionId,
        textArray(byAuthId.map((query) => query.accountId)),
        textArray(byAuthId.map((query) => query.authId as string)),
      ]),
    byRrn.length > 0 &&
      trip.ask<OriginalRow>(ORIGINALS_BY_RRN, [
        institutionId,
        textArray(byRrn.map((order) => order.partnerId)),
        textArray(byRrn.map((order) => order.original?.rrn as string)),
      ]),
    byStan.length > 0 &&
      trip.ask<OriginalRow>(ORIGINALS_BY_STAN, [
        institutionId,
        switchesOf(byStan),
        textArray(byStan.map((order) => order.original?.elements?.stan as string)),
      ]),
    byTime.length > 0 &&
      trip.ask<OriginalRow>(ORIGINALS_BY_TIME, [
        institutionId,
        switchesOf(byTime),
        textArray(byTime.map((order) => order.original?.elements?.time as string)),
      ]),
    unnamed.length > 0 &&
      trip.ask<OriginalRow>(RECENT_ORIGINALS, [
        institutionId,
        textArray(unnamed.map((query) => query.accountId)),
        textArray(unnamed.map((query) => query.type)),
        textArray(unnamed.map((query) => isoTimestamp(query.notBeforeMs))),
        plainArray(unnamed.map((query) => earliestIdAt(query.notBeforeMs))),
        plainArray(unnamed.map((query) => query.amountMinor ?? null)),
      ]),
  ])
  return found.flatMap((result: false | Rows<OriginalRow>) => (result === false ? [] : result.rows.map(toOriginal)))
}

/** The originals of those orders that are already recorded reversals. */
export async function readOriginalsOfReversals(
  trip: Trip,
  institutionId: string,
  orders: readonly Named[],
): Promise<Original[]> {
  const found = await trip.ask<OriginalRow>(ORIGINALS_OF_REVERSALS, [
    institutionId,
    textArray(orders.map((order) => order.partnerId)),
    textArray(orders.map((order) => order.rrn)),
  ])
  return found.rows.map(toOriginal)
}

// Originals by id, on the account that a reversal names too.
const ORIGINALS_BY_ID: Statement = {
  name: 'originals-by-id',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::uuid[]) AS asked (account_id, transaction_id)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND transaction_id = asked.transaction_id
                 LIMIT 1) AS t`,
}

export async function readOriginalsById(
  trip: Trip,
  institutionId: string,
  asked: readonly { readonly accountId: string; readonly transactionId: string }[],
): Promise<Original[]> {
  const found = await trip.ask<OriginalRow>(ORIGINALS_BY_ID, [
    institutionId,
    textArray(asked.map((one) => one.accountId)),
    plainArray(asked.map((one) => one.transactionId)),
  ])
  return found.rows.map(toOriginal)
}

function toOriginal(row: OriginalRow): Original {
  return {
    transactionId: row.transaction_id,
    partnerId: row.partner_id,
    rrn: row.rrn,
    type: row.type,
    accountId: row.account_id,
    beneficiaryAccountId: row.beneficiary_account_id,
    billerId: row.biller_id,
    terminalId: row.terminal_id,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    cashMinor: row.cash_minor,
    currency: row.currency,
    responseCode: row.response_code,
    authId: row.auth_id,
    panHash: row.pan_hash,
    businessDate: row.business_date,
    recordedAtMs: row.recorded_at.getTime(),
    isCancelled: row.is_cancelled,
    isLost: row.is_lost,
    reversedMinor: row.reversed_minor,
  }
}
