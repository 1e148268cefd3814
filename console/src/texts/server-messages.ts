// What the gateway says about a refusal, in the language of the reader. The gateway speaks English; the catalogue has the
// sentences that people meet, with `{0}` where a value stands. Others stay English. Decisions are made by the English text.

import { type Language, language } from '../reader.ts'

type Messages = Readonly<Record<string, string>>

const CATALOGUES: Readonly<Partial<Record<Language, () => Promise<{ default: Messages }>>>> = {
  es: () => import('./es-messages.json'),
}

type Pattern = readonly [english: RegExp, text: string]

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
  return inWords(patterns, english)
}

export function patternsOf(messages: Messages): readonly Pattern[] {
  return Object.entries(messages).map(([english, text]) => {
    const parts = english.split(/\{\d+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return [new RegExp(`^${parts.join('(.+)')}$`, 'i'), text]
  })
}

/** Of several fields each part; a field keeps its name. The first letter is as it was. */
export function inWords(known: readonly Pattern[], english: string): string {
  if (known.length === 0) return english
  return english
    .split('; ')
    .map((part) => sentence(known, part) ?? named(known, part) ?? part)
    .join('; ')
}

function sentence(known: readonly Pattern[], english: string): string | undefined {
  for (const [pattern, text] of known) {
    const match = pattern.exec(english)
    if (match === null) continue
    const words = text.replaceAll(/\{(\d+)\}/g, (_, at) => match[Number(at) + 1] ?? '')
    return /^\p{Lu}/u.test(english) ? words.charAt(0).toUpperCase() + words.slice(1) : words
  }
  return undefined
}

/** `mailID is required`. */
function named(known: readonly Pattern[], english: string): string | undefined {
  const [, field, rest] = /^([A-Za-z][\w.[\]]*) (.+)$/.exec(english) ?? []
  const words = rest === undefined ? undefined : sentence(known, rest)
  return words && `${field} ${words}`
}
