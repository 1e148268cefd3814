// What the bell shows: one small question that a page may ask again and again.

import { Type } from 'typebox'
import { MOST_COUNTED } from '../../../../administration/notifications/notifications.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { TAG } from './notification-shapes.ts'

export const countNotifications = onboardingOperation({
  id: 'CountNotifications',
  route: 'GET /notifications/unread',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'How many notifications I have not read',
  description: `Counted up to ${MOST_COUNTED}; and whether the platform is degraded, a business day is stuck, or emergency changes wait for a review. Cheap enough to ask for on every page.`,
  reply: Type.Object(
    {
      unread: chosen(Type.Integer({ description: 'Unread notifications', minimum: 0, maximum: MOST_COUNTED })),
      status: chosen(
        Type.Enum(['UP', 'DEGRADED', 'DOWN'], { description: 'How the services do, as the caller may see them' }),
      ),
      unreviewed: chosen(
        Type.Object(
          {
            count: chosen(Type.Integer({ description: 'All of them', minimum: 0 })),
            overdue: chosen(Type.Integer({ description: 'For more than 24 hours', minimum: 0 })),
          },
          {
            component: 'UnreviewedChanges',
            description: "Emergency changes of the caller's scope that nobody has reviewed; `status` leaves them out",
          },
        ),
      ),
      stuckDays: chosen(
        Type.Array(
          Type.Object(
            {
              institutionId: chosen(Type.String({ description: 'The institution' })),
              date: chosen(Type.String({ description: 'The oldest business day that is not closed', format: 'date' })),
            },
            { component: 'StuckDay' },
          ),
          { description: 'Business days that should have been closed ten minutes ago' },
        ),
      ),
    },
    { component: 'UnreadNotifications' },
  ),
  replyExamples: [
    {
      name: 'some',
      summary: 'Three are unread',
      value: { unread: 3, status: 'UP', stuckDays: [], unreviewed: { count: 0, overdue: 0 } },
    },
  ],
  async handle(ask) {
    const { notifications, platformState } = ask.services
    const [unread, attention] = await Promise.all([
      notifications.countUnread(ask.principal),
      platformState.attention(ask.principal.scope),
    ])
    return envelope(ask, { unread, ...attention })
  },
})
