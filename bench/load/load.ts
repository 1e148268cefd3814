// What a load is, and what comes of it, whichever generator makes it.

import type { PatternName } from './requests.ts'

export interface Load {
  readonly url: string
  readonly pattern: PatternName
  readonly connections: number
  readonly seconds: number
  readonly accounts: number
  /** Three digits that every RRN of this load begins with. */
  readonly run: number
  /** For files that live as long as the load. */
  readonly folder: string
}

export interface LoadResult {
  /** Answers received, of any status. */
  readonly answered: number
  readonly seconds: number
  /** Answers that were not 2xx. */
  readonly refused: number
  /** Connections that failed, broke or timed out. */
  readonly broken: number
  readonly latencyMs: Latency
}

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface LoadGenerator {
  readonly name: 'wrk' | 'autocannon'
  run(load: Load): Promise<LoadResult>
}

/** A reversal names a withdrawal that was sent this many withdrawals ago, so that it has been answered. */
export const REVERSAL_DISTANCE = 1024
