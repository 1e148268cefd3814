// Finds records of every kind that the caller may open.

import { Type } from 'typebox'
import { line } from '../../../../edge/http/body/fields.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { FOUND_KINDS } from '../../../../oversight/search/search-source.ts'
import { type OnboardingOperation, onboardingOperation } from '../../onboarding-operation.ts'

const found = chosen(
  Type.Object(
    {
      kind: Type.Enum([...FOUND_KINDS], { description: 'What it is' }),
      id: Type.String({ description: 'What its own operations take' }),
      title: Type.String({ description: 'What it is called; never a whole PAN' }),
      institutionId: Type.Optional(Type.String({ description: 'Its institution' })),
      partnerId: Type.Optional(Type.String({ description: 'The partner that it belongs to' })),
    },
    { component: 'FoundRecord' },
  ),
)

const searchRecords = onboardingOperation({
  id: 'SearchRecords',
  route: 'POST /search',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Search',
  summary: 'Find records of every kind',
  description:
    'By a whole id, RRN, authorization id, reference or customer, or by the beginning of the words of a name. At most five of a ' +
    'kind, and only what the caller may open: the role grants `VIEW` on its module, and it is in the scope of the caller. ' +
    'The text is not logged.',
  body: Type.Object({
    text: line('What to look for; at least three characters', 64),
  }),
  rules({ text }, found) {
    if (found.areValid('text') && text.trim().length < 3) found.add('text', 'must have at least 3 characters')
  },
  reply: Type.Array(found),
  requestExamples: [
    { name: 'rrn', summary: 'A transaction', value: { text: '601500000123' } },
    { name: 'name', summary: 'An applicant', value: { text: 'ada love' } },
  ],
  replyExamples: [
    {
      name: 'loan',
      summary: 'One loan',
      value: [
        {
          kind: 'LOAN',
          id: '019c1b6e-7a10-7c35-9d52-0a4be61f7001',
          title: 'Ada Lovelace · PERSONAL · 1000.00 USD',
          institutionId: 'FI001',
          partnerId: 'PARTNER01',
        },
      ],
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.recordSearch.find(ask.principal, ask.body.text, ask.call.abandoned))
  },
})

export const SEARCH_OPERATIONS: readonly OnboardingOperation[] = [searchRecords]
