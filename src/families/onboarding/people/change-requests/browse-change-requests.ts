// All change requests that the caller may see.

import { CHANGE_REQUESTS } from '../../../../administration/change-requests/change-request-records.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageQuery, pageShape } from '../../../../edge/resource/record-shapes.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { LISTED_CHANGE_REQUEST, listedChangeRequest, listedReply, TAG } from './change-request-shapes.ts'

export const browseChangeRequests = onboardingOperation({
  id: 'BrowseChangeRequests',
  route: 'GET /change-requests',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'List change requests',
  description:
    'Newest first, unless `sort` says otherwise: your own, and those of modules on which your role grants VIEW, within your scope.',
  query: pageQuery(Object.keys(CHANGE_REQUESTS.sorts)),
  reply: pageShape(listedChangeRequest),
  replyExamples: [{ name: 'page', summary: 'One change request', value: pageExample(LISTED_CHANGE_REQUEST) }],
  handle(ask) {
    const { changeRequests } = ask.services
    const records = {
      list: (_: unknown, filter: object, page: PageRequest) => changeRequests.list(ask.principal, filter, page),
    }
    return pageReply(ask, records, {}, (record) => listedReply(ask, record))
  },
})
