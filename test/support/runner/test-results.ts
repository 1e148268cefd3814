// The results of a run, by test file, so that those of a file that runs again replace the first ones.

import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { EventData } from 'node:test'
import type { TestGroups } from './test-groups.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface FileResult extends Counts {
  readonly failures: string[]
}

type TestEvent = (EventData.TestPass | EventData.TestFail) & { readonly entryFile?: string }

/** Their failures are findings: a second run that passes proves nothing about them. */
const COUNT_AT_ONCE = /^test\/(crash|chaos|property|concurrency)\/|(killed|races|faults|property)\.test\.ts$/
const USES_PROPERTIES = /from 'fast-check'/

export class TestResults {
  readonly #groups: TestGroups
  readonly #files = new Map<string, FileResult>()
  /** Of groups: results of the member that runs, until its suite ends. */
  readonly #underWay = new Map<string, FileResult>()
  readonly #died = new Set<string>()

  constructor(groups: TestGroups) {
    this.#groups = groups
  }

  pass(event: EventData.TestPass): void {
    const result = this.#resultFor(event)
    if (isSetAside(event)) result.skipped++
    else if (event.details.type !== 'suite' && !this.#isWholeFile(event)) result.passed++
    this.#endMember(event)
  }

  fail(event: EventData.TestFail): void {
    const onlyItsTestsFailed = (event.details.error as { failureType?: string }).failureType === 'subtestsFailed'
    if (this.#groups.isGroup(resolve(event.name))) {
      // The failed files of a group are known by their suites.
      if (!onlyItsTestsFailed || wasKilled(event)) this.#died.add(resolve(event.name))
      return
    }
    const result = this.#resultFor(event)
    if (isSetAside(event)) result.skipped++
    // A suite counts only for its own failures, such as a hook; its tests are counted one by one.
    else if (event.details.type !== 'suite' || !onlyItsTestsFailed) {
      result.failed++
      result.failures.push(event.name)
    }
    this.#endMember(event)
  }

  /** Groups whose process was killed by a signal, or failed apart from its tests. */
  get died(): ReadonlySet<string> {
    return this.#died
  }

  counts(): Counts {
    const sum = { passed: 0, failed: 0, skipped: 0 }
    for (const { passed, failed, skipped } of this.#files.values()) {
      sum.passed += passed
      sum.failed += failed
      sum.skipped += skipped
    }
    return sum
  }

  /** Whether a test of this file was reported, or a failure of the file itself. */
  hasHeardOf(file: string): boolean {
    const result = this.#files.get(file)
    return result !== undefined && result.passed + result.failed + result.skipped > 0
  }

  /** A file without a test. */
  failEmpty(file: string): void {
    this.#files.set(file, { passed: 0, failed: 1, skipped: 0, failures: ['holds no test'] })
  }

  failedFiles(): string[] {
    return [...this.#files].filter(([, { failed }]) => failed > 0).map(([file]) => file)
  }

  failuresOf(file: string): readonly string[] {
    return this.#files.get(file)?.failures ?? []
  }

  /** Forgets what was reported of files that run again. */
  forget(files: readonly string[]): void {
    for (const file of files) this.#files.delete(file)
    this.#underWay.clear()
    this.#died.clear()
  }

  #resultFor(event: TestEvent): FileResult {
    const entry = entryOf(event)
    const results = this.#groups.isGroup(entry) ? this.#underWay : this.#files
    const known = results.get(entry)
    if (known) return known
    const result = { passed: 0, failed: 0, skipped: 0, failures: [] }
    results.set(entry, result)
    return result
  }

  /** A member of a group is a suite of its group; its event comes after those of its tests. */
  #endMember(event: TestEvent): void {
    const entry = entryOf(event)
    if (event.nesting !== 0 || event.details.type !== 'suite' || !this.#groups.isGroup(entry)) return
    const result = this.#underWay.get(entry)
    this.#underWay.delete(entry)
    if (result) this.#files.set(resolve(event.name), result)
  }

  /** Node reports a file without tests as a passed test with its path as the name. */
  #isWholeFile(event: EventData.TestPass): boolean {
    return event.nesting === 0 && resolve(event.name) === entryOf(event)
  }
}

/** Whether a failure of this file may be the machine's, so that it is run again. */
export function mayRunAgain(file: string, root = process.cwd()): boolean {
  const path = relative(root, file).replaceAll(sep, '/')
  return !COUNT_AT_ONCE.test(path) && !USES_PROPERTIES.test(readFileSync(file, 'utf8'))
}

function entryOf(event: TestEvent): string {
  return event.entryFile ?? resolve(event.name)
}

function wasKilled({ details }: EventData.TestFail): boolean {
  return typeof (details.error as { signal?: string | null }).signal === 'string'
}

function isSetAside({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }): boolean {
  return (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false)
}
