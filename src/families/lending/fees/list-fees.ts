// The fees and penalties of a loan.

import { Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { servicing } from '../requests/change-loan.ts'
import { positionOf, readLoan } from '../requests/read-loan.ts'
import { EXAMPLE_FEE, FEE_KINDS, FEE_STATUSES, fee, feeTotals, wireFee, wireFeeTotals } from './fee-shapes.ts'

export const listFees = lendingOperation({
  id: 'ListFees',
  route: 'GET /loans/:loanId/fees',
  access: servicing('VIEW'),
  basis: 'chosen',
  tag: 'Fees',
  summary: 'List fees',
  description: 'On the business date, late fees included, in the order in which they were assessed.',
  errors: ['D-LOAN_NOT_FOUND'],
  query: Type.Object({
    status: Type.Optional(oneOf('Only these', [...FEE_STATUSES])),
    kind: Type.Optional(oneOf('Only these', [...FEE_KINDS])),
    ...paging,
  }),
  reply: pageShape(fee, { totals: feeTotals }),
  replyExamples: [
    {
      name: 'fees',
      summary: 'One fee',
      value: pageExample(EXAMPLE_FEE, { totals: { assessed: 15, paid: 0, waived: 0, outstanding: 15 } }),
    },
  ],
  async handle(ask) {
    const { query } = ask
    const history = await readLoan(ask)
    const { currency } = history.loan
    const { charges } = await positionOf(ask, history)
    const matching = charges.filter(
      ({ status, kind }) =>
        (query.status === undefined || status === query.status) && (query.kind === undefined || kind === query.kind),
    )
    const page = pageOf(query)
    const from = (page.page - 1) * page.size
    const items = matching.slice(from, from + page.size).map((charge) => wireFee(charge, currency))
    return reply(ask, pageBody(page, { items, total: matching.length }, { totals: wireFeeTotals(matching, currency) }))
  },
})
