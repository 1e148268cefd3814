// The commands of docs/operations, and a machine of their own to run them on: paths of a real one are replaced.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..', '..')

/** The pages, in the order of reading. */
export const PAGES = globSync(join(ROOT, 'docs', 'operations', '*.md')).sort()

/** Every command `tillgate …` that the prose of a page names. */
export function readInlineCommands(): { page: string; command: string }[] {
  return PAGES.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/`(?:node bin\/)?tillgate(?:\.js)? ([a-z][a-z -]*)`/g),
      ([, command = '']) => ({ page: basename(file), command: command.trim() }),
    ),
  )
}

export interface Ended {
  readonly status: number | null
  readonly output: string
}

export class OperatorMachine {
  readonly folder: string
  /** Variables of the operator's shell. */
  readonly env: Record<string, string> = {}
  readonly #programs: string
  readonly #replaced: readonly (readonly [from: string, to: string])[]

  constructor(folder: string, programs: string) {
    this.folder = folder
    this.#programs = programs
    for (const part of ['etc', 'sbin', 'backup']) mkdirSync(join(folder, part), { recursive: true })
    this.#replaced = [
      ['/opt/tillgate', ROOT],
      ['/etc/tillgate', join(folder, 'etc', 'tillgate')],
      ['/usr/local/sbin', join(folder, 'sbin')],
      ['/backup/', join(folder, 'backup', '/')],
      ['/var/lib/postgresql/standby', join(folder, 'standby')],
      // No user of this machine is made.
      ['useradd ', ': useradd '],
      // The suite has been installed already.
      ['npm ci && npm prune', 'npm ci --dry-run --ignore-scripts && npm prune --dry-run'],
    ]
  }

  /** As the page has it, with the paths of this machine. */
  translate(text: string): string {
    return this.#replaced.reduce((result, [from, to]) => result.replaceAll(from, to), text)
  }

  async run(text: string, input = ''): Promise<Ended> {
    // In a session of its own, without a terminal: passwords are then read from standard input.
    const child = spawn('sh', ['-euc', this.translate(text)], {
      detached: true,
      cwd: ROOT,
      env: {
        HOME: this.folder,
        PATH: [join(this.folder, 'sbin'), this.#programs, dirname(process.execPath), process.env.PATH].join(':'),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        TILLGATE_HOME: ROOT,
        TILLGATE_SETTINGS: join(this.folder, 'etc', 'tillgate'),
        ...this.env,
      },
    })
    // A command that stops at once does not read it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const ended = once(child, 'close')
    const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)])
    const [status] = (await ended) as [number | null]
    return { status, output: stdout + stderr }
  }
}
