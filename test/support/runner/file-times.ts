// How long each test file takes, for the summary at the end of a run: where to begin when the tests are to become faster.

import { relative, sep } from 'node:path'

const SLOWEST = 20

export class FileTimes {
  readonly #root: string
  readonly #ms = new Map<string, number>()

  constructor(root = process.cwd()) {
    this.#root = root
  }

  /** Adds up: the files of a group whose process was killed run again. */
  add(file: string, ms: number): void {
    const name = relative(this.#root, file).replaceAll(sep, '/')
    this.#ms.set(name, (this.#ms.get(name) ?? 0) + ms)
  }

  summary(): string[] {
    const files = [...this.#ms].sort(([, a], [, b]) => b - a)
    if (files.length < SLOWEST) return []
    const folders = new Map<string, number>()
    for (const [name, ms] of files) {
      const folder = name.split('/').slice(0, 2).join('/')
      folders.set(folder, (folders.get(folder) ?? 0) + ms)
    }
    return [
      `The ${SLOWEST} slowest of ${files.length} files:`,
      ...files.slice(0, SLOWEST).map(line),
      'By folder, files that ran side by side added up:',
      ...[...folders].sort(([, a], [, b]) => b - a).map(line),
    ]
  }
}

function line([name, ms]: readonly [string, number]): string {
  return `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`
}
