// One of the caller's own exports.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { DONE_EXPORT, EXPORT, exportShape } from './export-shapes.ts'

export const getTransactionExport = onboardingOperation({
  id: 'GetTransactionExport',
  route: 'GET /transactions/exports/:id',
  access: may('TXN_EXPORT', 'EXPORT'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'Read one of your exports',
  description: 'How far it is. An export of another user is 404.',
  reply: exportShape,
  replyExamples: [
    { name: 'running', summary: 'It is being made', value: EXPORT },
    { name: 'done', summary: 'Its file can be read', value: DONE_EXPORT },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.transactionExports.find(ask, idOf(ask)))
  },
})
