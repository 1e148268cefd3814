// Starts an export of transactions.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { uuid } from '../../../../edge/resource/record-shapes.ts'
import { MOST_EXPORTED } from '../../../../oversight/transactions/exports/export-job.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { EXPORT, format } from './export-shapes.ts'
import { checkFilter, FILTER_EXAMPLE, filterOf, transactionFilter } from './transaction-filter-shape.ts'

export const exportTransactions = onboardingOperation({
  id: 'ExportTransactions',
  route: 'POST /transactions/export',
  access: may('TXN_EXPORT', 'EXPORT'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'Export transactions',
  description:
    'Makes a file of all transactions that match and that you may see now, oldest first, with the fields of a ' +
    'transaction as columns; later ones are not in it. A job does the work and survives a restart: follow it with ' +
    '`GET /transactions/exports/{id}`. Card numbers are masked. In CSV and XLSX a text that a spreadsheet would take for ' +
    'a formula begins with an apostrophe; XLSX has a further sheet after every 1,048,576 rows. An export has at most ' +
    `${MOST_EXPORTED} rows; with more it fails. Three unfinished exports of a user, or a hundred of all, are the limit (429).`,
  status: 202,
  body: Type.Object({
    filter: Type.Optional(chosen(transactionFilter)),
    format: chosen(format),
  }),
  rules(sent, found) {
    if (sent.filter !== undefined) checkFilter(sent.filter, found, 'filter.')
  },
  reply: Type.Object({ exportId: chosen(uuid('The export')) }),
  requestExamples: [{ name: 'csv', summary: 'As CSV', value: { filter: FILTER_EXAMPLE, format: 'CSV' } }],
  replyExamples: [{ name: 'accepted', summary: 'The job is queued', value: { exportId: EXPORT.id } }],
  async handle(ask) {
    const { filter: sent = {}, format: asked } = ask.body
    const sentFilter = onlyKnown(sent)
    const exportId = await ask.services.transactionExports.request(ask, {
      filter: filterOf(sent),
      sentFilter,
      format: asked,
    })
    return envelope(ask, { exportId }, { status: 202, message: 'The export is queued' })
  },
})

/** Unknown fields are ignored and never echoed. */
function onlyKnown(sent: object): object {
  const known = Object.keys(transactionFilter.properties)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name)))
}
