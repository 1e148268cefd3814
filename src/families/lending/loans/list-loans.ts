// The partner's loans, newest first, as they stand on the business date.

import { Type } from 'typebox'
import { id, name, oneOf } from '../../../http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../http/body/paging.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { positionOf } from '../loan-command.ts'
import { LOAN } from '../shapes/examples.ts'
import { LOAN_STATUSES, loan, wireLoan } from '../shapes/loan.ts'
import { code, whole } from '../shapes/values.ts'

const NOTHING = { items: [], total: 0 }

export const listLoans = lendingOperation({
  id: 'ListLoans',
  route: 'GET /loans',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Loans',
  summary: 'List loans',
  description: 'Newest first, as they stand on the business date of their institution.',
  query: Type.Object({
    ...paging,
    status: Type.Optional(oneOf('Where they stand', [...LOAN_STATUSES])),
    productCode: Type.Optional(code('Of one product')),
    applicationId: Type.Optional(id('Of one application')),
    bucket: Type.Optional(name("In one of the product's buckets")),
    dpdMin: Type.Optional(whole('At least so many days past due', 0, 100_000)),
  }),
  reply: pageShape(loan),
  errors: [],
  replyExamples: [{ name: 'page', summary: 'One loan', value: pageExample(LOAN) }],
  async handle(ask) {
    const { status, productCode, applicationId, bucket, dpdMin, ...page } = ask.query
    const { loanBook } = ask.services
    const asked = pageOf(page)
    const filter = {
      partnerId: ask.partnerId,
      ...(status !== undefined && { status }),
      ...(productCode !== undefined && { productCode }),
      ...(applicationId !== undefined && { applicationId }),
      ...(bucket !== undefined && { bucket }),
      ...(dpdMin !== undefined && { dpdMin }),
    }
    // Ids of applications are UUIDs: anything else has no loans.
    const isPossible = applicationId === undefined || isUuid(applicationId)
    const { items, total } = isPossible ? await loanBook.list(filter, asked) : NOTHING
    const shown: ReturnType<typeof wireLoan>[] = []
    for (const history of items) {
      shown.push(wireLoan(history, await positionOf(ask, history)))
    }
    return reply(ask, pageBody(asked, { items: shown, total }))
  },
})
