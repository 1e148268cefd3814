// The business days of an institution, a page at a time.

import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { BUSINESS_DAY, BUSINESS_DAYS_PATH, businessDay, shownBusinessDay, TAG } from './business-day-shapes.ts'

export const browseBusinessDays = onboardingOperation({
  id: 'BrowseBusinessDays',
  route: `GET ${BUSINESS_DAYS_PATH}`,
  access: may('QUERY', 'VIEW'),
  basis: 'chosen',
  tag: TAG,
  summary: 'List business days',
  description:
    'From today back to the date on which the institution was activated; before that there are none. Totals of the open ' +
    'day are at most five seconds old.',
  query: pagingQuery,
  reply: pageShape(businessDay),
  replyExamples: [{ name: 'page', summary: 'One day', value: pageExample(BUSINESS_DAY) }],
  handle(ask) {
    const { businessDays } = ask.services
    return pageReply(
      ask,
      { list: (scope, _filter, page) => businessDays.list(scope, idOf(ask), page) },
      {},
      shownBusinessDay,
    )
  },
})
