// Where a loan is in collections.

import { Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Charge } from '../../../loans/engine/fold/loan-position.ts'
import {
  COLLECTION_STAGES,
  collectionStage,
  NEXT_ACTIONS,
  nextAction,
} from '../../../loans/servicing/collection-stage.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { findLoan, positionOf } from '../requests/read-loan.ts'
import { arrangement, arrangementsOf } from '../shapes/arrangement.ts'
import { LOAN_ID } from '../shapes/examples.ts'
import { asOf, count, day, money, moneyOf, text } from '../shapes/values.ts'

export const getCollections = lendingOperation({
  id: 'GetLoanCollections',
  route: 'GET /loans/:loanId/collections',
  access: { module: 'LOAN_SERVICING', action: 'VIEW' },
  basis: 'chosen',
  tag: 'Collections',
  summary: 'Read the collections status',
  description:
    'PRE from 5 days before a due date, EARLY 1 to 30 days past due, LATE 31 to 90, then LEGAL. While a hardship ' +
    'arrangement is kept, days past due, late fees and charge-off pause.',
  query: Type.Object({ asOf }),
  reply: Type.Object({
    loanId: text('The loan'),
    asOf: day('The day'),
    currency: text('ISO 4217 code'),
    stage: oneOf('The stage', [...COLLECTION_STAGES]),
    daysPastDue: count('Days since the oldest unpaid due date'),
    overdueAmount: money('What is past its due date'),
    lateFees: money('Late fees that are not paid'),
    arrangements: chosen(Type.Array(chosen(arrangement))),
    nextAction: oneOf('What to do next', [...NEXT_ACTIONS]),
    protectedUntil: Type.Optional(day('The end of the running arrangement')),
  }),
  errors: ['D-LOAN_NOT_FOUND'],
  replyExamples: [
    {
      name: 'early',
      summary: 'Ten days past due',
      value: {
        loanId: LOAN_ID,
        asOf: '2026-02-11',
        currency: 'USD',
        stage: 'EARLY',
        daysPastDue: 10,
        overdueAmount: 408.03,
        lateFees: 0,
        arrangements: [],
        nextAction: 'CONTACT',
      },
    },
  ],
  async handle(ask) {
    const history = await findLoan(ask)
    const { loanId, currency } = history.loan
    const position = await positionOf(ask, history, ask.query.asOf)
    const stage = collectionStage(position)
    const active = position.arrangements.find(({ status }) => status === 'ACTIVE')
    return reply(ask, {
      loanId,
      asOf: position.asOf,
      currency,
      stage,
      daysPastDue: position.daysPastDue,
      overdueAmount: moneyOf(position.balances.totalOverdueMinor, currency),
      lateFees: moneyOf(position.charges.reduce(addLateFee, 0n), currency),
      arrangements: arrangementsOf(history, position),
      nextAction: nextAction(stage, active !== undefined),
      ...(active !== undefined && { protectedUntil: active.endDate }),
    })
  },
})

function addLateFee(sum: bigint, { automatic, amountMinor, paidMinor, waivedMinor }: Charge): bigint {
  return automatic ? sum + amountMinor - paidMinor - waivedMinor : sum
}
