// One page of a list, as every list answers.

import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { ListPage, PageRequest, Sort } from '../../platform/storage/statements/list-query.ts'
import type { Reply } from '../http/family.ts'
import { envelope } from './envelope.ts'

export interface ListedRecords<Item, Filter> {
  readonly list: (scope: Scope, filter: Filter, page: PageRequest) => Promise<ListPage<Item>>
}

interface ListAsk {
  readonly services: { readonly clock: Clock }
  readonly principal: Pick<Principal, 'scope'>
  readonly query: PageQuery
}

interface PageQuery {
  readonly page?: number
  readonly size?: number
  /** `name:asc` */
  readonly sort?: string
}

/** The requested page of the records that the caller sees and the filter matches. */
export async function pageReply<Item, Filter>(
  ask: ListAsk,
  records: ListedRecords<Item, Filter>,
  filter: Filter,
  reply: (item: Item) => unknown = (item) => item,
): Promise<Reply> {
  const { page = 1, size = 10, sort } = ask.query
  const request = { page, size, ...(sort !== undefined && { sort: sortOf(sort) }) }
  const { items, total } = await records.list(ask.principal.scope, filter, request)
  return envelope(ask, {
    content: items.map(reply),
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  })
}

function sortOf(sort: string): Sort {
  const [field, direction] = sort.split(':') as [string, 'asc' | 'desc']
  return { field, direction }
}

/** A page as the documentation shows it. */
export function pageExample(item: unknown) {
  return { content: [item], page: 1, size: 10, totalElements: 1, totalPages: 1 }
}
