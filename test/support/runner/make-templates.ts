// Starts the PostgreSQL of all tests, creates the templates that they copy their databases from, and removes both at the
// end.

import { rmSync } from 'node:fs'
import { generateSandboxMasterKey } from '../../../src/platform/kernel/secrets/secrets.ts'
import {
  type Gateway,
  pgliteStore,
  postgresStore,
  type Store,
  startGateway,
  withMasterKey,
} from '../gateways/gateway.ts'
import { isInMemory, newDataFolder } from '../machine/data-folder.ts'
import { copyOf, createPostgresDatabase, createPostgresTemplate } from '../machine/database.ts'
import { copyDirectory, createPgliteTemplate } from '../machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../machine/postgres.ts'
import { findTemplate, type TemplateMakers } from '../machine/templates.ts'
import { KEPT, makeRsaKey } from '../onboarding/rsa-keys.ts'
import { childrenMs } from './processor-time.ts'

// Durability is off: tests that kill a server start their own, as durable as in production. Commits stay synchronous:
// with asynchronous ones VACUUM may not mark pages all-visible, and query plans depend on that. Databases live for seconds, so
// vacuuming them by and by would only cost, and change plans when nobody expects it.
const WITHOUT_DURABILITY = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '300' }

const MAX_ATTEMPTS = 3

export interface Templates {
  readonly makers: TemplateMakers
  /** Processor time of the PostgreSQL, once it is removed. */
  serverMs(): number
  remove(): Promise<void>
}

export function templateMakers(): Templates {
  const made: (() => Promise<void>)[] = []
  let server: PostgresServer | undefined
  let serverMs = 0
  const makers: TemplateMakers = {
    async 'postgres-server'() {
      // Elsewhere it removes its own.
      const inMemory = isInMemory() ? { dataDir: newDataFolder('postgres-') } : {}
      server = await startPostgres({ ...inMemory, settings: WITHOUT_DURABILITY })
      return server.url
    },
    async 'migrated-pglite'() {
      const directory = await createPgliteTemplate()
      made.push(async () => rmSync(directory, { recursive: true, force: true }))
      return directory
    },
    async 'migrated-postgres'() {
      const { name, remove } = await createPostgresTemplate()
      made.push(remove)
      return name
    },
    'sandbox-pglite': () =>
      again(async () => {
        const directory = await withMasterKey(copyDirectory(await findTemplate('migrated-pglite')))
        const store = pgliteStore(directory)
        made.push(store.remove)
        await serveOnce(store)
        return directory
      }),
    'sandbox-postgres': () =>
      again(async () => {
        const directory = await withMasterKey(copyDirectory(undefined))
        const database = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
        const store = postgresStore(directory, database)
        made.push(store.remove)
        await serveOnce(store)
        await database.close()
        return database.name
      }),
    // One for both engines, so that stores differ only by engine.
    'master-key': async () => generateSandboxMasterKey(),
    ...Object.fromEntries(Array.from({ length: KEPT }, (_, place) => [`rsa-key-${place}`, makeRsaKey])),
  }
  return {
    makers,
    serverMs: () => serverMs,
    async remove() {
      for (const remove of made) await remove()
      const beforeMs = childrenMs()
      await server?.stop()
      serverMs = childrenMs() - beforeMs
    },
  }
}

/** Most tests need these, and on a very busy machine a gateway may not stop in time. */
async function again(make: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await make()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function serveOnce(store: Store): Promise<void> {
  const gateway: Gateway = await startGateway(store)
  const code = await gateway.stop()
  if (code !== 0) throw new Error(`the gateway on a template ended with ${code}:\n${gateway.output()}`)
}
