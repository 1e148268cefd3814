// The versions of an application property, a page at a time.

import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { PROPERTY, propertyVersion } from './property-shapes.ts'

const { version, value, valueType, isSecret, description, isActive, updatedAt, updatedBy } = PROPERTY

export const getPropertyHistory = onboardingOperation({
  id: 'GetApplicationPropertyHistory',
  route: 'GET /application-properties/:id/history',
  access: may('APP_PROPERTIES', 'VIEW'),
  basis: 'chosen',
  tag: 'Application properties',
  summary: 'List the versions of an application property',
  description:
    'Newest first, the current one included. The values of a secret property are masked, the earlier ones too.',
  query: pagingQuery,
  reply: pageShape(propertyVersion),
  replyExamples: [
    {
      name: 'page',
      summary: 'One version',
      value: pageExample({ version, value, valueType, isSecret, description, isActive, updatedAt, updatedBy }),
    },
  ],
  handle(ask) {
    const { applicationProperties } = ask.services
    const list: Parameters<typeof pageReply>[1]['list'] = (scope, _filter, page) =>
      applicationProperties.history(scope, idOf(ask), page)
    return pageReply(ask, { list }, {})
  },
})
