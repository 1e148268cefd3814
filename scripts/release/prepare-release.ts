// Run by `npm version`, after it has written the new version and before it commits: gives the changelog's unreleased part that
// version and today's date, and the SDK and the console the same version. docs/releasing.md says what comes before and after.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseUnreleased } from './changelog.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WORKSPACES = ['sdk', 'console']
const SDK = '@tillgate/sdk'

const { version } = JSON.parse(read('package.json')) as { version: string }
const today = new Date().toISOString().slice(0, 10)

write('CHANGELOG.md', releaseUnreleased(read('CHANGELOG.md'), version, today))
for (const workspace of WORKSPACES) setVersion(`${workspace}/package.json`)
setVersionsInLockfile()

/** Keeps the rest of the file as it is written. */
function setVersion(file: string): void {
  const own = read(file).replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`)
  write(file, own.replace(/^( {4}"@tillgate\/sdk": )"[^"]+"/m, `$1"${version}"`))
}

function setVersionsInLockfile(): void {
  const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  for (const workspace of WORKSPACES) {
    const entry = lockfile.packages[workspace]
    if (entry === undefined) throw new Error(`package-lock.json does not know ${workspace}`)
    entry.version = version
    if (entry.devDependencies?.[SDK] !== undefined) entry.devDependencies[SDK] = version
  }
  write('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`)
}

interface LockedPackage {
  version?: string
  devDependencies?: Record<string, string>
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text)
}
