// The remote cores of institutions: those that speak REST and those that speak ISO 8583.

import type { Logger } from 'pino'
import { isIso8583Core, isRestCore } from '../../../administration/institutions/core-types.ts'
import type { Directory, Institution } from '../../../administration/institutions/directory.ts'
import type { Properties } from '../../../administration/properties/properties.ts'
import { Iso8583Cores } from '../../../channels/core/iso8583/iso8583-cores.ts'
import type { RemoteCore } from '../../../channels/core/remote-core.ts'
import { RestCores } from '../../../channels/core/rest/rest-cores.ts'
import type { Dialect } from '../../../channels/iso8583/dialect.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tracer } from '../../../platform/kernel/tracer.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Wiring } from '../wiring.ts'

export interface RemoteCoresParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly environment: Environment
  readonly secretBox: SecretBox
  /** Undefined when traces are off. */
  readonly tracer: Tracer | undefined
  /** Dialects of ISO 8583, by name. */
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly properties: Pick<Properties, 'read'>
  /** Processes that share what the node may use. */
  readonly workers: number
  readonly metrics: Pick<Metrics, 'cores'>
  readonly logger: Logger
  readonly wiring: Wiring
}

export interface RemoteCores {
  readonly restCores: RestCores
  readonly iso8583Cores: Iso8583Cores
  readonly remoteCoreOf: RemoteCoreOf
}

/** Undefined when the core is not a remote one. */
export type RemoteCoreOf = (institution: Institution | undefined) => RemoteCore | undefined

export function openRemoteCores({
  tracer,
  properties,
  metrics,
  logger,
  wiring,
  ...parts
}: RemoteCoresParts): RemoteCores {
  const { database, clock, directory, environment, secretBox, dialects, workers } = parts
  const restCores = wiring.make(RestCores, {
    environment,
    secretBox,
    tracer,
    workers,
    observer: {
      called: metrics.cores.called,
      circuitChanged(institutionId, state) {
        logger.warn({ institutionId, state }, 'the circuit breaker of a core has changed')
      },
    },
  })
  const iso8583Cores = wiring.make(Iso8583Cores, {
    database,
    clock,
    directory,
    environment,
    secretBox,
    dialects,
    workers,
    parkAfterMs: () => properties.read('iso8583.park-after'),
    logger,
    observer: metrics.cores,
  })
  metrics.cores.watch(function* () {
    yield* restCores.states()
    yield* iso8583Cores.states()
  })
  metrics.cores.watchHosts(() => iso8583Cores.links())
  return {
    restCores,
    iso8583Cores,
    remoteCoreOf(institution) {
      if (institution === undefined) return undefined
      if (isRestCore(institution.coreType)) return restCores.coreOf(institution)
      return isIso8583Core(institution.coreType) ? iso8583Cores.coreOf(institution) : undefined
    },
  }
}
