// Compares the name that a payer sends with the name of an account's holder, as a confirmation of payee does.
// docs/account-validation.md has the rules and a table of examples, which the tests read.

import distances from 'wink-distance'
import { bestPairing } from './best-pairing.ts'
import { type HolderType, nameReadings } from './name-words.ts'

/** ISO 20022: match, close match, no match. */
export type NameResult = 'MTCH' | 'CMTC' | 'NMTC'

export const CLOSE_MATCH = 0.9
export const INITIAL_SCORE = 0.85
/** Sums of decimals such as 0.85 + 0.85 + 1 may end just below their value. */
const ROUNDING = 1e-9

export function matchNames(sent: string, holder: string, type: HolderType): NameResult {
  let highest = 0
  for (const left of nameReadings(sent, type)) {
    for (const right of nameReadings(holder, type)) {
      if (hasSameWords(left, right)) return 'MTCH'
      highest = Math.max(highest, nameSimilarity(left, right))
    }
  }
  return highest + ROUNDING >= CLOSE_MATCH ? 'CMTC' : 'NMTC'
}

function hasSameWords(left: readonly string[], right: readonly string[]): boolean {
  return left.length > 0 && left.length === right.length && left.toSorted().join(' ') === right.toSorted().join(' ')
}

/**
 * The mean score of the best pairing of words, over the words of the shorter name. A single word is compared with the whole
 * other name, or every Smith would be close to John Smith.
 */
export function nameSimilarity(left: readonly string[], right: readonly string[]): number {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left]
  if (shorter.length === 0) return 0
  const sum = bestPairing(shorter.map((word) => longer.map((other) => wordSimilarity(word, other))))
  return sum / (shorter.length === 1 ? longer.length : shorter.length)
}

function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1
  if (isInitialOf(left, right) || isInitialOf(right, left)) return INITIAL_SCORE
  return 1 - distances.string.jaroWinkler(left, right, 1)
}

function isInitialOf(initial: string, word: string): boolean {
  return [...initial].length === 1 && word.startsWith(initial)
}
