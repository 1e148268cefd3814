// One audit record.

import { findAuditRecord } from '../../../audit/audit-queries.ts'
import { Problem } from '../../../kernel/problem.ts'
import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { AUDIT_RECORD, auditRecord } from './audit-shapes.ts'

export const getAuditLog = onboardingOperation({
  id: 'GetAuditLog',
  route: 'GET /audit-logs/:id',
  access: may('AUDIT', 'VIEW'),
  basis: 'chosen',
  tag: 'Audit',
  summary: 'Get an audit record',
  description: 'Who did what to which record, when and from where.',
  reply: auditRecord,
  replyExamples: [{ name: 'record', summary: 'A role was changed', value: AUDIT_RECORD }],
  async handle(ask) {
    const record = await findAuditRecord(ask.services.database, ask.principal.scope, idOf(ask))
    if (record === undefined) throw new Problem('not-found', 'there is no such audit record')
    return envelope(ask, record)
  },
})
