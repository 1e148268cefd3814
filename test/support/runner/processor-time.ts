// Measures test files. Loaded into every process of the tests, which report what they used to a file of the test command.
// Processor time says more than the time that passes about the cost of a test that waits, or that runs beside others. That
// of a browser's pages is missing: the browser does not wait for their processes.

import { appendFileSync, readFileSync } from 'node:fs'
import { after, before } from 'node:test'
import { isMainThread } from 'node:worker_threads'

/** The file to report to. */
export const REPORT_TO = 'TEST_PROCESSOR_TIMES'

/** How many ticks of /proc are a second: the same on all Linux systems that Node runs on. */
const TICKS_A_SECOND = 100

export interface Spent {
  /** A test file, or the entry file of a group. */
  readonly file: string
  readonly passedMs: number
  readonly processorMs: number
}

/** What was reported, in order. */
export function readReports(report: string): Spent[] {
  return readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Spent)
}

/** Measures the suite around this call as a file. */
export function measureFile(file: string): void {
  let started = now()
  before(() => {
    started = now()
  })
  after(() => reportSince(started, file))
}

/** Processor time of this process and of its ended children; of itself alone where the system does not say. */
export function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

/** Processor time of the ended children of this process, and of theirs. */
export function childrenMs(): number {
  // After the command, which may contain spaces: the state is the third field, the times of children are the
  // sixteenth and seventeenth.
  const fields = ownStat().split(') ').at(-1)?.split(' ') ?? []
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number)
  return ((user + system) * 1000) / TICKS_A_SECOND
}

function ownStat(): string {
  try {
    return readFileSync('/proc/self/stat', 'utf8')
  } catch {
    // Not Linux.
    return ''
  }
}

function now(): Omit<Spent, 'file'> {
  return { passedMs: performance.now(), processorMs: spentMs() }
}

function reportSince(started: Omit<Spent, 'file'>, file: string): void {
  const to = process.env[REPORT_TO]
  if (to === undefined) return
  const { passedMs, processorMs } = now()
  const spent: Spent = {
    file,
    passedMs: passedMs - started.passedMs,
    processorMs: processorMs - started.processorMs,
  }
  appendFileSync(to, `${JSON.stringify(spent)}\n`)
}

const [, started] = process.argv
if (isMainThread && started !== undefined && process.env.NODE_TEST_CONTEXT !== undefined) {
  process.once('exit', () => reportSince({ passedMs: 0, processorMs: 0 }, started))
}
