// All metrics in Prometheus's text format.

import type { Route } from '../../../edge/http/family.ts'

export interface PrometheusSource {
  prometheusText(): Promise<string>
  readonly prometheusContentType: string
}

export function actuatorPrometheus(source: PrometheusSource): Route {
  return {
    method: 'GET',
    path: '/actuator/prometheus',
    operation: 'ActuatorPrometheus',
    answer: async () => ({ body: await source.prometheusText(), contentType: source.prometheusContentType }),
  }
}
