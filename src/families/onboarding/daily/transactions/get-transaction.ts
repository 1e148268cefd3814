// One transaction with its response, postings, original and reversals.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { shownDetail, TRANSACTION_DETAIL, transactionDetail } from './transaction-shapes.ts'

export const getTransaction = onboardingOperation({
  id: 'GetTransaction',
  route: 'GET /transactions/:id',
  access: may('QUERY', 'VIEW'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'Read a transaction',
  description:
    'With the response as it was sent, the lines of its journal, the transaction it reverses and the reversals of it. ' +
    'A transaction of a remote core has no lines here: that core keeps the books.',
  reply: transactionDetail,
  replyExamples: [{ name: 'withdrawal', summary: 'A withdrawal', value: TRANSACTION_DETAIL }],
  async handle(ask) {
    return envelope(ask, shownDetail(await ask.services.transactions.find(ask.principal.scope, idOf(ask))))
  },
})
