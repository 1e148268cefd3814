// `npm run texts`: whether the catalogues of the console have every text of its sources, with its values.
//
//   node console/texts/texts.ts           lists what is missing; fails for entries that are wrong
//   node console/texts/texts.ts --all     fails for missing texts too, as before a release
//   node console/texts/texts.ts --write   adds missing texts to the catalogues with an empty translation, and drops unused ones

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Catalogue } from '../src/texts/catalogue.ts'
import { findings } from './catalogue-findings.ts'
import { allTexts, allUnmarkedValues } from './text-files.ts'

const LANGUAGES = ['es']

const { values: options } = parseArgs({ options: { all: { type: 'boolean' }, write: { type: 'boolean' } } })
const texts = allTexts()
const unmarked = allUnmarkedValues()
for (const line of unmarked) console.error(line)
if (unmarked.length > 0) process.exitCode = 1
for (const language of LANGUAGES) {
  const file = join(import.meta.dirname, '..', 'src', 'texts', `${language}.json`)
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue
  if (options.write === true) {
    writeFileSync(file, written(catalogue))
    continue
  }
  const { missing, wrong, unused } = findings([...texts.keys()], catalogue)
  for (const text of missing) console.log(`${language}: no translation of ${JSON.stringify(text)} (${texts.get(text)})`)
  for (const text of unused) console.log(`${language}: no source has ${JSON.stringify(text)}`)
  for (const text of wrong) console.log(`${language}: other values than the English of ${JSON.stringify(text)}`)
  console.log(`${language}: ${texts.size - missing.length} of ${texts.size} texts are translated.`)
  if (wrong.length > 0 || (options.all === true && missing.length > 0)) process.exitCode = 1
}

function written(catalogue: Catalogue): string {
  const sorted = [...texts.keys()].sort().map((text) => [text, catalogue.texts[text] ?? ''])
  return `${JSON.stringify({ texts: Object.fromEntries(sorted), words: catalogue.words }, null, 2)}\n`
}
