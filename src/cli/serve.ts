// tillgate serve: the gateway itself.

import { readConfig } from '../config.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import { runGateway } from '../lifecycle.ts'

export async function serve(): Promise<void> {
  await runGateway(readConfig(process.env), async (config) => {
    const database = openConfiguredDatabase(config)
    // The embedded engine comes up in a thread of its own, so it may do so while the rest of the program is being loaded.
    // Whether it does is asked again, and heard, at the start.
    const awake = database.query('SELECT 1').catch(() => {})
    const { start } = await import('../wire.ts')
    await awake
    return start(config, database)
  })
}
