// What platform search is asked, and which filters each kind of resource takes.

import { ACCOUNT_STATES } from '../accounts/digital-account.ts'
import { DEPOSIT_STATES, REDEMPTION_STATES, TRANSFER_STATES } from '../movements/movement.ts'
import { INSTITUTION_STATES } from '../parties/digital-institution.ts'
import { USER_STATES } from '../parties/digital-user.ts'
import type { ResourceType } from '../resource.ts'
import { tokenProblem } from '../token-problems.ts'

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
}

export interface SearchRequest {
  readonly partnerId: string
  /** Each must begin a word of the resource. */
  readonly words: readonly string[]
  readonly filters: SearchFilters
  readonly page: number
  readonly size: number
}

export const STATES_OF: Readonly<Record<ResourceType, readonly string[]>> = {
  INSTITUTION: INSTITUTION_STATES,
  USER: USER_STATES,
  DIGITAL_ASSET_ACCOUNT: ACCOUNT_STATES,
  TOKENIZED_DEPOSIT: DEPOSIT_STATES,
  TOKEN_REDEMPTION: REDEMPTION_STATES,
  INTERBANK_TRANSFER: TRANSFER_STATES,
}

type FilterName = keyof SearchFilters

const OF_ALL: readonly FilterName[] = ['id', 'ref', 'state', 'createdFrom', 'createdTo', 'updatedFrom']
const OF_VALUE: readonly FilterName[] = [...OF_ALL, 'institutionId', 'accountId', 'currency']

const FILTERS_OF: Readonly<Record<ResourceType, ReadonlySet<string>>> = {
  INSTITUTION: new Set<FilterName>([...OF_ALL, 'currency']),
  USER: new Set<FilterName>([...OF_ALL, 'institutionId']),
  DIGITAL_ASSET_ACCOUNT: new Set<FilterName>([...OF_ALL, 'institutionId', 'userId', 'currency']),
  TOKENIZED_DEPOSIT: new Set(OF_VALUE),
  TOKEN_REDEMPTION: new Set(OF_VALUE),
  INTERBANK_TRANSFER: new Set(OF_VALUE),
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(FILTERS_OF).flatMap((names) => [...names]))

/** Refuses filters that the kind of resource does not have, and names that are no filters: `search-filter-unsupported`. */
export function checkFilters(entity: ResourceType, names: readonly string[]): void {
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
