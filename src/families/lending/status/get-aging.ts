// How long and how much a loan is past due, by the product's buckets.

import { Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import { agedAmounts } from '../../../loans/engine/aging.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { positionOf, readLoan } from '../requests/read-loan.ts'
import { LOAN_ID } from '../shapes/examples.ts'
import { asOf, count, day, money, moneyOf, text } from '../shapes/values.ts'

const bucket = chosen(
  Type.Object(
    {
      name: text('Its name'),
      from: count('The first day past due'),
      to: Type.Optional(count('The last day past due; absent: no end')),
      amount: money('What is overdue in it'),
      instalments: chosen(Type.Array(count('The instalment'), { description: 'Each by its own age' })),
    },
    { component: 'AgingBucket' },
  ),
)

export const getAging = lendingOperation({
  id: 'GetLoanAging',
  route: 'GET /loans/:loanId/aging',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Status',
  summary: 'Read the aging of a loan',
  description: 'Days past due count from the oldest unpaid due date; each instalment is in the bucket of its own age.',
  query: Type.Object({ asOf }),
  reply: Type.Object({
    loanId: text('The loan'),
    asOf: day('The day'),
    currency: text('ISO 4217 code'),
    daysPastDue: count('Days since the oldest unpaid due date'),
    bucket: text('The bucket of the loan'),
    buckets: chosen(Type.Array(bucket)),
    totalOverdue: money('What is past its due date'),
    oldestDueDate: Type.Optional(day('The oldest due date that is past and unpaid')),
  }),
  errors: ['D-LOAN_NOT_FOUND'],
  replyExamples: [
    {
      name: 'overdue',
      summary: 'One row is overdue',
      value: {
        loanId: LOAN_ID,
        asOf: '2026-02-11',
        currency: 'USD',
        daysPastDue: 10,
        bucket: '1-30',
        buckets: [
          { name: 'CURRENT', from: 0, to: 0, amount: 0, instalments: [] },
          { name: '1-30', from: 1, to: 30, amount: 408.03, instalments: [1] },
          { name: '180+', from: 181, amount: 0, instalments: [] },
        ],
        totalOverdue: 408.03,
        oldestDueDate: '2026-02-01',
      },
    },
  ],
  async handle(ask) {
    const history = await readLoan(ask, ask.query.asOf)
    const { loanId, currency, agreement } = history.loan
    const position = await positionOf(ask, history, ask.query.asOf)
    const { oldestUnpaidDueDate: oldest, daysPastDue, bucket: named, balances } = position
    return reply(ask, {
      loanId,
      asOf: position.asOf,
      currency,
      daysPastDue,
      bucket: named,
      buckets: agedAmounts(position, agreement.policy.buckets).map(({ amountMinor, name, from, to, instalments }) => ({
        name,
        from,
        ...(to !== undefined && { to }),
        amount: moneyOf(amountMinor, currency),
        instalments,
      })),
      totalOverdue: moneyOf(balances.totalOverdueMinor, currency),
      ...(oldest !== undefined && oldest < position.asOf && { oldestDueDate: oldest }),
    })
  },
})
