// Platform search: the resources that a partner sees, by words and filters, newest first. It stays fast with a million
// resources:
//
//   words               do
//   none                walk the list newest first
//   a rare one          read the resources that digital_words has for it, then check the other words and the filters
//   only common ones    walk the list newest first and check the words: a page is found soon
//
// Totals are counted up to COUNT_LIMIT.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import {
  COUNT_LIMIT,
  Conditions,
  countOf,
  type ListPage,
  totalOf,
} from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { ACCOUNT_COLUMNS, type DigitalAccountRow, toDigitalAccount } from '../accounts/account-records.ts'
import type { DigitalAccount } from '../accounts/digital-account.ts'
import type { MovementKind } from '../movements/movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../movements/movement-codec.ts'
import type { MovementOf } from '../movements/reading/read-movements.ts'
import type { DigitalInstitution } from '../parties/digital-institution.ts'
import type { DigitalUser } from '../parties/digital-user.ts'
import { toUser, USER_COLUMNS, type UserRow } from '../parties/user-records.ts'
import type { ResourceType } from '../resource.ts'
import { readStatement, type StatementPage } from '../statements/read-statement.ts'
import { type Branch, searchBooks } from './search-books.ts'
import { searchInstitutions } from './search-institutions.ts'
import { type SearchRequest, sortColumn } from './search-request.ts'
import { filterAll, type SearchedResource, SOURCES } from './searched-resources.ts'
import { beginsWord, wordRange } from './word-conditions.ts'

/** A word with fewer rows is rare: that many resources can be read and sorted for one page. */
const PROBED_ROWS = 12_000
/** A page is near when it ends within the first fiftieth of what the word finds: walking the list is cheaper then. */
const NEAR_SHARE = 50
/** The longest words are the rarest, as a rule; the others are only checked. */
const MAX_PROBES = 5

const ENTITY_OF = {
  DEPOSIT: 'TOKENIZED_DEPOSIT',
  REDEMPTION: 'TOKEN_REDEMPTION',
  TRANSFER: 'INTERBANK_TRANSFER',
} as const

interface IdRow {
  readonly id: string
}

export class PlatformSearch {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  institutions(request: SearchRequest): Promise<ListPage<DigitalInstitution>> {
    return hasImpossibleId(request) ? nothing() : searchInstitutions(this.#database, request)
  }

  users(request: SearchRequest): Promise<ListPage<DigitalUser>> {
    return this.#search('USER', request, USER_COLUMNS, toUser as (row: UserRow) => DigitalUser)
  }

  accounts(request: SearchRequest): Promise<ListPage<DigitalAccount>> {
    return this.#search('DIGITAL_ASSET_ACCOUNT', request, ACCOUNT_COLUMNS, (row: DigitalAccountRow) =>
      toDigitalAccount(row),
    )
  }

  /** Transfers include those that the partner sees as payee. */
  movements<Kind extends MovementKind>(kind: Kind, request: SearchRequest): Promise<ListPage<MovementOf<Kind>>> {
    return this.#search(
      ENTITY_OF[kind],
      request,
      MOVEMENT_COLUMNS,
      (row: MovementRow) => toMovement(row) as MovementOf<Kind>,
    )
  }

  /** The statement of one account of the partner. */
  entries({ partnerId, filters, page, size }: SearchRequest): Promise<StatementPage> {
    const { accountId = '', createdFrom: from, createdTo: to } = filters
    return readStatement(this.#database, { partnerId, accountId, from, to, page, size })
  }

  async #search<Row, Item>(
    entity: Exclude<ResourceType, 'INSTITUTION'>,
    request: SearchRequest,
    columns: string,
    toItem: (row: Row) => Item,
  ): Promise<ListPage<Item>> {
    if (hasImpossibleId(request)) return nothing()
    const parameters = new Parameters()
    const branches: Branch[] = []
    for (const source of SOURCES[entity]) {
      const branch = await this.#branch(source, request, parameters)
      if (branch !== undefined) branches.push(branch)
    }
    const [first] = branches
    if (first === undefined) return nothing()
    if (this.#database.isDistributed && first.source.table === 'token_movements')
      return searchBooks(this.#database, branches, parameters, request, columns, toItem)
    const ids = await this.#ids(branches, parameters, request)
    const counted = await this.#count(branches, parameters)
    const { table, id } = first.source
    const { rows } = await this.#database.query<Row>(
      `SELECT ${columns} FROM ${table} WHERE ${id} = ANY ($1::uuid[]) ORDER BY ${sortColumn(request)} DESC, ${id} DESC`,
      [ids],
    )
    return { items: rows.map(toItem), total: totalOf(counted, request, ids.length) }
  }

  /** Undefined when the source has nothing for one of the words. */
  async #branch(source: SearchedResource, request: SearchRequest, parameters: Parameters): Promise<Branch | undefined> {
    const { partnerId, words, filters } = request
    // First: a branch that is left out must add no parameters.
    const rarest = words.length === 0 ? undefined : await this.#rarestWord(source, partnerId, words)
    if (rarest?.rows === 0) return undefined
    const conditions = new Conditions(parameters)
    source.visible(conditions, partnerId)
    filterAll(conditions, source.id, filters)
    source.filter(conditions, filters, partnerId)
    if (rarest === undefined) return { source, where: `${conditions}` }
    const isWordAlone = words.length === 1 && Object.values(filters).every((value) => value === undefined)
    const isRare = rarest.rows < PROBED_ROWS && !(isWordAlone && isNear(request, rarest))
    for (const word of words) {
      if (!isRare || word !== rarest.word) conditions.add(beginsWord(source.words, parameters.add(word)))
    }
    if (isRare) {
      // As an array, so that the rows are looked up by id, regardless of the planner's estimates.
      const ids = this.#database.isDistributed
        ? `${parameters.add(await this.#idsOf(source, partnerId, rarest.word))}::uuid[]`
        : `ARRAY (SELECT resource_id FROM digital_words WHERE ${wordRange(parameters, partnerId, source.wordsEntity, rarest.word)})`
      conditions.add(`${source.id} = ANY (${ids})`)
    }
    // The payee's words are also those of transfers that the payee does not see yet.
    const isCounted = isWordAlone && source.words === 'search_words' && isComplete(rarest)
    return { source, where: `${conditions}`, ...(isCounted && { counted: rarest.resources }) }
  }

  /** Distributed books: words are the coordinator's, so their ids are read first. */
  async #idsOf({ wordsEntity }: SearchedResource, partnerId: string, word: string): Promise<string[]> {
    const parameters = new Parameters()
    const range = wordRange(parameters, partnerId, wordsEntity, word)
    const { rows } = await this.#database.query<{ resource_id: string }>(
      `SELECT DISTINCT resource_id FROM digital_words WHERE ${range}`,
      parameters.values,
    )
    return rows.map((row) => row.resource_id)
  }

  async #rarestWord(source: SearchedResource, partnerId: string, words: readonly string[]): Promise<WordCount> {
    const probed = words.toSorted((one, other) => other.length - one.length).slice(0, MAX_PROBES)
    let rarest: WordCount | undefined
    for (const word of probed) {
      const counted = await this.#countWord(source, partnerId, word)
      if (rarest === undefined || counted.rows < rarest.rows) rarest = counted
      if (rarest.rows === 0) break
    }
    return rarest ?? { word: '', rows: 0, resources: 0 }
  }

  async #countWord({ wordsEntity }: SearchedResource, partnerId: string, word: string): Promise<WordCount> {
    const parameters = new Parameters()
    const range = wordRange(parameters, partnerId, wordsEntity, word)
    const { rows } = await this.#database.query<{ found: bigint; resources: bigint }>(
      `SELECT count(*) AS found, count(DISTINCT resource_id) AS resources
         FROM (SELECT resource_id FROM digital_words WHERE ${range} LIMIT ${PROBED_ROWS}) AS probed`,
      parameters.values,
    )
    return { word, rows: Number(rows[0]?.found ?? 0), resources: Number(rows[0]?.resources ?? 0) }
  }

  /** The ids of a page. Each branch is read as far as the page reaches, in its own order, and then merged. */
  async #ids(branches: readonly Branch[], parameters: Parameters, request: SearchRequest): Promise<string[]> {
    const { page, size } = request
    const sorted = sortColumn(request)
    const values = [...parameters.values, page * size, size, (page - 1) * size]
    const [reach, limit, offset] = [values.length - 2, values.length - 1, values.length].map((at) => `$${at}`)
    const parts = branches.map(
      ({ source: { table, id }, where }) =>
        `(SELECT ${id} AS id, ${sorted} AS sorted_at FROM ${table} WHERE ${where}
           ORDER BY ${sorted} DESC, ${id} DESC LIMIT ${reach}::bigint)`,
    )
    const { rows } = await this.#database.query<IdRow>(
      `SELECT id FROM (${parts.join(' UNION ALL ')}) AS found
        ORDER BY sorted_at DESC, id DESC LIMIT ${limit}::bigint OFFSET ${offset}::bigint`,
      values,
    )
    return rows.map(({ id }) => id)
  }

  async #count(branches: readonly Branch[], parameters: Parameters): Promise<number> {
    const known = branches.reduce((sum, { counted = Number.NaN }) => sum + counted, 0)
    if (!Number.isNaN(known)) return Math.min(known, COUNT_LIMIT)
    const parts = branches.map(
      ({ source: { table }, where }) => `(SELECT 1 FROM ${table} WHERE ${where} LIMIT ${COUNT_LIMIT})`,
    )
    const { rows } = await this.#database.query<{ total: bigint }>(
      countOf(`1 FROM (${parts.join(' UNION ALL ')}) AS found`),
      parameters.values,
    )
    return Number(rows[0]?.total ?? 0)
  }
}

interface WordCount {
  readonly word: string
  /** Up to PROBED_ROWS. */
  readonly rows: number
  /** Among those rows. */
  readonly resources: number
}

/** Whether the resources of the word are known, or are enough for a bounded total. */
function isComplete({ rows, resources }: WordCount): boolean {
  return rows < PROBED_ROWS || resources >= COUNT_LIMIT
}

function isNear({ page, size }: SearchRequest, { rows }: WordCount): boolean {
  return page * size * NEAR_SHARE <= rows
}

/** Ids are UUIDs: another text names nothing. */
function hasImpossibleId({ filters }: SearchRequest): boolean {
  const { id, institutionId, userId, accountId } = filters
  return [id, institutionId, userId, accountId].some((value) => value !== undefined && !isUuid(value))
}

async function nothing(): Promise<ListPage<never>> {
  return { items: [], total: 0 }
}
