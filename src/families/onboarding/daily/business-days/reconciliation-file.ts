// The reconciliation file of a closed business day, to download. GET and POST make it alike: from the records, as they were
// when the day ended.

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Reply } from '../../../../edge/http/family.ts'
import { may } from '../../../../edge/resource/access.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { RECONCILIATION_COLUMNS } from '../../../../oversight/business-days/reconciliation-file.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { type OnboardingAsk, onboardingOperation } from '../../onboarding-operation.ts'
import { BUSINESS_DAYS_PATH, dateOf, TAG } from './business-day-shapes.ts'

const CSV = 'text/csv'

const EXAMPLE = [
  RECONCILIATION_COLUMNS.join(','),
  '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55,000000000123,CASHWITHDRAWAL,FI001,SANDBOX-ATM,ATM00001,1000000001,,,400000******0010,' +
    '102.50,2.50,USD,0.00,000,A1B2C3,,2026-01-15,8,3f0c9d2e-8a51-4a7b-9a55-0d1f6c2b7e11,APPROVED,2026-01-15T10:00:00.000Z,,',
  '',
].join('\n')

const COMMON = {
  access: may('TXN_EXPORT', 'EXPORT'),
  readsOnly: true,
  basis: 'chosen',
  tag: TAG,
  noEnvelope: true,
  fileTypes: [CSV],
  reply: Type.String({ description: `CSV with the columns ${RECONCILIATION_COLUMNS.join(', ')}` }),
  replyExamples: [{ name: 'file', summary: 'One posting', value: EXAMPLE }],
  handle: sendFile,
} as const

const WHAT =
  'A line per posting of the date, oldest first: every approved transaction that moved money. `reversedAmount` and ' +
  '`status` are those at the end of the date. Card numbers are masked, and cells that start like a formula are quoted. ' +
  'Until the day is closed: 409.'

export const getReconciliationFile = onboardingOperation({
  ...COMMON,
  id: 'GetReconciliationFile',
  route: `GET ${BUSINESS_DAYS_PATH}/:date/file`,
  summary: 'Download the reconciliation file',
  description: WHAT,
})

export const makeReconciliationFile = onboardingOperation({
  ...COMMON,
  id: 'MakeReconciliationFile',
  route: `POST ${BUSINESS_DAYS_PATH}/:date/file`,
  summary: 'Make the reconciliation file again',
  description: `${WHAT} It is the same again, but for orders whose outcome a remote core has told since.`,
})

async function sendFile(ask: OnboardingAsk): Promise<Reply> {
  const { businessDays } = ask.services
  const { institutionId, date, text } = await businessDays.reconciliationFile(ask, idOf(ask), dateOf(ask))
  return {
    contentType: `${CSV}; charset=utf-8`,
    headers: {
      'content-disposition': `attachment; filename="reconciliation-${institutionId}-${dashedDate(date)}.csv"`,
    },
    body: Readable.from(text),
  }
}
