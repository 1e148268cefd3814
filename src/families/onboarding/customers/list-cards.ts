// Cards in the order of their ids, by page or by cursor.

import { type Static, Type } from 'typebox'
import type { CardFilter } from '../../../customers/cards/card-search.ts'
import { may } from '../../../edge/resource/access.ts'
import {
  cursorExamples,
  cursorInBody,
  cursorQuery,
  cursorReply,
  cursorReplyOf,
} from '../../../edge/resource/cursor-pages.ts'
import { withoutEmptyLists } from '../../../edge/resource/list-filter.ts'
import { type OnboardingAsk, onboardingOperation } from '../onboarding-operation.ts'
import { CARD, card, cardFilter } from './card-shapes.ts'
import { customerFilterOf } from './customer-fields.ts'

const shared = {
  access: may('CARDS', 'VIEW'),
  basis: 'chosen',
  tag: 'Cards',
  query: cursorQuery,
  reply: cursorReply(card),
  replyExamples: cursorExamples(CARD),
} as const

const ORDER = 'By id. Users of a sub-tenant see none.'

export const browseCards = onboardingOperation({
  ...shared,
  id: 'BrowseCards',
  route: 'GET /cards',
  summary: 'List cards',
  description: ORDER,
  handle: (ask) => answer(ask, {}),
})

const body = Type.Object({ ...cardFilter.properties, cursor: cursorInBody })

export const listCards = onboardingOperation({
  ...shared,
  id: 'ListCards',
  route: 'POST /cards/list',
  summary: 'Find cards',
  description:
    `${ORDER} Absent fields of the filter are ignored. A card number is sent in the body only, and found by its hash. A search that ` +
    'finds little in a long time answers with fewer records, or none, and a `nextCursor` to go on.',
  body,
  optionalBody: true,
  requestExamples: [
    {
      name: 'filter',
      summary: 'Lost cards of a customer',
      value: { institutionId: 'FI001', customerId: 'CUST0042', status: ['LOST'] },
    },
  ],
  handle(ask) {
    const { cursor, ...sent } = (ask.body ?? {}) as Static<typeof body>
    const { customerCards } = ask.services
    return answer(
      ask,
      customerFilterOf(withoutEmptyLists(sent), (pan) => customerCards.hashOf(pan)),
      cursor,
    )
  },
})

function answer(
  ask: OnboardingAsk & { readonly query: Static<typeof cursorQuery> },
  filter: CardFilter,
  cursor?: string,
) {
  const { scope } = ask.principal
  const { customerCards } = ask.services
  const search = {
    page: (page: { readonly page: number; readonly size: number }) => customerCards.list(scope, filter, page),
    after: (from: string, size: number) => customerCards.after(scope, filter, from, size),
  }
  return cursorReplyOf(ask, search, (card) => card, cursor)
}
