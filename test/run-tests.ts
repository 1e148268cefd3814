// `npm test`: finds a browser if possible, then runs every test. A PostgreSQL for all starts when the first test needs it.
//
//   npm test                                          everything
//   npm test -- src/ledger test/journeys/*.test.ts    folders, files or patterns
//   npm test -- --test-name-pattern='reversal'        tests by name
//   npm test -- --changed                             what imports a file that changed since main
//   npm run test-all                                  proves more: support/runner/extent.ts
//   npm run test-all -- --added                       what it adds to `npm test`
//
// TEST_DATABASE_URL names a PostgreSQL to use instead, CHROMIUM_PATH a browser.
// A file that fails runs again by itself, once, at the end. What passes then is listed as unsteady. With more than five failed
// files the run has failed. Suites of crashes, chaos, properties and concurrency do not run again: their failures are findings.
//
// The last line is `N passed, N failed, N skipped`; the exit code is 0 only when some ran and none failed.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { findChromium, installChromium } from './support/machine/chromium.ts'
import { citusUrl } from './support/machine/citus.ts'
import { makeDataFolder } from './support/machine/data-folder.ts'
import { canInstallPackages } from './support/machine/debian-packages.ts'
import { findStockPostgres, installStockPostgres } from './support/machine/stock-postgres.ts'
import { serveTemplates } from './support/machine/templates.ts'
import { changedFiles, testsReachedBy } from './support/runner/changed-tests.ts'
import { setExtent, takes } from './support/runner/extent.ts'
import { FileTimes } from './support/runner/file-times.ts'
import { templateMakers } from './support/runner/make-templates.ts'
import { REPORT_TO, readReports, spentMs } from './support/runner/processor-time.ts'
import { groupTests } from './support/runner/test-groups.ts'
import { mayRunAgain, TestResults } from './support/runner/test-results.ts'

const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts', 'contracts/**/*.test.ts']
// More files than this are not the machine's fault.
const MOST_UNSTEADY = 5
// A hanging test fails after this long instead of blocking the run.
const HANG_LIMIT_MS = 15 * 60_000
// Tests wait for disks, locks, gateways and browsers, so two processes more than there are cores keep the cores busy.
const PROCESSES = Math.max(2, availableParallelism()) + 2
// Compiled code, shared between processes and runs. Node checks it against its source.
const COMPILE_CACHE = 'node_modules/.cache/test-compile-cache'
const RESOLVE_IMPORTS = new URL('./support/runner/resolve-imports.js', import.meta.url).href
const PROCESSOR_TIME = new URL('./support/runner/processor-time.ts', import.meta.url).href
const WRITE_AT_ONCE = new URL('./support/runner/write-at-once.js', import.meta.url).href

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    all: { type: 'boolean' },
    added: { type: 'boolean' },
    changed: { type: 'boolean' },
  },
})
const extent = options.added ? 'added' : options.all ? 'all' : 'once'
setExtent(extent)
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

const complaints: string[] = []
const times = new FileTimes()
if (files.length === 0) complaints.push(`No test file matches ${asked.join(' ') || EVERYTHING.join(' ')}.`)

if (runsAnyOf('test/console', 'test/browser')) prepareChromium()
if (runsAnyOf('test/operations')) prepareStockPostgres()
// Gateways of the tests run the bundle, as those of users do.
if (runsAnyOf('test', 'src/app/cli')) build('scripts/build-gateway.ts', 'the gateway could not be bundled')
// The tests in a browser use what `npm ci` has built, unless its sources have changed since.
if (runsAnyOf('test/console') && process.env.CHROMIUM_PATH) build('console/build.ts', 'the console could not be built')
process.env.NODE_COMPILE_CACHE ??= resolve(COMPILE_CACHE)
const groups = groupTests(files)
const results = new TestResults(groups)
const entriesRun = new Set<string>()
/** Failures of files that passed when they ran again. */
const unsteady = new Map<string, readonly string[]>()
// The engine that creates a template runs too briefly to benefit from optimized code.
setFlagsFromString('--liftoff-only')
const dataFolder = makeDataFolder()
const templates = templateMakers()
const served = await serveTemplates(templates.makers)
const scratch = mkdtempSync(join(tmpdir(), 'tillgate-test-run-'))
const processorTimes = join(scratch, 'processor-times.jsonl')
writeFileSync(processorTimes, '')
process.env[REPORT_TO] = processorTimes
try {
  if (files.length > 0 && !interruptedBy) await runTests(groups.entries, PROCESSES)
  await runLostFilesAgain()
  await runFailedFilesAgain()
} finally {
  groups.remove()
  await served.close()
  await templates.remove()
  dataFolder.remove()
}
const { passed, failed, skipped } = results.counts()
const ran = passed + failed
if (ran === 0) complaints.push('No test ran.')
if (interruptedBy) complaints.push(`Interrupted by ${interruptedBy}.`)
addTimes()
for (const line of times.summary()) console.log(line)
for (const complaint of complaints) console.log(complaint)
if (citusUrl() === undefined) console.log('No TEST_CITUS_URL: no suite was run on distributed books.')
for (const line of unsteadyLines()) console.log(line)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
if (interruptedBy) process.exitCode = 128 + constants.signals[interruptedBy]
else process.exitCode = failed > 0 || ran === 0 ? 1 : 0

/** Files without a test that was reported. Tests selected by name are in some files only, as are those of an interrupted run. */
function unheardOf(): string[] {
  return namePatterns.length > 0 || interruptedBy ? [] : files.filter((file) => !results.hasHeardOf(file))
}

/**
 * V8 crashes now and then when it frees the code of an embedded engine, of which a group opens many. Its files run again, each
 * in a process of its own: one that crashes by itself fails. So do those that nothing was heard of.
 */
async function runLostFilesAgain(): Promise<void> {
  if (interruptedBy) return
  const ofDied = new Set([...results.died].flatMap((group) => groups.membersOf(group)))
  const silent = unheardOf().filter((file) => !ofDied.has(file) && groups.grouped.has(file))
  if (results.died.size > 0)
    complaints.push(
      `The process of ${results.died.size} group(s) of tests was killed or failed; their ${ofDied.size} files ran again.`,
    )
  for (const file of silent) complaints.push(`No result of ${relative('.', file)} was received; it ran again.`)
  const again = [...ofDied, ...silent]
  results.forget(again)
  if (again.length > 0) await runTests(again, PROCESSES)
  for (const file of unheardOf()) {
    results.failEmpty(file)
    complaints.push(`${relative('.', file)} holds no test.`)
  }
}

/** One by one, so that nothing else of the run is to blame. */
async function runFailedFilesAgain(): Promise<void> {
  const again = results.failedFiles().filter((file) => mayRunAgain(file))
  if (interruptedBy || again.length === 0 || again.length > MOST_UNSTEADY) return
  const firstFailures = new Map(again.map((file) => [file, results.failuresOf(file)]))
  results.forget(again)
  await runTests(again, 1)
  const failedTwice = new Set(results.failedFiles())
  for (const [file, failures] of firstFailures) {
    if (!results.hasHeardOf(file)) results.failEmpty(file)
    else if (!failedTwice.has(file)) unsteady.set(file, failures)
  }
}

function unsteadyLines(): string[] {
  return [...unsteady].flatMap(([file, failures]) =>
    failures.map((name) => `Unsteady: ${relative('.', file)}: ${name}`),
  )
}

async function runTests(entries: readonly string[], concurrency: number): Promise<void> {
  for (const entry of entries) entriesRun.add(entry)
  const tests = run({
    files: [...entries],
    concurrency,
    timeout: HANG_LIMIT_MS,
    signal: interruption.signal,
    // Most processes load much of the gateway's code.
    // A process ends with its last test, even if something still runs: one that stays alive would block the whole run.
    execArgv: [
      '--test-force-exit',
      '--disable-warning=ExperimentalWarning',
      `--import=${RESOLVE_IMPORTS}`,
      `--import=${WRITE_AT_ONCE}`,
      `--import=${PROCESSOR_TIME}`,
    ],
    ...(namePatterns.length > 0 && { testNamePatterns: namePatterns }),
  })
  tests.on('test:pass', (event) => results.pass(event))
  tests.on('test:fail', (event) => results.fail(event))
  // The reporter streams results as tests end, and repeats every failure with its error at the end.
  await pipeline(tests.compose(spec), process.stdout, { end: false })
}

function runsAnyOf(...folders: string[]): boolean {
  return folders.some((folder) => files.some((file) => file.startsWith(resolve(folder) + sep)))
}

function build(script: string, failure: string): void {
  const { status } = spawnSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' })
  if (status !== 0) throw new Error(failure)
}

/** A child counts when it has ended, so this comes last. */
function addTimes(): void {
  // Tests may start processes that report as theirs do.
  const known = new Set([...files, ...groups.entries])
  const reports = readReports(processorTimes).filter(({ file }) => known.has(file))
  // Processes of an interrupted run may still report while they end.
  rmSync(scratch, { recursive: true, maxRetries: 10 })
  times.add(reports, groups.membersOf)
  const ofProcesses = reports.filter(({ file }) => entriesRun.has(file)).reduce((sum, one) => sum + one.processorMs, 0)
  times.addOther('PostgreSQL of all tests', templates.serverMs())
  times.addOther('the test command, builds and templates', spentMs() - ofProcesses - templates.serverMs())
}

function findTests(patterns: string[]): string[] {
  const globs = patterns.length === 0 ? EVERYTHING : patterns.map(folderToGlob)
  const exclude = ['**/node_modules/**']
  const found = options.changed ? testsReachedBy(changedFiles('.'), '.') : globSync(globs, { exclude })
  const all = [...new Set(found.map((file) => resolve(file)))].sort()
  // What is asked for by its name is run.
  return patterns.length > 0 && extent === 'once'
    ? all
    : all.filter((file) => takes(extent, readFileSync(file, 'utf8')))
}

function folderToGlob(pattern: string): string {
  return statSync(pattern, { throwIfNoEntry: false })?.isDirectory() ? join(pattern, '**/*.test.ts') : pattern
}

function prepareChromium(): void {
  let found = findChromium()
  let why = 'none on PATH'
  // Only a full run is worth a download.
  if (!found && asked.length === 0 && canInstallPackages()) {
    console.log('Installing Chromium for the browser tests …')
    why = installChromium() ?? why
    found = findChromium()
  }
  if (found) process.env.CHROMIUM_PATH = found
  else console.log(`No Chromium (${why}): browser tests will be skipped. Set CHROMIUM_PATH to run them.`)
}

/** Its tests find it themselves. */
function prepareStockPostgres(): void {
  if (findStockPostgres()) return
  let why = 'none in /usr/lib/postgresql'
  if (asked.length === 0 && canInstallPackages()) {
    console.log('Installing a PostgreSQL with JIT …')
    why = installStockPostgres() ?? why
    if (findStockPostgres()) return
  }
  console.log(`No PostgreSQL with JIT (${why}): the tests on a stock PostgreSQL will be skipped.`)
}
