// The two listeners: one for partners, users and the public, one for operators.

import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Route } from '../../edge/http/family.ts'
import type { SharedPort } from '../../edge/http/server/connection-drain.ts'
import type { RequestTracer } from '../../edge/http/server/edge.ts'
import { type Listener, listen } from '../../edge/http/server/listen.ts'
import { createServer } from '../../edge/http/server/server.ts'
import type { AccountServices } from '../../families/accounts/desk/account-operation.ts'
import { accountsFamily } from '../../families/accounts/family.ts'
import { accountsOpenApi } from '../../families/accounts/openapi.ts'
import { CONSOLE_FOLDER } from '../../families/console/console-files.ts'
import { type ConsoleSettings, consoleFamily } from '../../families/console/family.ts'
import type { DigitalServices } from '../../families/digital/digital-operation.ts'
import { digitalFamily } from '../../families/digital/family.ts'
import { digitalOpenApi } from '../../families/digital/openapi.ts'
import { type EventServices, eventsFamily } from '../../families/events/family.ts'
import { feedOpenApi } from '../../families/events/openapi.ts'
import { lendingFamily } from '../../families/lending/family.ts'
import type { LendingServices } from '../../families/lending/lending-operation.ts'
import { lendingOpenApi } from '../../families/lending/openapi.ts'
import { onboardingFamily } from '../../families/onboarding/family.ts'
import type { OnboardingServices } from '../../families/onboarding/onboarding-operation.ts'
import { onboardingOpenApi } from '../../families/onboarding/openapi.ts'
import { type OperationsParts, operationsFamily } from '../../families/operations/family.ts'
import { managementGuard } from '../../families/operations/management-guard.ts'
import { behindToken } from '../../families/operations/management-token.ts'
import { referenceFamily } from '../../families/reference/family.ts'
import { GUIDES_FOLDER, welcomeFamily } from '../../families/welcome/family.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Config } from '../config/config.ts'
import { WORKER_METRICS } from '../observability/metric-snapshots.ts'
import type { Metrics } from '../observability/metrics.ts'

export interface ListenerParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Undefined when traces are off. */
  readonly tracer: RequestTracer | undefined
  /** Whether other workers go on accepting connections while this one stops. */
  readonly port?: SharedPort | undefined
}

const DOCUMENTS = [
  { name: 'accounts', title: 'Account services', document: accountsOpenApi },
  { name: 'onboarding', title: 'Onboarding and administration', document: onboardingOpenApi },
  { name: 'digital', title: 'Digital banking', document: digitalOpenApi },
  { name: 'lending', title: 'Lending', document: lendingOpenApi },
  { name: 'feed', title: 'Events', document: feedOpenApi },
]

export function openPublicListener(
  config: Config,
  accounts: AccountServices,
  onboarding: Omit<OnboardingServices, 'approvals' | 'breakGlass'>,
  digital: DigitalServices,
  lending: LendingServices,
  events: EventServices,
  console: ConsoleSettings,
  { clock, logger, metrics, tracer, port }: ListenerParts,
): Promise<Listener> {
  const server = createServer({
    families: [
      accountsFamily(accounts),
      onboardingFamily(onboarding),
      digitalFamily(digital),
      lendingFamily(lending),
      eventsFamily(events),
      welcomeFamily({
        isSandbox: config.environment === 'sandbox',
        hasReference: config.docs,
        guides: GUIDES_FOLDER,
        security: {
          contacts: config.securityContacts,
          publicUrl: config.publicUrl,
          since: new Date(clock.now()),
        },
      }),
      ...(config.docs ? [referenceFamily(DOCUMENTS)] : []),
      consoleFamily({ settings: console, folder: CONSOLE_FOLDER }),
    ],
    clock,
    logger,
    observer: metrics.requests,
    tracer,
    tls: readTls(config),
    trustedProxies: config.trustedProxies,
    port,
  })
  return listen(server, config, config.tls !== undefined)
}

type ManagementParts = Omit<OperationsParts, 'token' | 'exposed' | 'clock' | 'metrics'>

const LOOPBACK = '127.0.0.1'

export function openManagementListener(
  { management }: Config,
  operations: ManagementParts,
  { clock, logger, metrics, tracer }: ListenerParts,
): Promise<Listener> {
  const family = operationsFamily({
    ...operations,
    token: management.token,
    exposed: management.exposed,
    clock,
    metrics,
  })
  const guard = managementGuard(management)
  const server = createServer({ families: [family], clock, logger, observer: metrics.requests, tracer, guard })
  return listen(server, management, false)
}

/**
 * The management listener of a worker, for its primary alone: on a port of its own on this machine, under the rules of the
 * primary's. The primary logs and counts the requests that it forwards, and says who sent them.
 */
export function openWorkerListener(
  { management }: Config,
  operations: ManagementParts,
  { clock, logger, metrics, tracer }: ListenerParts,
): Promise<Listener> {
  const { token, exposed } = management
  const family = operationsFamily({ ...operations, token, exposed, clock, metrics })
  const raw: Route = {
    method: 'GET',
    path: WORKER_METRICS,
    operation: 'WorkerMetrics',
    answer: async () => ({ body: JSON.stringify(await metrics.raw()) }),
  }
  const server = createServer({
    families: [{ ...family, routes: [...family.routes, ...behindToken([raw], token)] }],
    clock,
    logger: logger.child({}, { level: 'warn' }),
    tracer,
    trustedProxies: [LOOPBACK],
    guard: managementGuard(management),
  })
  return listen(server, { host: LOOPBACK, port: 0, exclusive: true }, false)
}

function readTls({ tls }: Config): { cert: Buffer; key: Buffer } | undefined {
  return tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }
}
