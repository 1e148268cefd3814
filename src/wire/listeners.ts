// The two listeners: one for partners, users and the public, one for operators.

import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { AccountServices } from '../families/accounts/account-operation.ts'
import { accountsFamily } from '../families/accounts/family.ts'
import { accountsOpenApi } from '../families/accounts/openapi.ts'
import { CONSOLE_FOLDER } from '../families/console/console-files.ts'
import { type ConsoleSettings, consoleFamily } from '../families/console/family.ts'
import type { DigitalServices } from '../families/digital/digital-operation.ts'
import { digitalFamily } from '../families/digital/family.ts'
import { digitalOpenApi } from '../families/digital/openapi.ts'
import { type EventServices, eventsFamily } from '../families/events/family.ts'
import { feedOpenApi } from '../families/events/openapi.ts'
import { lendingFamily } from '../families/lending/family.ts'
import type { LendingServices } from '../families/lending/lending-operation.ts'
import { lendingOpenApi } from '../families/lending/openapi.ts'
import { onboardingFamily } from '../families/onboarding/family.ts'
import type { OnboardingServices } from '../families/onboarding/onboarding-operation.ts'
import { onboardingOpenApi } from '../families/onboarding/openapi.ts'
import { type OperationsParts, operationsFamily } from '../families/operations/family.ts'
import { managementGuard } from '../families/operations/management-guard.ts'
import { behindToken } from '../families/operations/management-token.ts'
import { referenceFamily } from '../families/reference/family.ts'
import { GUIDES_FOLDER, welcomeFamily } from '../families/welcome/family.ts'
import type { Route } from '../http/family.ts'
import type { SharedPort } from '../http/server/connection-drain.ts'
import type { RequestTracer } from '../http/server/edge.ts'
import { createServer } from '../http/server/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../observability/metrics.ts'
import { WORKER_METRICS } from '../workers/messages.ts'

export interface ListenerParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Undefined when traces are off. */
  readonly tracer: RequestTracer | undefined
  /** Whether other workers go on accepting connections while this one stops. */
  readonly port?: SharedPort | undefined
}

export interface Listener {
  /** The bound address. */
  readonly url: string
  /** Stops accepting, and resolves once accepted requests are answered. */
  close(): Promise<void>
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
  onboarding: Omit<OnboardingServices, 'approvals'>,
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

export async function listen(
  server: FastifyInstance,
  { host, port, exclusive = false }: { readonly host: string; readonly port: number; readonly exclusive?: boolean },
  isTls: boolean,
): Promise<Listener> {
  // Exclusive: not shared with other workers.
  await server.listen({ host, port, exclusive })
  const bound = server.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `${isTls ? 'https' : 'http'}://${name}:${bound.port}`, close: () => server.close() }
}
