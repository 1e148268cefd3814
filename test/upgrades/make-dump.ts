// `npm run upgrade-dump`: runs a gateway of the current code, sends it representative traffic, and stores a dump of its
// database in test/upgrades/<version>-<commit>, so that later versions can prove that they upgrade it.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite } from '../../src/platform/storage/open-database.ts'
import { createStore, startGateway } from '../support/gateways/gateway.ts'
import { dumpDatabase } from './dump-database.ts'
import { runRepresentativeTraffic } from './representative-traffic.ts'

const root = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const folder = join(import.meta.dirname, process.argv[2] ?? `${version}-${commit}`)
const keyFile = join(folder, 'master.key')

mkdirSync(folder, { recursive: true })
// Protects nothing: every secret in the dump is made up.
writeFileSync(keyFile, `sandbox-1:${Buffer.alloc(32, 'upgrade').toString('base64')}\n`)
const store = await createStore('pglite')
try {
  const gateway = await startGateway(store, { MASTER_KEY_FILE: keyFile })
  const recording = await runRepresentativeTraffic(gateway).finally(() => gateway.stop())
  const database = openPglite(store.env.DATA_DIR as string)
  const dump = await dumpDatabase(database).finally(() => database.close())
  writeFileSync(join(folder, 'database.sql'), dump)
  writeFileSync(join(folder, 'recording.json'), `${JSON.stringify(recording, null, 2)}\n`)
  console.log(`${folder}: ${Math.ceil(dump.length / 1024)} KB`)
} finally {
  await store.remove()
}
