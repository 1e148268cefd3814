// The change requests that match a filter.

import {
  CHANGE_REQUESTS,
  type ChangeRequestFilter,
} from '../../../../administration/change-requests/change-request-records.ts'
import { withoutEmptyLists } from '../../../../edge/resource/list-filter.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageQuery, pageShape } from '../../../../edge/resource/record-shapes.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import {
  changeRequestFilter,
  LISTED_CHANGE_REQUEST,
  listedChangeRequest,
  listedReply,
  TAG,
} from './change-request-shapes.ts'

export const listChangeRequests = onboardingOperation({
  id: 'ListChangeRequests',
  route: 'POST /change-requests/list',
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  summary: 'Find change requests',
  description:
    'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored. `waitsForMe` finds what you may ' +
    'approve or, after an emergency, review: pending or CARRIED_OUT, asked for by another user, of a module and action that your role grants, within your scope, and not by a user who may be ' +
    'you (see `cannotApprove`).',
  query: pageQuery(Object.keys(CHANGE_REQUESTS.sorts)),
  body: changeRequestFilter,
  optionalBody: true,
  reply: pageShape(listedChangeRequest),
  requestExamples: [{ name: 'filter', summary: 'What waits for you', value: { waitsForMe: true } }],
  replyExamples: [{ name: 'page', summary: 'One change request', value: pageExample(LISTED_CHANGE_REQUEST) }],
  handle(ask) {
    const { changeRequests } = ask.services
    const records = {
      list: (_: unknown, filter: ChangeRequestFilter, page: PageRequest) =>
        changeRequests.list(ask.principal, filter, page),
    }
    return pageReply(ask, records, withoutEmptyLists(ask.body ?? {}), (record) => listedReply(ask, record))
  },
})
