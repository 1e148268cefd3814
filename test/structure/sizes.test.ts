// How large a file, a folder and a function may be, and how many rooms there are: what a reader can take in.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'

const PROJECT = join(import.meta.dirname, '..', '..')
const CODE = ['src', 'sdk', 'console', 'test', 'bench', 'scripts', 'contracts', 'examples', 'bin']
const PRODUCTION = ['src', 'sdk', 'console']

const MOST_LINES = 400
const MOST_ENTRIES = 20
const MOST_FUNCTION_LINES = 100
const MOST_ROOMS = 12

/** Why a file may have any number of lines. */
const LONG_FILES: readonly [what: RegExp, why: string][] = [
  [/^sdk\/src\/generated-/, 'generated'],
  [/^contracts\/artifacts\//, 'generated'],
  [/^test\/upgrades\/[^/]+\/database\.sql$/, 'dumps, never edited'],
  [/^contracts\/src\/TillgateLedger\.sol$/, 'a contract on a chain is one file, which people audit as a whole'],
  [/^contracts\/test\/operation-rules\.test\.ts$/, 'one table of rules, told in the order of the contract'],
]

/** Why a folder may have any number of entries. */
const FULL_FOLDERS: Readonly<Record<string, string>> = {
  'src/platform/storage/migrations': 'one file for each migration, for good',
  'console/src/pages': 'one folder for each area of the menu',
  'sdk/src': 'generated files',
  'test/console/examples': 'one file for each area of the console',
  'test/console': 'one file for each journey through the console',
  'test/crash': 'one file for each part that is killed',
  'test/journeys': 'one file for each journey',
  'test/spec': 'one file for each promise of the specification',
  'test/support/machine': 'one file for each machine that tests stand on',
}

const files = execFileSync('git', ['ls-files', '-z', ...CODE], { cwd: PROJECT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(PROJECT, file)))
const textOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8')

test(`no file has more than ${MOST_LINES} lines`, () => {
  const isCode = (file: string) => /\.(ts|tsx|js|cjs|mjs|css|sql|sol)$/.test(file)
  const long = files
    .filter((file) => isCode(file) && !LONG_FILES.some(([what]) => what.test(file)))
    .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
  assert.deepEqual(long, [])
})

test(`no folder has more than ${MOST_ENTRIES} entries`, () => {
  const full = [...entriesByFolder()]
    .filter(([folder, entries]) => entries.size > MOST_ENTRIES && !(folder in FULL_FOLDERS))
    .map(([folder, entries]) => ({ folder, entries: entries.size }))
  assert.deepEqual(full, [])
})

test(`no function of production code has more than ${MOST_FUNCTION_LINES} lines`, () => {
  const long = files.filter(isProduction).flatMap((file) => longFunctions(file, textOf(file)))
  assert.deepEqual(long, [])
})

test(`src has at most ${MOST_ROOMS} rooms, and nothing beside them`, () => {
  const rooms = [...(entriesByFolder().get('src') ?? [])]
  assert.ok(rooms.length <= MOST_ROOMS, rooms.join(', '))
  assert.deepEqual(
    rooms.filter((room) => files.includes(`src/${room}`)),
    [],
  )
})

test('every exception is still needed', () => {
  const entries = entriesByFolder()
  assert.deepEqual(
    Object.keys(FULL_FOLDERS).filter((folder) => (entries.get(folder)?.size ?? 0) <= MOST_ENTRIES),
    [],
  )
  assert.deepEqual(
    LONG_FILES.filter(([what]) => !files.some((file) => what.test(file))),
    [],
  )
})

function entriesByFolder(): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    for (let path = file; path.includes('/'); path = dirname(path)) {
      const folder = dirname(path)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path.slice(folder.length + 1)))
    }
  }
  return entries
}

function isProduction(file: string): boolean {
  return (
    PRODUCTION.includes(file.split('/')[0] as string) &&
    /\.tsx?$/.test(file) &&
    !/\.(test|fixture)\.tsx?$/.test(file) &&
    !file.startsWith('sdk/src/generated-')
  )
}

function longFunctions(file: string, text: string): string[] {
  if (text.split('\n').length <= MOST_FUNCTION_LINES) return []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [lineAt(node.getStart()), lineAt(node.end)]
      if (last - first + 1 > MOST_FUNCTION_LINES) found.push(`${file}:${first}-${last}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
