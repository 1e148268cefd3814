// What has to be paid next.

import { Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { positionOf, readLoan } from '../requests/read-loan.ts'
import { LOAN_ID } from '../shapes/examples.ts'
import { nextDueFields, nextDueOf } from '../shapes/next-due.ts'
import { asOf, day, moneyOf, text } from '../shapes/values.ts'

const { overdueAmount, totalToPay, payNow, ...ofRow } = nextDueFields
const ofRowIfAny = Object.fromEntries(Object.entries(ofRow).map(([name, field]) => [name, Type.Optional(field)]))

export const getNextDue = lendingOperation({
  id: 'GetLoanNextDue',
  route: 'GET /loans/:loanId/next-due',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Status',
  summary: 'Read what is due next',
  description:
    'The first row that is due from the day on and has something to pay, with what is overdue. `payNow` is the least that a ' +
    'repayment takes on the day; less is a partial one. When no row is left, `nextDue` is null and the fields of the row are absent.',
  query: Type.Object({ asOf }),
  reply: Type.Object({
    loanId: text('The loan'),
    asOf: day('The day'),
    currency: text('ISO 4217 code'),
    ...ofRowIfAny,
    overdueAmount,
    totalToPay,
    payNow,
    nextDue: Type.Optional(chosen(Type.Null({ description: 'Nothing more falls due' }))),
  }),
  errors: ['D-LOAN_NOT_FOUND'],
  replyExamples: [
    {
      name: 'next',
      summary: 'The first row',
      value: {
        loanId: LOAN_ID,
        asOf: '2026-01-15',
        currency: 'USD',
        n: 1,
        dueDate: '2026-02-01',
        amount: 408.03,
        principal: 396.03,
        interest: 12,
        fees: 0,
        penalties: 0,
        overdueAmount: 0,
        totalToPay: 408.03,
        payNow: 408.03,
        daysUntilDue: 17,
      },
    },
    {
      name: 'nothing',
      summary: 'A loan that is paid',
      value: {
        loanId: LOAN_ID,
        asOf: '2026-05-01',
        currency: 'USD',
        overdueAmount: 0,
        totalToPay: 0,
        payNow: 0,
        nextDue: null,
      },
    },
  ],
  async handle(ask) {
    const history = await readLoan(ask, ask.query.asOf)
    const { loanId, currency } = history.loan
    const position = await positionOf(ask, history, ask.query.asOf)
    const next = nextDueOf(position, currency) ?? nothingNext(position, currency)
    return reply(ask, { loanId, asOf: position.asOf, currency, ...next })
  },
})

function nothingNext({ balances, due }: LoanPosition, currency: string) {
  return {
    overdueAmount: moneyOf(balances.totalOverdueMinor, currency),
    totalToPay: moneyOf(due.byTodayMinor, currency),
    payNow: moneyOf(due.payNowMinor, currency),
    nextDue: null,
  }
}
