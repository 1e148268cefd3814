// One business day with its totals.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { BUSINESS_DAY, BUSINESS_DAYS_PATH, businessDay, dateOf, shownBusinessDay, TAG } from './business-day-shapes.ts'

export const getBusinessDay = onboardingOperation({
  id: 'GetBusinessDay',
  route: `GET ${BUSINESS_DAYS_PATH}/:date`,
  access: may('QUERY', 'VIEW'),
  basis: 'chosen',
  tag: TAG,
  summary: 'Read a business day',
  description: 'A date before the activation or after today is no business day: 404.',
  reply: businessDay,
  replyExamples: [{ name: 'day', summary: 'A closed day', value: BUSINESS_DAY }],
  async handle(ask) {
    const day = await ask.services.businessDays.find(ask.principal.scope, idOf(ask), dateOf(ask))
    return envelope(ask, shownBusinessDay(day))
  },
})
