// Latencies are counted in buckets whose bounds grow by a tenth: any value is known to within five percent, and histograms
// of hours, days and institutions can be added up.

/** Below this each millisecond has a bucket of its own. */
const EXACT_BELOW_MS = 12
const GROWTH = 1.1

/** The bucket of a latency, in SQL. */
export const LATENCY_BUCKET = `
  CASE WHEN latency_ms < ${EXACT_BELOW_MS} THEN latency_ms
       ELSE ${EXACT_BELOW_MS} + floor(ln(latency_ms / ${EXACT_BELOW_MS}.0::float8) / ln(${GROWTH}::float8))::integer END`

/** The value that stands for a bucket: the geometric mean of its smallest and largest whole number. */
function latencyOfBucket(bucket: number): number {
  if (bucket < EXACT_BELOW_MS) return bucket
  const lower = EXACT_BELOW_MS * GROWTH ** (bucket - EXACT_BELOW_MS)
  const smallest = Math.ceil(lower - 1e-9)
  const largest = Math.max(smallest, Math.ceil(lower * GROWTH - 1e-9) - 1)
  return Math.round(Math.sqrt(smallest * largest) * 100) / 100
}

/** The latency that a share of all transactions does not exceed, by the nearest rank; null when there are none. */
export function percentileOf(histogram: ReadonlyMap<number, number>, share: number): number | null {
  let total = 0
  for (const count of histogram.values()) total += count
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(share * total))
  let passed = 0
  let last = 0
  for (const [bucket, count] of [...histogram].sort(([a], [b]) => a - b)) {
    passed += count
    last = bucket
    if (passed >= rank) break
  }
  return latencyOfBucket(last)
}
