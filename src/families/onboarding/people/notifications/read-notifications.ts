// Marks notifications as read. Only the caller's own, so nothing of it is in the audit log.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { uuid } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { TAG } from './notification-shapes.ts'

export const readNotifications = onboardingOperation({
  id: 'ReadNotifications',
  route: 'POST /notifications/read',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Mark notifications as read',
  description: 'Those that are named, or all of them without `ids`. Ids that are not your own are ignored.',
  body: Type.Object({
    ids: Type.Optional(
      chosen(
        Type.Array(uuid('A notification'), {
          description: 'Absent: all',
          minItems: 1,
          maxItems: 200,
          expected: 'must be 1 to 200 UUIDs',
        }),
      ),
    ),
  }),
  optionalBody: true,
  reply: Type.Object(
    { unread: chosen(Type.Integer({ description: 'How many are unread now' })) },
    { component: 'ReadNotifications' },
  ),
  requestExamples: [{ name: 'one', summary: 'One of them', value: { ids: ['0197f8c6-2b20-7a35-8e4d-3c8f1b7d2f10'] } }],
  replyExamples: [{ name: 'left', summary: 'Two are left', value: { unread: 2 } }],
  async handle(ask) {
    const { notifications } = ask.services
    await notifications.markRead(ask.principal, ask.body?.ids)
    return envelope(ask, { unread: await notifications.countUnread(ask.principal) })
  },
})
