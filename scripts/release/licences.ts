// The licences that packages may have. `npm run check` asks for those of the lockfile.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lockfile, shippedPackages } from './shipped-packages.ts'

/** May be part of what a bank installs: they ask for a notice, and for nothing of its own code. */
const SHIPPED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]
/** For tools, of whose code a release contains nothing. */
const TOOLS = [...SHIPPED, 'MPL-2.0', 'PSF-2.0']
/** The lockfile names no licence; the package's own file does. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'node_modules/memorystream': 'MIT' }

/** A line for each package whose licence is not allowed. */
export function refusedLicences(lockfile: Lockfile): string[] {
  const shipped = shippedPackages(lockfile)
  return Object.entries(lockfile.packages).flatMap(([folder, { license, link }]) => {
    if (!folder.includes('node_modules/') || link === true) return []
    const named = license ?? READ_BY_HAND[folder]
    const allowed = shipped.has(folder) ? SHIPPED : TOOLS
    if (named !== undefined && isAllowed(named, allowed)) return []
    const use = shipped.has(folder) ? 'is part of a release' : 'is a tool'
    return [`${folder} ${use}, and its licence is ${named ?? 'not told'}.`]
  })
}

/** An SPDX expression: of licences joined by OR one suffices, of those joined by AND all are needed. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (plain.includes('(')) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.includes(name)))
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', '..', 'package-lock.json')
  const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
  const refused = refusedLicences(lockfile)
  for (const line of refused) console.error(line)
  if (refused.length === 0) console.log(`${shippedPackages(lockfile).size} packages of a release, and all tools.`)
  process.exitCode = refused.length === 0 ? 0 : 1
}
