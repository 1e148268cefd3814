// Audit records, a page at a time, newest first.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { AUDIT_RECORD, auditLogIn, auditRecord } from './audit-shapes.ts'

export const browseAuditLogs = onboardingOperation({
  id: 'BrowseAuditLogs',
  route: 'GET /audit-logs',
  access: may('AUDIT', 'VIEW'),
  basis: 'chosen',
  tag: 'Audit',
  summary: 'List audit records',
  description: 'Newest first. Users of an institution see the records of the institution.',
  query: pagingQuery,
  reply: pageShape(auditRecord),
  replyExamples: [{ name: 'page', summary: 'One record', value: pageExample(AUDIT_RECORD) }],
  handle: (ask) => pageReply(ask, auditLogIn(ask.services.database), {}),
})
