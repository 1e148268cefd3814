// One loan, on any day, with its history when that is asked for.

import { Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { findLoan, positionOf, readLoan } from '../requests/read-loan.ts'
import { LOAN, TRANSACTION } from '../shapes/examples.ts'
import { historyPage, historyPageOf, historyPaging, wireHistoryPage } from '../shapes/history-page.ts'
import { loanFields, wireLoan } from '../shapes/loan.ts'
import { restructureRecord, restructuresOf } from '../shapes/restructure.ts'
import { transaction, transactionsOf } from '../shapes/transaction.ts'
import { asOf } from '../shapes/values.ts'

export const getLoan = lendingOperation({
  id: 'GetLoan',
  route: 'GET /loans/:loanId',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Loans',
  summary: 'Read a loan',
  description:
    'As it stands on a day. With `include=history` also its transactions and restructures up to that day, the newest 100 ' +
    'of each unless `page` and `size` ask for others; a page has the oldest first. Reversed transactions keep the ' +
    'allocation that they had.',
  query: Type.Object({ asOf, include: Type.Optional(oneOf('What to add', ['history'])), ...historyPaging }),
  reply: Type.Object({
    ...loanFields,
    transactions: Type.Optional(chosen(Type.Array(transaction))),
    restructures: Type.Optional(chosen(Type.Array(restructureRecord))),
    historyPage: Type.Optional(historyPage),
  }),
  errors: ['D-LOAN_NOT_FOUND'],
  replyExamples: [
    { name: 'loan', summary: 'The loan', value: LOAN },
    {
      name: 'history',
      summary: 'With its history',
      value: {
        ...LOAN,
        transactions: [TRANSACTION],
        restructures: [],
        historyPage: { page: 1, size: 100, totalTransactions: 1, totalRestructures: 0, totalPages: 1 },
      },
    },
  ],
  async handle(ask) {
    const { asOf: day, include } = ask.query
    const history = include === 'history' ? await findLoan(ask) : await readLoan(ask, day)
    const position = await positionOf(ask, history, day)
    const shown = wireLoan(history, position)
    if (include !== 'history') return reply(ask, shown)
    const page = historyPageOf(ask.query)
    const transactions = transactionsOf(history, position, page)
    const restructures = restructuresOf(history, position.asOf, page)
    return reply(ask, {
      ...shown,
      transactions: transactions.items,
      restructures: restructures.items,
      historyPage: wireHistoryPage(page, transactions.total, restructures.total),
    })
  },
})
