// Creates the templates that tests copy their databases from, and removes them at the end.

import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Gateway, MASTER_KEY, pgliteStore, postgresStore, type Store, startGateway } from '../gateways/gateway.ts'
import { copyOf, createPostgresDatabase, createPostgresTemplate } from '../machine/database.ts'
import { copyDirectory, createPgliteTemplate } from '../machine/pglite-directory.ts'
import { findTemplate, type TemplateMakers } from '../machine/templates.ts'
import { KEPT, makeRsaKey } from '../onboarding/rsa-keys.ts'

export function templateMakers(): { readonly makers: TemplateMakers; remove(): Promise<void> } {
  const made: (() => Promise<void>)[] = []
  const makers: TemplateMakers = {
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
    async 'sandbox-pglite'() {
      const directory = copyDirectory(await findTemplate('migrated-pglite'))
      const store = pgliteStore(directory)
      made.push(store.remove)
      await serveOnce(store)
      return directory
    },
    async 'sandbox-postgres'() {
      const directory = copyDirectory(undefined)
      // One master key for both engines, so that stores differ only by engine.
      copyFileSync(join((await findTemplate('sandbox-pglite')) ?? '', MASTER_KEY), join(directory, MASTER_KEY))
      const database = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
      const store = postgresStore(directory, database)
      made.push(store.remove)
      await serveOnce(store)
      return database.name
    },
    ...Object.fromEntries(Array.from({ length: KEPT }, (_, place) => [`rsa-key-${place}`, makeRsaKey])),
  }
  return {
    makers,
    async remove() {
      for (const remove of made) await remove()
    },
  }
}

async function serveOnce(store: Store): Promise<void> {
  const gateway: Gateway = await startGateway(store)
  const code = await gateway.stop()
  if (code !== 0) throw new Error(`the gateway on a template ended with ${code}:\n${gateway.output()}`)
}
