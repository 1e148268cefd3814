// Creates a database with all tables, empty, and packs it as the template of new data folders
// (src/platform/storage/embedded/data-template.ts). build-gateway.ts runs it.
//
//   node scripts/build-data-template.ts <file>

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installJobQueue } from '../src/platform/jobs/job-queue.ts'
import { packTemplate } from '../src/platform/storage/embedded/data-template.ts'
import { openPglite } from '../src/platform/storage/open-database.ts'
import { migrate } from '../src/platform/storage/schema/migrate.ts'

const [, , file] = process.argv
if (file === undefined) throw new Error('usage: node scripts/build-data-template.ts <file>')

const folder = mkdtempSync(join(tmpdir(), 'tillgate-data-template-'))
try {
  const database = openPglite(folder, { template: null })
  try {
    await migrate(database)
    await installJobQueue(database)
  } finally {
    await database.close()
  }
  packTemplate(join(folder, 'pgdata'), pathToFileURL(file))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
