// Lists of accounts and cards, by page or by cursor: one operation browses them all, one finds those that match a filter.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import {
  type CursorSearch,
  cursorExamples,
  cursorInBody,
  cursorQuery,
  cursorReply,
  cursorReplyOf,
} from '../../../../edge/resource/cursor-pages.ts'
import { withoutEmptyLists } from '../../../../edge/resource/list-filter.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { type OnboardingAsk, type OnboardingServices, onboardingOperation } from '../../onboarding-operation.ts'
import { customerFilterOf } from './customer-fields.ts'

/** What is searched: each step of a `CursorSearch`, within the scope of a caller. */
interface CustomerRecords<Filter, Item> {
  list(
    scope: Scope,
    filter: Filter,
    ...page: Parameters<CursorSearch<Item>['page']>
  ): ReturnType<CursorSearch<Item>['page']>
  after(
    scope: Scope,
    filter: Filter,
    ...from: Parameters<CursorSearch<Item>['after']>
  ): ReturnType<CursorSearch<Item>['after']>
}

interface CustomerLists<Filter, Item> {
  readonly name: 'Accounts' | 'Cards'
  readonly shape: TSchema
  readonly example: unknown
  readonly filter: TObject
  readonly filterExample: { readonly summary: string; readonly value: unknown }
  readonly order: string
  /** What is particular to finding by the filter. */
  readonly finding: string
  records(services: OnboardingServices): CustomerRecords<Filter, Item>
  reply(item: Item): unknown
}

export function customerLists<Filter, Item>(lists: CustomerLists<Filter, Item>) {
  const { name, shape, example, filter, filterExample, order, finding, records, reply } = lists
  const noun = name.toLowerCase()
  const shared = {
    access: may(name === 'Accounts' ? 'ACCOUNTS' : 'CARDS', 'VIEW'),
    basis: 'chosen',
    tag: name,
    query: cursorQuery,
    reply: cursorReply(shape),
    replyExamples: cursorExamples(example),
  } as const
  const answer = (
    ask: OnboardingAsk & { readonly query: Static<typeof cursorQuery> },
    wanted: Filter,
    cursor?: string,
  ) => {
    const { scope } = ask.principal
    const searched = records(ask.services)
    const search: CursorSearch<Item> = {
      page: (page) => searched.list(scope, wanted, page),
      after: (from, size) => searched.after(scope, wanted, from, size),
    }
    return cursorReplyOf(ask, search, reply, cursor)
  }
  return {
    browse: onboardingOperation({
      ...shared,
      id: `Browse${name}`,
      route: `GET /${noun}`,
      summary: `List ${noun}`,
      description: order,
      handle: (ask) => answer(ask, {} as Filter),
    }),
    list: onboardingOperation({
      ...shared,
      id: `List${name}`,
      route: `POST /${noun}/list`,
      summary: `Find ${noun}`,
      description:
        `${order} Absent fields of the filter are ignored. ${finding} A search that ` +
        'finds little in a long time answers with fewer records, or none, and a `nextCursor` to go on.',
      body: Type.Object({ ...filter.properties, cursor: cursorInBody }),
      optionalBody: true,
      requestExamples: [{ name: 'filter', ...filterExample }],
      handle(ask) {
        const { cursor, ...sent } = (ask.body ?? {}) as { readonly cursor?: string }
        const { customerCards } = ask.services
        const wanted = customerFilterOf(withoutEmptyLists(sent), (pan) => customerCards.hashOf(pan))
        return answer(ask, wanted as Filter, cursor)
      },
    }),
  }
}
