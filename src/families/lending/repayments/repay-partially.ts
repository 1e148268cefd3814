// Partial repayment: less than what is due.

import { Type } from 'typebox'
import { date, freeText } from '../../../edge/http/body/fields.ts'
import { repayPartially as decidePartial } from '../../../loans/servicing/commands/repayments/repay.ts'
import { lendingOperation } from '../lending-operation.ts'
import { loanCommand, servicing } from '../requests/change-loan.ts'
import { amount, minorOf, money, moneyOf, preview } from '../shapes/values.ts'
import { postRepayment } from './post-repayment.ts'
import { EXAMPLE_PARTIAL_PREVIEW, EXAMPLE_PARTIAL_REPAYMENT } from './repayment-examples.ts'
import { loanAfter, repaymentFields } from './repayment-shapes.ts'

export const repayPartially = lendingOperation({
  id: 'RepayLoanPartially',
  route: 'POST /loans/:loanId/repayments/partial',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Repayments',
  summary: 'Repay a part of what is due',
  description:
    'For an amount that does not cover what is due. `remainingDue` is what is still due on the value date. A preview ' +
    'answers the same without `transactionId`, `bookedAt`, `status` and `loan`.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-NOT_PARTIAL',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
  ],
  body: Type.Object({
    amount: amount('What is paid'),
    valueDate: Type.Optional(date('When it takes effect; by default the business date')),
    reason: Type.Optional(freeText('Why it is not all')),
    preview,
  }),
  reply: Type.Object({ ...repaymentFields, remainingDue: money('What is still due'), loan: loanAfter }),
  requestExamples: [
    { name: 'half', summary: 'A part', value: { amount: 150, reason: 'SHORT_OF_MONEY' } },
    { name: 'preview', summary: 'What it would pay', value: { amount: 150, preview: true } },
  ],
  replyExamples: [
    { name: 'partial', summary: 'Booked', value: EXAMPLE_PARTIAL_REPAYMENT },
    { name: 'preview', summary: 'Nothing was booked', value: EXAMPLE_PARTIAL_PREVIEW },
  ],
  async handle(ask) {
    const { body, services } = ask
    const { valueDate, reason } = body
    const details = reason === undefined ? {} : { details: { reason } }
    const command = loanCommand(ask, ({ currency }) =>
      decidePartial({ amountMinor: minorOf(body.amount, currency, 'amount'), valueDate, ...details }),
    )
    return postRepayment(ask, command, body.preview === true, (history, _position, { event }) => {
      const { payNowMinor } = services.loanBook.position(history, event.valueDate).due
      return { remainingDue: moneyOf(payNowMinor, history.loan.currency) }
    })
  },
})
