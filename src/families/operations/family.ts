// The management listener's family, for operators and monitoring. None of it is reachable through the public listener.

import type { Family } from '../../http/family.ts'
import { renderProblemJson } from '../../http/problems/problem-json.ts'
import { actuatorHealth, type HealthSources } from './actuator-health.ts'
import { actuatorInfo, type BuildFacts } from './actuator-info.ts'
import { actuatorMetrics, type MetricsSource } from './actuator-metrics.ts'
import { actuatorPrometheus, type PrometheusSource } from './actuator-prometheus.ts'
import { behindToken } from './management-token.ts'
import { type Refresher, refreshRoutes } from './refresh/refresh-routes.ts'
import { type SandboxControls, sandboxControls } from './sandbox-controls.ts'

export interface OperationsParts {
  /** Required for every call except health and info, if set. */
  readonly token?: string | undefined
  readonly health: HealthSources
  readonly facts: BuildFacts
  readonly metrics: MetricsSource & PrometheusSource
  /** Absent in tests of the rest. */
  readonly refresher?: Refresher | undefined
  /** Only in the sandbox; without it these paths do not exist. */
  readonly sandbox?: SandboxControls | undefined
}

export function operationsFamily(parts: OperationsParts): Family {
  return {
    name: 'operations',
    prefixes: ['/actuator', '/api/channels', '/sandbox'],
    routes: [
      ...actuatorHealth(parts.health),
      actuatorInfo(parts.facts),
      ...behindToken(
        [
          ...actuatorMetrics(parts.metrics),
          actuatorPrometheus(parts.metrics),
          ...(parts.refresher === undefined ? [] : refreshRoutes(parts.refresher)),
          ...(parts.sandbox === undefined ? [] : sandboxControls(parts.sandbox)),
        ],
        parts.token,
      ),
    ],
    renderProblem(problem, about) {
      const rendered = renderProblemJson(problem, about)
      if (problem.kind !== 'unauthenticated') return rendered
      return { ...rendered, headers: { ...rendered.headers, 'www-authenticate': 'Bearer' } }
    },
  }
}
