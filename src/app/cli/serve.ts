// tillgate serve: starts the gateway, as one process or as a primary with its workers.

import cluster from 'node:cluster'
import { WorkerThreads } from '../../families/operations/actuator/threads/thread-stacks.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openConfiguredDatabase } from '../config/configured-database.ts'
import { runGateway } from '../lifecycle.ts'

export async function serve(): Promise<void> {
  if (cluster.isWorker) return (await import('../workers/worker.ts')).runWorker()
  const config = readConfig(process.env)
  if (config.workers > 1) return serveByWorkers(config)
  await runGateway(config, async (_config, stopping) => {
    // First: it must see the thread of the embedded database start.
    const threads = new WorkerThreads()
    const database = openConfiguredDatabase(config)
    // The embedded engine starts in its own thread, so start it while the rest of the program loads. An error here is
    // ignored: the start queries again and reports it.
    database.query('SELECT 1').catch(() => {})
    const { start } = await import('../wire.ts')
    return start(config, database, threads, stopping)
  })
}

async function serveByWorkers(config: Config): Promise<void> {
  const { startPrimary } = await import('../workers/start-primary.ts')
  const { FirstWorkerFailed } = await import('../workers/primary.ts')
  try {
    await runGateway(config, startPrimary, { worker: 0 })
  } catch (error) {
    // It has printed the reason.
    if (error instanceof FirstWorkerFailed) process.exit(error.exitCode)
    throw error
  }
}
