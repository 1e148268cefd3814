// The health probes behind the two listeners.

import type { Logger } from 'pino'
import type { Emergencies } from '../../../administration/change-requests/emergencies.ts'
import { isRemoteCore } from '../../../administration/institutions/core-types.ts'
import { type Directory, takesOrders } from '../../../administration/institutions/directory.ts'
import type { ChannelOf } from '../../../channels/channel/channel.ts'
import type { HealthProbes } from '../../../families/accounts/health/health-prober.ts'
import { Degraded, type ProbedService } from '../../../families/onboarding/daily/health/service-health.ts'
import type { ComponentHealth, CoreLink, HealthSources } from '../../../families/operations/actuator/actuator-health.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { RunningSweeps } from '../../../platform/jobs/periodic.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { MailSender } from '../../../platform/mail/mail-sender.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { ClockState } from '../../../platform/storage/database-clock.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import type { DigitalLedger } from '../../../tokens/ledgers/digital-ledger.ts'
import { tokenStats } from './token-stats.ts'

export interface HealthParts {
  readonly database: Database
  readonly directory: Directory
  readonly channelOf: ChannelOf
}

/** For partners, on the public listener. */
export function healthProbes({ database, directory, channelOf }: HealthParts): HealthProbes {
  return {
    gateway: async () => {
      await database.query('SELECT 1')
    },
    cores: () => coresInUse(directory, channelOf),
  }
}

/** What operators and administrators are shown besides. */
export interface PlatformParts extends HealthParts {
  readonly sweeps: Pick<RunningSweeps, 'health'>
  readonly jobQueue: Pick<JobQueue, 'health'>
  readonly rules: Pick<RuleBook, 'health'>
  readonly digitalLedgers: readonly Pick<DigitalLedger, 'name' | 'health'>[]
}

/** For operators, on the management listener. */
export function healthSources({
  database,
  directory,
  channelOf,
  sweeps,
  jobQueue,
  rules,
  digitalLedgers,
}: PlatformParts): Pick<HealthSources, 'db' | 'cores' | 'jobs' | 'rules' | 'digitalLedgers' | 'tokens'> {
  return {
    async db() {
      await database.query('SELECT 1')
      return { engine: database.engine, ...workerDetails(database) }
    },
    cores: () => coresInUse(directory, channelOf),
    jobs() {
      // Health is readable without credentials; the reason of a failure is only in the log.
      return { status: jobsStatus(sweeps, jobQueue), details: jobStates({ sweeps, jobQueue }) }
    },
    rules: () => rules.health(),
    digitalLedgers: () => digitalLedgers.map((ledger) => ({ name: ledger.name, probe: () => ledger.health() })),
    async tokens() {
      const { currencies, openTransfers } = await tokenStats(database)
      return {
        supply: Object.fromEntries(currencies.map(({ currency, supply }) => [currency, supply])),
        backing: Object.fromEntries(currencies.map(({ currency, backing }) => [currency, backing])),
        openTransfers,
      }
    },
  }
}

/** Every sweep and every queue of jobs of this node. */
export function jobStates({
  sweeps,
  jobQueue,
}: Pick<PlatformParts, 'sweeps' | 'jobQueue'>): Record<string, 'UP' | 'DOWN'> {
  const states = Object.entries(sweeps.health().sweeps).map(([name, one]) => [name, one.status] as const)
  return { ...Object.fromEntries(states), ...jobQueue.health().queues }
}

/** Whether this node's own clock agrees with the database's, which everything goes by. */
export function clockHealth({ offMs, isNoticeable, isIntolerable }: ClockState): ComponentHealth {
  return {
    status: isNoticeable ? 'DEGRADED' : 'UP',
    details: { aheadSeconds: Math.round(offMs) / 1_000, closesDays: !isIntolerable },
  }
}

export function logClock(log: Logger, { offMs, isNoticeable, isIntolerable }: ClockState): void {
  const aheadSeconds = Math.round(offMs) / 1_000
  if (!isNoticeable) log.info({ aheadSeconds }, "this node's clock agrees with the database's again")
  else if (!isIntolerable) log.warn({ aheadSeconds }, "this node's clock is off the database's: set it")
  else log.error({ aheadSeconds }, "this node's clock is off the database's: it closes no business day until it is set")
}

/** Distributed books: the servers that hold them, and the institutions that one which is down concerns. */
function workerDetails({ distribution }: Database): { workers?: Readonly<Record<string, unknown>> } {
  if (distribution === undefined) return {}
  const workers = distribution.workers().map(({ address, isReachable, institutionIds }) => {
    return [address, isReachable ? { status: 'UP' } : { status: 'DOWN', institutions: institutionIds }] as const
  })
  return { workers: Object.fromEntries(workers) }
}

function jobsStatus(sweeps: Pick<RunningSweeps, 'health'>, jobQueue: Pick<JobQueue, 'health'>): 'UP' | 'DOWN' {
  return sweeps.health().status === 'UP' && jobQueue.health().status === 'UP' ? 'UP' : 'DOWN'
}

export interface ServiceParts extends PlatformParts {
  readonly emergencies: Pick<Emergencies, 'unreviewed'>
  readonly mailSender: Pick<MailSender, 'probe'>
  /** Version of the gateway. */
  readonly version: string
}

export const CHANGES_SERVICE = 'changes'

/** For administrators, by `POST /healthstatus`. */
export function* probedServices(parts: ServiceParts, scope: Scope): Iterable<ProbedService> {
  const { database, directory, channelOf, sweeps, jobQueue, mailSender, version, rules, digitalLedgers } = parts
  yield { name: 'gateway', probe: async () => version }
  yield {
    name: 'database',
    async probe() {
      const { rows } = await database.query<{ server_version: string }>('SHOW server_version')
      return rows[0]?.server_version
    },
  }
  for (const institution of directory.institutions()) {
    const { institutionId, coreType } = institution
    if (!takesOrders(institution)) continue
    yield {
      name: `core:${institutionId}`,
      institutionId,
      async probe() {
        await channelOf(institutionId).probe()
        // A core elsewhere does not tell its version.
        return isRemoteCore(coreType) ? undefined : version
      },
    }
  }
  yield {
    name: 'mail',
    async probe() {
      await mailSender.probe()
      return version
    },
  }
  yield { name: 'rules', probe: async () => versionIf(rules.health().status === 'UP', version) }
  yield { name: 'jobs', probe: async () => versionIf(jobsStatus(sweeps, jobQueue) === 'UP', version) }
  yield {
    name: CHANGES_SERVICE,
    keptAs: `${CHANGES_SERVICE} ${scope.institutionId ?? ''} ${scope.subTenantId ?? ''}`,
    async probe() {
      const { count, overdue } = await parts.emergencies.unreviewed(scope)
      if (count === 0) return version
      const late = overdue === 0 ? '' : `; of them ${overdue} for more than 24 hours`
      throw new Degraded(`Emergency changes that nobody has reviewed: ${count}${late}`)
    },
  }
  yield {
    name: 'digital-ledger',
    async probe() {
      await Promise.all(digitalLedgers.map((ledger) => ledger.health()))
      return version
    },
  }
  for (const ledger of digitalLedgers) {
    // A chain is run by others: people who look after the platform want to see whether it is the one that is down.
    if (ledger.name !== 'evm') continue
    yield {
      name: 'digital-ledger:evm',
      async probe() {
        await ledger.health()
        return undefined
      },
    }
  }
}

function versionIf(isUp: boolean, version: string): string {
  if (!isUp) throw new Error('not up')
  return version
}

/**
 * Each core that some institution uses, once, however many institutions share it. A remote core is an institution's own. An
 * institution without an active connection uses none.
 */
function* coresInUse(directory: Directory, channelOf: ChannelOf): Iterable<CoreLink> {
  const seen = new Set<string>()
  for (const institution of directory.institutions()) {
    const { institutionId, coreType } = institution
    const name = isRemoteCore(coreType) ? `${coreType} ${institutionId}` : coreType
    if (coreType === 'NONE' || !takesOrders(institution) || seen.has(name)) continue
    seen.add(name)
    yield { name, probe: async () => channelOf(institutionId).probe() }
  }
}
