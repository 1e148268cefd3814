// What people do to a business day at once: letting it go, closing it ahead of its cutover, and trying again.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { BUSINESS_DAY, BUSINESS_DAYS_PATH, businessDay, dateOf, shownBusinessDay, TAG } from './business-day-shapes.ts'

type Move = 'release' | 'close' | 'retry'

const moveOf = (move: Move, id: string, summary: string, description: string) =>
  onboardingOperation({
    id,
    route: `POST ${BUSINESS_DAYS_PATH}/:date/${move}`,
    access: may('INSTITUTIONS', 'ACTIVATE'),
    basis: 'chosen',
    tag: TAG,
    summary,
    description,
    reply: businessDay,
    replyExamples: [{ name: 'day', summary: 'As it is now', value: BUSINESS_DAY }],
    async handle(ask) {
      return envelope(ask, shownBusinessDay(await ask.services.dayControls[move](ask, idOf(ask), dateOf(ask))))
    },
  })

export const releaseBusinessDay = moveOf(
  'release',
  'ReleaseBusinessDay',
  'Release a business day',
  'Ends a hold before its time: the end of day goes on at once when the cutover has passed. A day that is not held: 409.',
)

export const closeBusinessDay = moveOf(
  'close',
  'CloseBusinessDay',
  'Close a business day now',
  'Ends the OPEN day ahead of its cutover: the next business date begins, and limits, loans, totals and files take it. Orders are refused ' +
    'with 906 meanwhile. The next day ends at its own cutover. By default a second user approves it. A day that has not begun at the ' +
    'institution, because the one before was closed by hand, one that is held, or one that follows a day that is not closed: 409. A ' +
    'closed day is never opened again.',
)

export const retryBusinessDay = moveOf(
  'retry',
  'RetryBusinessDay',
  'Try to close a business day again',
  'Runs the end of day of a `CLOSING` day at once; `stuck` tells the step that failed, and how. A gateway tries by itself every few ' +
    'seconds. A day that is held or not `CLOSING`: 409.',
)
