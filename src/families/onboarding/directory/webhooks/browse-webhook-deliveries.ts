// The deliveries of a webhook: what was sent, how often, and what the receiver answered.

import { Type } from 'typebox'
import type { DeliveryFilter, DeliveryRecord } from '../../../../administration/event-delivery/deliveries.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { DELIVERY, delivery, deliveryState, eventKind } from './webhook-shapes.ts'

export const browseWebhookDeliveries = onboardingOperation({
  id: 'BrowseWebhookDeliveries',
  route: 'GET /webhooks/:id/deliveries',
  access: may('PARTNERS', 'VIEW'),
  basis: 'chosen',
  tag: 'Webhooks',
  summary: 'List deliveries of a webhook',
  description:
    'Newest event first, with attempts; users with the right REVEAL see the start of each answer. They are kept as long as the events are; ' +
    'those that are EXPIRED, for 7 days.',
  query: Type.Object({
    ...pagingQuery.properties,
    state: Type.Optional(chosen(deliveryState)),
    kind: Type.Optional(chosen(eventKind)),
  }),
  reply: pageShape(delivery),
  replyExamples: [{ name: 'page', summary: 'Accepted at the second attempt', value: pageExample(DELIVERY) }],
  handle(ask) {
    const { state, kind } = ask.query
    const isRevealed = ask.principal.grants.allows('PARTNERS', 'REVEAL')
    const list = async (_scope: object, filter: DeliveryFilter, page: PageRequest) => {
      const { items, total } = await ask.services.webhooks.deliveries(ask, idOf(ask), filter, page)
      return { items: isRevealed ? items : items.map(withoutAnswers), total }
    }
    return pageReply(ask, { list }, { state, kind })
  },
})

/** What a receiver answers may be anything, also of a network that the user does not see. */
function withoutAnswers({ attempts, ...delivery }: DeliveryRecord): DeliveryRecord {
  return { ...delivery, attempts: attempts.map(({ answer: _, ...attempt }) => attempt) }
}
