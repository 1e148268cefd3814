// Data directories for the embedded engine. Its first start takes seconds, so the test command makes one directory and
// tests copy it.

import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../src/storage/migrate.ts'
import { openPglite } from '../../../src/storage/open-database.ts'

/** A data directory that the embedded engine can open: a copy of a prepared one when there is one, which saves its first start. */
export async function createPgliteDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-pglite-'))
  const template = process.env.TEST_PGLITE_TEMPLATE
  if (template !== undefined) await cp(template, directory, { recursive: true })
  return directory
}

/** The prepared one: an engine that has been through its first start and all migrations. The test command makes it once. */
export async function createPgliteTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-template-'))
  const database = openPglite(directory)
  await migrate(database)
  await database.close()
  return directory
}
