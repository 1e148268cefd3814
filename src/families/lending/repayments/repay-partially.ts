// Partial repayment: less than what is due.

import { Type } from 'typebox'
import { date, freeText } from '../../../http/body/fields.ts'
import { amountDue } from '../../../loans/servicing/commands/amount-due.ts'
import { repayPartially as decidePartial } from '../../../loans/servicing/commands/repay.ts'
import { eventOf, loanCommand, servicing } from '../change-loan.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { loan, wireLoan } from '../shapes/loan.ts'
import { amount, minorOf, money, moneyOf } from '../shapes/values.ts'
import { EXAMPLE_PARTIAL_REPAYMENT } from './repayment-examples.ts'
import { repaymentFields, repaymentOf } from './repayment-shapes.ts'

export const repayPartially = lendingOperation({
  id: 'RepayLoanPartially',
  route: 'POST /loans/:loanId/repayments/partial',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Repayments',
  summary: 'Repay a part of what is due',
  description: 'For an amount that does not cover what is due. `remainingDue` is what is still due on the value date.',
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
  }),
  reply: Type.Object({ ...repaymentFields, remainingDue: money('What is still due'), loan }),
  requestExamples: [{ name: 'half', summary: 'A part', value: { amount: 150, reason: 'SHORT_OF_MONEY' } }],
  replyExamples: [{ name: 'partial', summary: 'Booked', value: EXAMPLE_PARTIAL_REPAYMENT }],
  async handle(ask) {
    const { body, services } = ask
    const { valueDate, reason } = body
    const details = reason === undefined ? {} : { details: { reason } }
    const command = loanCommand(ask, ({ currency }) =>
      decidePartial({ amountMinor: minorOf(body.amount, currency, 'amount'), valueDate, ...details }),
    )
    const appended = await services.loanBook.append(command, ask.call.abandoned)
    const record = eventOf(appended)
    const { leastMinor } = amountDue(services.loanBook.position(appended, record.event.valueDate))
    const answer = {
      ...repaymentOf(appended, appended.position, record),
      remainingDue: moneyOf(leastMinor, appended.loan.currency),
      loan: wireLoan(appended, appended.position),
    }
    return reply(ask, answer, appended)
  },
})
