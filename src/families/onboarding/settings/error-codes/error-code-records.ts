// The catalogue as people read it: one record per code, of one family or of all, with a search over its words.

import { CATALOGUE } from '../../../../platform/kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../../../platform/kernel/catalogue/catalogue-entry.ts'

/** The letter that a code begins with, and the name under which the family has its document. */
export const CATALOGUE_FAMILIES = { A: 'accounts', B: 'onboarding', C: 'digital', D: 'lending' } as const

export type FamilyLetter = keyof typeof CATALOGUE_FAMILIES

export interface ErrorCodeRecord extends CatalogueEntry {
  readonly code: string
  readonly family: FamilyLetter
}

const RECORDS: readonly ErrorCodeRecord[] = Object.entries(CATALOGUE)
  .map(([code, entry]) => ({ code, family: code.charAt(0) as FamilyLetter, ...entry }))
  .sort((a, b) => (a.code < b.code ? -1 : 1))

export interface ErrorCodeFilter {
  /** The letter or the name, in any letter case. */
  readonly family?: string | undefined
  /** A part of the code, the response code or the words, in any letter case. */
  readonly search?: string | undefined
}

/** By code. Undefined when there is no such family. */
export function findErrorCodes({ family, search = '' }: ErrorCodeFilter): ErrorCodeRecord[] | undefined {
  const letter = family === undefined ? undefined : letterOf(family)
  if (family !== undefined && letter === undefined) return undefined
  const sought = search.toLowerCase()
  return RECORDS.filter((record) => letter === undefined || record.family === letter).filter(
    ({ code, responseCode = '', title, cause, remedy }) =>
      [code, responseCode, title, cause, remedy].some((text) => text.toLowerCase().includes(sought)),
  )
}

export function errorCodeOf(code: string): ErrorCodeRecord | undefined {
  return RECORDS.find((record) => record.code === code)
}

function letterOf(family: string): FamilyLetter | undefined {
  const letters = Object.keys(CATALOGUE_FAMILIES) as FamilyLetter[]
  return letters.find((letter) =>
    [letter.toLowerCase(), CATALOGUE_FAMILIES[letter]].some((name) => name === family.toLowerCase()),
  )
}
