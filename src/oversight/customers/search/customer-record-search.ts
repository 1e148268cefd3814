// The search of accounts and of cards: by page, counted up to a limit, or by cursor.

import { readRecordsById } from '../../../administration/records/read-records.ts'
import type { RecordFields, RecordKind } from '../../../administration/records/record-kind.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { COUNT_LIMIT, type PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { type WalkedKind, type WalkedRecord, walkRecords } from './record-walk.ts'
import { readCursor, searchOf, writeCursor } from './search-cursor.ts'

/** What every filter has. */
export interface ScopedFilter {
  readonly institutionId?: string | undefined
}

export interface SearchedKind<Item extends RecordFields, Filter extends ScopedFilter> {
  readonly kind: RecordKind<Item>
  readonly walked: WalkedKind
  /** A query for the ids of all records among which the matches are, when the filter names what an index finds. */
  lookup(filter: Filter, isDistributed: boolean): ((parameters: Parameters) => string) | undefined
  conditions(filter: Filter, parameters: Parameters): string
}

export interface FoundPage<Item> {
  readonly items: readonly Item[]
  /** Counted up to COUNT_LIMIT, or as far as the search came. */
  readonly total: number
  /** Only when the time was over before everything was counted. */
  readonly nextCursor?: string
}

export interface FoundFrom<Item> {
  readonly items: readonly Item[]
  /** Absent at the end. */
  readonly nextCursor?: string
}

interface SearchParts {
  readonly database: Database
  readonly secretBox: SecretBox
  /** No window of a walk begins later than this. */
  readonly limitMs?: number
}

export class CustomerRecordSearch<Item extends RecordFields, Filter extends ScopedFilter> {
  readonly #searched: SearchedKind<Item, Filter>
  readonly #parts: SearchParts

  constructor(searched: SearchedKind<Item, Filter>, parts: SearchParts) {
    this.#searched = searched
    this.#parts = parts
  }

  /** The `page`th page. The caller makes sure that it begins before COUNT_LIMIT. */
  async page(scope: Scope, filter: Filter, { page, size }: PageRequest): Promise<FoundPage<Item>> {
    const { records, next } = await this.#walk(scope, filter, undefined, COUNT_LIMIT)
    const isCutShort = next !== undefined && records.length < COUNT_LIMIT
    return {
      items: await this.#read(scope, records.slice((page - 1) * size, page * size)),
      total: records.length,
      ...(isCutShort && { nextCursor: this.#cursor(scope, filter, next) }),
    }
  }

  /** The next `size` matches after a cursor; an empty cursor is the beginning. Refusals: `invalid`. */
  async after(scope: Scope, filter: Filter, cursor: string, size: number): Promise<FoundFrom<Item>> {
    const after = cursor === '' ? undefined : readCursor(this.#parts.secretBox, this.#searchOf(scope, filter), cursor)
    // One more than asked for, to know whether there is a next page.
    const { records, next } = await this.#walk(scope, filter, after, size + 1)
    const shown = records.slice(0, size)
    const goOn = records.length > size ? shown.at(-1)?.position : next
    return {
      items: await this.#read(scope, shown),
      ...(goOn !== undefined && { nextCursor: this.#cursor(scope, filter, goOn) }),
    }
  }

  async #walk(scope: Scope, filter: Filter, after: readonly string[] | undefined, wanted: number) {
    const institutionId = filter.institutionId ?? scope.institutionId
    const isOutside = scope.institutionId !== undefined && institutionId !== scope.institutionId
    // Customers are the institution's: a sub-tenant sees none.
    if (isOutside || scope.subTenantId !== undefined) return { records: [], next: undefined }
    const { walked, lookup, conditions } = this.#searched
    const { database, limitMs } = this.#parts
    return await walkRecords(database, walked, {
      institutionId,
      after,
      wanted,
      lookup: lookup(filter, database.isDistributed),
      conditions: (parameters) => conditions(filter, parameters),
      ...(limitMs !== undefined && { limitMs }),
    })
  }

  async #read(scope: Scope, records: readonly WalkedRecord[]): Promise<readonly Item[]> {
    const ids = records.map(({ id }) => id)
    return await readRecordsById(this.#parts.database, this.#searched.kind, { scope, nowMs: 0 }, ids)
  }

  #cursor(scope: Scope, filter: Filter, position: readonly string[]): string {
    return writeCursor(this.#parts.secretBox, this.#searchOf(scope, filter), position)
  }

  #searchOf({ institutionId }: Scope, filter: Filter): string {
    return searchOf(this.#searched.kind.resource, { ...filter, scope: institutionId ?? null })
  }
}
