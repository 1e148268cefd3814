// The file of one of the caller's own exports.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { FILE_TYPES } from './export-shapes.ts'

export const getTransactionExportFile = onboardingOperation({
  id: 'GetTransactionExportFile',
  route: 'GET /transactions/exports/:id/file',
  access: may('TXN_EXPORT', 'EXPORT'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'Download an export',
  description: 'The file, streamed. Until the export is DONE: 409. Every download is audited.',
  fileTypes: Object.values(FILE_TYPES).map(({ contentType }) => contentType.split(';')[0] as string),
  noEnvelope: true,
  reply: Type.Unknown({ description: 'The file' }),
  replyExamples: [],
  async handle(ask) {
    const { exportId, format, bytes, content } = await ask.services.transactionExports.file(ask, idOf(ask))
    const { contentType, extension } = FILE_TYPES[format]
    return {
      body: content,
      contentType,
      headers: {
        'content-disposition': `attachment; filename="transactions-${exportId}.${extension}"`,
        'content-length': String(bytes),
      },
    }
  },
})
