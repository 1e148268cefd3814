// Looks up texts in the language of the reader. The sources are in English; the build wraps their texts in these lookups
// (console/texts/text-plugin.ts). What a catalogue lacks is shown in English.

import { type Language, language } from '../reader.ts'
import type { Catalogue } from './catalogue.ts'

const CATALOGUES: Readonly<Partial<Record<Language, () => Promise<{ default: Catalogue }>>>> = {
  es: () => import('./es.json'),
}

let catalogue: Catalogue = { texts: {}, words: {} }
let englishOf: ReadonlyMap<string, string> = new Map()

/** Before any page is loaded: many texts are read as soon as their module is. */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language
  try {
    const { default: loaded } = (await CATALOGUES[language]?.()) ?? { default: catalogue }
    catalogue = loaded
    englishOf = new Map(Object.entries(loaded.texts).map(([english, text]) => [text, english]))
  } catch {
    // A translation that cannot be loaded is no reason to show nothing.
    document.documentElement.lang = 'en'
  }
}

/** A text of the sources; `{0}` is the first value. */
export function $text(english: string, ...values: readonly unknown[]): string {
  const text = found(catalogue.texts, english) ?? english
  return values.length === 0 ? text : text.replaceAll(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]))
}

/** A word that is made from a code or put together, and so stands in no source. */
export function word(english: string): string {
  return found(catalogue.words, english) ?? found(catalogue.texts, english) ?? english
}

/** The English of a shown text: what is kept for longer than the language must not depend on it. */
export function sourceOf(text: string): string {
  return englishOf.get(text) ?? text
}

function found(texts: Readonly<Record<string, string>>, english: string): string | undefined {
  const text = Object.hasOwn(texts, english) ? texts[english] : undefined
  return text === '' ? undefined : text
}
