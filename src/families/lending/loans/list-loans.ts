// The partner's loans, newest first, as they stand on the business date.

import { Type } from 'typebox'
import { id, oneOf, ownReference, searchText } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { positionOf } from '../requests/read-loan.ts'
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
    productCode: Type.Optional(code('Only loans of this product')),
    applicationId: Type.Optional(id('Only the loan of this application')),
    bucket: Type.Optional(searchText("In one of the product's buckets")),
    dpdMin: Type.Optional(whole('At least so many days past due', 0, 100_000)),
    applicantName: Type.Optional(
      searchText("Each word begins a word of the applicant's name; case and accents make no difference"),
    ),
    customerId: Type.Optional(id('Only loans of this customer')),
    accountId: Type.Optional(id('With this loan account')),
    externalReference: Type.Optional(ownReference("With this reference of the caller's own")),
  }),
  reply: pageShape(loan),
  errors: [],
  replyExamples: [{ name: 'page', summary: 'One loan', value: pageExample(LOAN) }],
  async handle(ask) {
    const { page: _, size: __, ...asked } = ask.query
    const { loanBook } = ask.services
    const paged = pageOf(ask.query)
    const filter = { partnerId: ask.partnerId, ...asked }
    // Ids of applications are UUIDs: anything else has no loans.
    const isPossible = asked.applicationId === undefined || isUuid(asked.applicationId)
    const { items, total } = isPossible ? await loanBook.list(filter, paged) : NOTHING
    const shown: ReturnType<typeof wireLoan>[] = []
    for (const history of items) {
      shown.push(wireLoan(history, await positionOf(ask, history)))
    }
    return reply(ask, pageBody(paged, { items: shown, total }))
  },
})
