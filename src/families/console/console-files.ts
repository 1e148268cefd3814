// The files of the built console: its page and what the page loads, each also compressed by the build.

import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

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
  read(encoding: Encoding): Promise<{ readonly body: Buffer; readonly encoding: Encoding }>
}

export interface ConsoleFiles {
  /** The page, with placeholders. */
  readonly page: string
  find(path: string): ConsoleFile | undefined
}

/** Undefined when the console has not been built. Contents are read when first asked for, and kept: they are a few megabytes. */
export async function openConsoleFiles(folder: string): Promise<ConsoleFiles | undefined> {
  const names = new Set(await listFiles(folder))
  if (!names.has('index.html')) return undefined
  const kept = new Map<string, Promise<Buffer>>()
  const content = (name: string): Promise<Buffer> => {
    const reading =
      kept.get(name) ??
      readFile(join(folder, name)).catch((error: unknown) => {
        kept.delete(name)
        throw error
      })
    kept.set(name, reading)
    return reading
  }
  return {
    page: await readFile(join(folder, 'index.html'), 'utf8'),
    find: (path) => {
      const contentType = CONTENT_TYPES[extname(path)]
      if (contentType === undefined || !names.has(path)) return undefined
      return {
        contentType,
        read: async (asked) => {
          const encoding = names.has(path + SUFFIXES[asked]) ? asked : 'identity'
          return { body: await content(path + SUFFIXES[encoding]), encoding }
        },
      }
    },
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
