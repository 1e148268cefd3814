// Verifies the chain of the audit log. All institutions share one chain: its length and its breaks reveal other
// institutions' records, so a caller with a scope learns only whether it is valid.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { uuid } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { AUDIT_RECORD } from './audit-shapes.ts'

const report = Type.Object({
  valid: chosen(Type.Boolean({ description: 'The chain is unbroken' })),
  checked: Type.Optional(
    chosen(Type.Integer({ description: 'How many records, from the first on, are as they were written' })),
  ),
  head: Type.Optional(
    chosen(
      Type.Object(
        { position: chosen(Type.Integer()), hash: chosen(Type.String()) },
        {
          description: 'Where the chain ends. Noted elsewhere, it shows later whether all up to here is still the same',
        },
      ),
    ),
  ),
  checkedSince: Type.Optional(
    chosen(Type.String({ format: 'date-time', description: 'Every record was read at this time or later' })),
  ),
  firstBreak: Type.Optional(
    chosen(
      Type.Object(
        {
          position: chosen(Type.Integer({ description: 'Where the chain breaks' })),
          auditId: Type.Optional(chosen(uuid('The record there, if there is one'))),
          reason: chosen(Type.String({ description: 'What is wrong' })),
        },
        { description: 'Only when it is broken' },
      ),
    ),
  ),
})

const CHECKED_SINCE = '2026-01-15T10:00:00.000Z'
const HEAD = { position: AUDIT_RECORD.position, hash: AUDIT_RECORD.hash }

export const verifyAuditLogs = onboardingOperation({
  id: 'VerifyAuditLogs',
  route: 'GET /audit-logs/verify',
  access: may('AUDIT', 'VIEW'),
  basis: 'chosen',
  tag: 'Audit',
  summary: 'Verify the audit log',
  description:
    'Walks the chain of hashes from the first record to the last and names the first break. Calls that come in ' +
    'meanwhile share the walk. In a log of more than 2,000 records, what was read in the last ten minutes is not read ' +
    'again: `checkedSince` tells how old the answer is about the oldest record, and `tillgate verify` reads all of it. ' +
    'A walk of a very long log may take longer than a request (504); the next call goes on where it ended. A caller ' +
    'with a scope only hears whether the chain is unbroken: the rest tells of records that are not theirs.',
  reply: report,
  replyExamples: [
    {
      name: 'unbroken',
      summary: 'Nothing was changed',
      value: { valid: true, checked: HEAD.position, head: HEAD, checkedSince: CHECKED_SINCE },
    },
    { name: 'scoped', summary: 'To a caller with a scope', value: { valid: true } },
    {
      name: 'broken',
      summary: 'A record was changed behind our back',
      value: {
        valid: false,
        checked: 16,
        head: HEAD,
        checkedSince: CHECKED_SINCE,
        firstBreak: { position: 17, auditId: AUDIT_RECORD.id, reason: 'the hash does not fit the content' },
      },
    },
  ],
  async handle(ask) {
    const found = await ask.services.chainVerifier.verify(ask.call.abandoned)
    const isWholePlatform = ask.principal.scope.institutionId === undefined
    return envelope(ask, isWholePlatform ? found : { valid: found.valid }, {
      message: found.valid ? 'The audit log is unbroken' : 'The audit log is broken',
    })
  },
})
