// The caller's own notifications.

import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { NOTIFICATION, notification, TAG } from './notification-shapes.ts'

export const browseNotifications = onboardingOperation({
  id: 'BrowseNotifications',
  route: 'GET /notifications',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'My notifications',
  description:
    'Your own: unread ones first, then the newest. What your role or scope covers no more is left out, and what has waited ' +
    'for you is gone once somebody has decided it. Others are kept for 30 days.',
  query: pagingQuery,
  reply: pageShape(notification),
  replyExamples: [{ name: 'page', summary: 'One notification', value: pageExample(NOTIFICATION) }],
  handle(ask) {
    const { notifications } = ask.services
    const own = { list: (_: unknown, __: object, page: PageRequest) => notifications.list(ask.principal, page) }
    return pageReply(ask, own, {})
  },
})
