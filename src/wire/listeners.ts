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
import { lendingFamily } from '../families/lending/family.ts'
import type { LendingServices } from '../families/lending/lending-operation.ts'
import { lendingOpenApi } from '../families/lending/openapi.ts'
import { onboardingFamily } from '../families/onboarding/family.ts'
import type { OnboardingServices } from '../families/onboarding/onboarding-operation.ts'
import { onboardingOpenApi } from '../families/onboarding/openapi.ts'
import { type OperationsParts, operationsFamily } from '../families/operations/family.ts'
import { managementGuard } from '../families/operations/management-guard.ts'
import { referenceFamily } from '../families/reference/family.ts'
import type { RequestTracer } from '../http/server/edge.ts'
import { createServer } from '../http/server/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../observability/metrics.ts'

export interface ListenerParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Undefined when traces are off. */
  readonly tracer: RequestTracer | undefined
}

export interface Listener {
  /** The bound address. */
  readonly url: string
  /** Stops accepting, and resolves once accepted requests are answered. */
  close(): Promise<void>
}

export function openPublicListener(
  config: Config,
  accounts: AccountServices,
  onboarding: Omit<OnboardingServices, 'approvals'>,
  digital: DigitalServices,
  lending: LendingServices,
  console: ConsoleSettings,
  { clock, logger, metrics, tracer }: ListenerParts,
): Promise<Listener> {
  const server = createServer({
    families: [
      accountsFamily(accounts),
      onboardingFamily(onboarding),
      digitalFamily(digital),
      lendingFamily(lending),
      referenceFamily([
        { name: 'accounts', title: 'Account services', document: accountsOpenApi },
        { name: 'onboarding', title: 'Onboarding and administration', document: onboardingOpenApi },
        { name: 'digital', title: 'Digital banking', document: digitalOpenApi },
        { name: 'lending', title: 'Lending', document: lendingOpenApi },
      ]),
      consoleFamily({ settings: console, folder: CONSOLE_FOLDER }),
    ],
    clock,
    logger,
    observer: metrics.requests,
    tracer,
    tls: readTls(config),
    trustedProxies: config.trustedProxies,
  })
  return listen(server, config, config.tls !== undefined)
}

export function openManagementListener(
  { management }: Config,
  operations: Omit<OperationsParts, 'token' | 'exposed' | 'clock' | 'metrics'>,
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

function readTls({ tls }: Config): { cert: Buffer; key: Buffer } | undefined {
  return tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }
}

async function listen(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  isTls: boolean,
): Promise<Listener> {
  await server.listen({ host, port })
  const bound = server.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `${isTls ? 'https' : 'http'}://${name}:${bound.port}`, close: () => server.close() }
}
