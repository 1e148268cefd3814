// What platform search is asked, and which filters each kind of resource takes.

import { ACCOUNT_STATES } from '../accounts/digital-account.ts'
import { DEPOSIT_STATES, REDEMPTION_STATES, TRANSFER_STATES } from '../movements/movement.ts'
import { INSTITUTION_STATES } from '../parties/digital-institution.ts'
import { USER_STATES } from '../parties/digital-user.ts'
import { RESOURCE_TYPES } from '../resource.ts'
import { tokenProblem } from '../token-problems.ts'

/** Besides resources: the entries of an account's statement. */
export const SEARCH_ENTITIES = [...RESOURCE_TYPES, 'ACCOUNT_ENTRY'] as const
export type SearchEntity = (typeof SEARCH_ENTITIES)[number]

export const SEARCH_SORTS = ['createdAt', 'updatedAt'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

export interface SearchFilters {
  readonly id?: string
  readonly ref?: string
  readonly state?: string
  readonly institutionId?: string
  readonly userId?: string
  readonly accountId?: string
  readonly currency?: string
  /** Inclusive. */
  readonly createdFrom?: Date
  /** Exclusive. */
  readonly createdTo?: Date
  /** Inclusive. */
  readonly updatedFrom?: Date
  /** Exclusive. */
  readonly updatedTo?: Date
}

export interface SearchRequest {
  readonly partnerId: string
  /** Each must begin a word of the resource. */
  readonly words: readonly string[]
  readonly filters: SearchFilters
  /** Newest first by this time; by that of its creation when absent. */
  readonly sortedBy?: SearchSort | undefined
  readonly page: number
  readonly size: number
}

/** The column that a search is sorted by. */
export function sortColumn({ sortedBy }: Pick<SearchRequest, 'sortedBy'>): 'created_at' | 'updated_at' {
  return sortedBy === 'updatedAt' ? 'updated_at' : 'created_at'
}

export const STATES_OF: Readonly<Record<SearchEntity, readonly string[]>> = {
  INSTITUTION: INSTITUTION_STATES,
  USER: USER_STATES,
  DIGITAL_ASSET_ACCOUNT: ACCOUNT_STATES,
  TOKENIZED_DEPOSIT: DEPOSIT_STATES,
  TOKEN_REDEMPTION: REDEMPTION_STATES,
  INTERBANK_TRANSFER: TRANSFER_STATES,
  ACCOUNT_ENTRY: [],
}

type FilterName = keyof SearchFilters

const OF_ALL: readonly FilterName[] = ['id', 'ref', 'state', 'createdFrom', 'createdTo', 'updatedFrom', 'updatedTo']
const OF_VALUE: readonly FilterName[] = [...OF_ALL, 'institutionId', 'accountId', 'currency']

const FILTERS_OF: Readonly<Record<SearchEntity, ReadonlySet<string>>> = {
  INSTITUTION: new Set<FilterName>([...OF_ALL, 'currency']),
  USER: new Set<FilterName>([...OF_ALL, 'institutionId']),
  DIGITAL_ASSET_ACCOUNT: new Set<FilterName>([...OF_ALL, 'institutionId', 'userId', 'currency']),
  TOKENIZED_DEPOSIT: new Set(OF_VALUE),
  TOKEN_REDEMPTION: new Set(OF_VALUE),
  INTERBANK_TRANSFER: new Set(OF_VALUE),
  ACCOUNT_ENTRY: new Set<FilterName>(['accountId', 'createdFrom', 'createdTo']),
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(FILTERS_OF).flatMap((names) => [...names]))

/** Refuses filters that the kind of resource does not have, and names that are no filters: `search-filter-unsupported`. */
export function checkFilters(entity: SearchEntity, names: readonly string[]): void {
  const unsupported = names.filter((name) => !FILTERS_OF[entity].has(name))
  if (unsupported.length === 0) return
  const supported = `${entity} takes ${[...FILTERS_OF[entity]].join(', ')}`
  throw tokenProblem('search-filter-unsupported', `a filter is not supported: ${supported}`, {
    // Only names of ours are repeated.
    details: unsupported.map((name) => ({
      path: KNOWN.has(name) ? `search.filters.${name}` : 'search.filters',
      message: KNOWN.has(name) ? `is not a filter of ${entity}` : 'has a name that is no filter',
    })),
  })
}
