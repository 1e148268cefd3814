// One page of a list, as every list answers.

import type { Reply } from '../../http/family.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Listed, PageRequest } from '../../storage/list-query.ts'
import { envelope } from './envelope.ts'
import type { OnboardingAsk } from './onboarding-operation.ts'

interface Records<Item, Filter> {
  list(scope: Scope, filter: Filter, page: PageRequest): Promise<Listed<Item>>
}

type ListAsk = OnboardingAsk & { readonly query: { readonly page?: number; readonly size?: number } }

/** The page that was asked for, of the records that the caller sees and the filter picks. */
export async function pageReply<Item, Filter>(
  ask: ListAsk,
  records: Records<Item, Filter>,
  filter: Filter,
  reply: (item: Item) => unknown = (item) => item,
): Promise<Reply> {
  const { page = 1, size = 10 } = ask.query
  const { items, total } = await records.list(ask.principal.scope, filter, { page, size })
  return envelope(ask, {
    content: items.map(reply),
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  })
}

/** A page as the documentation shows it. */
export function pageExample(item: unknown) {
  return { content: [item], page: 1, size: 10, totalElements: 1, totalPages: 1 }
}
