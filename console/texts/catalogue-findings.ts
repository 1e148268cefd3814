// What is wrong with a catalogue of translations.

import type { Catalogue } from '../src/texts/catalogue.ts'

export interface Findings {
  /** Shown in English until they are translated. */
  readonly missing: readonly string[]
  /** The translation has other values than the English: one would be lost, or shown as `{2}`. */
  readonly wrong: readonly string[]
  /** Translations whose source has changed. */
  readonly unused: readonly string[]
}

export function findings(texts: readonly string[], catalogue: Catalogue): Findings {
  const inSources = new Set(texts)
  const entries = Object.entries({ ...catalogue.texts, ...catalogue.words })
  return {
    missing: texts.filter((text) => (catalogue.texts[text] ?? '') === ''),
    wrong: entries
      .filter(([english, text]) => text !== '' && valuesIn(english) !== valuesIn(text))
      .map(([text]) => text),
    unused: Object.keys(catalogue.texts).filter((text) => !inSources.has(text)),
  }
}

/** A value may stand twice, or in another place. */
function valuesIn(text: string): string {
  return [...new Set(text.match(/\{\d+/g))].sort().join()
}
