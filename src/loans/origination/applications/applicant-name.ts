// The words of a name as searches compare them: without case, accents and punctuation.

/** A name longer than this many words is searched by its first ones. */
const MAX_WORDS = 40
/** PostgreSQL refuses words of 2 KiB; one character can become many without its composition. */
const MAX_WORD_CHARACTERS = 200

export function nameWords(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{Letter}\p{Number}]+/u).filter((word) => word !== '')
  return [...new Set(words.map((word) => cut(word)))].slice(0, MAX_WORDS)
}

function cut(word: string): string {
  return word.length <= MAX_WORD_CHARACTERS ? word : [...word].slice(0, MAX_WORD_CHARACTERS).join('')
}

/** The words that an applicant is found by. */
export function applicantWords({ firstName, lastName }: Readonly<Record<string, unknown>>): string[] {
  return nameWords([firstName, lastName].filter((part) => typeof part === 'string').join(' '))
}

/**
 * The same for an index that holds the names of all partners: with its partner in every word, a search reads only the part
 * of the index that is the partner's own, however common the name is.
 */
export function partnersWords(partnerId: string, applicant: Readonly<Record<string, unknown>>): string[] {
  return applicantWords(applicant).map((word) => partnersPrefix(partnerId) + word)
}

function partnersPrefix(partnerId: string): string {
  return `${partnerId}/`
}

/** A tsquery for names in which every word of the text begins a word; undefined when the text has no words. */
export function nameQuery(text: string): string | undefined {
  return queryOf(nameWords(text))
}

/** The same for partnersWords(). */
export function partnersNameQuery(partnerId: string, text: string): string | undefined {
  return queryOf(nameWords(text).map((word) => partnersPrefix(partnerId) + word))
}

function queryOf(words: readonly string[]): string | undefined {
  const quoted = words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`)
  return words.length === 0 ? undefined : quoted.join(' & ')
}
