// A worker: a gateway that shares its port with others and reports to the primary.

import { WorkerThreads } from '../../families/operations/actuator/threads/thread-stacks.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openConfiguredDatabase } from '../config/configured-database.ts'
import { runGateway } from '../lifecycle.ts'
import { PrimaryLink } from './primary-link.ts'
import { WORKER_NUMBER } from './worker-process.ts'

/** Two batches of an institution, a request beside them, and one to spare. */
const LEAST_CONNECTIONS = 4

export async function runWorker(): Promise<void> {
  const config = shareOf(readConfig(process.env))
  const link = new PrimaryLink(Number(process.env[WORKER_NUMBER]), config.workers)
  await runGateway(
    config,
    async (_config, stopping) => {
      const database = openConfiguredDatabase(config)
      const { start } = await import('../wire.ts')
      const gateway = await start(config, database, new WorkerThreads(), stopping, undefined, link)
      // The primary answers SIGHUP, which a terminal or a supervisor may send to the whole group.
      return { ...gateway, restart: () => {} }
    },
    {
      worker: link.worker,
      announce: ({ publicUrl, managementUrl, switchesUrl }) => link.ready({ publicUrl, managementUrl, switchesUrl }),
      stopAsked: link.stopAsked,
      onStop: () => link.leaving(),
    },
  )
}

/** What the settings grant to the node is divided between its workers. */
function shareOf(config: Config): Config {
  const pool = Math.max(LEAST_CONNECTIONS, Math.floor(config.database.pool / config.workers))
  return { ...config, database: { ...config.database, pool } }
}
