// Metrics and traces of the process.

import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createMetrics } from '../../observability/metrics.ts'
import type { Tracing } from '../../observability/traces/open-tracing.ts'
import type { StartedWith } from '../started-with.ts'
import type { Wiring } from '../wiring.ts'

export type Watching = Awaited<ReturnType<typeof openWatching>>

export async function openWatching({ config, database, logger, wiring, facts }: StartedWith) {
  const metrics = wiring.given('metrics', createMetrics())
  metrics.watchPool(() => database.load())
  metrics.watchWorkers(() => database.distribution?.workers() ?? [])
  metrics.showBuild({ version: facts.build.version, commit: facts.git?.commit.id ?? 'unknown' })
  return { metrics, tracer: await openTraces(config, facts.build.version, logger, wiring) }
}

/** Undefined without a collector; the SDK of OpenTelemetry is then not even loaded. */
async function openTraces(
  { traces }: Config,
  version: string,
  log: Logger,
  wiring: Wiring,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { openTracing } = await import('../../observability/traces/open-tracing.ts')
  return wiring.open('tracing', openTracing, { ...traces, version, log })
}
