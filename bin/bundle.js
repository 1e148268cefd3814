// The bundle of the gateway: made by `npm ci`, and used while it is newer than what it is made from.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const BUNDLE = join(ROOT, 'dist')
const ENTRY = join(BUNDLE, 'main.js')

/**
 * The URL of the program to load: the bundle, or the sources where there is no bundle, where one of them has changed since,
 * and where TILLGATE_SOURCES asks for them.
 */
export function programUrl() {
  const isBundled = (process.env.TILLGATE_SOURCES ?? '') === '' && isFresh()
  return new URL(isBundled ? '../dist/main.js' : '../src/app/cli/main.ts', import.meta.url)
}

/** Asks for the times of some thousand files, which takes about ten milliseconds. */
export function isFresh() {
  const madeMs = modifiedMs(ENTRY)
  if (madeMs === undefined || (modifiedMs(join(ROOT, 'package-lock.json')) ?? 0) > madeMs) return false
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  return sources.every((entry) => {
    const isSource = entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')
    return !isSource || (modifiedMs(join(entry.parentPath, entry.name)) ?? 0) <= madeMs
  })
}

/** @param {string} file */
function modifiedMs(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}
