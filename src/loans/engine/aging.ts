// Aging: how long and how much a loan is past due. Each instalment counts by its own age.

import { toDay } from './arithmetic/calendar-days.ts'
import type { Instalment, LoanPosition } from './fold/loan-position.ts'
import type { AgingBucket } from './terms.ts'

export const DEFAULT_BUCKETS: readonly AgingBucket[] = [
  { name: 'CURRENT', from: 0, to: 0 },
  { name: '1-30', from: 1, to: 30 },
  { name: '31-60', from: 31, to: 60 },
  { name: '61-90', from: 61, to: 90 },
  { name: '91-120', from: 91, to: 120 },
  { name: '121-180', from: 121, to: 180 },
  { name: '180+', from: 181 },
]

export interface AgedAmount extends AgingBucket {
  amountMinor: bigint
  instalments: number[]
}

/** The bucket of a number of days past due. */
export function bucketOf(buckets: readonly AgingBucket[], daysPastDue: number): string {
  const bucket = buckets.find(
    (each) => each.from <= daysPastDue && daysPastDue <= (each.to ?? Number.POSITIVE_INFINITY),
  )
  return bucket?.name ?? 'CURRENT'
}

/**
 * Arrears by the age of their instalment. A charge can be overdue before the row that collects it has fallen due: it is in
 * the bucket of day 0.
 */
export function agedAmounts(position: LoanPosition, buckets: readonly AgingBucket[]): AgedAmount[] {
  const asOf = toDay(position.asOf)
  const aged = buckets.map((bucket) => ({ ...bucket, amountMinor: 0n, instalments: [] as number[] }))
  for (const { n, dueDate, amountMinor } of position.due.arrears) {
    const age = Math.max(0, asOf - toDay(dueDate))
    const bucket = aged.find((each) => each.from <= age && age <= (each.to ?? Number.POSITIVE_INFINITY)) ?? aged[0]
    if (bucket === undefined) continue
    bucket.amountMinor += amountMinor
    bucket.instalments.push(n)
  }
  return aged
}

export function unpaidAmount(row: Instalment): bigint {
  const { principal, interest, fees, penalties } = row.paid
  const asked = row.principalMinor + row.interestMinor + row.feesMinor + row.penaltiesMinor
  return asked - principal - interest - fees - penalties
}
