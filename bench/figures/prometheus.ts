// Reads the gateway's own metrics from its management listener before and after a run.

import type { ServerProcess } from '../servers/server-process.ts'

export interface PostingMetrics {
  /** Batches committed, their orders, and the number of batches up to each size. */
  readonly batches: number
  readonly orders: number
  readonly upTo: ReadonlyMap<number, number>
  readonly batchSeconds: number
  readonly retries: number
}

export interface BatchMetrics {
  readonly batches: number
  readonly meanSize: number
  /** The bucket that contains the median. */
  readonly medianAtMost: number
  readonly meanMs: number
  readonly retries: number
}

export async function readPostingMetrics({ managementUrl }: ServerProcess): Promise<PostingMetrics> {
  const response = await fetch(`${managementUrl}/actuator/prometheus`)
  const text = await response.text()
  return {
    batches: sumOf(text, /^posting_batch_size_count (\S+)/gm),
    orders: sumOf(text, /^posting_batch_size_sum (\S+)/gm),
    upTo: new Map(
      [...text.matchAll(/^posting_batch_size_bucket\{le="(\d+)"\} (\S+)/gm)].map(([, le, count]) => [
        Number(le),
        Number(count),
      ]),
    ),
    batchSeconds: sumOf(text, /^posting_batch_seconds_sum (\S+)/gm),
    retries: sumOf(text, /^posting_retries_total(?:\{[^}]*\})? (\S+)/gm),
  }
}

export function batchMetricsBetween(before: PostingMetrics, after: PostingMetrics): BatchMetrics | undefined {
  const batches = after.batches - before.batches
  if (batches === 0) return undefined
  const half = batches / 2
  const median = [...after.upTo].find(([size, count]) => count - (before.upTo.get(size) ?? 0) >= half)
  return {
    batches,
    meanSize: (after.orders - before.orders) / batches,
    medianAtMost: median?.[0] ?? Number.POSITIVE_INFINITY,
    meanMs: ((after.batchSeconds - before.batchSeconds) / batches) * 1000,
    retries: after.retries - before.retries,
  }
}

function sumOf(text: string, lines: RegExp): number {
  return [...text.matchAll(lines)].reduce((sum, [, value]) => sum + Number(value), 0)
}
