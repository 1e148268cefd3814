// The filters of the list of transactions that give exactly the transactions behind a figure.

import { ORDER_TYPES, REVERSAL_TYPES } from '../../transactions/transaction-words.ts'
import type { DateRange, Granularity } from '../period.ts'

export type Search = Readonly<Record<string, string | undefined>>

const HOUR_MS = 3_600_000

/** Everything of the period; inquiries are neither counted nor listed. */
export function allOf({ from, to }: DateRange, institutionId: string | undefined): Search {
  return { dateFrom: from, dateTo: to, institutionId }
}

const ORDERS = ORDER_TYPES.join(',')

/** The figures count a reversal as such, with any outcome; approved and declined are orders only. */
export const APPROVED: Search = { type: ORDERS, status: 'APPROVED,PARTIALLY_REVERSED,REVERSED' }
export const DECLINED: Search = { type: ORDERS, status: 'DECLINED' }
export const REVERSALS: Search = { type: REVERSAL_TYPES.join(',') }
export const UNKNOWN: Search = { type: ORDERS, status: 'TIMED_OUT' }

/** What was recorded in a day or an hour of the period. */
export function ofBucket(bucket: string, granularity: Granularity): Search {
  if (granularity === 'day') return { dateFrom: bucket, dateTo: bucket }
  return { from: bucket, to: new Date(Date.parse(bucket) + HOUR_MS).toISOString() }
}
