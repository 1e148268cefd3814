// The management listener's family, for operators and monitoring. None of it is reachable through the public listener.

import type { Family, Route } from '../../edge/http/family.ts'
import { renderProblemJson } from '../../edge/http/problems/problem-json.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { actuatorBeans, type Beans } from './actuator/actuator-beans.ts'
import { actuatorHealth, type HealthComponents, type HealthWatch } from './actuator/actuator-health.ts'
import { actuatorHeapdump } from './actuator/actuator-heapdump.ts'
import { actuatorInfo, type BuildFacts, type ShowWorkers } from './actuator/actuator-info.ts'
import { actuatorLinks } from './actuator/actuator-links.ts'
import { actuatorMetrics, type MetricsSource } from './actuator/actuator-metrics.ts'
import { actuatorPrometheus, type PrometheusSource } from './actuator/actuator-prometheus.ts'
import type { SensitiveEndpoint } from './actuator/exposure.ts'
import { actuatorThreaddump, type ReadStacks } from './actuator/threads/actuator-threaddump.ts'
import { behindToken } from './management-token.ts'
import { ReceivedWebhooks } from './received-webhooks.ts'
import { type Refresher, refreshRoutes } from './refresh/refresh-routes.ts'
import { type SandboxControls, sandboxControls } from './sandbox-controls.ts'

export interface OperationsParts {
  /** Required for every call except health and info, if set. */
  readonly token?: string | undefined
  /** The sensitive endpoints that are on. The paths of the others do not exist. */
  readonly exposed: readonly SensitiveEndpoint[]
  readonly clock: Clock
  readonly beans: Beans
  readonly stacks: ReadStacks
  readonly health: HealthComponents
  readonly facts: BuildFacts
  /** The workers of a primary. */
  readonly workers?: ShowWorkers | undefined
  readonly metrics: MetricsSource & PrometheusSource & HealthWatch
  /** Absent in tests of the rest. */
  readonly refresher?: Refresher | undefined
  /** Only in the sandbox; without it these paths do not exist. */
  readonly sandbox?: SandboxControls | undefined
}

export function operationsFamily(parts: OperationsParts): Family {
  const webhooks = parts.sandbox === undefined ? undefined : new ReceivedWebhooks()
  return {
    name: 'operations',
    prefixes: ['/actuator', '/api/channels', '/sandbox'],
    routes: [
      ...actuatorHealth(parts.health, parts.metrics, parts.token),
      actuatorInfo(parts.facts, parts.workers),
      ...(webhooks === undefined ? [] : [webhooks.receiving()]),
      ...behindToken(
        [
          ...(webhooks === undefined ? [] : [webhooks.showing()]),
          actuatorLinks(parts.exposed),
          ...parts.exposed.map((endpoint) => SENSITIVE[endpoint](parts)),
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

const SENSITIVE: Readonly<Record<SensitiveEndpoint, (parts: OperationsParts) => Route>> = {
  beans: ({ beans }) => actuatorBeans(beans),
  threaddump: ({ stacks }) => actuatorThreaddump(stacks),
  heapdump: ({ clock }) => actuatorHeapdump({ clock }),
}
