// One page of a list, as every list answers.

import type { Listed, PageRequest } from '../../storage/listed.ts'

export function pageReply<Item>(
  { items, total }: Listed<Item>,
  { page, size }: PageRequest,
  reply: (item: Item) => unknown,
) {
  return {
    content: items.map(reply),
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  }
}
