// The source files of places in the running program. A bundled gateway runs files of `dist`; their source maps name the sources.

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallSiteObject } from 'node:util'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export class SourceFiles {
  readonly #maps = new Map<string, SourceMap | undefined>()

  /** Relative to the installation; undefined for Node's own code. */
  of({ scriptName, lineNumber, columnNumber }: CallSiteObject): string | undefined {
    if (scriptName.startsWith('node:')) return undefined
    const file = scriptName.startsWith('file:') ? fileURLToPath(scriptName) : scriptName
    const entry = this.#mapOf(file)?.findEntry(lineNumber - 1, columnNumber - 1)
    const source = entry !== undefined && 'originalSource' in entry ? entry.originalSource : file
    return relative(ROOT, resolve(dirname(file), source))
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const map = `${file}.map`
      this.#maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined)
    }
    return this.#maps.get(file)
  }
}
