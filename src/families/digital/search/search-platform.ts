// Platform search: the resources that a partner sees, of one kind, by words and filters.

import { type Static, Type } from 'typebox'
import { pageBody, pageExample, pageOf, paging } from '../../../edge/http/body/paging.ts'
import { dashedDate } from '../../../oversight/transactions/transaction-fields.ts'
import type { ListPage } from '../../../platform/storage/statements/list-query.ts'
import type { Transfer } from '../../../tokens/movements/movement.ts'
import type { DigitalInstitution } from '../../../tokens/parties/digital-institution.ts'
import { checkFilters, type SearchEntity, type SearchRequest } from '../../../tokens/search/search-request.ts'
import { searchWords } from '../../../tokens/search/search-words.ts'
import type { StatementPage } from '../../../tokens/statements/read-statement.ts'
import { wireAccount } from '../asset-accounts/account-shapes.ts'
import { type DigitalAsk, digitalOperation, reply } from '../digital-operation.ts'
import {
  INSTITUTION_DETAIL,
  PUBLIC_INSTITUTION,
  wireInstitution,
  wirePosition,
  wirePublicInstitution,
} from '../institutions/institution-shapes.ts'
import { wireDeposit, wireRedemption } from '../shapes/deposit.ts'
import { EXAMPLE_TRANSFER } from '../shapes/movement-examples.ts'
import { wireTransfer } from '../shapes/transfer.ts'
import { wireUser } from '../users/user-shapes.ts'
import { EXAMPLE_ENTRY, wireEntry } from './entry-shapes.ts'
import { checkSearch, filtersOf, found, searchBody } from './search-shapes.ts'

const query = Type.Object(paging)

export const searchPlatform = digitalOperation({
  id: 'SearchPlatform',
  route: 'POST /search',
  access: { module: 'DIGITAL', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Platform search',
  summary: 'Search resources',
  description:
    'The resources of the partner, and transfers that it sees as payee, each as its GET shows it, newest first by `sort`. ' +
    'Institutions of others are found while they are `ACTIVE` or `SUSPENDED`, in the short form. `createdFrom` and ' +
    '`updatedFrom` are inclusive, `createdTo` and `updatedTo` exclusive. `ACCOUNT_ENTRY` is the statement of one account: each ' +
    'posted change of its `asset`, last posted first; besides `accountId` it takes `createdFrom` and `createdTo`, of the ' +
    'posting. Entries of archived months are not listed: `archivedThrough` says up to when. Up to 10,000 resources are counted. Nothing is stored, the reference neither. An ' +
    'operator needs `VIEW` on the module of the entity only: `DIGITAL_PARTIES` for institutions, users and accounts, ' +
    '`DIGITAL_MONEY` for the others.',
  errors: ['C-SEARCH_FILTER_UNSUPPORTED'],
  replays: false,
  query,
  body: searchBody,
  rules: checkSearch,
  reply: found,
  requestExamples: [
    {
      name: 'institutions',
      summary: 'Institutions by name',
      value: {
        transaction: { ref: 'search-1', type: 'PLATFORM_SEARCH' },
        channelInfo: { type: 'CONSOLE' },
        search: { entity: 'INSTITUTION', text: 'first sandbox' },
      },
    },
    {
      name: 'transfers',
      summary: 'Committed transfers of January in dollars',
      value: {
        transaction: { ref: 'search-2', type: 'PLATFORM_SEARCH' },
        channelInfo: { type: 'CONSOLE' },
        search: {
          entity: 'INTERBANK_TRANSFER',
          filters: {
            state: 'COMMITTED',
            currency: 'USD',
            createdFrom: '2026-01-01T00:00:00.000Z',
            createdTo: '2026-02-01T00:00:00.000Z',
          },
        },
      },
    },
    {
      name: 'statement',
      summary: 'The statement of an account',
      value: {
        transaction: { ref: 'search-3', type: 'PLATFORM_SEARCH' },
        channelInfo: { type: 'CONSOLE' },
        search: { entity: 'ACCOUNT_ENTRY', filters: { accountId: EXAMPLE_TRANSFER.accountId } },
      },
    },
  ],
  replyExamples: [
    {
      name: 'institutions',
      summary: "The partner's own institution and another's",
      value: {
        ...pageExample(INSTITUTION_DETAIL, { entity: 'INSTITUTION' }),
        content: [INSTITUTION_DETAIL, PUBLIC_INSTITUTION],
        totalElements: 2,
      },
    },
    {
      name: 'transfers',
      summary: 'One transfer',
      value: pageExample(wireTransfer(EXAMPLE_TRANSFER, EXAMPLE_TRANSFER.partnerId), { entity: 'INTERBANK_TRANSFER' }),
    },
    {
      name: 'statement',
      summary: 'One entry',
      value: pageExample(wireEntry(EXAMPLE_ENTRY), { entity: 'ACCOUNT_ENTRY' }),
    },
  ],
  async handle(ask) {
    const { entity, text, filters, sort: sortedBy } = ask.body.search
    ask.requireGrant({ module: MODULES[entity], action: 'VIEW' })
    checkFilters(entity, Object.keys(filters ?? {}))
    const page = pageOf(ask.query as Static<typeof query>)
    const words = searchWords([text])
    const request = { partnerId: ask.partnerId, words, filters: filtersOf(filters), sortedBy, ...page }
    const { archivedThrough, ...list } = await search(ask, entity, request)
    const more = archivedThrough === undefined ? {} : { archivedThrough: dashedDate(archivedThrough) }
    return reply(ask, pageBody(page, list, { entity, ...more }))
  },
})

const MODULES = {
  INSTITUTION: 'DIGITAL_PARTIES',
  USER: 'DIGITAL_PARTIES',
  DIGITAL_ASSET_ACCOUNT: 'DIGITAL_PARTIES',
  TOKENIZED_DEPOSIT: 'DIGITAL_MONEY',
  TOKEN_REDEMPTION: 'DIGITAL_MONEY',
  INTERBANK_TRANSFER: 'DIGITAL_MONEY',
  ACCOUNT_ENTRY: 'DIGITAL_MONEY',
} as const

type Shown = ListPage<object> & Pick<StatementPage, 'archivedThrough'>

/** Every item as its GET shows it to the partner. */
async function search(ask: DigitalAsk, entity: SearchEntity, request: SearchRequest): Promise<Shown> {
  const { platformSearch } = ask.services
  switch (entity) {
    case 'INSTITUTION':
      return shown(await platformSearch.institutions(request), (one) => institutionFor(ask, one))
    case 'USER':
      return shown(await platformSearch.users(request), wireUser)
    case 'DIGITAL_ASSET_ACCOUNT':
      return shown(await platformSearch.accounts(request), wireAccount)
    case 'TOKENIZED_DEPOSIT':
      return shown(await platformSearch.movements('DEPOSIT', request), wireDeposit)
    case 'TOKEN_REDEMPTION':
      return shown(await platformSearch.movements('REDEMPTION', request), wireRedemption)
    case 'INTERBANK_TRANSFER':
      return transfersFor(ask, await platformSearch.movements('TRANSFER', request))
    case 'ACCOUNT_ENTRY':
      return shown(await platformSearch.entries(request), wireEntry)
  }
}

async function shown<Item>(
  { items, ...more }: ListPage<Item> & Pick<StatementPage, 'archivedThrough'>,
  show: (item: Item) => object | Promise<object>,
): Promise<Shown> {
  const content: object[] = []
  // One after the other: positions are read on one connection.
  for (const item of items) content.push(await show(item))
  return { items: content, ...more }
}

async function transfersFor({ services, partnerId }: DigitalAsk, page: ListPage<Transfer>): Promise<Shown> {
  const returned = await services.tokenMovements.returnedMinor(page.items)
  return shown(page, (one) => wireTransfer(one, partnerId, returned.get(one.movementId)))
}

async function institutionFor({ services, partnerId }: DigitalAsk, one: DigitalInstitution): Promise<object> {
  if (one.partnerId !== partnerId) return wirePublicInstitution(one)
  const positions = await services.digitalInstitutions.positions(one)
  return { ...wireInstitution(one), positions: positions.map(wirePosition) }
}
