// Sums of rollups, as the dashboard shows them.

import { percentileOf } from '../transactions/rollups/latency-buckets.ts'

/** A row of `transaction_rollups`, summed. */
export interface VolumeRow {
  is_reversal: boolean
  response_code: string
  currency: string
  count: bigint
  /** Numeric: the driver hands it over as text. */
  amount_minor: string
  reversed_minor: string
}

export interface CurrencyAmount {
  readonly currencyCode: string
  readonly amountMinor: bigint
  readonly reversedMinor: bigint
}

export interface Counts {
  /** All of them: approved, declined, reversals, and those whose outcome is unknown. */
  readonly totalTransactions: number
  readonly approved: number
  readonly declined: number
  readonly approvalRate: number | null
  readonly reversals: number
}

export interface Volume extends Counts {
  readonly amountByCurrency: readonly CurrencyAmount[]
}

export interface Percentiles {
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly p99Ms: number | null
}

const APPROVED = '000'
const UNKNOWN = '911'

export function countsOf(rows: readonly VolumeRow[]): Counts {
  let [totalTransactions, approved, declined, reversals] = [0, 0, 0, 0]
  for (const { is_reversal: isReversal, response_code: code, count } of rows) {
    totalTransactions += Number(count)
    if (isReversal) reversals += Number(count)
    else if (code === APPROVED) approved += Number(count)
    else if (code !== UNKNOWN) declined += Number(count)
  }
  const decided = approved + declined
  return { totalTransactions, approved, declined, approvalRate: decided === 0 ? null : approved / decided, reversals }
}

export function volumeOf(rows: readonly VolumeRow[]): Volume {
  const amounts = new Map<string, CurrencyAmount>()
  const approved = rows.filter((row) => !row.is_reversal && row.response_code === APPROVED)
  const currencies = new Set(approved.filter((row) => row.count !== 0n).map((row) => row.currency))
  for (const row of approved) {
    if (!currencies.has(row.currency)) continue
    const sum = amounts.get(row.currency)
    amounts.set(row.currency, {
      currencyCode: row.currency,
      amountMinor: (sum?.amountMinor ?? 0n) + BigInt(row.amount_minor),
      reversedMinor: (sum?.reversedMinor ?? 0n) + BigInt(row.reversed_minor),
    })
  }
  const amountByCurrency = [...amounts.values()].sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1))
  return { ...countsOf(rows), amountByCurrency }
}

export interface LatencyRow {
  bucket: number
  count: bigint
}

export function percentilesOf(rows: readonly LatencyRow[]): Percentiles {
  const histogram = new Map(rows.map((row) => [row.bucket, Number(row.count)]))
  return {
    p50Ms: percentileOf(histogram, 0.5),
    p95Ms: percentileOf(histogram, 0.95),
    p99Ms: percentileOf(histogram, 0.99),
  }
}
