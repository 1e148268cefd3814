// What stands on the suspense accounts of an institution, by item and age.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { identifier, pageShape, pagingQuery, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import type { SuspenseBalance } from '../../../../oversight/corrections/suspense.ts'
import { dashedDate } from '../../../../oversight/transactions/transaction-fields.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { DAY_MS, isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { TAG } from './correction-shapes.ts'

const text = (description: string) => chosen(Type.String({ description }))
const money = (description: string) => chosen(Type.Number({ description: `${description}, in major units` }))
const link = (description: string) => Type.Optional(chosen(uuid(description)))

const item = Type.Object(
  {
    journalId: chosen(uuid('The journal')),
    at: chosen(timestamp('When it was posted')),
    businessDate: chosen(Type.String({ description: 'The business date it counts for', format: 'date' })),
    ageDays: chosen(Type.Integer({ description: 'Whole days since it was posted' })),
    kind: text('The kind of journal'),
    amount: money('What it put there; credits are positive'),
    openAmount: money('What is left of it: money that leaves the account settles the oldest items first'),
    correctionId: link('The correction that posted it'),
    exceptionId: link('The exception that it settled, or that the correction names'),
    transactionId: link('The transaction'),
  },
  { component: 'SuspenseItem' },
)

const balance = Type.Object(
  {
    institutionId: text('The institution'),
    account: text('The account of the general ledger'),
    currencyCode: text('ISO 4217'),
    balance: money('What stands there; credits are positive'),
    earlierAmount: money('The part of it that is older than the items, or archived'),
    items: chosen(Type.Array(item, { description: 'At most 200, oldest first' })),
  },
  { component: 'SuspenseBalance' },
)

const EXAMPLE = {
  institutionId: 'FI001',
  account: 'suspense:cash',
  currencyCode: 'USD',
  balance: -20,
  earlierAmount: 0,
  items: [
    {
      journalId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81',
      at: '2026-01-15T10:00:00.000Z',
      businessDate: '2026-01-15',
      ageDays: 3,
      kind: 'CORRECTION',
      amount: -20,
      openAmount: -20,
      correctionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81',
    },
  ],
}

export const browseSuspense = onboardingOperation({
  id: 'BrowseSuspense',
  route: 'GET /suspense',
  access: may('CORRECTIONS', 'VIEW'),
  basis: 'chosen',
  tag: TAG,
  summary: 'List suspense accounts',
  description:
    'Those of an institution that are not empty, with what stands there by item and age. Each is emptied by a correction that names it ' +
    'in place of an account.',
  query: Type.Object({ institutionId: chosen(identifier('The institution')), ...pagingQuery.properties }),
  reply: pageShape(balance),
  replyExamples: [{ name: 'suspense', summary: 'Cash that is not found', value: pageExample(EXAMPLE) }],
  async handle(ask) {
    const { institutionId } = ask.query
    const { suspense } = ask.services
    const nowMs = suspense.nowMs()
    const list = async (scope: Scope, _filter: unknown, { page, size }: PageRequest) => {
      const all = await suspense.balances(scope, institutionId)
      return { items: all.slice((page - 1) * size, page * size), total: all.length }
    }
    return pageReply(ask, { list }, {}, (one) => balanceReply(one, nowMs))
  },
})

function balanceReply(
  { currency, balanceMinor, earlierMinor, items, ...said }: SuspenseBalance,
  nowMs: number,
): object {
  return {
    ...said,
    currencyCode: currency,
    balance: numberFromMinor(balanceMinor, currency),
    earlierAmount: numberFromMinor(earlierMinor, currency),
    items: items.map(({ atMs, amountMinor, openMinor, businessDate, ...rest }) => ({
      ...rest,
      at: isoTimestamp(atMs),
      businessDate: dashedDate(businessDate),
      ageDays: Math.max(0, Math.floor((nowMs - atMs) / DAY_MS)),
      amount: numberFromMinor(amountMinor, currency),
      openAmount: numberFromMinor(openMinor, currency),
    })),
  }
}
