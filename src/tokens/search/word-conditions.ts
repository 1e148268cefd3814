// Conditions on words. A word that is searched for finds the words that begin with it.

import type { Parameters } from '../../platform/storage/statements/parameters.ts'

/** Above every character of a word: no letter or digit. */
const LAST = '\u{10ffff}'

/** The rows of digital_words that a word finds: a range of its primary key. */
export function wordRange(parameters: Parameters, partnerId: string, entity: number, word: string): string {
  const [partner, kind, from, to] = [partnerId, entity, word, word + LAST].map((value) => parameters.add(value))
  return `partner_id = ${partner} AND entity = ${kind} AND word >= ${from} AND word < ${to}`
}

/**
 * Whether one of a row's words begins with the word. A subquery, because the planner takes it for likely: it then walks the
 * list newest first. It takes a LIKE over all words for rare, and sorts the whole list.
 */
export function beginsWord(column: string, word: string): string {
  return `EXISTS (SELECT FROM unnest(${column}) AS word WHERE starts_with(word, ${word}))`
}
