// The health of the platform's services, for people who run it. Each is probed for at most a second, and the result is
// kept for two, so that a page that many people watch costs one probe. Errors say nothing about the inside.

import type { Scope } from '../../../../platform/kernel/scope.ts'
import { type Clock, isoTimestamp, monotonicMs } from '../../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../../platform/kernel/time/timeout.ts'

export type ServiceStatus = 'UP' | 'DEGRADED' | 'DOWN'

/** One service that can be asked about. */
export interface ProbedService {
  readonly name: string
  /**
   * Throws when the service is down, and Degraded when people have to look at it. Resolves to its version, or undefined when it
   * does not say.
   */
  probe(): Promise<string | undefined>
  /** The institution that it belongs to; undefined when it belongs to all. */
  readonly institutionId?: string | undefined
  /** What its report is kept under; the name by default. */
  readonly keptAs?: string | undefined
}

/** It works, and needs people. The message is shown. */
export class Degraded extends Error {}

export interface ServiceReport {
  readonly name: string
  readonly status: ServiceStatus
  readonly latencyMs: number
  readonly version: string | null
  readonly checkedAt: string
  readonly error?: string
}

export interface PlatformReport {
  readonly status: ServiceStatus
  readonly services: readonly ServiceReport[]
}

const LIMIT_MS = 1_000
const SLOW_MS = 500
const CACHED_MS = 2_000
/** Without these nothing works; without another, a part does not. */
const VITAL: ReadonlySet<string> = new Set(['gateway', 'database'])

class TooLate extends Error {}

export class ServiceHealth {
  readonly #services: (scope: Scope) => Iterable<ProbedService>
  readonly #clock: Clock
  readonly #nowMs: () => number
  readonly #kept = new Map<string, { readonly report: Promise<ServiceReport>; readonly untilMs: number }>()

  constructor(services: (scope: Scope) => Iterable<ProbedService>, clock: Clock, nowMs: () => number = monotonicMs) {
    this.#services = services
    this.#clock = clock
    this.#nowMs = nowMs
  }

  /** What a user may ask about: an institution's user does not see the cores of others. */
  inScope(scope: Scope): ProbedService[] {
    const { institutionId } = scope
    return [...this.#services(scope)].filter(
      (service) =>
        institutionId === undefined || service.institutionId === undefined || service.institutionId === institutionId,
    )
  }

  async report(services: readonly ProbedService[]): Promise<PlatformReport> {
    const reports = await Promise.all(services.map((service) => this.#reportOf(service)))
    const isDown = reports.some(({ name, status }) => status === 'DOWN' && VITAL.has(name))
    const isDegraded = reports.some(({ status }) => status !== 'UP')
    return { status: isDown ? 'DOWN' : isDegraded ? 'DEGRADED' : 'UP', services: reports }
  }

  #reportOf(service: ProbedService): Promise<ServiceReport> {
    const nowMs = this.#nowMs()
    const key = service.keptAs ?? service.name
    const kept = this.#kept.get(key)
    if (kept !== undefined && nowMs < kept.untilMs) return kept.report
    // Institutions come and go; what is old is not needed any more.
    for (const [old, { untilMs }] of this.#kept) if (untilMs <= nowMs) this.#kept.delete(old)
    const report = this.#probe(service)
    this.#kept.set(key, { report, untilMs: nowMs + CACHED_MS })
    return report
  }

  async #probe({ name, probe }: ProbedService): Promise<ServiceReport> {
    const startedMs = this.#nowMs()
    const measured = () => ({
      latencyMs: Math.round(this.#nowMs() - startedMs),
      checkedAt: isoTimestamp(this.#clock.now()),
    })
    try {
      const version = (await withTimeout(probe(), LIMIT_MS, () => new TooLate())) ?? null
      const times = measured()
      return { name, status: times.latencyMs > SLOW_MS ? 'DEGRADED' : 'UP', version, ...times }
    } catch (error) {
      if (error instanceof Degraded)
        return { name, status: 'DEGRADED', version: null, ...measured(), error: error.message }
      const reason = error instanceof TooLate ? 'The service did not answer in time' : 'The service is not available'
      return { name, status: 'DOWN', version: null, ...measured(), error: reason }
    }
  }
}
