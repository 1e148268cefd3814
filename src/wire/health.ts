// The health probes behind the two listeners.

import type { CoreOf } from '../core/core.ts'
import type { HealthProbes } from '../families/accounts/health/health-prober.ts'
import type { HealthSources } from '../families/operations/actuator-health.ts'
import type { Directory } from '../institutions/directory.ts'
import type { RunningSweeps } from '../jobs/periodic.ts'
import type { Database } from '../storage/database.ts'

export interface HealthParts {
  readonly database: Database
  readonly directory: Directory
  readonly coreOf: CoreOf
}

/** For partners, on the public listener. */
export function healthProbes({ database, directory, coreOf }: HealthParts): HealthProbes {
  return {
    gateway: async () => {
      await database.query('SELECT 1')
    },
    cores: () => coresInUse(directory, coreOf),
  }
}

/** For operators, on the management listener. */
export function healthSources(
  { database, directory, coreOf }: HealthParts,
  sweeps: RunningSweeps,
): Pick<HealthSources, 'db' | 'core' | 'jobs'> {
  return {
    async db() {
      await database.query('SELECT 1')
      return { engine: database.engine }
    },
    async core() {
      const cores = [...coresInUse(directory, coreOf)]
      const probed = await Promise.allSettled(cores.map((core) => core.probe()))
      const up = cores.filter((_, i) => probed[i]?.status === 'fulfilled')
      if (cores.length > 0 && up.length === 0) throw new Error('no core can be used')
      return { cores: up.map((core) => core.name) }
    },
    jobs() {
      const { status, sweeps: states } = sweeps.health()
      // Health is readable without credentials; the reason of a failure is only in the log.
      return { status, details: Object.fromEntries(Object.entries(states).map(([name, one]) => [name, one.status])) }
    },
  }
}

/** Each core that an institution uses, once even if shared. */
function* coresInUse(directory: Directory, coreOf: CoreOf): Iterable<{ name: string; probe(): Promise<void> }> {
  const seen = new Set<string>()
  for (const { institutionId, coreType, status } of directory.institutions()) {
    if (status !== 'ACTIVE' || seen.has(coreType)) continue
    seen.add(coreType)
    yield { name: coreType, probe: () => coreOf(institutionId).probe() }
  }
}
