// tillgate serve: starts the gateway.

import { readConfig } from '../config.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import { WorkerThreads } from '../families/operations/threads/thread-stacks.ts'
import { runGateway } from '../lifecycle.ts'

export async function serve(): Promise<void> {
  await runGateway(readConfig(process.env), async (config, stopping) => {
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
