// The audit records of one institution, a page at a time, newest first.

import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { AUDIT_RECORD, auditRecord } from '../../people/audit/audit-shapes.ts'
import { INSTITUTION } from './institution-shapes.ts'

export const getInstitutionHistory = onboardingOperation({
  id: 'GetInstitutionHistory',
  route: 'GET /financial-institutions/:id/history',
  access: may('INSTITUTIONS', 'VIEW'),
  basis: 'chosen',
  tag: 'Financial institutions',
  summary: 'How an institution came to be what it is',
  description: 'The audit records of its own record, newest first.',
  query: pagingQuery,
  reply: pageShape(auditRecord),
  replyExamples: [
    {
      name: 'page',
      summary: 'One record',
      value: pageExample({
        ...AUDIT_RECORD,
        action: 'institution.create',
        resource: 'institution',
        resourceId: INSTITUTION.id,
        before: null,
        after: INSTITUTION,
        institutionId: INSTITUTION.institutionId,
      }),
    },
  ],
  handle(ask) {
    const { institutions } = ask.services
    return pageReply(ask, { list: (scope, _filter, page) => institutions.history(scope, idOf(ask), page) }, {})
  },
})
