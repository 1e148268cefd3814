// Conditions on words. A word that is searched for finds the words that begin with it.

import type { Parameters } from '../../storage/parameters.ts'

/** Above every character of a word: no letter or digit. */
const LAST = '\u{10ffff}'

/** The rows of digital_words that a word finds: a range of its primary key. */
export function wordRange(parameters: Parameters, partnerId: string, entity: number, word: string): string {
  const [partner, kind, from, to] = [partnerId, entity, word, word + LAST].map((value) => parameters.add(value))
  return `partner_id = ${partner} AND entity = ${kind} AND word >= ${from} AND word < ${to}`
}

/** Whether one of a row's words begins with the word. Words have letters and digits only, so nothing need be escaped. */
export function beginsWord(column: string, word: string): string {
  return `' ' || array_to_string(${column}, ' ') LIKE '% ' || ${word} || '%'`
}
