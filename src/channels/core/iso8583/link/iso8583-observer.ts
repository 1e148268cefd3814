// What a core that speaks ISO 8583 tells of itself, for metrics and the log.

import type { CircuitState } from '../../rest/circuit-breaker.ts'
import type { StoredExchange } from '../exchange-store.ts'
import type { LinkState } from './host-link.ts'
import type { HostLinksOptions } from './host-links.ts'
import type { HostSignal } from './network-messages.ts'
import type { StrayReason } from './strays.ts'

export type Iso8583Operation = 'execute' | 'lookup' | 'balance' | 'probe' | 'advice'
export type CallResult = 'answered' | 'rejected' | 'unavailable' | 'timeout' | 'circuit-open'

export interface Iso8583Observer {
  called(operation: Iso8583Operation, result: CallResult, durationMs: number): void
  circuitChanged(state: CircuitState): void
  linkChanged(connection: number, state: LinkState, why: string | undefined): void
  traffic: NonNullable<HostLinksOptions['onTraffic']>
  stray(reason: StrayReason): void
  /** What the host has asked for over the connection itself, besides echoes. */
  signalled(connection: number, signal: HostSignal): void
  unreadable(connection: number, why: string): void
  /** A code of the host that its dialect does not list; taken for a decline. */
  unlisted(code: string): void
  /** The host has refused to take an order back: people have to settle it. */
  refused(exchange: StoredExchange, code: string): void
  failed(error: unknown): void
}
