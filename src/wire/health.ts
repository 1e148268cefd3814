// The health probes behind the two listeners.

import type { ChannelOf } from '../channel/channel.ts'
import type { HealthProbes } from '../families/accounts/health/health-prober.ts'
import type { CoreLink, HealthSources } from '../families/operations/actuator-health.ts'
import { type Directory, takesOrders } from '../institutions/directory.ts'
import type { RunningSweeps } from '../jobs/periodic.ts'
import type { Database } from '../storage/database.ts'

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

/** For operators, on the management listener. */
export function healthSources(
  { database, directory, channelOf }: HealthParts,
  sweeps: RunningSweeps,
): Pick<HealthSources, 'db' | 'cores' | 'jobs'> {
  return {
    async db() {
      await database.query('SELECT 1')
      return { engine: database.engine }
    },
    cores: () => coresInUse(directory, channelOf),
    jobs() {
      const { status, sweeps: states } = sweeps.health()
      // Health is readable without credentials; the reason of a failure is only in the log.
      return { status, details: Object.fromEntries(Object.entries(states).map(([name, one]) => [name, one.status])) }
    },
  }
}

/** Each core that some institution uses, once, however many institutions share it. A REST core is an institution's own. */
function* coresInUse(directory: Directory, channelOf: ChannelOf): Iterable<CoreLink> {
  const seen = new Set<string>()
  for (const institution of directory.institutions()) {
    const { institutionId, coreType } = institution
    const name = coreType === 'REST' ? `REST ${institutionId}` : coreType
    if (!takesOrders(institution) || seen.has(name)) continue
    seen.add(name)
    yield { name, probe: async () => channelOf(institutionId).probe() }
  }
}
