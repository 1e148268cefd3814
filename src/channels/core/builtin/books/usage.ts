// Withdrawals counted against daily limits: on the card, on the account when no card was presented, and on the terminal.

import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'

/** Withdrawals of one business date; a newer date starts from zero. */
export interface Usage {
  date: BusinessDate | null
  minor: bigint
  count: number
}

export interface UsageRow {
  readonly usage_date: string | null
  readonly used_minor: bigint
  readonly used_count: number
}

/** Usage counted against limits, on rows that the batch has locked. */
export interface UsageChange {
  readonly of: Usage
  readonly minor: bigint
  readonly count: number
}

/** Usage given back on rows that the batch did not read: the day's figures are decremented in place. */
export interface UsageGivenBack {
  readonly of: { readonly panHash: string } | { readonly terminalId: string }
  readonly date: BusinessDate
  readonly minor: bigint
  readonly count: number
}

export function toUsage(row: UsageRow): Usage {
  return { date: row.usage_date, minor: row.used_minor, count: row.used_count }
}

export function usageOn(usage: Usage, date: BusinessDate): { readonly minor: bigint; readonly count: number } {
  return usage.date !== null && usage.date >= date ? usage : { minor: 0n, count: 0 }
}

export function changeUsage({ of: usage, minor, count }: UsageChange, today: BusinessDate): void {
  // A newer date was written by a node whose clock is ahead of ours: keep its figures and add ours to them.
  if (usage.date === null || usage.date < today) {
    usage.date = today
    usage.minor = 0n
    usage.count = 0
  }
  const minorAfter = usage.minor + minor
  usage.minor = minorAfter > 0n ? minorAfter : 0n
  usage.count = Math.max(0, usage.count + count)
}
