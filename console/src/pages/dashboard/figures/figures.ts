// How figures of the dashboard are named and written.

import { locale } from '../../../reader.ts'

/** Percentiles of the response time, in words that need no statistics. */
export const RESPONSE_TIMES = [
  ['p50Ms', 'Median'],
  ['p95Ms', '95 of 100 within'],
  ['p99Ms', '99 of 100 within'],
] as const

const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** `8.2 ms`, `1.4 s`. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${decimals.format(ms)} ms` : `${decimals.format(ms / 1000)} s`
}

/** A difference between two fractions: `1.2 points`. */
export function formatPoints(difference: number): string {
  const points = decimals.format(100 * difference)
  return points === '1' ? '1 point' : `${points} points`
}
