// The metric of open exceptions, by institution and kind.

import { Gauge, type Registry } from 'prom-client'

export interface ExceptionMetrics {
  /** Replaces all counts. */
  open(counts: readonly { readonly institutionId: string; readonly kind: string; readonly count: number }[]): void
}

export function exceptionMetrics(registry: Registry): ExceptionMetrics {
  const gauge = new Gauge({
    name: 'exceptions_open',
    help: 'Exceptions that are not resolved yet, counted once a minute.',
    labelNames: ['institution', 'kind'],
    aggregator: 'max',
    registers: [registry],
  })
  return {
    open(counts) {
      gauge.reset()
      for (const { institutionId: institution, kind, count } of counts) gauge.set({ institution, kind }, count)
    },
  }
}
