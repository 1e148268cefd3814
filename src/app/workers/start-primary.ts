// Starts a primary: its management listener, then the workers.

import { fileURLToPath } from 'node:url'
import { Counter, Gauge, Registry } from 'prom-client'
import { createLogger } from '../../edge/http/log.ts'
import { readBuildFacts } from '../../families/operations/actuator/build-facts.ts'
import { unattended } from '../../platform/kernel/work/unattended.ts'
import type { Config } from '../config/config.ts'
import type { RunningGateway } from '../lifecycle.ts'
import { type RawMetric, rawMetricsOf } from '../observability/metric-snapshots.ts'
import { createMetrics } from '../observability/metrics.ts'
import { Primary } from './primary.ts'
import { openPrimaryListener } from './primary-management.ts'
import { WorkerFigures } from './worker-figures.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export async function startPrimary(config: Config, stopping: AbortSignal): Promise<RunningGateway> {
  const log = createLogger({ level: config.logLevel, worker: 0 })
  const facts = await readBuildFacts(ROOT)
  const metrics = createMetrics()
  const workerMetrics = createWorkerMetrics(config.workers, () => figures.ready())
  const primary = new Primary({
    workers: config.workers,
    log,
    observer: {
      lost: () => workerMetrics.lost(),
      counted: (worker, counters) => figures.counted(worker, counters),
      ended: (worker) => figures.ended(worker),
    },
  })
  const figures: WorkerFigures = new WorkerFigures(primary, config.management.token, async () => [
    ...(await metrics.raw()).filter(isOfPrimary),
    ...(await workerMetrics.raw()),
  ])
  // First, because it can fail: nothing has been started then.
  const listener = await openPrimaryListener(config, { primary, figures, facts, log, metrics })
  stopping.addEventListener('abort', () => unattended(primary.stop(), () => {}), { once: true })
  try {
    const urls = await primary.start()
    return {
      ...urls,
      managementUrl: listener.url,
      restart: () => primary.roll(),
      async stop() {
        try {
          await primary.stop()
        } finally {
          await listener.close()
          await new Promise<void>((resolve) => log.flush(() => resolve()))
        }
      },
    }
  } catch (error) {
    await listener.close()
    throw error
  }
}

/** The event loop that callers wait for is that of a worker. */
function isOfPrimary({ name }: RawMetric): boolean {
  return !name.startsWith('nodejs_eventloop_')
}

function createWorkerMetrics(configured: number, ready: () => Promise<number>) {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({ name: 'workers', help: 'Workers that are configured.', registers }).set(configured)
  new Gauge({
    name: 'workers_ready',
    help: 'Workers that are ready to serve.',
    registers,
    async collect() {
      this.set(await ready())
    },
  })
  const lost = new Counter({
    name: 'workers_lost_total',
    help: 'Workers that ended without being told to, and were replaced.',
    registers,
  })
  return { lost: () => lost.inc(), raw: () => rawMetricsOf(registry) }
}
