// Disbursement: money of an approved loan is paid out, at once or in tranches.

import { Type } from 'typebox'
import { date, flag, id } from '../../../edge/http/body/fields.ts'
import { given } from '../../../edge/http/operation.ts'
import { loanProblem } from '../../../loans/loan-problems.ts'
import { disburse } from '../../../loans/servicing/commands/disburse.ts'
import type { LoanRecord } from '../../../loans/servicing/loan-record.ts'
import { type LendingAsk, lendingOperation, reply } from '../lending-operation.ts'
import { eventOf, loanCommand, servicing } from '../requests/change-loan.ts'
import { findLoan } from '../requests/read-loan.ts'
import { amount, minorOf } from '../shapes/values.ts'
import { EXAMPLE_DISBURSEMENT } from './disbursement-example.ts'
import { disbursement, wireDisbursement } from './disbursement-shapes.ts'

export const disburseLoan = lendingOperation({
  id: 'DisburseLoan',
  route: 'POST /loans/:loanId/disbursements',
  access: servicing('CREATE'),
  basis: 'given',
  tag: 'Disbursements',
  summary: 'Pay out',
  description:
    'The first disbursement makes the loan ACTIVE and fixes its schedule; further ones level the rows that follow. ' +
    "`destination` is credited: an account of the product's institution in the loan's currency; without it the money goes " +
    'to clearing. Financed fees of the offer are kept back. Its other fees are kept back too, from the next disbursement ' +
    'what the first cannot cover; with `deductFees: false` at the first one they are charges due that day, in the first ' +
    'row. While a remote core has not answered, the disbursement is PENDING.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-INVALID_STATE',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-EXCEEDS_APPROVED',
    'D-BEFORE_CREATION',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
    'D-DESTINATION_INVALID',
    'D-TERMS_INVALID',
    'D-STOPPED',
  ],
  body: Type.Object({
    amount: amount('Principal to pay out'),
    valueDate: Type.Optional(date('From when interest runs; by default the business date')),
    destination: Type.Optional(
      given(
        Type.Object({
          accountId: id('The account to credit'),
          institutionId: Type.Optional(id("Its institution; by default the product's")),
        }),
      ),
    ),
    deductFees: Type.Optional(
      flag('Keep back the fees of the offer that are not financed; true by default, and the first one counts'),
    ),
  }),
  reply: disbursement,
  requestExamples: [
    {
      name: 'toAccount',
      summary: 'To an account of the institution',
      value: { amount: 10_000, destination: { accountId: '1000000001' } },
    },
    { name: 'backDated', summary: 'Settled elsewhere, back-dated', value: { amount: 10_000, valueDate: '2026-01-15' } },
  ],
  replyExamples: [{ name: 'disbursement', summary: 'Paid out', value: EXAMPLE_DISBURSEMENT }],
  async handle(ask) {
    const { body, services } = ask
    const { loan: found } = await findLoan(ask)
    const agreedFees = await feesOf(ask, found)
    const command = loanCommand(
      ask,
      (loan) => {
        const amountMinor = minorOf(body.amount, loan.currency, 'amount')
        refuseStopped(ask, loan, amountMinor)
        return disburse({
          amountMinor,
          valueDate: body.valueDate,
          deductFees: body.deductFees ?? true,
          agreedFees,
        })
      },
      body.destination === undefined ? {} : { funds: body.destination },
    )
    const appended = await services.loanBook.append(command, ask.call.abandoned)
    return reply(ask, wireDisbursement(appended, eventOf(appended), appended.position), appended)
  },
})

/** Only here, where a new disbursement is decided: what is stored is answered, whatever is stopped since. */
function refuseStopped({ services, partnerId, actor }: LendingAsk, loan: LoanRecord, amountMinor: bigint): void {
  const { institutionId, currency } = loan
  const { clientId } = actor
  const stopId = services.directory.stop(() => ({
    institutionIds: [institutionId],
    partnerId,
    clientId,
    currency,
    amountMinor,
  }))
  if (stopId !== undefined) throw loanProblem('stopped', 'an operator has stopped such disbursements')
}

/** The fees of the offer that the loan comes from. It no longer changes. */
async function feesOf({ services, partner, partnerId, actor }: LendingAsk, { offerId }: LoanRecord) {
  if (offerId === undefined) return []
  const { fees } = await services.offers.find({ partnerId, institutionIds: partner.institutionIds, actor }, offerId)
  return fees
}
