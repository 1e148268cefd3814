// Health in Spring Boot's format: the status of each component, and 503 when one is down. A read-only database is UP,
// while the cores that need to write are DOWN.
//
//   /actuator/health              every component; DOWN when any of them is, OUT_OF_SERVICE while draining; 200 when
//                                 one is DEGRADED
//   /actuator/health/{component}  one of them
//   /actuator/health/liveness     the process answers; nothing else, or a database outage would cause restarts
//   /actuator/health/readiness    it can serve requests: OUT_OF_SERVICE while draining, DOWN without its database

import { statfs } from 'node:fs/promises'
import type { Call } from '../../../edge/http/call.ts'
import type { Reply, Route } from '../../../edge/http/family.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import { LEAST_FREE_BYTES } from '../../../platform/storage/embedded/disk-space.ts'
import { NodeOutdated } from '../../../platform/storage/schema/schema-version.ts'
import { carriesToken } from '../management-token.ts'
import { actuatorReply } from './actuator-reply.ts'

/** DEGRADED: it serves, and an operator should look. */
export type HealthStatus = 'UP' | 'DEGRADED' | 'DOWN' | 'OUT_OF_SERVICE'

export interface ComponentHealth {
  readonly status: HealthStatus
  /** A word for everybody: nothing that details would hide. */
  readonly description?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** The link to a core or to a digital ledger, which one or several institutions use. */
export interface CoreLink {
  readonly name: string
  /** Throws when the other side cannot be used. */
  probe(): Promise<void>
}

export interface HealthSources {
  /** Throws when the database is down; the result is shown as details. */
  readonly db: () => Promise<Readonly<Record<string, unknown>>>
  /** Every link in use at the moment. */
  readonly cores: () => Iterable<CoreLink>
  readonly rules: () => ComponentHealth
  readonly jobs: () => ComponentHealth
  readonly digitalLedgers: () => Iterable<CoreLink>
  /** Connections to cores that speak ISO 8583, by institution. Whether their cores are up is said by `cores`. */
  readonly hosts?: (() => Readonly<Record<string, unknown>>) | undefined
  /** This node's clock against the database's. */
  readonly clock?: (() => ComponentHealth) | undefined
  /** The listener for switches, when there is one. */
  readonly switches?: (() => ComponentHealth) | undefined
  /** Supply, backing and open transfers of tokens, shown as details. Left out when they cannot be read in time. */
  readonly tokens: () => Promise<Readonly<Record<string, unknown>>>
  /** True once the process was told to stop. */
  readonly isDraining: () => boolean
  /** The folder whose disk space is checked. */
  readonly dataDir: string
  /** Whether the database is in that folder. With PostgreSQL the folder need not exist, and is then not checked. */
  readonly isEmbedded: boolean
}

/** Health as metrics. */
export interface HealthWatch {
  watchHealth(
    read: () => Promise<{
      readonly up: Readonly<Record<string, boolean>>
      readonly cores: Readonly<Record<string, boolean>>
      readonly diskFreeBytes: number | undefined
    }>,
  ): void
}

const PROBE_LIMIT_MS = 1_000
// Health needs no credentials, so a flood of calls must not cause a flood of probes.
const KEEP_MS = 1_000

/** The components of health, each asked on demand, and what readiness needs of them. */
export interface HealthComponents {
  readonly components: Readonly<Record<string, () => Promise<ComponentHealth>>>
  /** The name of the component without which no request can be served. */
  readonly neededToServe: string
  readonly isDraining: () => boolean
}

/** The components of a single process. */
export function ownHealth(sources: HealthSources): HealthComponents {
  const { hosts, switches, clock } = sources
  return {
    components: {
      db: kept(() => probed(sources.db)),
      core: kept(() => coreHealth(sources.cores())),
      rules: async () => sources.rules(),
      jobs: async () => sources.jobs(),
      digitalLedger: kept(() => ledgerHealth(sources)),
      diskSpace: kept(() => diskSpaceOf(sources)),
      ...(hosts !== undefined && { hosts: async (): Promise<ComponentHealth> => ({ status: 'UP', details: hosts() }) }),
      ...(clock !== undefined && { clock: async () => clock() }),
      ...(switches !== undefined && { switches: async () => switches() }),
    },
    neededToServe: 'db',
    isDraining: sources.isDraining,
  }
}

/** Health is open to monitoring. Where a token is set, only who sends it sees details: amounts, names of banks, reasons. */
export function actuatorHealth(
  { components, neededToServe, isDraining }: HealthComponents,
  watch: HealthWatch,
  token?: string,
): Route[] {
  const readinessState = (): ComponentHealth => ({ status: isDraining() ? 'OUT_OF_SERVICE' : 'UP' })

  async function askAll(): Promise<Record<string, ComponentHealth>> {
    const all = await Promise.all(Object.entries(components).map(async ([name, ask]) => [name, await ask()] as const))
    return Object.fromEntries(all)
  }

  watch.watchHealth(async () => {
    const all = await askAll()
    const readiness = { status: worstOf([all[neededToServe] as ComponentHealth, readinessState()]) }
    const free = all.diskSpace?.details?.free
    return {
      up: upIn(Object.entries({ ...all, readiness }).map(([name, { status }]) => [name, status])),
      cores: upIn(Object.entries(all.core?.details ?? {})),
      diskFreeBytes: typeof free === 'number' ? free : undefined,
    }
  })

  const shownTo = (call: Call, component: ComponentHealth): ComponentHealth =>
    token === undefined || carriesToken(call, token) ? component : withoutDetails(component)

  function allShownTo(call: Call, components: Readonly<Record<string, ComponentHealth>>): object {
    return Object.fromEntries(Object.entries(components).map(([name, one]) => [name, shownTo(call, one)]))
  }

  async function health(call: Call): Promise<Reply> {
    const all = await askAll()
    const status = worstOf([...Object.values(all), readinessState()])
    return actuatorReply(
      call,
      { status, components: allShownTo(call, all), groups: ['liveness', 'readiness'] },
      httpStatus(status),
    )
  }

  async function component(call: Call): Promise<Reply> {
    const name = call.params.component ?? ''
    const ask = Object.hasOwn(components, name) ? components[name] : undefined
    if (ask === undefined) throw new Problem('not-found', 'Health has no component of this name')
    const one = await ask()
    return actuatorReply(call, shownTo(call, one), httpStatus(one.status))
  }

  async function readiness(call: Call): Promise<Reply> {
    const ask = components[neededToServe] as () => Promise<ComponentHealth>
    const needed = await ask()
    const all = { readinessState: readinessState(), [neededToServe]: needed }
    const status = worstOf(Object.values(all))
    const { description } = needed
    return actuatorReply(
      call,
      { status, ...(description !== undefined && { description }), components: allShownTo(call, all) },
      httpStatus(status),
    )
  }

  return [
    { method: 'GET', path: '/actuator/health', operation: 'ActuatorHealth', answer: health },
    { method: 'GET', path: '/actuator/health/:component', operation: 'ActuatorHealthComponent', answer: component },
    {
      method: 'GET',
      path: '/actuator/health/liveness',
      operation: 'ActuatorLiveness',
      answer: async (call) => actuatorReply(call, { status: 'UP' }),
    },
    { method: 'GET', path: '/actuator/health/readiness', operation: 'ActuatorReadiness', answer: readiness },
  ]
}

function withoutDetails({ status, description }: ComponentHealth): ComponentHealth {
  return { status, ...(description !== undefined && { description }) }
}

function upIn(statuses: readonly (readonly [name: string, status: unknown])[]): Record<string, boolean> {
  return Object.fromEntries(statuses.map(([name, status]) => [name, status === 'UP']))
}

function httpStatus(status: HealthStatus): number {
  return status === 'UP' || status === 'DEGRADED' ? 200 : 503
}

export function worstOf(components: readonly Pick<ComponentHealth, 'status'>[]): HealthStatus {
  const order: readonly HealthStatus[] = ['DOWN', 'OUT_OF_SERVICE', 'DEGRADED', 'UP']
  return order.find((status) => components.some((component) => component.status === status)) ?? 'UP'
}

async function probed(probe: () => Promise<Readonly<Record<string, unknown>>>): Promise<ComponentHealth> {
  try {
    return { status: 'UP', details: await withTimeout(probe(), PROBE_LIMIT_MS) }
  } catch (error) {
    // The endpoint is open, so reasons stay in the log. Only an outdated node says so, for the operator: the text
    // has nothing but numbers of migrations.
    return error instanceof NodeOutdated ? { status: 'DOWN', details: { reason: error.message } } : { status: 'DOWN' }
  }
}

/** What is shown of tokens depends on the database alone, so it says nothing about the ledgers' health. */
async function ledgerHealth({ digitalLedgers, tokens }: HealthSources): Promise<ComponentHealth> {
  const [{ status, details }, figures] = await Promise.all([
    coreHealth(digitalLedgers()),
    withTimeout(tokens(), PROBE_LIMIT_MS).catch(() => ({})),
  ])
  return { status, details: { ledgers: details, ...figures } }
}

/** DOWN when no link is up. One bank's core being down must not take the gateway out of service for the others. */
async function coreHealth(cores: Iterable<CoreLink>): Promise<ComponentHealth> {
  const links = await Promise.all(
    Array.from(cores, async ({ name, probe }) => {
      const isUp = await withTimeout(probe(), PROBE_LIMIT_MS).then(
        () => true,
        () => false,
      )
      return [name, isUp ? 'UP' : 'DOWN'] as const
    }),
  )
  const isDown = links.length > 0 && links.every(([, status]) => status === 'DOWN')
  return { status: isDown ? 'DOWN' : 'UP', details: Object.fromEntries(links) }
}

async function diskSpaceOf({ dataDir, isEmbedded }: HealthSources): Promise<ComponentHealth> {
  try {
    const disk = await statfs(dataDir)
    const free = disk.bavail * disk.bsize
    const details = { total: disk.blocks * disk.bsize, free, threshold: LEAST_FREE_BYTES }
    return { status: free < LEAST_FREE_BYTES ? 'DOWN' : 'UP', details }
  } catch (error) {
    if (!isEmbedded && (error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'UP' }
    return { status: 'DOWN' }
  }
}

/** Caches the result for a second and shares it between callers. */
export function kept<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    if (answer === undefined || monotonicMs() - askedAtMs > KEEP_MS) {
      askedAtMs = monotonicMs()
      answer = ask()
    }
    return answer
  }
}
