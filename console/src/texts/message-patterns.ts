// Sentences of the gateway and their translations, as patterns: `must be {0} digits` takes `must be 12 digits`.

export type Messages = Readonly<Record<string, string>>

export type Pattern = readonly [english: RegExp, text: string]

/** The word of the reader's language. */
type WordOf = (english: string) => string

const asItIs: WordOf = (english) => english

/** What says most comes first: `must be {0} digits` must not take what `must be {0} to {1} digits` is for. */
export function patternsOf(messages: Messages): readonly Pattern[] {
  // Never beyond one of several fields.
  const value = '((?:(?!; ).)+)'
  return Object.entries(messages)
    .map(([english, text]) => ({ parts: english.split(/\{\d+\}/), text }))
    .sort((a, b) => b.parts.join('').length - a.parts.join('').length)
    .map(({ parts, text }) => {
      const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      return [new RegExp(`^${escaped.join(value)}$`, 'i'), text]
    })
}

/** Of several fields each part; a field keeps its name. The first letter is as it was. */
export function inWords(known: readonly Pattern[], english: string, wordOf: WordOf = asItIs): string {
  if (known.length === 0) return english
  return (
    sentence(known, wordOf, english) ??
    english
      .split('; ')
      .map((part) => sentence(known, wordOf, part) ?? named(known, wordOf, part) ?? part)
      .join('; ')
  )
}

function sentence(known: readonly Pattern[], wordOf: WordOf, english: string): string | undefined {
  for (const [pattern, text] of known) {
    const match = pattern.exec(english)
    if (match === null) continue
    const words = text.replaceAll(/\{(\d+)(\|word)?\}/g, (_, at, isWord) => {
      const value = match[Number(at) + 1] ?? ''
      return isWord === undefined ? listInWords(known, wordOf, value) : stateInWords(wordOf, value)
    })
    return /^\p{Lu}/u.test(english) ? words.charAt(0).toUpperCase() + words.slice(1) : words
  }
  return undefined
}

/** A value may be a part of a sentence itself, or a list of them: `a BIN (BIN), a technical contact (TECHNICAL_CONTACT)`. */
function listInWords(known: readonly Pattern[], wordOf: WordOf, values: string): string {
  // Codes stay as they are sent.
  if (!/\p{Ll}/u.test(values)) return values
  const whole = sentence(known, wordOf, values)
  if (whole !== undefined) return whole
  return values
    .split(', ')
    .map((value) => {
      const [, words = value, code = ''] = /^(.+?)( \([A-Z_]+\))?$/.exec(value) ?? []
      return /\p{Ll}/u.test(words) ? `${sentence(known, wordOf, words) ?? words}${code}` : value
    })
    .join(', ')
}

/** `UNDER_REVIEW`, as pages show it. */
function stateInWords(wordOf: WordOf, code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return wordOf(words.charAt(0).toUpperCase() + words.slice(1)).toLowerCase()
}

/** `mailID is required`. */
function named(known: readonly Pattern[], wordOf: WordOf, english: string): string | undefined {
  const [, field, rest] = /^([A-Za-z][\w.[\]]*) (.+)$/.exec(english) ?? []
  const words = rest === undefined ? undefined : sentence(known, wordOf, rest)
  return words && `${field} ${words}`
}
