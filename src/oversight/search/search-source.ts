// What a search of administration asks of each kind of record, and what it finds. A kind is one source: adding one to
// `search-sources.ts` is all that a new kind needs.

import type { ModuleId } from '../../administration/access/principal/modules.ts'
import type { CoveredPartners } from '../../administration/institutions/partners/covered-partners.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Sql } from '../../platform/storage/database.ts'

export const FOUND_KINDS = [
  'INSTITUTION',
  'SUB_TENANT',
  'TERMINAL',
  'BILLER',
  'PARTNER',
  'USER',
  'ACCOUNT',
  'CARD',
  'TRANSACTION',
  'CORRECTION',
  'LOAN',
  'LOAN_APPLICATION',
  'LOAN_OFFER',
  'DIGITAL_INSTITUTION',
  'DIGITAL_USER',
  'DIGITAL_ACCOUNT',
  'TOKEN_DEPOSIT',
  'TOKEN_REDEMPTION',
  'TOKEN_TRANSFER',
] as const

export type FoundKind = (typeof FOUND_KINDS)[number]

export interface FoundRecord {
  readonly kind: FoundKind
  /** What its own operations take. */
  readonly id: string
  /** Never a whole PAN. */
  readonly title: string
  readonly institutionId?: string
  readonly partnerId?: string
}

export const MOST_OF_A_KIND = 5

export interface SearchQuestion {
  /** As it was typed, without blanks around it. It can be a PAN: never log it. */
  readonly text: string
  /** The text as it is, in capitals and in small letters: ids are compared as they are stored. */
  readonly spellings: readonly string[]
  /** The text, when it is a uuid. */
  readonly uuid: string | undefined
  /** The text, or its longest words: what names are compared with. */
  readonly name: string
  /** The words of the name. Lower case, without accents and punctuation. Each begins a word of what is found. */
  readonly words: readonly string[]
  readonly scope: Scope
  /** The partners that the caller may act for, by family. */
  readonly partnerIds: CoveredPartners
}

/** Every source is served by an index, or reads a table that stays small. */
export interface SearchSource {
  /** What it is in the list of sources. */
  readonly name: string
  /** The caller needs VIEW on it. */
  readonly module: ModuleId
  /** At most MOST_OF_A_KIND of each kind, best first. */
  find(sql: Sql, question: SearchQuestion): Promise<readonly FoundRecord[]>
}
