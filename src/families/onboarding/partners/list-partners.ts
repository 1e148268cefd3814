// Partners that match a filter, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { PARTNER, partner, partnerFilter } from './partner-shapes.ts'

export const listPartners = onboardingOperation({
  id: 'ListPartners',
  route: 'POST /partners/list',
  access: may('PARTNERS', 'VIEW'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Find partners',
  description: 'Newest first. What is left out of the filter makes no difference.',
  query: pagingQuery,
  body: partnerFilter,
  optionalBody: true,
  reply: pageShape(partner),
  requestExamples: [
    { name: 'filter', summary: 'Active partners of an institution', value: { institutionId: 'FI002', isActive: true } },
  ],
  replyExamples: [{ name: 'page', summary: 'One partner', value: pageExample(PARTNER) }],
  handle: (ask) => pageReply(ask, ask.services.partners, ask.body ?? {}),
})
