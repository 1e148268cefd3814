// Repayment: what is due on the value date, or more.

import { Type } from 'typebox'
import { date, id, ownReference } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { repay } from '../../../loans/servicing/commands/repayments/repay.ts'
import { lendingOperation } from '../lending-operation.ts'
import { loanCommand, servicing } from '../requests/change-loan.ts'
import { nextDue, nextDueOf } from '../shapes/next-due.ts'
import { prepaymentStrategy } from '../shapes/terms.ts'
import { amount, code, minorOf, preview } from '../shapes/values.ts'
import { postRepayment } from './post-repayment.ts'
import { EXAMPLE_REPAYMENT, EXAMPLE_REPAYMENT_PREVIEW } from './repayment-examples.ts'
import { loanAfter, repaymentFields } from './repayment-shapes.ts'

export const repayLoan = lendingOperation({
  id: 'RepayLoan',
  route: 'POST /loans/:loanId/repayments',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Repayments',
  summary: 'Repay what is due',
  description:
    'Covers at least what is due on the value date: arrears and the row of that day, or the next row when nothing is due. ' +
    '`paymentReference.accountId` is debited; without it the money comes from clearing. What is left lowers the balance ' +
    'from that day, and `prepayment` says what it does to later rows. A preview answers the same without `transactionId`, ' +
    '`bookedAt`, `status` and `loan`, and also refuses when the account could not pay now.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-LOAN_CLOSED',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-LESS_THAN_DUE',
    'D-OVERPAYMENT_NOT_ALLOWED',
    'D-INSUFFICIENT_FUNDS',
    'D-DESTINATION_INVALID',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
  ],
  body: Type.Object({
    amount: amount('What is paid'),
    valueDate: Type.Optional(date('When it takes effect; by default the business date')),
    channel: Type.Optional(code('Where it was paid')),
    paymentReference: Type.Optional(
      chosen(
        Type.Object({
          accountId: Type.Optional(id("The account to debit, of the product's institution")),
          reference: Type.Optional(ownReference("The payer's reference")),
        }),
      ),
    ),
    prepayment: Type.Optional(prepaymentStrategy),
    preview,
  }),
  reply: Type.Object({
    ...repaymentFields,
    nextDue: chosen(Type.Union([nextDue, Type.Null()])),
    loan: loanAfter,
  }),
  requestExamples: [
    {
      name: 'fromAccount',
      summary: 'From an account of the institution',
      value: { amount: 340.02, channel: 'MOBILE', paymentReference: { accountId: '1000000001', reference: 'March' } },
    },
    { name: 'clearing', summary: 'Settled elsewhere', value: { amount: 340.02, valueDate: '2026-02-15' } },
    { name: 'preview', summary: 'What it would pay', value: { amount: 340.02, preview: true } },
  ],
  replyExamples: [
    { name: 'repayment', summary: 'Booked', value: EXAMPLE_REPAYMENT },
    { name: 'preview', summary: 'Nothing was booked', value: EXAMPLE_REPAYMENT_PREVIEW },
  ],
  async handle(ask) {
    const { body } = ask
    const { valueDate, channel, paymentReference, prepayment } = body
    const { accountId, reference } = paymentReference ?? {}
    const details = {
      ...(channel !== undefined && { channel }),
      ...(reference !== undefined && { reference }),
    }
    const command = loanCommand(
      ask,
      ({ currency }) =>
        repay({ amountMinor: minorOf(body.amount, currency, 'amount'), valueDate, strategy: prepayment, details }),
      { showsOnlyAfter: true, ...(accountId !== undefined && { funds: { accountId } }) },
    )
    return postRepayment(ask, command, body.preview === true, ({ loan }, position) => ({
      nextDue: nextDueOf(position, loan.currency) ?? null,
    }))
  },
})
