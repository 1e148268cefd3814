// Makes defects one after the other in one copy of the sources, and runs the tests that can notice them there until one does.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDataFolder } from '../support/machine/data-folder.ts'
import { lendTemplates, serveTemplates } from '../support/machine/templates.ts'
import { templateMakers } from '../support/runner/make-templates.ts'
import { testChooser } from './choose-tests.ts'
import type { Defect } from './defect.ts'
import type { NumberedDefect } from './defects.ts'
import { mutate } from './source-change.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** A test that takes longer hangs, which is a way of noticing. */
const HANG_LIMIT_MS = 6 * 60_000
/** The reporter repeats failures at the end, each after its place. */
const FAILURES = '✖ failing tests:'
const FAILURE = /^\s*test at (\S+?):\d+:\d+\n\s*✖ (.*?)(?: \([\d.]+ms\))?$/m
const COUNTS = /^\d+ passed, (\d+) failed, \d+ skipped$/m

export interface Notice {
  readonly by: string
  readonly test: string
}

export interface Round {
  readonly defects: readonly NumberedDefect[]
  /** Run instead of those that are chosen. */
  readonly tests: readonly string[]
  /** At most so many test files for each defect. */
  readonly most: number
  report(defect: NumberedDefect, notice: Notice | undefined, files: number): void
}

/** Resolves to the defects that nothing noticed. */
export async function runDefects({ defects, tests, most, report }: Round): Promise<NumberedDefect[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-defects-'))
  // Made once, by the sources as they are: what a defect does to them is noticed by tests that make their own.
  const dataFolder = makeDataFolder()
  const templates = templateMakers()
  const served = await serveTemplates(templates.makers)
  try {
    copyTree(folder)
    const choose = testChooser(folder)
    const missed: NumberedDefect[] = []
    for (const defect of defects) {
      const rounds = tests.length > 0 ? [tests] : choose(defect, most)
      const notice = await runDefect(folder, defect, rounds)
      if (notice === undefined) missed.push(defect)
      report(defect, notice, rounds.flat().length)
    }
    return missed
  } finally {
    await served.close()
    await templates.remove()
    dataFolder.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What git has, and what is not ignored. */
function copyTree(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const name of list.toString().split('\0')) {
    if (name !== '' && existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

async function runDefect(
  folder: string,
  defect: Defect,
  rounds: readonly (readonly string[])[],
): Promise<Notice | undefined> {
  const file = join(folder, defect.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, mutate(source, defect))
  try {
    for (const tests of rounds) {
      const notice = await runTests(folder, tests)
      if (notice !== undefined) return notice
    }
    return undefined
  } finally {
    writeFileSync(file, source)
  }
}

async function runTests(folder: string, tests: readonly string[]): Promise<Notice | undefined> {
  // Compiled code stays in the copy, and out of the cache of this tree.
  const env = { ...process.env, ...lendTemplates(), NODE_COMPILE_CACHE: join(folder, '.compile-cache') }
  const child = spawn(process.execPath, ['test/run.js', ...tests], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  let hangs = false
  const limit = setTimeout(() => {
    hangs = true
    child.kill('SIGTERM')
  }, HANG_LIMIT_MS)
  await once(child, 'close')
  clearTimeout(limit)
  // Several that take too long say nothing of the defect.
  if (hangs) return tests.length === 1 ? { by: tests.join(), test: 'hangs' } : undefined
  return noticeIn(output, child.exitCode, tests)
}

function noticeIn(output: string, exitCode: number | null, tests: readonly string[]): Notice | undefined {
  const counts = COUNTS.exec(output)
  if (counts === null) throw new Error(`the tests did not run: ${output.slice(-2000)}`)
  if (exitCode === 0) return undefined
  // What failed twice, if it ran again, is last.
  const last = output.slice(output.lastIndexOf(FAILURES))
  const [, by = tests.join(' '), test = 'fails as a whole'] = FAILURE.exec(last) ?? []
  return { by, test }
}
