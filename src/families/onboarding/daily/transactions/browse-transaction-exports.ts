// The caller's own exports, newest first.

import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { EXPORT, exportShape } from './export-shapes.ts'

export const browseTransactionExports = onboardingOperation({
  id: 'BrowseTransactionExports',
  route: 'GET /transactions/exports',
  access: may('TXN_EXPORT', 'EXPORT'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'List your exports',
  description: 'Newest first; only those that you asked for. They are deleted some days after they are done.',
  query: pagingQuery,
  reply: pageShape(exportShape),
  replyExamples: [{ name: 'page', summary: 'One export', value: pageExample(EXPORT) }],
  handle(ask) {
    const list = (_scope: object, _filter: object, page: { page: number; size: number }) =>
      ask.services.transactionExports.list(ask, page)
    return pageReply(ask, { list }, {})
  },
})
