// Probes the gateway's own store and the cores behind it. A probe times out after a second, its result is cached for
// two, and concurrent callers share one probe.

import type { Environment } from '../../../platform/kernel/environment.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'

const LIMIT_MS = 1000
const SLOW_MS = 500
const CACHED_MS = 2000
export const API_VERSION = '1.0.5'

/** A probe throws when its target is unavailable. */
export interface HealthProbes {
  gateway(): Promise<void>
  /** The cores in use at the moment. */
  cores(): Iterable<{ readonly name: string; probe(): Promise<void> }>
}

type DependencyStatus = 'UP' | 'DEGRADED' | 'DOWN'

interface Dependency {
  readonly name: 'Gateway' | 'CoreBanking'
  readonly status: DependencyStatus
  readonly latencyMs: number
}

export interface HealthRecord {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly environment: Environment
  readonly version: string
  readonly dependencies: readonly Dependency[]
}

export class HealthProber {
  readonly #probes: HealthProbes
  readonly #environment: Environment
  readonly #nowMs: () => number
  #latest: Promise<HealthRecord> | undefined
  #validUntilMs = Number.NEGATIVE_INFINITY

  constructor(probes: HealthProbes, environment: Environment, nowMs: () => number = monotonicMs) {
    this.#probes = probes
    this.#environment = environment
    this.#nowMs = nowMs
  }

  record(): Promise<HealthRecord> {
    if (this.#latest === undefined || this.#nowMs() >= this.#validUntilMs) {
      this.#validUntilMs = Number.POSITIVE_INFINITY
      this.#latest = this.#ask().finally(() => {
        this.#validUntilMs = this.#nowMs() + CACHED_MS
      })
    }
    return this.#latest
  }

  async #ask(): Promise<HealthRecord> {
    const [gateway, cores] = await Promise.all([
      this.#time(() => this.#probes.gateway()),
      Promise.all(Array.from(this.#probes.cores(), (core) => this.#time(() => core.probe()))),
    ])
    const dependencies: Dependency[] = [
      { name: 'Gateway', status: statusOf([gateway]), latencyMs: gateway.latencyMs },
      { name: 'CoreBanking', status: statusOf(cores), latencyMs: Math.max(0, ...cores.map((core) => core.latencyMs)) },
    ]
    return { status: overall(dependencies), environment: this.#environment, version: API_VERSION, dependencies }
  }

  async #time(probe: () => Promise<void>): Promise<ProbeResult> {
    const startedMs = this.#nowMs()
    const answered = await settlesInTime(probe)
    return { answered, latencyMs: Math.round(this.#nowMs() - startedMs) }
  }
}

interface ProbeResult {
  readonly answered: boolean
  readonly latencyMs: number
}

async function settlesInTime(probe: () => Promise<void>): Promise<boolean> {
  try {
    await withTimeout(probe(), LIMIT_MS)
    return true
  } catch {
    return false
  }
}

/** Some down is degraded; all down is down. */
function statusOf(results: readonly ProbeResult[]): DependencyStatus {
  const answered = results.filter((result) => result.answered)
  if (results.length > 0 && answered.length === 0) return 'DOWN'
  const isWhole = answered.length === results.length && answered.every((result) => result.latencyMs <= SLOW_MS)
  return isWhole ? 'UP' : 'DEGRADED'
}

function overall(dependencies: readonly Dependency[]): HealthRecord['status'] {
  if (dependencies.some(({ status }) => status === 'DOWN')) return 'down'
  return dependencies.every(({ status }) => status === 'UP') ? 'ok' : 'degraded'
}
