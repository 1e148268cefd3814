// `npm test`: one PostgreSQL for all, a browser if there is one to be had, then every test of the house.
//
//   npm test                                          everything
//   npm test -- src/ledger test/journeys/*.test.ts    folders, files or patterns
//   npm test -- --test-name-pattern='reversal'        tests by name
//
// TEST_DATABASE_URL names a PostgreSQL to use instead, CHROMIUM_PATH a browser.
// The last line is `N passed, N failed, N skipped`; the exit code is 0 only when some ran and none failed.
import { globSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { canInstallChromium, findChromium, installChromium } from './support/machine/chromium.ts'
import { createPgliteTemplate } from './support/machine/pglite-directory.ts'
import { startPostgres } from './support/machine/postgres.ts'

const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts']
// A test that hangs fails after this long instead of holding up the line forever.
const HANG_LIMIT_MS = 15 * 60_000

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true } },
})
const namePatterns = options['test-name-pattern'] ?? []
const files = findTests(asked)
const interruption = new AbortController()
let interruptedBy: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    interruption.abort()
  })
}

const counts = { passed: 0, failed: 0, skipped: 0 }
const complaints: string[] = []
if (files.length === 0) complaints.push(`No test file matches ${asked.join(' ') || EVERYTHING.join(' ')}.`)

prepareChromium()
const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const pgliteTemplate = await createPgliteTemplate()
try {
  process.env.TEST_PGLITE_TEMPLATE = pgliteTemplate
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url
  if (files.length > 0 && !interruptedBy) await runTests()
} finally {
  rmSync(pgliteTemplate, { recursive: true, force: true })
  await postgres?.stop()
}

const ran = counts.passed + counts.failed
if (ran === 0) complaints.push('No test ran.')
if (interruptedBy) complaints.push(`Interrupted by ${interruptedBy}.`)
for (const complaint of complaints) console.log(complaint)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
if (interruptedBy) process.exitCode = 128 + constants.signals[interruptedBy]
else process.exitCode = counts.failed > 0 || ran === 0 ? 1 : 0

async function runTests(): Promise<void> {
  const tests = run({
    files,
    concurrency: 2,
    timeout: HANG_LIMIT_MS,
    signal: interruption.signal,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    ...(namePatterns.length > 0 && { testNamePatterns: namePatterns }),
  })
  tests.on('test:pass', countPass)
  tests.on('test:fail', countFailure)
  // The reporter streams as tests end and repeats every failure with its error when all are done.
  await pipeline(tests.compose(spec), process.stdout, { end: false })
}

function countPass(event: EventData.TestPass): void {
  if (isSetAside(event)) counts.skipped++
  else if (event.details.type === 'suite') return
  else if (!isWholeFile(event)) counts.passed++
  // A file without tests counts as a passed test for Node. Unless names were asked for, it is a mistake.
  else if (namePatterns.length === 0) {
    counts.failed++
    complaints.push(`${relative('.', event.name)} holds no test.`)
  }
}

function countFailure(event: EventData.TestFail): void {
  const onlyItsTestsFailed = (event.details.error as { failureType?: string }).failureType === 'subtestsFailed'
  if (isSetAside(event)) counts.skipped++
  // A suite counts only for what went wrong in itself, such as a hook; its tests are counted one by one.
  else if (event.details.type !== 'suite' || !onlyItsTestsFailed) counts.failed++
}

function isSetAside({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }): boolean {
  return (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false)
}

function isWholeFile({ name, nesting }: { name: string; nesting: number }): boolean {
  return nesting === 0 && files.includes(resolve(name))
}

function findTests(patterns: string[]): string[] {
  const globs = patterns.length === 0 ? EVERYTHING : patterns.map(folderToGlob)
  const found = globSync(globs, { exclude: ['**/node_modules/**'] })
  return [...new Set(found.map((file) => resolve(file)))].sort()
}

function folderToGlob(pattern: string): string {
  return statSync(pattern, { throwIfNoEntry: false })?.isDirectory() ? join(pattern, '**/*.test.ts') : pattern
}

function prepareChromium(): void {
  let found = findChromium()
  let why = 'none on PATH'
  // Only a run of everything is worth a download.
  if (!found && asked.length === 0 && canInstallChromium()) {
    console.log('Installing Chromium for the browser tests …')
    why = installChromium() ?? why
    found = findChromium()
  }
  if (found) process.env.CHROMIUM_PATH = found
  else console.log(`No Chromium (${why}): browser tests will be skipped. Set CHROMIUM_PATH to run them.`)
}
