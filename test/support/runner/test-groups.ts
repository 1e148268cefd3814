// Which test files share a process. Starting a process and loading the gateway's code takes longer than most files of
// `src` run, so those run in groups, each file as its own suite. Files of `test` start servers and take long, so each
// gets its own process and they run in parallel. Files of `test/console` share a few processes, each with one gateway and
// browser.
//
// A file that cannot share has a comment at the start of a line: `// Needs a process of its own: <why>`.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const GROUP_SIZE = 12
const CONSOLE_GROUPS = 5
const PROCESSOR_TIME = JSON.stringify(new URL('processor-time.ts', import.meta.url).href)
const NEEDS_ITS_OWN = /^\/\/ Needs a process of its own\b/m

/** The slowest start first, so that no core is idle at the end. */
const LONGEST_FIRST = [
  'test/console/every-page',
  'test/console/spanish-pages',
  'test/spec/access-matrix',
  'src/tokens/ledgers/evm',
  'test/operations',
  'test/chaos',
  'test/crash',
  'test/concept',
  'test/structure',
  'test/property',
  'test/spec',
  'test/concurrency',
  'test/journeys',
]

export interface TestGroups {
  /** What to pass to Node, in this order: test files and the entry files of groups. */
  readonly entries: readonly string[]
  /** The files that run in groups. */
  readonly grouped: ReadonlySet<string>
  isGroup(entry: string): boolean
  /** The files of a group. */
  membersOf(entry: string): readonly string[]
  remove(): void
}

export function groupTests(files: readonly string[], root = process.cwd()): TestGroups {
  const shared = files.filter((file) => canShare(file, root))
  const alone = files.filter((file) => !shared.includes(file)).sort((a, b) => rankOf(a, root) - rankOf(b, root))
  // A single file needs no group.
  if (shared.length < 2)
    return { entries: files, grouped: new Set(), isGroup: () => false, membersOf: () => [], remove() {} }

  const folder = mkdtempSync(join(tmpdir(), 'tillgate-test-groups-'))
  const groups = new Map<string, readonly string[]>()
  const write = (name: string, members: readonly string[], text: string) => {
    const entry = join(folder, `${name}.mjs`)
    writeFileSync(entry, text)
    groups.set(entry, members)
  }
  const ofConsole = shared.filter((file) => isOfConsole(file, root))
  for (const [group, members] of balanced(ofConsole, CONSOLE_GROUPS).entries()) {
    write(`console-${group + 1}`, members, consoleEntryOf(members, root))
  }
  // Groups of the console take longest of all.
  const first = [...groups.keys()]
  const others = shared.filter((file) => !isOfConsole(file, root))
  const count = Math.ceil(others.length / GROUP_SIZE)
  for (let group = 0; group < count; group++) {
    // Round-robin, because files of one folder tend to take equally long.
    const members = others.filter((_file, index) => index % count === group)
    write(`group-${group + 1}`, members, entryOf(members, root))
  }
  const entries = [...first, ...alone, ...[...groups.keys()].slice(first.length)]
  return {
    entries,
    grouped: new Set(shared),
    isGroup: (entry) => groups.has(entry),
    membersOf: (entry) => groups.get(entry) ?? [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Groups of about the same size, and so of about the same duration; the largest files are shared out first. */
function balanced(files: readonly string[], count: number): string[][] {
  const sized = files.map((file) => ({ file, size: statSync(file).size })).sort((a, b) => b.size - a.size)
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({ size: 0, members: [] as string[] }))
  for (const { file, size } of sized) {
    const smallest = groups.reduce((a, b) => (b.size < a.size ? b : a))
    smallest.size += size
    smallest.members.push(file)
  }
  return groups.map(({ members }) => members)
}

function canShare(file: string, root: string): boolean {
  const [top] = relative(root, file).split(sep)
  const isKindThatShares = top === 'src' || top === 'sdk' || isOfConsole(file, root)
  return isKindThatShares && !NEEDS_ITS_OWN.test(readFileSync(file, 'utf8'))
}

function isOfConsole(file: string, root: string): boolean {
  return dirname(relative(root, file)) === join('test', 'console')
}

function rankOf(file: string, root: string): number {
  const path = relative(root, file).replaceAll(sep, '/')
  const rank = LONGEST_FIRST.findIndex((start) => path.startsWith(start))
  return rank === -1 ? LONGEST_FIRST.length : rank
}

// The suite around each file keeps its hooks from running for the others.
function entryOf(files: readonly string[], root: string): string {
  const suites = files.map((file) => {
    const [name, url] = [relative(root, file), pathToFileURL(file).href].map((text) => JSON.stringify(text))
    return `describe(${name}, () => { measureFile(${JSON.stringify(file)}); return import(${url}) })`
  })
  return `import { describe } from 'node:test'\nimport { measureFile } from ${PROCESSOR_TIME}\n${suites.join('\n')}\n`
}

function consoleEntryOf(files: readonly string[], root: string): string {
  const stage = pathToFileURL(join(root, 'test', 'support', 'console', 'console-stage.ts')).href
  return `import { shareConsole } from ${JSON.stringify(stage)}\nshareConsole()\n${entryOf(files, root)}`
}
