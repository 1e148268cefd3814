// Debian's own PostgreSQL, for tests of what the npm binaries lack: they are built without JIT, which is on by default
// wherever it is available. It can be installed on Debian as root.
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { aptGet } from './debian-packages.ts'

const ROOT = '/usr/lib/postgresql'
/** Debian would otherwise start a server of its own on port 5432. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/** The folder of its programs, the newest first; undefined if none with JIT is installed. */
export function findStockPostgres(): string | undefined {
  return globSync(join(ROOT, '*', 'bin'))
    .sort((a, b) => majorOf(b) - majorOf(a))
    .find((programs) => existsSync(join(dirname(programs), 'lib', 'llvmjit.so')))
}

/** Returns why it failed, in one line, or undefined on success. */
export function installStockPostgres(): string | undefined {
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  const install = ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  return aptGet('update') ?? aptGet(...(install as [string, ...string[]]), 'postgresql')
}

// /usr/lib/postgresql/15/bin → 15
function majorOf(programs: string): number {
  return Number(basename(dirname(programs)))
}
