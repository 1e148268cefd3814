// What platform search is sent, and what it answers.

import { type Static, Type } from 'typebox'
import { currency, date, id, instant, oneOf } from '../../../edge/http/body/fields.ts'
import { pageShape } from '../../../edge/http/body/paging.ts'
import { isPlainText } from '../../../edge/http/body/plain-text.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { SEARCH_ENTITIES, SEARCH_SORTS, type SearchFilters, STATES_OF } from '../../../tokens/search/search-request.ts'
import { searchWords } from '../../../tokens/search/search-words.ts'
import { account } from '../asset-accounts/account-shapes.ts'
import { institutionDetail } from '../institutions/institution-shapes.ts'
import { deposit, redemption } from '../shapes/deposit.ts'
import { request } from '../shapes/request.ts'
import { transfer } from '../shapes/transfer.ts'
import { user } from '../users/user-shapes.ts'
import { entry } from './entry-shapes.ts'

const MIN_TEXT = 3
const MAX_TEXT = 120

const text = Type.Refine(
  Type.String({
    description:
      'Each word begins a word of the name, bic, lei, externalId, label, linked account, reference or endToEndId, case and ' +
      'accents aside',
    minLength: MIN_TEXT,
    maxLength: MAX_TEXT,
    expected: `must be ${MIN_TEXT} to ${MAX_TEXT} characters with a letter or digit, without control characters`,
  }),
  (value) => isPlainText(value) && value.trim().length >= MIN_TEXT && searchWords([value]).length > 0,
)

const ref = Type.String({
  description: '`transaction.ref` of the request that made it',
  pattern: '^[A-Za-z0-9._:-]{1,64}$',
  expected: 'must be 1 to 64 letters, digits, dots, hyphens, underscores or colons',
})

const STATES = [...new Set(Object.values(STATES_OF).flat())]

/** An instant, or a day: its first instant in UTC. */
function since(description: string) {
  const schema = Type.Union([instant(description), date(description)], {
    description,
    expected: 'must be a real instant in ISO 8601 with its zone, or a date YYYY-MM-DD',
  })
  return chosen(schema)
}

const filters = Type.Object(
  {
    id: Type.Optional(id('The resource')),
    ref: Type.Optional(chosen(ref)),
    state: Type.Optional(oneOf('Its state; one of the entity', STATES)),
    institutionId: Type.Optional(id('Its institution; of transfers either one. Not of INSTITUTION')),
    userId: Type.Optional(id('Its user. Of DIGITAL_ASSET_ACCOUNT only')),
    accountId: Type.Optional(
      id('Its account; of transfers either one. Of deposits, redemptions and transfers; ACCOUNT_ENTRY requires it'),
    ),
    currency: Type.Optional(currency),
    createdFrom: Type.Optional(since('Made at this instant or later')),
    createdTo: Type.Optional(since('Made before this instant')),
    updatedFrom: Type.Optional(since('Changed at this instant or later')),
    updatedTo: Type.Optional(since('Changed before this instant')),
  },
  { description: 'Every other name is refused: 422' },
)

export const searchBody = request('PLATFORM_SEARCH', {
  search: chosen(
    Type.Object({
      entity: oneOf('What to search; ACCOUNT_ENTRY is the statement of one account', SEARCH_ENTITIES),
      text: Type.Optional(chosen(text)),
      sort: Type.Optional(oneOf('Newest first by this time; createdAt when absent', SEARCH_SORTS)),
      filters: Type.Optional(chosen(filters)),
    }),
  ),
})

export type SearchBody = Static<typeof searchBody>

/** Rules of the operation: a state is one of the entity's, and a statement is of one account, in its own order. */
export function checkSearch({ search }: SearchBody, found: Findings): void {
  if (!found.areValid('search.entity')) return
  if (search.entity === 'ACCOUNT_ENTRY') {
    if (search.filters?.accountId === undefined) found.add('search.filters.accountId', 'is required with ACCOUNT_ENTRY')
    for (const name of ['text', 'sort'] as const)
      if (search[name] !== undefined) found.add(`search.${name}`, 'is not allowed with ACCOUNT_ENTRY')
    return
  }
  if (!found.areValid('search.filters.state')) return
  const { entity, filters: sent } = search
  const states = STATES_OF[entity]
  if (sent?.state === undefined || states.includes(sent.state)) return
  found.add('search.filters.state', `must be one of ${states.join(', ')}`)
}

export function filtersOf(sent: Static<typeof filters> = {}): SearchFilters {
  const { createdFrom, createdTo, updatedFrom, updatedTo, ...same } = sent
  return {
    ...same,
    ...(createdFrom !== undefined && { createdFrom: new Date(createdFrom) }),
    ...(createdTo !== undefined && { createdTo: new Date(createdTo) }),
    ...(updatedFrom !== undefined && { updatedFrom: new Date(updatedFrom) }),
    ...(updatedTo !== undefined && { updatedTo: new Date(updatedTo) }),
  }
}

export const found = pageShape(Type.Union([institutionDetail, user, account, deposit, redemption, transfer, entry]), {
  entity: oneOf('What was searched', SEARCH_ENTITIES),
  archivedThrough: Type.Optional(
    chosen(
      Type.String({
        description: 'ACCOUNT_ENTRY: entries up to this business date are archived; absent when none are',
        format: 'date',
      }),
    ),
  ),
})
