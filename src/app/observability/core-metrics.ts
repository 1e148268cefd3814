// The metrics of cores elsewhere, by institution.

import { Counter, Gauge, type Registry } from 'prom-client'
import { FastHistogram, SECONDS_BUCKETS } from './fast-histogram.ts'
import { cachedByLabels } from './label-cache.ts'

export interface CoreMetrics {
  /** A call has ended; operation and result are words of the adapter. */
  called(institutionId: string, operation: string, result: string, durationMs: number): void
  /** Reads the state of every core on each scrape. */
  watch(read: () => Iterable<CoreState>): void
  /** Reads the connections to hosts on each scrape. */
  watchHosts(read: () => Iterable<HostLinkState>): void
  /** An answer of a host that belonged to no request that waits. */
  stray(institutionId: string, reason: string): void
  /** An answer of a host with a code that its dialect does not list. */
  unlisted(institutionId: string, code: string): void
}

/** Connections to a host in one state. */
export interface HostLinkState {
  readonly institutionId: string
  readonly state: string
  readonly count: number
}

export interface CoreState {
  readonly institutionId: string
  readonly circuit: (typeof CIRCUIT_STATES)[number]
  readonly busy: number
  readonly waiting: number
}

const CIRCUIT_STATES = ['closed', 'half-open', 'open'] as const

export function coreMetrics(registry: Registry): CoreMetrics {
  const seconds = new FastHistogram(
    {
      name: 'core_call_seconds',
      help: 'Duration of calls to a core elsewhere, by operation and result.',
      buckets: SECONDS_BUCKETS,
    },
    registry,
  )
  const strays = new Counter({
    name: 'core_stray_answers_total',
    help: 'Answers of a core that speaks ISO 8583 that no request waited for: late, repeated or unmatched.',
    labelNames: ['institution', 'reason'],
    registers: [registry],
  })
  const unlisted = new Counter({
    name: 'core_unlisted_codes_total',
    help: 'Answers of a core that speaks ISO 8583 with a code that its dialect does not list; each was taken for a decline.',
    labelNames: ['institution', 'code'],
    registers: [registry],
  })
  const kindOf = cachedByLabels((institution, operation, result) => seconds.labels({ institution, operation, result }))
  return {
    called: (institutionId, operation, result, durationMs) =>
      kindOf(institutionId, operation, result).observe(durationMs / 1000),
    watch: (read) => watchCores(registry, read),
    watchHosts(read) {
      new Gauge({
        name: 'core_host_connections',
        help: 'Connections to a core that speaks ISO 8583, by state.',
        labelNames: ['institution', 'state'],
        registers: [registry],
        collect() {
          this.reset()
          for (const { institutionId: institution, state, count } of read()) this.set({ institution, state }, count)
        },
      })
    },
    stray: (institution, reason) => strays.inc({ institution, reason }),
    unlisted: (institution, code) => unlisted.inc({ institution, code }),
  }
}

function watchCores(registry: Registry, read: () => Iterable<CoreState>): void {
  new Gauge({
    name: 'core_circuit_state',
    help: 'The circuit breaker of a core elsewhere: 1 for the state that it is in.',
    labelNames: ['institution', 'state'],
    // A state that one of several workers is in.
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset()
      for (const { institutionId: institution, circuit } of read()) {
        for (const state of CIRCUIT_STATES) this.set({ institution, state }, state === circuit ? 1 : 0)
      }
    },
  })
  for (const [use, help] of [
    ['busy', 'Connections to a core elsewhere that a call uses.'],
    ['waiting', 'Calls that wait for a connection to a core elsewhere.'],
  ] as const) {
    new Gauge({
      name: `core_connections_${use}`,
      help,
      labelNames: ['institution'],
      registers: [registry],
      collect() {
        this.reset()
        for (const state of read()) this.set({ institution: state.institutionId }, state[use])
      },
    })
  }
}
