// Partners, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { PARTNER, partner } from './partner-shapes.ts'

export const browsePartners = onboardingOperation({
  id: 'BrowsePartners',
  route: 'GET /partners',
  access: may('PARTNERS', 'VIEW'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'List partners',
  description: 'Newest first. Users of an institution see the partners that work for it alone.',
  query: pagingQuery,
  reply: pageShape(partner),
  replyExamples: [{ name: 'page', summary: 'One partner', value: pageExample(PARTNER) }],
  handle: (ask) => pageReply(ask, ask.services.partners, {}),
})
