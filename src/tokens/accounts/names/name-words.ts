// A name as words: without accents, case, punctuation, titles and legal forms. docs/account-validation.md explains the rules.

export type HolderType = 'INDIVIDUAL' | 'BUSINESS'

export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss mx dr prof professor sir dame rev reverend herr frau mme mlle madame monsieur senor senora'.split(
    ' ',
  ),
)

export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  `ltd limited llc llp inc incorporated corp corporation company plc gmbh mbh kgaa ohg gbr sarl eurl srl ltda
   pty pte pvt sdn bhd kft asa oyj aps`.split(/\s+/),
)

/** Legal forms that are also names of people: removed from names of businesses only. */
export const SHORT_LEGAL_FORMS: ReadonlySet<string> = new Set(
  'co ag kg ug ev se sa sas spa sl slu sro doo bv nv vof ab as oy kk lp'.split(' '),
)

const NONE: ReadonlySet<string> = new Set()
const MARKS = /\p{M}+/gu
const SPACES = /[\s\p{Z}\p{C}]+/gu
/** Punctuation within a word: O'Brien, J.P. */
const INNER = /['’‘ʼ`´.]+/gu
const OTHER_THAN_LETTERS = /[^\p{L}\p{N} ]+/gu

/**
 * The words of a name, one list per way to read its punctuation: Jean-Luc is two words or one, O'Brien one or two. The same
 * list is returned once.
 */
export function nameReadings(name: string, type: HolderType): readonly (readonly string[])[] {
  const plain = fold(name)
  const texts = [
    plain.replace(INNER, '').replace(OTHER_THAN_LETTERS, ' '),
    plain.replace(OTHER_THAN_LETTERS, ' '),
    plain.replace(OTHER_THAN_LETTERS, ''),
  ]
  const readings = new Map<string, readonly string[]>()
  for (const text of texts) {
    const words = withoutForms(
      text.split(' ').filter((word) => word !== ''),
      type,
    )
    readings.set(words.join(' '), words)
  }
  return [...readings.values()]
}

/** To upper case and back, so that ß and ss are the same. */
function fold(name: string): string {
  return name.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase().replace(SPACES, ' ')
}

/** A name that consists of nothing else keeps its words. */
function withoutForms(words: readonly string[], type: HolderType): readonly string[] {
  const short = type === 'BUSINESS' ? SHORT_LEGAL_FORMS : NONE
  const left = words.filter((word) => !TITLES.has(word) && !LEGAL_FORMS.has(word) && !short.has(word))
  return left.length === 0 ? words : left
}
