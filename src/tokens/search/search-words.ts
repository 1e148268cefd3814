// The words that the search of the platform compares: without case, accents and punctuation.

/** Texts with more words than this are found by their first ones. */
const MAX_WORDS = 60

/** The words of texts, each once. */
export function searchWords(...texts: readonly (string | undefined)[]): string[] {
  const plain = texts
    .map((text) => text ?? '')
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{Letter}\p{Number}]+/u).filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}
