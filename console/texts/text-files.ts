// Which sources have texts of the console.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTexts } from './find-texts.ts'
import { unmarkedValues } from './unmarked-values.ts'

const SOURCES = join(import.meta.dirname, '..', 'src')
/** The machine of the virtual ATM speaks the languages of its customers; the lookup itself has no text. */
const WITHOUT = ['pages/virtual-atm/engine/', 'texts/', 'reader.ts']

export function hasTexts(file: string): boolean {
  return (
    file.startsWith(`${SOURCES}/`) &&
    /\.tsx?$/.test(file) &&
    !WITHOUT.some((path) => file.slice(SOURCES.length + 1).startsWith(path))
  )
}

/** Every text that a translation has to have, with the file it was first found in. */
export function allTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [file, source] of sources()) {
    for (const { text, isCompared } of findTexts(file, source)) {
      if (!isCompared && !texts.has(text)) texts.set(text, file)
    }
  }
  return texts
}

/** Values of the API that a translation would change, for which the build fails. */
export function allUnmarkedValues(): readonly string[] {
  return [...sources()].flatMap(([file, source]) => unmarkedValues(file, source, findTexts(file, source)))
}

function* sources(): Generator<[file: string, source: string]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).sort()
  for (const file of files.filter((one) => hasTexts(join(SOURCES, one))))
    yield [file, readFileSync(join(SOURCES, file), 'utf8')]
}
