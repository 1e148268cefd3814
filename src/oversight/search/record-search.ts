// Finds records of every kind by a text: a whole id, RRN, authorization id, reference or customer, or the beginning of a name's
// words. Only what the caller may open: the role grants VIEW on the module, and the record is in the caller's scope.

import { FairQueue } from '../../administration/access/admission/fair-queue.ts'
import type { ModuleId } from '../../administration/access/principal/modules.ts'
import type { Grants } from '../../administration/access/principal/principal.ts'
import type { Directory } from '../../administration/institutions/directory.ts'
import { coveredPartners } from '../../administration/institutions/partners/covered-partners.ts'
import { nameWords } from '../../loans/origination/applications/applicant-name.ts'
import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Database } from '../../platform/storage/database.ts'
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
      partnerIds: await coveredPartners(database, this.#parts.directory, scope),
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
}

function longestWords(text: string): string {
  const words = text.split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
  if (words.length <= MOST_WORDS) return text
  return words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .join(' ')
}
