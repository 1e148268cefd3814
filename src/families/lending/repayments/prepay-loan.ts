// Prepayment: money meant to go beyond what is due, or to settle the loan.

import { type Static, Type } from 'typebox'
import { date, flag } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { prepay } from '../../../loans/servicing/commands/repayments/prepay.ts'
import { afterDone } from '../../../platform/kernel/problems/problem.ts'
import { lendingOperation } from '../lending-operation.ts'
import { eventOf, loanCommand, servicing } from '../requests/change-loan.ts'
import { replied } from '../requests/read-loan.ts'
import { plan } from '../shapes/schedule.ts'
import { prepaymentStrategy } from '../shapes/terms.ts'
import { amount, day, minorOf, money, preview } from '../shapes/values.ts'
import { prepaymentAnswer, previewAnswer } from './prepayment-answer.ts'
import { EXAMPLE_PREPAYMENT, EXAMPLE_SETTLEMENT_PREVIEW } from './repayment-examples.ts'
import { loanAfter, repaymentFields, savings } from './repayment-shapes.ts'

const body = Type.Object({
  amount: Type.Optional(amount('What is paid')),
  settle: Type.Optional(flag('Pay the payoff amount of the value date, in place of an amount')),
  valueDate: Type.Optional(date('When it takes effect; by default the business date')),
  strategy: Type.Optional(prepaymentStrategy),
  preview,
})

function rules({ amount: paid, settle = false }: Static<typeof body>, found: Findings): void {
  if (!found.areValid('amount', 'settle')) return
  if (paid === undefined && !settle) found.add('amount', 'is required, unless settle is true')
  if (paid !== undefined && settle) found.add('amount', 'must be left out when settle is true')
}

const prepayment = Type.Object({
  ...repaymentFields,
  ...savings,
  before: plan,
  after: plan,
  payoffAmount: Type.Optional(money('What settles the loan on the value date; with settle')),
  perDiem: Type.Optional(money('What a day later adds to it; with settle')),
  goodUntil: Type.Optional(day('The last day on which the payoff amount is the same; with settle')),
  loan: loanAfter,
})

export const prepayLoan = lendingOperation({
  id: 'PrepayLoan',
  route: 'POST /loans/:loanId/repayments/prepayment',
  access: servicing('CREATE'),
  basis: 'chosen',
  tag: 'Repayments',
  summary: 'Prepay or settle',
  description:
    'Arrears are paid first, the rest lowers the principal of the running row, and `strategy` says what that does to later ' +
    "rows; by default the terms' `prepaymentDefault`. `settle` pays everything. A preview answers the same without " +
    '`transactionId`, `bookedAt`, `status` and `loan`.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-ARREARS_FIRST',
    'D-EXCEEDS_PAYOFF',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
  ],
  body,
  rules,
  reply: prepayment,
  requestExamples: [
    { name: 'amount', summary: 'With a shorter term', value: { amount: 500, strategy: 'REDUCE_TERM' } },
    { name: 'quote', summary: 'What settles the loan', value: { settle: true, preview: true } },
  ],
  replyExamples: [
    { name: 'prepayment', summary: 'Booked', value: EXAMPLE_PREPAYMENT },
    { name: 'settlementPreview', summary: 'A quote', value: EXAMPLE_SETTLEMENT_PREVIEW },
  ],
  async handle(ask) {
    const { body: sent, services } = ask
    const { valueDate, strategy } = sent
    const command = loanCommand(ask, ({ currency }) =>
      prepay({
        amountMinor: sent.amount === undefined ? undefined : minorOf(sent.amount, currency, 'amount'),
        valueDate,
        strategy,
      }),
    )
    const settles = sent.settle === true
    if (sent.preview === true) {
      const { history, event, position } = await services.loanBook.preview(command, ask.call.abandoned)
      return replied(ask, history, () => previewAnswer(history, eventOf({ event }), position, settles))
    }
    const appended = await services.loanBook.append(command, ask.call.abandoned)
    const answer = () => prepaymentAnswer(appended, eventOf(appended), appended.position, settles)
    return afterDone(() => replied(ask, appended, answer, appended))
  },
})
