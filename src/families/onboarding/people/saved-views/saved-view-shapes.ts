// Saved views on the wire: what is sent, what comes back, and an example.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordName,
  recordOf,
  typedLine,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'

export const TAG = 'Saved views'

const MOST_FILTERS = 40
const list = Type.String({
  description:
    'The list: the path of its page in the console, such as `/transactions`; with `#` and a word where a page has several',
  pattern: '^/[A-Za-z0-9/$._-]{0,99}(#[A-Za-z0-9._-]{1,40})?$',
  expected: 'must be the path of a page, of at most 140 characters',
})

const filters = Type.Array(
  Type.Object({ name: chosen(identifier('The filter')), value: chosen(typedLine('Its value', 500)) }),
  {
    description: 'The filters that are set, each once',
    maxItems: MOST_FILTERS,
    expected: `must be a list of at most ${MOST_FILTERS} filters`,
  },
)

export const newSavedView = Type.Object({
  list: chosen(list),
  name: chosen(recordName('Its name, unique among your views of the list')),
  filters: chosen(filters),
  sort: Type.Optional(
    chosen(
      orNull(
        Type.String({
          description: 'A field and a direction: `createdAt:desc`',
          pattern: '^[A-Za-z0-9_.-]{1,60}:(asc|desc)$',
          expected: 'must be a field, a colon, and asc or desc',
        }),
      ),
    ),
  ),
  isShared: Type.Optional(
    chosen(Type.Boolean({ description: 'Shown to all users of exactly your scope; false unless said' })),
  ),
})

export const savedViewChange = changeOf(newSavedView, { fixed: ['list'] })

export const savedViewFilter = Type.Object({
  list: Type.Optional(chosen(list)),
  isShared: Type.Optional(chosen(Type.Boolean({ description: 'Whether they are shared' }))),
  ownerId: Type.Optional(chosen(uuid('The user whose they are'))),
})

export const savedView = recordOf(newSavedView, {
  component: 'SavedView',
  shown: {
    sort: Type.Optional(Type.String({ description: 'A field and a direction' })),
    isShared: 'Whether all users of exactly the scope see it',
    ownerId: uuid('The user whose it is'),
    institutionId: Type.Optional(Type.String({ description: 'The institution of whose users it is' })),
    subTenantId: Type.Optional(uuid('The sub-tenant of whose users it is')),
  },
})

export const NEW_SAVED_VIEW = {
  list: '/transactions/exceptions',
  name: 'Unknown outcomes of today',
  filters: [
    { name: 'kind', value: 'OUTCOME_UNKNOWN' },
    { name: 'state', value: 'OPEN' },
  ],
  sort: 'createdAt:asc',
  isShared: true,
}

export const SAVED_VIEW = {
  ...recordExample('0197f8d1-2b20-7a35-8e4d-3c8f1b7d2f10'),
  ...NEW_SAVED_VIEW,
  ownerId: '0197f3a0-1b20-7a35-8e4d-3c8f1b7d2f66',
}
