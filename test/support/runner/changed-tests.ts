// Which tests import what has changed since main, directly or through other files. What a test reaches over HTTP is not seen: a
// change is proven by `npm test`, and tried from minute to minute by this.

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

const SOURCES = ['src', 'test', 'sdk', 'contracts', 'bench', 'scripts', 'examples', 'bin'].map(
  (folder) => `${folder}/**/*.{ts,js}`,
)
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g
const TEST = /\.test\.ts$/

/** Paths relative to the root, of files that differ from main, committed or not. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
  const named = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(named)].filter((name) => name !== '').sort()
}

/** The test files that the changed ones reach. A file that nothing imports, such as a migration, reaches the tests of its folder. */
export function testsReachedBy(changed: readonly string[], root: string): string[] {
  const files = sourcesIn(root)
  const importers = importersIn(files, root)
  const reached = new Set<string>()
  const waiting = changed.flatMap((name) =>
    importers.has(name) || TEST.test(name) ? [name] : testsBeside(name, files),
  )
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    waiting.push(...(importers.get(name) ?? []))
  }
  return files.filter((name) => TEST.test(name) && reached.has(name)).map((name) => resolve(root, name))
}

/** The tests that import a file, by the number of imports between them: what each file is imported by is read once. */
export function testsByDistance(root: string): (file: string) => ReadonlyMap<string, number> {
  const importers = importersIn(sourcesIn(root), root)
  return (file) => {
    const distances = new Map([[file, 0]])
    // Iterating a map also visits entries added during the loop, in order: nearest first.
    for (const [name, distance] of distances) {
      for (const importer of importers.get(name) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1)
      }
    }
    return new Map([...distances].filter(([name]) => TEST.test(name)))
  }
}

function sourcesIn(root: string): string[] {
  return globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).map(slashed)
}

function importersIn(files: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(IMPORTED)) {
      const imported = slashed(join(dirname(file), specifier))
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [file])
      else known.push(file)
    }
  }
  return importers
}

function testsBeside(name: string, files: readonly string[]): string[] {
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
    const beside = files.filter((file) => TEST.test(file) && dirname(file) === folder)
    if (beside.length > 0) return beside
  }
  return []
}

function slashed(path: string): string {
  return path.split(sep).join('/')
}
