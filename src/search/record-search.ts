// Finds records of every kind by a text: a whole id, RRN, authorization id, reference or customer, or the beginning of a name's
// words. Only what the caller may open: the role grants VIEW on the module, and the record is in the caller's scope.

import { FairQueue } from '../access/admission/fair-queue.ts'
import type { ModuleId } from '../access/principal/modules.ts'
import type { Grants } from '../access/principal/principal.ts'
import type { Directory } from '../institutions/directory.ts'
import { coversPartner } from '../institutions/partner-scope.ts'
import { isUuid } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import { nameWords } from '../loans/origination/applicant-name.ts'
import type { Database } from '../storage/database.ts'
import {
  FOUND_KINDS,
  type FoundRecord,
  MOST_OF_A_KIND,
  type SearchQuestion,
  type SearchSource,
} from './search-source.ts'

export interface Searcher {
  readonly userId: string
  readonly grants: Pick<Grants, 'allows'>
  readonly scope: Scope
}

interface RecordSearchParts {
  readonly database: Database
  readonly directory: Pick<Directory, 'partner'>
  readonly sources: readonly SearchSource[]
}

/** Connections that one search may use at once. */
const AT_ONCE = 3
/** Searches at once on this node: the rest of the connections is left to everything else. Users take turns. */
const SEARCHES_AT_ONCE = 2
/** Each word reads a part of an index: a text of more words is searched by its longest ones. */
const MOST_WORDS = 4

export class RecordSearch {
  readonly #parts: RecordSearchParts
  readonly #queue = new FairQueue(SEARCHES_AT_ONCE)

  constructor(parts: RecordSearchParts) {
    this.#parts = parts
  }

  /** Kind by kind; at most five of each. */
  find(searcher: Searcher, sent: string, signal?: AbortSignal): Promise<readonly FoundRecord[]> {
    return this.#queue.run(searcher.userId, () => this.#find(searcher, sent), signal)
  }

  async #find({ grants, scope }: Searcher, sent: string): Promise<readonly FoundRecord[]> {
    const { database, sources } = this.#parts
    const may = (module: ModuleId) => grants.allows(module, 'VIEW')
    const asked = sources.filter(({ module }) => may(module))
    const text = sent.trim()
    const name = longestWords(text)
    const question: SearchQuestion = {
      text,
      spellings: [...new Set([text, text.toUpperCase(), text.toLowerCase()])],
      uuid: isUuid(text) ? text.toLowerCase() : undefined,
      name,
      words: nameWords(name),
      scope,
      partnerIds: await this.#partnerIds(scope),
    }
    const found: FoundRecord[] = []
    const waiting = [...asked]
    const work = async () => {
      for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
        found.push(...(await source.find(database, question)))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return FOUND_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, MOST_OF_A_KIND))
  }

  /** By the rule that operators are admitted by. */
  async #partnerIds(scope: Scope): Promise<SearchQuestion['partnerIds']> {
    const { database, directory } = this.#parts
    if (scope.subTenantId !== undefined) return { lending: [], digital: [] }
    const { rows } = await database.query<{ partner_id: string }>('SELECT partner_id FROM partners')
    const partners = rows.flatMap(({ partner_id: partnerId }) => directory.partner(partnerId) ?? [])
    const covered = partners.filter((partner) => partner.isActive && coversPartner(scope, partner))
    const of = (family: 'lending' | 'digital') =>
      covered.filter(({ families }) => families.has(family)).map(({ partnerId }) => partnerId)
    return { lending: of('lending'), digital: of('digital') }
  }
}

function longestWords(text: string): string {
  const words = text.split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
  if (words.length <= MOST_WORDS) return text
  return words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .join(' ')
}
