// Reconciliations: created, given a file, and read.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { created, envelope } from '../../../../edge/resource/envelope.ts'
import { pageExample } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { MOST_BYTES } from '../../../../oversight/reconciliations/reading/open-file.ts'
import { RECONCILIATIONS } from '../../../../oversight/reconciliations/reconciliation-record.ts'
import { type OnboardingOperation, onboardingOperation, resource } from '../../onboarding-operation.ts'
import { compactDate } from '../business-dates.ts'
import {
  DIFFERENCE,
  difference,
  differenceKind,
  differenceReply,
  NEW_RECONCILIATION,
  newReconciliation,
  PATH,
  RECONCILIATION,
  reconciliation,
  reconciliationFilter,
  reconciliationReply,
  TAG,
  WAITING,
} from './reconciliation-shapes.ts'

const createReconciliation = onboardingOperation({
  id: 'CreateReconciliation',
  route: `POST ${PATH}`,
  access: may('EXCEPTIONS', 'EXPORT'),
  // It changes no money: what it finds is resolved by others.
  neverWaits: true,
  basis: 'chosen',
  tag: TAG,
  summary: 'Reconcile a business date with a file of a source',
  description:
    'Says whose file it is and how it is read; the file follows by `PUT /reconciliations/{id}/file`. A line is matched by partner, RRN as ' +
    'the source knows it (of a switch its own), sign and currency with an order of the business date, or of the date before or after.',
  status: 201,
  body: newReconciliation,
  reply: reconciliation,
  requestExamples: [{ name: 'csv', summary: 'A file of a switch', value: NEW_RECONCILIATION }],
  replyExamples: [{ name: 'waiting', summary: 'It waits for its file', value: WAITING }],
  async handle(ask) {
    const { businessDate, ...wanted } = ask.body
    const record = await ask.services.reconciliations.create(ask, {
      ...wanted,
      businessDate: compactDate(businessDate),
    })
    return created(ask, reconciliationReply(record))
  },
})

const sendReconciliationFile = onboardingOperation({
  id: 'SendReconciliationFile',
  route: `PUT ${PATH}/:id/file`,
  access: may('EXCEPTIONS', 'EXPORT'),
  neverWaits: true,
  basis: 'chosen',
  tag: TAG,
  summary: 'Send the file of a reconciliation',
  description:
    'At most 256 MiB, in UTF-8. It is read as it arrives; a faulty line refuses all of it with its number and column, and an upload that breaks off ' +
    'leaves nothing. Then a job compares it. MISSING_HERE, MISSING_THERE and DIFFERENT become exceptions of kind RECONCILIATION. A later file of ' +
    'the source and date replaces this one, and settles what it no longer has. The same file again changes nothing. More than 10000 of a kind: ' +
    'FAILED, and no exception. 409 while another file of the source and date is read or matched, or when the reconciliation has its file.',
  upload: {
    types: ['text/csv', 'application/xml', 'text/xml', 'application/octet-stream'],
    bytes: MOST_BYTES,
    description: 'The file',
  },
  reply: reconciliation,
  replyExamples: [
    { name: 'queued', summary: 'It is compared', value: { ...WAITING, state: 'QUEUED', bytes: 51_200, lines: 1_200 } },
  ],
  async handle(ask) {
    const { upload } = ask.call
    if (upload === undefined) throw new Error('the route of the operation takes no upload')
    return envelope(ask, reconciliationReply(await ask.services.reconciliations.receive(ask, idOf(ask), upload)))
  },
})

const browseDifferences = onboardingOperation({
  id: 'BrowseReconciliationDifferences',
  route: `GET ${PATH}/:id/differences`,
  access: may('EXCEPTIONS', 'VIEW'),
  basis: 'chosen',
  tag: TAG,
  summary: 'List what a reconciliation has found',
  description: 'Everything but lines that match an order of the business date.',
  query: Type.Object({ ...pagingQuery.properties, kind: Type.Optional(chosen(differenceKind)) }),
  reply: pageShape(difference),
  replyExamples: [{ name: 'page', summary: 'One difference', value: pageExample(DIFFERENCE) }],
  async handle(ask) {
    const { page = 1, size = 10, kind } = ask.query
    const kinds = kind === undefined ? undefined : [kind]
    const found = await ask.services.reconciliations.differences(ask.principal.scope, idOf(ask), kinds, { page, size })
    const totalPages = Math.ceil(found.total / size)
    return envelope(ask, {
      content: found.items.map(differenceReply),
      page,
      size,
      totalElements: found.total,
      totalPages,
    })
  },
})

const reads = resource({
  path: PATH,
  tag: TAG,
  module: 'EXCEPTIONS',
  noun: 'reconciliation',
  shape: reconciliation,
  example: RECONCILIATION,
  sorts: Object.keys(RECONCILIATIONS.sorts ?? {}),
  reply: reconciliationReply,
  records: ({ reconciliations }) => ({
    find: (scope, id) => reconciliations.find(scope, id),
    list: (scope, { dateFrom, dateTo, ...filter }: SentFilter, page) =>
      reconciliations.list(
        scope,
        {
          ...filter,
          ...(dateFrom !== undefined && { dateFrom: compactDate(dateFrom) }),
          ...(dateTo !== undefined && { dateTo: compactDate(dateTo) }),
        },
        page,
      ),
  }),

  browse: { id: 'BrowseReconciliations', summary: 'List reconciliations', description: 'Newest first.' },
  list: {
    id: 'ListReconciliations',
    summary: 'Find reconciliations',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: reconciliationFilter,
    example: { summary: 'Those of a switch', value: { institutionId: 'FI001', source: 'PARTNER01' } },
  },
  get: {
    id: 'GetReconciliation',
    summary: 'Read a reconciliation',
    description: 'With counts and sums, once it is done.',
  },
})

interface SentFilter {
  readonly dateFrom?: string
  readonly dateTo?: string
}

export const RECONCILIATION_OPERATIONS: readonly OnboardingOperation[] = [
  createReconciliation,
  ...reads,
  sendReconciliationFile,
  browseDifferences,
]
