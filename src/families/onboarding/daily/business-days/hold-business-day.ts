// Keeps a day from being closed for some hours. It only delays, so it never waits for a second user.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { freeText } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { instant } from '../instants.ts'
import { BUSINESS_DAY, BUSINESS_DAYS_PATH, businessDay, dateOf, shownBusinessDay, TAG } from './business-day-shapes.ts'

const UNTIL = '2026-01-16T10:00:00.000Z'
const REASON = 'The core delivers its last file late'

export const holdBusinessDay = onboardingOperation({
  id: 'HoldBusinessDay',
  route: `POST ${BUSINESS_DAYS_PATH}/:date/hold`,
  access: may('INSTITUTIONS', 'ACTIVATE'),
  neverWaits: true,
  basis: 'chosen',
  tag: TAG,
  summary: 'Hold a business day',
  description:
    'The day is not closed before `until`, at most 12 hours after its cutover in all; it stays `CLOSING` with `heldUntil`, and orders ' +
    'take the next date from the cutover on. At `until` the end of day goes on by itself. A day that is held gets the new end. Days after ' +
    'it wait as well. A day that is closed or being closed, or while another day is held: 409.',
  body: Type.Object({
    until: chosen(instant('When it ends by itself', UNTIL)),
    reason: chosen(freeText('Why; shown as `holdReason`')),
  }),
  reply: businessDay,
  requestExamples: [{ name: 'late', summary: 'A file comes late', value: { until: UNTIL, reason: REASON } }],
  replyExamples: [
    {
      name: 'held',
      summary: 'It is held',
      value: { ...BUSINESS_DAY, state: 'CLOSING', heldUntil: UNTIL, holdReason: REASON },
    },
  ],
  async handle(ask) {
    return envelope(ask, shownBusinessDay(await ask.services.dayControls.hold(ask, idOf(ask), dateOf(ask), ask.body)))
  },
})
