// The files of the built console: its page and what the page loads, each also compressed by the build. They are held in
// memory, a few megabytes, because a rebuild removes them under a running gateway while browsers still ask for them.

import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'

/** Where `npm run build-console` puts them. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '..', '..', '..', 'console', 'dist')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export type Encoding = 'br' | 'gzip' | 'identity'
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

export interface ConsoleFile {
  readonly contentType: string
  /** The content in this encoding, or as it is when the build has not written one. */
  read(encoding: Encoding): { readonly body: Buffer; readonly encoding: Encoding }
}

/** One build. */
interface Build {
  /** Changes with every build. */
  readonly stamp: string
  /** The page, with placeholders. */
  readonly page: string
  readonly contents: ReadonlyMap<string, Buffer>
}

export class ConsoleFiles {
  readonly #folder: string
  #current: Build | undefined
  /** The build before: pages that were opened with it still load its files. */
  #previous: Build | undefined
  /** Reads the folder again if it holds another build. */
  readonly #look = sharedRun(() => this.#readNewer())

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The page of the newest complete build; undefined when there has been none. */
  async page(): Promise<string | undefined> {
    await this.#look()
    return this.#current?.page
  }

  async find(path: string): Promise<ConsoleFile | undefined> {
    const contentType = CONTENT_TYPES[extname(path)]
    if (contentType === undefined) return undefined
    if (this.#current?.contents.has(path) !== true) await this.#look()
    const build = [this.#current, this.#previous].find((one) => one?.contents.has(path))
    return build && { contentType, read: (asked) => contentOf(build, path, asked) }
  }

  async #readNewer(): Promise<void> {
    try {
      const stamp = await stampOf(this.#folder)
      if (stamp === this.#current?.stamp) return
      const build = await readBuild(this.#folder, stamp)
      // Replaced while it was read: the next caller reads it again.
      if ((await stampOf(this.#folder)) !== stamp) return
      this.#previous = this.#current
      this.#current = build
    } catch (error) {
      // Not built, or being built right now: what was read before is still good.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function stampOf(folder: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(join(folder, 'index.html'))
  return `${mtimeMs} ${size} ${ino}`
}

async function readBuild(folder: string, stamp: string): Promise<Build> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const contents = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const))
  return { stamp, page: await readFile(join(folder, 'index.html'), 'utf8'), contents: new Map(contents) }
}

function contentOf({ contents }: Build, path: string, asked: Encoding): { body: Buffer; encoding: Encoding } {
  const encoded = contents.get(path + SUFFIXES[asked])
  if (encoded !== undefined) return { body: encoded, encoding: asked }
  return { body: contents.get(path) ?? Buffer.alloc(0), encoding: 'identity' }
}
