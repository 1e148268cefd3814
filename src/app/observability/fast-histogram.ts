// A histogram that takes nanoseconds to observe. prom-client's hashes all labels on every observation, even through a
// child created beforehand, and every request pays for that. This one counts in plain arrays and converts to
// prom-client's form only on scrape.

import type { Metric, Registry } from 'prom-client'

/** For durations, from a millisecond to ten seconds. */
export const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Observe {
  observe(value: number): void
}

interface Child extends Observe {
  readonly labels: Readonly<Record<string, string>>
  readonly counts: readonly number[]
  readonly sum: number
  /** The largest value of the current window and of the one before it. */
  max: number
  lastMax: number
}

/** The maximum covers one to two windows, so that a peak is seen by every scrape and then forgotten. */
const MAX_WINDOW_MS = 60_000

interface FastHistogramOptions {
  readonly name: string
  readonly help: string
  readonly buckets: readonly number[]
}

export class FastHistogram {
  readonly name: string
  readonly help: string
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #buckets: readonly number[]
  #children: Child[] = []

  constructor(options: FastHistogramOptions, registry: Registry) {
    this.name = options.name
    this.help = options.help
    this.#buckets = options.buckets
    // The registry uses only the members that this class has; the declared type requires more.
    registry.registerMetric(this as unknown as Metric)
    // A timer, because reading the clock on every observation would cost more than the observation.
    setInterval(() => this.turnWindow(), MAX_WINDOW_MS).unref()
  }

  /** Starts the next window of the maximum. */
  turnWindow(): void {
    for (const child of this.#children) {
      child.lastMax = child.max
      child.max = 0
    }
  }

  labels(labels: Readonly<Record<string, string>>): Observe {
    const bounds = this.#buckets
    const counts = new Array<number>(bounds.length + 1).fill(0)
    const child = {
      labels,
      counts,
      sum: 0,
      max: 0,
      lastMax: 0,
      observe(value: number) {
        let index = 0
        while (index < bounds.length && value > (bounds[index] as number)) index++
        counts[index] = (counts[index] as number) + 1
        child.sum += value
        if (value > child.max) child.max = value
      },
    }
    this.#children.push(child)
    return child
  }

  reset(): void {
    this.#children = []
  }

  /** What the registry prints: cumulative buckets, then sum and count. Prometheus knows no maximum. */
  async getForPromString() {
    const { name, help, type, aggregator } = this
    return { name, help, type, aggregator, values: this.#children.flatMap((child) => this.#valuesOf(child)) }
  }

  /** The same as JSON, with the maximum. */
  async get() {
    const maxima = this.#children.map(({ labels, max, lastMax }) => ({
      metricName: `${this.name}_max`,
      labels,
      value: Math.max(max, lastMax),
    }))
    const printed = await this.getForPromString()
    return { ...printed, values: [...printed.values, ...maxima] }
  }

  #valuesOf({ labels, counts, sum }: Child) {
    let total = 0
    const buckets = counts.map((count, index) => {
      total += count
      const le = index < this.#buckets.length ? String(this.#buckets[index]) : '+Inf'
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: total },
    ]
  }
}
