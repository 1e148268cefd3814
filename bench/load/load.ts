// A load and its result, independent of the generator.

import type { PatternName } from './requests.ts'

export interface Load {
  readonly url: string
  readonly pattern: PatternName
  readonly connections: number
  readonly seconds: number
  readonly accounts: number
  /** The ids of the loans that are repaid. */
  readonly loans: readonly string[]
  /** The digital asset accounts that pay each other. */
  readonly tokenAccounts: readonly TokenAccounts[]
  /** The first three digits of every RRN of this load. */
  readonly run: number
  /** For temporary files. */
  readonly folder: string
}

/** The accounts of one institution. */
export interface TokenAccounts {
  readonly institutionId: string
  readonly accountIds: readonly string[]
}

export interface LoadResult {
  /** Answers received, with any status. */
  readonly answered: number
  readonly seconds: number
  /** Answers that were not 2xx. */
  readonly refused: number
  /** Connections that failed, were reset or timed out. */
  readonly broken: number
  readonly latencyMs: Latency
}

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  /** Where the generator keeps every latency. */
  readonly p999?: number | undefined
  readonly max: number
}

export interface LoadGenerator {
  readonly name: 'wrk' | 'autocannon'
  run(load: Load): Promise<LoadResult>
}

/** A reversal refers to the withdrawal sent this many withdrawals earlier, so that it has been answered. */
export const REVERSAL_DISTANCE = 1024
