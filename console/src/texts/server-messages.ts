// What the gateway says about a refusal, in the language of the reader. The gateway speaks English; the catalogue has its
// sentences, with `{0}` where a value stands and `{0|word}` where it is shown as a word. Decisions are made by the English.

import { type Language, language } from '../reader.ts'
import { inWords, type Messages, type Pattern, patternsOf } from './message-patterns.ts'
import { word } from './translate.ts'

const CATALOGUES: Readonly<Partial<Record<Language, () => Promise<{ default: Messages }>>>> = {
  es: () => import('./es-messages.json'),
}

let patterns: readonly Pattern[] = []

export async function loadServerMessages(): Promise<void> {
  try {
    const loaded = await CATALOGUES[language]?.()
    patterns = patternsOf(loaded?.default ?? {})
  } catch {
    // English is better than nothing.
  }
}

export function serverMessage(english: string): string {
  return inWords(patterns, english, word)
}
