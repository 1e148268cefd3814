// What is owed and what was paid, on any day.

import { Type } from 'typebox'
import { lendingOperation, reply } from '../lending-operation.ts'
import { positionOf, readLoan } from '../requests/read-loan.ts'
import { balances, wireBalances } from '../shapes/balances.ts'
import { BALANCES, LOAN_ID } from '../shapes/examples.ts'
import { asOf, day, text } from '../shapes/values.ts'

export const getBalances = lendingOperation({
  id: 'GetLoanBalances',
  route: 'GET /loans/:loanId/balances',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Status',
  summary: 'Read the balances of a loan',
  description:
    'From the events up to the day, and no payment after them. Before the first disbursement everything is 0.',
  query: Type.Object({ asOf }),
  reply: Type.Object({
    loanId: text('The loan'),
    asOf: day('The day'),
    currency: text('ISO 4217 code'),
    ...balances.properties,
  }),
  errors: ['D-LOAN_NOT_FOUND'],
  replyExamples: [
    {
      name: 'balances',
      summary: 'Two weeks after the disbursement',
      value: { loanId: LOAN_ID, asOf: '2026-01-15', currency: 'USD', ...BALANCES },
    },
  ],
  async handle(ask) {
    const history = await readLoan(ask, ask.query.asOf)
    const { loanId, currency } = history.loan
    const position = await positionOf(ask, history, ask.query.asOf)
    return reply(ask, { loanId, asOf: position.asOf, currency, ...wireBalances(position.balances, currency) })
  },
})
