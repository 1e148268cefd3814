// The words that search compares: lower case, without accents or punctuation. A word of the text that is searched for finds
// every word that begins with it.

/** Letters that have no decomposition, as people type them without the letter on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Longer words are cut, those that are searched for too. */
const MAX_WORD_LENGTH = 64

/** The words of these texts, each once, in order. */
export function searchWords(texts: readonly (string | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text === undefined ? [] : wordsOf(text)))
  return [...new Set(words)]
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed())
}
