// What the workers say about themselves, asked at their management listeners: health, metrics, facts. A worker that does not
// answer in time counts as not ready; nothing waits longer for it.

import { isDeepStrictEqual } from 'node:util'
import {
  type ComponentHealth,
  type HealthComponents,
  kept,
  worstOf,
} from '../../families/operations/actuator/actuator-health.ts'
import type { BuildFacts } from '../../families/operations/actuator/actuator-info.ts'
import type { MetricSnapshot, RawMetric } from '../observability/metric-snapshots.ts'
import { snapshotsOf, WORKER_METRICS } from '../observability/metric-snapshots.ts'
import { cumulativeOf, registryOf, sumMetrics } from '../observability/summed-metrics.ts'
import type { Primary } from './primary.ts'
import type { WorkerProcess } from './worker-process.ts'

/** Probes in a worker take a second at most. */
const ANSWER_LIMIT_MS = 2_000

/** Shown by the primary itself: what a load balancer asks, and gauges that follow from it. */
const OF_PRIMARY = new Set(['health_up', 'core_up', 'disk_free_bytes'])

interface WorkerHealth {
  readonly status: ComponentHealth['status']
  readonly components: Readonly<Record<string, ComponentHealth>>
}

export class WorkerFigures {
  readonly #primary: Primary
  readonly #token: string | undefined
  /** The metrics of the primary's own process. */
  readonly #ownMetrics: () => Promise<readonly RawMetric[]>
  /** What still counts of workers that have ended. */
  #ended: RawMetric[] = []
  readonly #lastCounters = new Map<WorkerProcess, readonly RawMetric[]>()
  readonly #askHealth = kept(() => this.#askAll<WorkerHealth>('/actuator/health'))

  constructor(primary: Primary, token: string | undefined, ownMetrics: () => Promise<readonly RawMetric[]>) {
    this.#primary = primary
    this.#token = token
    this.#ownMetrics = ownMetrics
  }

  counted(worker: WorkerProcess, counters: readonly RawMetric[]): void {
    this.#lastCounters.set(worker, counters)
  }

  ended(worker: WorkerProcess): void {
    this.#ended = sumMetrics([this.#ended, this.#lastCounters.get(worker) ?? []])
    this.#lastCounters.delete(worker)
  }

  /** A component is as bad as in the worst worker; serving needs one worker that is ready. */
  health(components: readonly string[]): HealthComponents {
    return {
      components: {
        workers: () => this.#workersHealth(),
        ...Object.fromEntries(components.map((name) => [name, () => this.#componentHealth(name)])),
      },
      neededToServe: 'workers',
      isDraining: () => this.#primary.isStopping,
    }
  }

  async snapshots(): Promise<MetricSnapshot[]> {
    return snapshotsOf(registryOf(await this.#metrics()))
  }

  async prometheusText(): Promise<string> {
    return registryOf(await this.#metrics()).metrics()
  }

  /** For `/actuator/info`. */
  async describe(): Promise<object[]> {
    const infos = await this.#askAll<BuildFacts & { readonly process: object }>('/actuator/info')
    return Array.from(infos, ([{ number, pid }, info]) => ({
      worker: number,
      ...(info === undefined ? { pid, answers: false } : { version: info.build.version, ...info.process }),
    }))
  }

  /** How many workers are ready to serve, of those that answer in time. */
  async ready(): Promise<number> {
    const answers = await this.#askHealth()
    return Array.from(answers.values()).filter((health) => health?.components.db?.status === 'UP').length
  }

  async #workersHealth(): Promise<ComponentHealth> {
    const ready = await this.ready()
    const { workers } = this.#primary
    return {
      status: ready === 0 ? 'DOWN' : 'UP',
      ...(ready < workers && { description: `workers ${ready} of ${workers}` }),
      details: { workers, ready },
    }
  }

  async #componentHealth(name: string): Promise<ComponentHealth> {
    const answers = Array.from((await this.#askHealth()).values()).flatMap((health) => health?.components[name] ?? [])
    if (answers.length === 0) return { status: 'DOWN' }
    const status = worstOf(answers)
    // Details of the worst worker win; the sweeps of the worker on duty are in its details only.
    const sorted = answers.toSorted((one) => (one.status === status ? 1 : -1))
    const details = Object.assign({}, ...sorted.map((one) => one.details))
    return { status, ...(!isDeepStrictEqual(details, {}) && { details }) }
  }

  async #metrics(): Promise<RawMetric[]> {
    const [answers, own] = await Promise.all([this.#askAll<RawMetric[]>(WORKER_METRICS), this.#ownMetrics()])
    const workers = Array.from(answers, ([worker, metrics]) => {
      // A worker that hangs keeps its counters, or their sum would fall.
      if (metrics === undefined) return this.#lastCounters.get(worker) ?? []
      if (worker.state !== 'ended') this.#lastCounters.set(worker, cumulativeOf(metrics))
      return metrics.filter(({ name }) => !OF_PRIMARY.has(name))
    })
    const draining = Array.from(this.#lastCounters, ([worker, counters]) => (answers.has(worker) ? [] : counters))
    return sumMetrics([...workers, ...draining, own, this.#ended])
  }

  /** Asks every worker that serves; undefined for those that do not answer. */
  async #askAll<Answer>(path: string): Promise<Map<WorkerProcess, Answer | undefined>> {
    const headers = this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }
    const asked = this.#primary.ready().map(async (worker): Promise<[WorkerProcess, Answer | undefined]> => {
      try {
        const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
        const response = await fetch(worker.managementUrl + path, { headers, signal })
        return [worker, (await response.json()) as Answer]
      } catch {
        return [worker, undefined]
      }
    })
    return new Map(await Promise.all(asked))
  }
}
