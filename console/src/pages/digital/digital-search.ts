// Lists of digital banking come from one search operation.

import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../api/gateway.ts'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import type { ListPageOf, ListRequest } from '../../kit/list/record-list.tsx'
import { askDigital, question } from './digital-request.ts'

export interface Entities {
  readonly INSTITUTION: model.DigitalInstitutionDetail
  readonly USER: model.DigitalUser
  readonly DIGITAL_ASSET_ACCOUNT: model.DigitalAssetAccount
  readonly TOKENIZED_DEPOSIT: model.TokenizedDeposit
  readonly TOKEN_REDEMPTION: model.TokenRedemption
  readonly INTERBANK_TRANSFER: model.InterbankTransfer
  readonly ACCOUNT_ENTRY: model.AccountEntry
}
export type Entity = keyof Entities

type Sort = NonNullable<model.SearchPlatformRequest['search']['sort']>
type Filters = NonNullable<model.SearchPlatformRequest['search']['filters']>

export interface SearchOptions {
  readonly page?: number
  readonly size?: number
  readonly text?: string | undefined
  readonly sort?: Sort | undefined
  readonly filters?: { readonly [K in keyof Filters]: Filters[K] | undefined }
}

/** The most that one page can hold. */
export const LARGEST_PAGE = 200

export async function search<E extends Entity>(
  partnerId: string,
  entity: E,
  { page = 1, size = 25, text, sort, filters = {} }: SearchOptions = {},
): Promise<ListPageOf<Entities[E]>> {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
  const found = await askDigital(
    digital(partnerId).searchPlatform(
      { page, size },
      {
        ...question('PLATFORM_SEARCH'),
        search: { entity, ...searchable(text), ...(sort !== undefined && { sort }), filters: set },
      },
    ),
  )
  return { ...found, content: found.content as unknown as Entities[E][] }
}

/** The gateway searches by three characters or more. */
const SHORTEST_TEXT = 3

function searchable(text: string | undefined): { text?: string } {
  return text !== undefined && text.length >= SHORTEST_TEXT && /[\p{L}\p{N}]/u.test(text) ? { text } : {}
}

const AN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Loads a page of a list whose filters are named as those of the search; `text` may also be an id or a reference. */
export function searchList<E extends Entity>(partnerId: string, entity: E, fixed: SearchOptions['filters'] = {}) {
  return async ({ page, size, filters }: ListRequest): Promise<ListPageOf<Entities[E]>> => {
    const { text, from, to, currency, sort, ...named } = filters
    const order = { sort: sort as Sort | undefined }
    const wanted = {
      ...(named as SearchOptions['filters']),
      currency: currency?.toUpperCase(),
      createdFrom: from,
      // The end of the search is exclusive; people mean the whole day.
      createdTo: to === undefined ? undefined : dayAfter(to),
      ...fixed,
    }
    if (text !== undefined && AN_ID.test(text)) {
      const byId = await search(partnerId, entity, { page, size, ...order, filters: { ...wanted, id: text } })
      if (byId.totalElements > 0) return byId
    }
    return search(partnerId, entity, { page, size, text, ...order, filters: wanted })
  }
}

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Newest first by another time than that of creation. */
export const SORT_FILTER = {
  kind: 'choice',
  name: 'sort',
  label: 'Newest first by',
  width: 150,
  choices: [{ value: 'updatedAt', label: 'Last change' }],
} as const satisfies Filter

export const TEXT_FILTER = {
  kind: 'search',
  name: 'text',
  label: 'Search',
  width: 240,
} as const
