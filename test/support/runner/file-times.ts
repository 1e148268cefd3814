// How long each test file takes, for the summary at the end of a run: where to begin when the tests are to become faster.

import { relative, sep } from 'node:path'
import type { Spent } from './processor-time.ts'

const DEAREST = 25
const SLOWEST = 10

interface Times {
  passedMs: number
  processorMs: number
}

export class FileTimes {
  readonly #root: string
  readonly #files = new Map<string, Times>()
  readonly #others: [name: string, Times][] = []

  constructor(root = process.cwd()) {
    this.#root = root
  }

  /**
   * What a process of several files used beyond them, such as to load them, is shared out among them. Times add up: the
   * files of a group whose process was killed run again.
   */
  add(reports: readonly Spent[], membersOf: (group: string) => readonly string[]): void {
    for (const { file, passedMs, processorMs } of reports) {
      const members = membersOf(file)
      if (members.length === 0) this.#add(file, { passedMs, processorMs })
      const ofFiles = reports.filter((one) => members.includes(one.file))
      const rest = processorMs - ofFiles.reduce((sum, one) => sum + one.processorMs, 0)
      for (const member of members) this.#add(member, { passedMs: 0, processorMs: Math.max(0, rest) / members.length })
    }
  }

  /** What no file used by itself. */
  addOther(name: string, processorMs: number): void {
    this.#others.push([name, { passedMs: 0, processorMs }])
  }

  summary(): string[] {
    const files = [...this.#files].sort(([, a], [, b]) => b.processorMs - a.processorMs)
    const slowest = files.toSorted(([, a], [, b]) => b.passedMs - a.passedMs).slice(0, SLOWEST)
    if (files.length < 2) return []
    const folders = new Map<string, Times>()
    const all: Times = { passedMs: 0, processorMs: 0 }
    for (const [name, times] of files) {
      const folder = name.split('/').slice(0, 2).join('/')
      folders.set(folder, plus(folders.get(folder), times))
    }
    const rows = [...folders, ...this.#others].sort(([, a], [, b]) => b.processorMs - a.processorMs)
    return [
      `The ${slowest.length} slowest of ${files.length} files (passed, processor time):`,
      ...slowest.map(line),
      `The ${Math.min(DEAREST, files.length)} dearest of ${files.length} files (passed, processor time):`,
      ...files.slice(0, DEAREST).map(line),
      'By folder, files that ran side by side added up (passed, processor time):',
      ...rows.map(line),
      line(['all', rows.reduce((sum, [, times]) => plus(sum, times), all)]),
    ]
  }

  #add(file: string, times: Times): void {
    const name = relative(this.#root, file).replaceAll(sep, '/')
    this.#files.set(name, plus(this.#files.get(name), times))
  }
}

function plus(one: Times = { passedMs: 0, processorMs: 0 }, other: Times): Times {
  return { passedMs: one.passedMs + other.passedMs, processorMs: one.processorMs + other.processorMs }
}

function line([name, { passedMs, processorMs }]: readonly [string, Times]): string {
  return `${seconds(passedMs)} s ${seconds(processorMs)} s  ${name}`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(8)
}
