// Amends a loan: references at any time, terms before the first disbursement, the due day like a restructure.

import { Type } from 'typebox'
import { date, ownReference } from '../../../edge/http/body/fields.ts'
import { amendLoan as amendCommand } from '../../../loans/servicing/commands/amend-loan.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { loanCommand } from '../requests/change-loan.ts'
import { rangeFault } from '../requests/product-range.ts'
import { findLoan } from '../requests/read-loan.ts'
import { contact } from '../shapes/contact.ts'
import { LOAN } from '../shapes/examples.ts'
import { loan, wireLoan } from '../shapes/loan.ts'
import { term, termOf } from '../shapes/terms.ts'
import { decimalOf, percent, whole } from '../shapes/values.ts'

export const amendLoan = lendingOperation({
  id: 'AmendLoan',
  route: 'PATCH /loans/:loanId',
  access: { module: 'LOAN_SERVICING', action: 'UPDATE' },
  basis: 'chosen',
  tag: 'Loans',
  summary: 'Amend a loan',
  description:
    'Absent fields stay as they are. Rate, term and first due date change only before the first disbursement. `dueDay` ' +
    'moves the due dates to that day of the month, as a restructure of type DUE_DATE_CHANGE does.',
  body: Type.Object({
    version: Type.Optional(whole('The version that was read', 1, 2_147_483_647)),
    externalReference: Type.Optional(ownReference("The caller's own reference")),
    contact: Type.Optional(contact),
    dueDay: Type.Optional(whole('The day of the month; a shorter month uses its last day', 1, 31)),
    interestRate: Type.Optional(percent('Percent per year')),
    loanTerm: Type.Optional(term),
    firstDueDate: Type.Optional(date('The first due date')),
  }),
  reply: loan,
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-VERSION_CONFLICT',
    'D-TERMS_LOCKED',
    'D-INVALID_STATE',
    'D-CHARGED_OFF',
    'D-ARRANGEMENT_ACTIVE',
    'D-NOTHING_TO_RESTRUCTURE',
    'D-TERMS_INVALID',
    'D-TERM_OUT_OF_RANGE',
    'D-RATE_OUT_OF_RANGE',
  ],
  requestExamples: [
    {
      name: 'reference',
      summary: 'A reference and a telephone number',
      value: { version: 2, externalReference: 'CRM-4711', contact: { phone: '+1 555 0100' } },
    },
    { name: 'dueDay', summary: 'Due on the 15th', value: { dueDay: 15 } },
  ],
  replyExamples: [{ name: 'loan', summary: 'The loan', value: { ...LOAN, externalReference: 'CRM-4711', version: 3 } }],
  async handle(ask) {
    const { body, services } = ask
    const { loanBook, loanCatalogue } = services
    const { version, externalReference, contact: reached, interestRate, loanTerm, firstDueDate, dueDay } = body
    const { loan: record } = await findLoan(ask)
    const { decide, changes } = amendCommand({
      changes: {
        ...(externalReference !== undefined && { externalReference }),
        ...(reached !== undefined && { contact: { ...reached } }),
      },
      interestRate: interestRate === undefined ? undefined : decimalOf(interestRate),
      term: loanTerm && termOf(loanTerm),
      firstDueDate,
      dueDay,
      checkProduct: ({ interestRate: rate, term: asked }) =>
        rangeFault(loanCatalogue.products, record, { rate, term: asked }),
    })
    const more = {
      ...(changes !== undefined && { changes }),
      ...(version !== undefined && { expectedVersion: version }),
    }
    const appended = await loanBook.append(loanCommand(ask, () => decide, more))
    return reply(ask, wireLoan(appended, appended.position), appended)
  },
})
