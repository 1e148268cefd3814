// The management listener of a primary. It has the paths of a single gateway's: health, info and metrics are those of all
// workers together; everything else is forwarded to one worker, whose database all share. A dump is of one process:
// `?worker=2` says of which.

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Logger } from 'pino'
import type { Call } from '../../edge/http/call.ts'
import type { Reply, Route } from '../../edge/http/family.ts'
import { type Listener, listen } from '../../edge/http/server/listen.ts'
import { createServer } from '../../edge/http/server/server.ts'
import type { HealthWatch } from '../../families/operations/actuator/actuator-health.ts'
import type { BuildFacts } from '../../families/operations/actuator/actuator-info.ts'
import { operationsFamily } from '../../families/operations/family.ts'
import { managementGuard } from '../../families/operations/management-guard.ts'
import type { Refresher } from '../../families/operations/refresh/refresh-routes.ts'
import type { SandboxControls } from '../../families/operations/sandbox-controls.ts'
import { invalidFields, timedOut, unavailable } from '../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Config } from '../config/config.ts'
import type { RequestMetrics } from '../observability/metrics.ts'
import type { Primary } from './primary.ts'
import type { WorkerFigures } from './worker-figures.ts'
import type { WorkerProcess } from './worker-process.ts'

/** The components of health that a worker has. */
const COMPONENTS = ['db', 'core', 'rules', 'jobs', 'digitalLedger', 'diskSpace', 'hosts', 'clock']
/** One that it has when switches may connect. */
const SWITCHES = 'switches'
/** Answered here. */
const OWN = new Set([
  'ActuatorHealth',
  'ActuatorHealthComponent',
  'ActuatorLiveness',
  'ActuatorReadiness',
  'ActuatorInfo',
  'ActuatorLinks',
  'ActuatorMetricNames',
  'ActuatorMetric',
  'ActuatorPrometheus',
  // The sandbox's receiver shows what came to it, in memory.
  'SandboxReceiveWebhook',
  'SandboxWebhooks',
])
/** Never called: of the routes that are forwarded only method, path and token are used. */
const FORWARDED = undefined as never

export interface PrimaryManagementParts {
  readonly primary: Primary
  readonly figures: WorkerFigures
  readonly facts: BuildFacts
  readonly log: Logger
  readonly metrics: HealthWatch & { readonly requests: RequestMetrics; readonly prometheusContentType: string }
}

export function openPrimaryListener(
  { management, environment, iso8583 }: Config,
  parts: PrimaryManagementParts,
): Promise<Listener> {
  const { primary, figures, facts, log, metrics } = parts
  const family = operationsFamily({
    token: management.token,
    exposed: management.exposed,
    clock: systemClock,
    beans: FORWARDED,
    stacks: FORWARDED,
    refresher: {} as Refresher,
    ...(environment === 'sandbox' && { sandbox: {} as SandboxControls }),
    health: figures.health(iso8583 === undefined ? COMPONENTS : [...COMPONENTS, SWITCHES]),
    facts,
    workers: () => figures.describe(),
    metrics: {
      watchHealth: (read) => metrics.watchHealth(read),
      snapshots: () => figures.snapshots(),
      prometheusText: () => figures.prometheusText(),
      prometheusContentType: metrics.prometheusContentType,
    },
  })
  const routes = family.routes.map((route) =>
    OWN.has(route.operation) ? route : { ...route, answer: (call: Call) => forward(primary, route, call) },
  )
  const server = createServer({
    families: [{ ...family, routes }],
    clock: systemClock,
    logger: log,
    observer: metrics.requests,
    guard: managementGuard(management),
  })
  return listen(server, management, false)
}

/** Headers that matter to a worker. */
const PASSED_ON = ['authorization', 'accept', 'content-type']

async function forward(primary: Primary, { method, path }: Route, call: Call): Promise<Reply> {
  const { worker: asked, ...query } = call.query as Record<string, string>
  const worker = chooseWorker(primary, asked)
  const url = new URL(path, worker.managementUrl)
  url.search = new URLSearchParams(query).toString()
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => [[name, call.header(name)]]).filter(([, value]) => value),
  )
  const answer = await fetch(url, {
    method: call.method === 'HEAD' ? 'HEAD' : method,
    headers: { ...headers, 'x-correlation-id': call.correlationId, 'x-forwarded-for': call.ip },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  }).catch((error: unknown) => {
    throw timedOut(`worker ${worker.number} did not answer`, error)
  })
  const disposition = answer.headers.get('content-disposition')
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? 'application/json',
    headers: {
      'x-worker': String(worker.number),
      ...(disposition !== null && { 'content-disposition': disposition }),
    },
    body: answer.body === null ? '' : Readable.fromWeb(answer.body as ReadableStream),
  }
}

function chooseWorker(primary: Primary, asked: string | undefined): WorkerProcess {
  const ready = primary.ready()
  const worker = asked === undefined ? ready[0] : ready.find(({ number }) => String(number) === asked)
  if (worker !== undefined) return worker
  if (asked === undefined) throw unavailable('no worker is ready')
  throw invalidFields([{ path: 'worker', message: 'must be the number of a worker that serves' }])
}
