// The search of transactions: by page, by cursor, and one by its id. Every statement has the caller's scope, so what lies
// outside is not found.

import type { Scope } from '../../platform/kernel/scope.ts'
import { fingerprintOf, type SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { COUNT_LIMIT, type PageRequest } from '../../platform/storage/statements/list-query.ts'
import { readTransactionDetail, type TransactionDetail } from './detail/transaction-detail.ts'
import { readCursor, writeCursor } from './search/search-position.ts'
import { institutionsOf } from './search/searched-institutions.ts'
import type { TransactionFilter } from './search/transaction-filter.ts'
import { type Pace, walk } from './search/walk.ts'
import { readRows } from './search/window-statements.ts'
import { transactionProblem } from './transaction-problems.ts'
import { type TransactionRecord, transactionOf } from './transaction-record.ts'

/** Matches are counted up to here, and there is no page beyond. */
const MOST_COUNTED = COUNT_LIMIT

/**
 * An answer is due within 100 ms, also on ten million transactions (docs/decisions/0033). The walk gets this much of it; the
 * window that is under way when the time is over, and reading the rows, take the rest.
 */
const SEARCH_PACE: Pace = { firstWindow: 4_000, limitMs: 40 }

export interface FoundPage {
  readonly records: readonly TransactionRecord[]
  /** Counted up to MOST_COUNTED, or as far as the search came. */
  readonly total: number
  /** Only when the time was over before everything was counted: with it the search goes on. */
  readonly nextCursor?: string
}

export interface FoundFrom {
  /** May be fewer than asked for, or none, although there are more: the time was over. */
  readonly records: readonly TransactionRecord[]
  /** Absent at the end. */
  readonly nextCursor?: string
}

export interface TransactionsParts {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly pace?: Pace
}

export class Transactions {
  readonly #database: Database
  readonly #secretBox: SecretBox
  readonly #pace: Pace

  constructor({ database, secretBox, pace = SEARCH_PACE }: TransactionsParts) {
    this.#database = database
    this.#secretBox = secretBox
    this.#pace = pace
  }

  /** The `page`th page, newest first. The caller makes sure that it begins before MOST_COUNTED. */
  async page(scope: Scope, filter: TransactionFilter, { page, size }: PageRequest): Promise<FoundPage> {
    const { keys, next } = await walk(this.#database, {
      filter,
      scope,
      institutionIds: await institutionsOf(this.#database, scope, filter),
      direction: 'newest-first',
      wanted: MOST_COUNTED,
      pace: this.#pace,
    })
    const rows = await readRows(this.#database, keys.slice((page - 1) * size, page * size))
    const isCutShort = next !== undefined && keys.length < MOST_COUNTED
    return {
      records: rows.map(transactionOf),
      total: keys.length,
      ...(isCutShort && { nextCursor: writeCursor(this.#secretBox, searchOf(scope, filter), next) }),
    }
  }

  /** The next `size` matches after a cursor, newest first; an empty cursor is the beginning. Refusals: `invalid`. */
  async after(scope: Scope, filter: TransactionFilter, cursor: string, size: number): Promise<FoundFrom> {
    const search = searchOf(scope, filter)
    const after = cursor === '' ? undefined : readCursor(this.#secretBox, search, cursor)
    const { keys, next } = await walk(this.#database, {
      filter,
      scope,
      institutionIds: await institutionsOf(this.#database, scope, filter),
      direction: 'newest-first',
      after,
      // One more than asked for, to know whether there is a next page.
      wanted: size + 1,
      pace: this.#pace,
    })
    const shown = keys.slice(0, size)
    const goOn = keys.length > size ? shown.at(-1) : next
    const rows = await readRows(this.#database, shown)
    return {
      records: rows.map(transactionOf),
      ...(goOn !== undefined && { nextCursor: writeCursor(this.#secretBox, search, goOn) }),
    }
  }

  /** Refusals: `not-found`. */
  async find(scope: Scope, id: string): Promise<TransactionDetail> {
    const detail = await readTransactionDetail(this.#database, scope, id)
    if (detail === undefined) throw transactionProblem('transaction-not-found', 'there is no such transaction')
    return detail
  }
}

/** Identifies a search, for its cursors. */
function searchOf(scope: Scope, filter: TransactionFilter): string {
  const fields = Object.entries({ ...filter, scope: [scope.institutionId ?? null, scope.subTenantId ?? null] })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return fingerprintOf(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}
