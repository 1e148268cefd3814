// What the primary and its workers tell each other. Requests of operators are forwarded by HTTP instead
// (primary-management.ts), because their answers can be large.

import type { RawMetric } from '../observability/metric-snapshots.ts'

export type ToWorker =
  /** Drain and exit. When replaced, other workers go on accepting connections. */
  | { readonly kind: 'stop'; readonly isReplaced: boolean }
  /** No connection is on its way to a worker any more: those that stop may close the port. */
  | { readonly kind: 'silent' }
  /** All have closed it: clients that are answered from now on cannot connect again. */
  | { readonly kind: 'port-closed' }
  /** Run what one worker runs for all: sweeps, jobs, retries of mails. */
  | { readonly kind: 'duties' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'tokens'; readonly id: number; readonly taken: number; readonly waitMs: number }

export type FromWorker =
  /** It accepts connections. */
  | {
      readonly kind: 'ready'
      readonly publicUrl: string
      readonly managementUrl: string
      readonly switchesUrl?: string | undefined
    }
  /** It stops, on its own account or told to. */
  | { readonly kind: 'leaving' }
  /** It answers no client until the port is closed. */
  | { readonly kind: 'holding' }
  /** It listens no more. */
  | { readonly kind: 'closed' }
  /** The counters at its end. */
  | { readonly kind: 'counted'; readonly metrics: readonly RawMetric[] }
  | { readonly kind: 'pong' }
  | ({ readonly kind: 'take-tokens'; readonly id: number } & TokenRequest)

/** Tokens of a rate limit; `most` of them at once, because asking for each would cost more than the request. */
export interface TokenRequest {
  readonly limiter: string
  readonly key: string
  readonly most: number
  readonly ratePerSecond: number
  readonly burst: number
}
